// The twin: its paper beside the machine's, and the first difference marked on both.

class TwinView {
  constructor(desk, machinePaper) {
    this.desk = desk;
    this.machinePaper = machinePaper;
    this.section = document.getElementById("twin");
    this.words = document.getElementById("comparison");
    this.answers = document.getElementById("answers");
    this.paper = new Paper(document.getElementById("twin-paper"));
    // The two papers end on one line: what is below them is equally high.
    const verdict = this.section.querySelector(".verdict");
    const deck = document.querySelector(".deck");
    new ResizeObserver(() => {
      verdict.style.minHeight = `${deck.offsetHeight + document.querySelector(".platen").offsetHeight}px`;
    }).observe(deck);
    this.begin([]);
  }

  /** A new desk: what is on the paper is common to both, and not compared. */
  begin(paper) {
    this.paper.clear();
    this.paper.print(paper);
    this.from = [this.machinePaper.printed, this.paper.printed];
    this.question = null;
    this.answers.textContent = "";
    this.milliseconds = 0;
    this.compare();
  }

  get visible() {
    return !this.section.hidden;
  }

  turn(on) {
    this.section.hidden = !on;
    document.querySelector(".bench").classList.toggle("with-twin", on);
    if (on) {
      this.paper.viewport.scrollTop = this.paper.viewport.scrollHeight;
      this.compare();
    }
  }

  /** A key was pressed: from here on an answer is measured. */
  asked() {
    const { calls } = this.desk;
    this.question ??= [calls.instructions(), calls.nanoseconds()];
    const begin = performance.now();
    calls.run_twin();
    this.milliseconds += performance.now() - begin;
    this.print();
  }

  /** The machine waits again: what its answer took, and what the twin's did. */
  answered() {
    if (!this.question) return;
    const { calls } = this.desk;
    const [instructions, nanoseconds] = [calls.instructions() - this.question[0], calls.nanoseconds() - this.question[1]];
    if (instructions > 5000) {
      this.answers.textContent = `The last answer: ${count(instructions)} instructions and ${seconds(nanoseconds)} on the PDP-8, `
        + `${this.milliseconds.toFixed(1)} ms in the twin.`;
    }
    this.question = null;
    this.milliseconds = 0;
  }

  print() {
    const frames = this.desk.ask("twin_printed");
    if (frames.length > 0) this.paper.print(frames);
    return frames.length > 0;
  }

  /** Says how the two papers compare, and marks the first difference, which is looked for also while no one looks. */
  compare() {
    const [word, digits] = this.desk.askText("comparison").split(" ");
    const equal = Number(digits);
    const isMarked = word === "differs"
      && [this.machinePaper, this.paper].map((paper, side) => paper.mark(this.from[side] + equal)).includes(true);
    if (!this.visible) return;
    const characters = `${count(equal)} ${equal === 1 ? "character" : "characters"}`;
    const words = {
      none: "The program now in core has no twin: start FOCAL, the checkers or a built-in program.",
      equal: equal === 0 ? "Nothing to compare yet: type something." : `Equal: ${characters} compared.`,
      differs: `They differ after ${characters}; the place ${isMarked ? "is marked on both papers" : "is no longer on the papers"}.`,
      apart: `Equal for ${characters}; then the machine was interrupted or operated by hand, and nothing more is compared.`,
      behind: `Equal for ${characters}; then the twin fell behind, and nothing more is compared.`,
      over: `Equal: ${characters} compared. The game is over, and the twin can do nothing else.`,
    }[word];
    if (this.words.textContent !== words) this.words.textContent = words;
    this.words.className = word;
  }
}

const count = (number) => number.toLocaleString("en");
const seconds = (nanoseconds) => `${(nanoseconds / 1e9).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
