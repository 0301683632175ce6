// The tour: six steps that a visitor can leave at any time, each with a sentence and something to see.

/** Instructions of the first step: CLA CLL, ISZ 300, JMP 201, IAC, JMP 201. */
const COUNTER = "*200 7300 2300 5201 7001 5201";

/** The steps: what is said, the parts of the page that are open, what must be in sight, and what happens. */
const STEPS = [
  {
    title: "1968: turn it on",
    words: "A PDP-8/I has 4096 words of core and 1.5 microseconds for each. Five words are in it: the accumulator counts. STOP and CONT on the panel are yours.",
    parts: ["panel"], seen: ["#panel .face"],
    act: (page) => { page.setSpeed("1"); page.start("nothing"); page.deposit(COUNTER); },
  },
  {
    title: "1969: FOCAL",
    words: "FOCAL is the language that answers a line at once: here the square root of 2, ten characters a second.",
    parts: [], seen: [".platen"],
    act: (page) => { page.setSpeed("1"); page.start("focal"); page.type("TYPE FSQT(2),!\n"); },
  },
  {
    title: "A program",
    words: "Lines with a number are a program, and GO runs it. This one prints cubes; ?28.73 would be an error, and you could press it.",
    parts: [], seen: [".platen"],
    act: (page) => { page.setSpeed("10"); page.start("focal"); page.type("1.1 FOR I=1,5;TYPE %3,I,I^3,!\nGO\n"); },
  },
  {
    title: "1971: the game",
    words: "A school computer plays checkers. You are O: press 45 on the board and then 36, and the computer thinks for some seconds, here ten times as fast.",
    parts: [], seen: ["#board", ".platen"],
    act: (page) => { page.setSpeed("10"); page.start("checkers"); },
  },
  {
    title: "The twin",
    words: "A second program without a machine gets the same keys, and every character of the two papers is compared.",
    parts: [], seen: [".platen", "#comparison"],
    act: (page) => { page.setSpeed("max"); page.start("checkers"); page.turnTwin(true); page.type("45\n36\n"); },
  },
  {
    title: "The lamps",
    words: "Each lamp glows for as long as its bit is on. This is FOCAL at work; SING STEP and CONT show it cycle by cycle.",
    parts: ["panel"], seen: ["#panel .face"],
    act: (page) => { page.turnTwin(false); page.setSpeed("1"); page.start("focal"); page.type("FOR I=1,1000;SET A=FSIN(I)\n"); },
  },
];
/** Pixels between what a step speaks of and the edge of the window or the card. */
const MARGIN = 8;

/** Shows a step: other parts of the page than it needs are folded, but a phone keeps its keys, under the card. */
function showStep({ title, words, parts, act }, number, page) {
  byId("tour-title").textContent = number + title;
  byId("tour-words").textContent = words;
  openOnly(isPhone() ? [...parts, "keyboard"] : parts);
  page.openSwitches(parts.includes("panel"));
  act(page);
  page.fit();
}

class Tour {
  constructor(page) {
    this.page = page;
    this.card = byId("tour");
    this.at = 0;
    byId("tour-next").addEventListener("click", () => (this.at + 1 < STEPS.length ? this.show(this.at + 1) : this.leave()));
    byId("tour-leave").addEventListener("click", () => this.leave());
    this.card.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.leave(); });
    // The board and the twin come when the machine has got so far, and a window may be turned.
    const layout = new ResizeObserver(() => { if (!this.card.hidden) this.reveal(); });
    for (const element of [document.querySelector("main"), byId("viewport"), this.card]) layout.observe(element);
  }

  begin() {
    setting.set("tour", "seen");
    this.before = this.page.kept();
    if (this.card.hidden) this.open = openParts();
    this.card.hidden = false;
    this.show(0);
  }

  show(at) {
    this.at = at;
    byId("tour-next").textContent = at + 1 < STEPS.length ? "Next" : "Done";
    // What the tour types is not the visitor's: it is not kept.
    this.page.touched = false;
    showStep(STEPS[at], `${at + 1} of ${STEPS.length}. `, this.page);
    this.page.touched = false;
    byId("notice").hidden = true;
    byId("tour-next").focus({ preventScroll: true });
    document.querySelector(".side").scrollTop = 0;
    scrollTo(0, 0);
    this.reveal();
  }

  /** Scrolls so that what the step speaks of is in the window, above the card where the card is not beside it. */
  reveal() {
    const card = this.card.getBoundingClientRect();
    const boxes = STEPS[this.at].seen.map((selector) => document.querySelector(selector).getBoundingClientRect()).filter(({ height }) => height > 0);
    const end = (box) => (box.left < card.right && box.right > card.left ? card.top : innerHeight) - MARGIN;
    scrollBy(0, Math.max(0, ...boxes.map((box) => box.bottom - end(box))));
  }

  /** The machine goes on as it is; what was on the desk before the tour can be had back. */
  leave() {
    this.card.hidden = true;
    openOnly(this.open);
    this.page.openSwitches(false);
    this.page.fit();
    scrollTo(0, 0);
    if (this.before) this.page.say("What was on the desk before the tour is kept.", this.page.button("Go on with it", () => this.page.resume(this.before)));
    else if (location.hash.length > 1) this.page.say("This is what the tour left on the desk.", this.page.button("Back to what the link asks for", () => this.page.follow(location.hash)));
    this.page.toKeyboard();
  }
}
