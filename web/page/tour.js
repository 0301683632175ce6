// The tour: six steps that a visitor can leave at any time, each with a sentence and something to see.

/** Instructions of the first step: CLA CLL, ISZ 300, JMP 201, IAC, JMP 201. */
const COUNTER = "*200 7300 2300 5201 7001 5201";

const STEPS = [
  ["1968: turn it on", "A PDP-8/I has 4096 words of core and 1.5 microseconds for each. Five words are in it: the accumulator counts. STOP and CONT on the panel are yours.",
    (page) => { page.setSpeed("1"); page.start("nothing"); page.deposit(COUNTER); openPart("panel"); }],
  ["1969: FOCAL", "FOCAL is the language that answers a line at once: here the square root of 2, ten characters a second.",
    (page) => { page.setSpeed("1"); page.start("focal"); page.type("TYPE FSQT(2),!\n"); }],
  ["A program", "Lines with a number are a program, and GO runs it. This one prints cubes; ?28.73 would be an error, and you could press it.",
    (page) => { page.setSpeed("10"); page.start("focal"); page.type("1.1 FOR I=1,5;TYPE %3,I,I^3,!\nGO\n"); }],
  ["1971: the game", "A school computer plays checkers. You are O: press 45 on the board and then 36, and the computer thinks for some seconds, here ten times as fast.",
    (page) => { page.setSpeed("10"); page.start("checkers"); }],
  ["The twin", "A second program without a machine gets the same keys, and every character of the two papers is compared.",
    (page) => { page.setSpeed("max"); page.start("checkers"); page.turnTwin(true); page.type("45\n36\n"); }],
  ["The lamps", "Each lamp glows for as long as its bit is on. This is FOCAL at work; SING STEP and CONT show it cycle by cycle.",
    (page) => { page.turnTwin(false); page.setSpeed("1"); page.start("focal"); openPart("panel"); page.type("FOR I=1,1000;SET A=FSIN(I)\n"); }],
];

class Tour {
  constructor(page) {
    this.page = page;
    this.card = document.getElementById("tour");
    this.at = 0;
    document.getElementById("tour-next").addEventListener("click", () => (this.at + 1 < STEPS.length ? this.show(this.at + 1) : this.leave()));
    document.getElementById("tour-leave").addEventListener("click", () => this.leave());
    this.card.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.leave(); });
  }

  begin() {
    setting.set("tour", "seen");
    this.before = this.page.kept();
    this.card.hidden = false;
    this.show(0);
  }

  show(at) {
    this.at = at;
    const [title, words, act] = STEPS[at];
    document.getElementById("tour-title").textContent = `${at + 1} of ${STEPS.length}. ${title}`;
    document.getElementById("tour-words").textContent = words;
    document.getElementById("tour-next").textContent = at + 1 < STEPS.length ? "Next" : "Done";
    // What the tour types is not the visitor's: it is not kept.
    this.page.touched = false;
    act(this.page);
    this.page.touched = false;
    document.getElementById("notice").hidden = true;
    document.getElementById("tour-next").focus();
  }

  /** The machine goes on as it is; what was on the desk before the tour can be had back. */
  leave() {
    this.card.hidden = true;
    if (this.before) this.page.say("What was on the desk before the tour is kept.", this.page.button("Go on with it", () => this.page.resume(this.before)));
    this.page.toKeyboard();
  }
}
