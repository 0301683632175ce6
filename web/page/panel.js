// The front panel: lamps that glow as long as they are on, and switches that a mouse, a finger or a key can turn.

const OPERATIONS = ["AND", "TAD", "ISZ", "DCA", "JMS", "JMP", "IOT", "OPR"];
const STATES = ["FETCH", "DEFER", "EXECUTE", "WORD COUNT", "CURRENT ADDRESS", "BREAK"];

/** What each row of lamps shows: its label, and what is said when it is pointed at. */
const LABELS = {
  DataField: ["DATA FIELD", "Data field: the 4096 words that indirect references reach"],
  InstructionField: ["INST FIELD", "Instruction field: the 4096 words that instructions are fetched from"],
  ProgramCounter: ["PROGRAM COUNTER", "Program counter: the address of the next instruction"],
  MemoryAddress: ["MEMORY ADDRESS", "Memory address: the word of core that is read and written"],
  MemoryBuffer: ["MEMORY BUFFER", "Memory buffer: the word on its way to or from core"],
  Link: ["LINK", "Link: the carry, a thirteenth bit of the accumulator"],
  Accumulator: ["ACCUMULATOR", "Accumulator: where all arithmetic happens"],
  StepCounter: ["STEP COUNTER", "Step counter of the extended arithmetic element"],
  MultiplierQuotient: ["MULTIPLIER QUOTIENT", "Multiplier quotient: the second word of products and quotients"],
};
const MEANINGS = {
  AND: "AND: logical and with a word of core", TAD: "TAD: two's complement add",
  ISZ: "ISZ: increment, and skip if zero", DCA: "DCA: deposit, and clear the accumulator",
  JMS: "JMS: jump to a subroutine", JMP: "JMP: jump", IOT: "IOT: input and output", OPR: "OPR: operate on accumulator and link",
  FETCH: "FETCH: the cycle that reads an instruction", DEFER: "DEFER: the cycle that reads an address",
  EXECUTE: "EXECUTE: the cycle that executes the instruction",
  "WORD COUNT": "WORD COUNT: the cycle in which a disc or tape counts a word that it moves",
  "CURRENT ADDRESS": "CURRENT ADDRESS: the cycle in which a disc or tape reads where in core the word is",
  BREAK: "BREAK: the cycle in which a disc or tape moves a word from or to core",
  ION: "ION: interrupts are on",
  PAUSE: "PAUSE: the processor waits for a device to receive the pulses of an IOT", RUN: "RUN: the machine runs",
};
/** The keys that spring back, in the order of the module's numbers, which is that of the panel. */
const KEYS = [
  ["START", "START: clear accumulator, link and flags, and run from the program counter"],
  ["LOAD ADD", "LOAD ADD: the switch register becomes the program counter"],
  ["DEP", "DEP: the switch register is stored into core, and the program counter goes one on"],
  ["EXAM", "EXAM: a word of core is shown in the memory buffer, and the program counter goes one on"],
  ["CONT", "CONT: continue to run"],
  ["STOP", "STOP: stop at the end of the instruction"],
];

/** The least difference of 255 brightnesses that is drawn. */
const SEEN = 14;

class Panel {
  constructor(desk, { note, moved, clicked }) {
    this.desk = desk;
    this.note = note;
    this.moved = moved;
    this.clicked = clicked;
    this.rows = new Map();
    this.register = [];
    this.single = [0, 0];
    this.fields = [0, 0];
    this.build();
  }

  build() {
    const { rows } = this;
    for (const row of this.desk.askText("rows").split("\n")) {
      const [name, count] = row.split(" ");
      rows.set(name, Array.from({ length: Number(count) }, () => make("i", "lamp")));
    }

    const row = (name, kind) => {
      const [label, meaning] = LABELS[name];
      const bulbs = make("div", "bulbs");
      const lamps = rows.get(name);
      const group = lamps.length === 12 ? 3 : lamps.length;
      for (let at = 0; at < lamps.length; at += group) bulbs.append(make("span", "", ...lamps.slice(at, at + group)));
      const element = make("div", `row ${kind}`, make("div", "label", label), bulbs);
      this.explain(element, meaning);
      return element;
    };
    // The lamps before which a new line begins, where there is room for lines of three.
    const begins = ["FETCH", "WORD COUNT", "ION"];
    const word = (name, lamp) => {
      const element = make("div", begins.includes(name) ? "bulb begins" : "bulb", lamp, make("small", "", name));
      this.explain(element, MEANINGS[name]);
      return element;
    };
    const words = make("div", "words");
    OPERATIONS.forEach((name, at) => words.append(word(name, rows.get("Operation")[at])));
    STATES.forEach((name, at) => words.append(word(name, rows.get("State")[at])));
    for (const name of ["Ion", "Pause", "Run"]) words.append(word(name.toUpperCase(), rows.get(name)[0]));
    const lamps = document.getElementById("lamps");
    lamps.setAttribute("aria-hidden", "true");
    lamps.append(
      make("div", "fields", row("DataField", ""), row("InstructionField", "")), row("ProgramCounter", "wide"), words,
      row("MemoryAddress", "wide"), row("MemoryBuffer", "wide"),
      row("Link", "small linked"), row("Accumulator", "wide"),
      row("StepCounter", "small"), row("MultiplierQuotient", "wide"),
    );
    this.glow = new Glow(lamps, [...rows.values()].flat());
    this.buildSwitches();
  }

  buildSwitches() {
    const bank = (label, kind, levers) => {
      const groups = make("div", "levers");
      for (let at = 0; at < levers.length; at += 3) groups.append(make("div", "group", ...levers.slice(at, at + 3)));
      return make("div", `bank ${kind}`, make("div", "label", label), groups);
    };
    const fieldLevers = (which, name) => [4, 2, 1].map((bit) => this.lever(`${name} ${bit}`, `${name} switch ${bit}`, () => {
      this.fields[which] ^= bit;
      this.desk.calls.set_fields(...this.fields);
      return (this.fields[which] & bit) !== 0;
    }));
    this.register = Array.from({ length: 12 }, (_, bit) => this.lever(`Switch register bit ${bit}`,
      `Switch register, bit ${bit}: octal ${(0o4000 >> bit).toString(8).padStart(4, "0")}`, () => {
        const sr = this.desk.calls.switch_register() ^ (0o4000 >> bit);
        this.desk.calls.set_switch_register(sr);
        return (sr & (0o4000 >> bit)) !== 0;
      }));
    const sprung = make("div", "sprung-set");
    KEYS.forEach(([name, meaning], number) => {
      const key = make("button", "lever sprung");
      key.type = "button";
      key.setAttribute("aria-label", name);
      key.addEventListener("click", () => {
        this.desk.calls.press_panel(number);
        this.clicked();
        this.moved();
      });
      this.explain(key, meaning);
      sprung.append(make("div", "sprung-one", make("span", "label", name), make("div", "group", key)));
    });
    ["SING STEP", "SING INST"].forEach((name, which) => {
      const what = which === 0 ? "memory cycle" : "instruction";
      const lever = this.lever(name, `${name}: CONT executes one ${what} at a time`, () => {
        this.single[which] ^= 1;
        this.desk.calls.set_single(...this.single);
        return this.single[which] === 1;
      });
      sprung.append(make("div", "sprung-one", make("span", "label", name), make("div", "group", lever)));
    });
    document.getElementById("switches").append(
      bank("DATA FIELD", "field", fieldLevers(0, "Data field")), bank("INST FIELD", "field", fieldLevers(1, "Instruction field")),
      bank("SWITCH REGISTER", "register", this.register), sprung,
    );
    // One TAB stop for each group of levers, and arrows inside.
    for (const group of document.querySelectorAll("#switches .bank, #switches .sprung-set")) this.makeGroup(group);
  }

  /** Makes one TAB stop of the levers of a group. */
  makeGroup(group) {
    const levers = [...group.querySelectorAll(".lever")];
    const label = group.querySelector(":scope > .label")?.textContent ?? "Keys of the panel";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", `${label}: arrows go from lever to lever`);
    const stopAt = (lever) => levers.forEach((each) => { each.tabIndex = each === lever ? 0 : -1; });
    stopAt(levers[0]);
    group.addEventListener("focusin", ({ target }) => stopAt(target));
    group.addEventListener("keydown", (event) => {
      const at = levers.indexOf(event.target);
      const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: levers.length - 1 }[event.key];
      if (next === undefined || !levers[next]) return;
      event.preventDefault();
      levers[next].focus();
    });
  }

  /** A switch that stays as it is turned; `turn` says where it is then. */
  lever(name, meaning, turn) {
    const lever = make("button", "lever");
    lever.type = "button";
    lever.setAttribute("role", "switch");
    lever.setAttribute("aria-checked", "false");
    lever.setAttribute("aria-label", name);
    lever.addEventListener("click", () => {
      lever.setAttribute("aria-checked", String(turn()));
      this.clicked();
      this.moved();
    });
    this.explain(lever, meaning);
    return lever;
  }

  explain(element, meaning) {
    const say = () => { this.note.textContent = meaning; };
    element.addEventListener("pointerenter", say);
    element.addEventListener("focus", say);
  }

  /** The desk has another machine, whose switches stand elsewhere. */
  reset() {
    const model = this.desk.askText("model").toUpperCase().replace("8", "PDP-8/");
    document.getElementById("model-name").textContent = model;
    document.getElementById("panel").setAttribute("aria-label", `Front panel of the ${model}`);
    for (const lever of document.querySelectorAll("#switches [role=switch]")) lever.setAttribute("aria-checked", "false");
    this.single = [0, 0];
    this.fields = [0, 0];
    this.showRegister();
  }

  /** Turns the levers of the switch register as the machine has them. */
  showRegister() {
    const sr = this.desk.calls.switch_register();
    this.register.forEach((lever, bit) => lever.setAttribute("aria-checked", String((sr & (0o4000 >> bit)) !== 0)));
  }

  /** Shows the lamps; a change of brightness that no eye sees is not drawn. */
  show(brightness) {
    const { levels } = this.glow;
    let isOther = false;
    brightness.forEach((level, at) => {
      const isExtreme = level === 0 || level === 255;
      if (level === levels[at] || Math.abs(level - levels[at]) < SEEN && !isExtreme) return;
      levels[at] = level;
      isOther = true;
    });
    if (isOther) this.glow.draw();
  }

  /** The brightness of the lamps of a row as they are drawn, from 0 to 255. */
  brightness(row) {
    const lamps = this.rows.get(row);
    const first = this.glow.lamps.indexOf(lamps[0]);
    return [...this.glow.levels.slice(first, first + lamps.length)];
  }
}

/** An element with a class and contents. */
function make(name, kind, ...contents) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...contents);
  return element;
}
