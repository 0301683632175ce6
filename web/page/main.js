// The page: what is on it, wired to the machine.

const byId = (id) => document.getElementById(id);

/** What can be tried with one press. */
const TRIES = {
  focal: [["TYPE FSQT(2),!", "TYPE FSQT(2),!\n"], ["FOR I=1,5; TYPE I^2,!", "FOR I=1,5; TYPE I^2,!\n"], ["TYPE 1/0", "TYPE 1/0\n"]],
  checkers: [["45 → 36", "45\n36\n"], ["another game", null]],
};

/** Milliseconds between two drawings of the lamps, unless something is printed: a frame of the browser is expensive, so
 * the lamps wait for the next character of a Teletype that prints ten in a second. */
const GLANCE = 130;
/** The same for the figures, which are read. */
const READING = 320;

/** Milliseconds after an answer, and while a program works, until the session is kept: the whole core is written. */
const KEEP_ANSWER = 1000;
const KEEP_WORK = 10000;

class Page {
  constructor(desk) {
    this.desk = desk;
    this.sound = new Sound();
    this.paper = new Paper(byId("paper"), {
      carriage: byId("carriage"), spoken: byId("spoken"), explain: (error) => this.explanation(error),
    });
    this.panel = new Panel(desk, {
      note: byId("lamp-note"),
      moved: () => { this.touched = true; this.runner.wake(); },
      clicked: () => this.sound.play(["switch"]),
    });
    this.twin = new TwinView(desk, this.paper);
    this.display = new Display(desk, byId("display-unit"), byId("display"));
    this.board = new CheckersBoard(desk, { type: (text) => this.type(text), lines: () => this.paper.lines.slice(-24).map(textOf), row: () => this.paper.row });
    this.runner = new Runner(desk, (picture) => this.show(picture));
    this.keyboard = new Keyboard(byId("keys"), byId("keyboard"), { press: (code) => this.press(code), hurry: () => this.hurry() });
    this.keeper = new Keeper();
    this.what = "focal";
    this.isLocal = false;
    // What a person has done here is worth keeping; a machine that only came up is not.
    this.touched = false;
    this.speed = "1";
    this.isFast = false;
    // Whether any visitor of a museum may come: see kiosk.js.
    this.isPublic = false;
    // When the lamps and the figures were drawn last.
    this.glanced = 0;
    this.figured = 0;
    this.tour = new Tour(this);
    this.share = new Share(this);
    this.tapes = new Tapes(this);
    this.discs = new Discs(this);
    this.timeline = new Timeline(this);
    this.wire();
  }

  wire() {
    const on = (id, act) => byId(id).addEventListener("click", act);
    for (const button of document.querySelectorAll("[data-start]")) {
      button.addEventListener("click", () => this.start(button.dataset.start));
    }
    const programs = byId("programs");
    for (const line of this.desk.askText("programs").split("\n")) {
      const [name, summary] = line.split("\t");
      if (name.startsWith("checkers")) continue;
      programs.append(new Option(`${name}: ${summary}`, name));
    }
    programs.append(new Option("an empty core, for your own hands", "nothing"));
    programs.addEventListener("change", () => {
      if (programs.value) this.start(programs.value);
      programs.value = "";
    });
    byId("speeds").addEventListener("change", (event) => this.setSpeed(event.target.value));
    byId("fast").addEventListener("change", (event) => this.chooseFast(event.target.checked));
    on("hurry", () => { this.hurry(); this.toKeyboard(); });
    on("sound", () => this.turnSound(!this.sound.on));
    on("twin-toggle", () => this.turnTwin(!this.twin.visible));
    on("sessions-open", () => { this.keep(); showSessions(byId("sessions"), (session) => this.resume(session)); });
    on("skip", (event) => { event.preventDefault(); this.toKeyboard(); });
    for (const id of ["tour-open", "tour-open-on-phones"]) on(id, () => this.tour.begin());
    on("about-open", () => byId("about").showModal());
    on("registers", () => { byId("registers-read").textContent = this.desk.askText("registers"); });
    on("open-switches", () => this.openSwitches(!document.querySelector(".face").classList.contains("open")));
    on("local", () => {
      this.isLocal = !this.isLocal;
      byId("local").setAttribute("aria-pressed", String(this.isLocal));
      this.toKeyboard();
    });
    on("tear", () => this.tearOff());
    on("throw-away", () => this.paper.tearOff(this.tornAt));
    on("print", () => print());
    on("link", () => this.share.program());
    on("moment", () => this.share.now());
    on("full-screen", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}));
    on("all-keys", () => byId("all-keys").setAttribute("aria-pressed", String(byId("keyboard").classList.toggle("all"))));
    for (const button of document.querySelectorAll("[data-save]")) {
      button.addEventListener("click", () => this.savePaper(this.paper, button.dataset.save));
    }
    for (const button of document.querySelectorAll("[data-sheet]")) {
      button.addEventListener("click", () => this.savePaper(this.sheet, button.dataset.sheet));
    }
    this.tapes.wire(on);
    this.discs.wire(on);
    this.timeline.wire(on);
    this.wireUnits(on);
    byId("paper").addEventListener("click", ({ target }) => {
      if (target.matches(".error")) this.say(this.explanation(target.textContent));
    });
    byId("viewport").addEventListener("click", () => { if (String(getSelection()) === "") this.toKeyboard(); });
    byId("viewport").addEventListener("keydown", (event) => {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== " ") this.toKeyboard();
    });
    // Browsers let sound begin only after a key or a press.
    for (const kind of ["keydown", "pointerdown"]) {
      addEventListener(kind, () => { if (this.sound.on) this.sound.begin(); }, { capture: true });
    }
    makeRoom(() => this.fit());
    acceptFiles((name, bytes, where) => this.take(name, bytes, where));
    addEventListener("hashchange", () => this.follow(location.hash));
    addEventListener("pagehide", () => this.keep());
    addEventListener("resize", () => this.tapes.draw());
    // A canvas keeps the colours with which it was drawn; lamps and tube have the same in light and dark.
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.tapes.draw());
  }

  /** The display, and what is saved of the machine. */
  wireUnits(on) {
    const { desk } = this;
    on("display-storage", () => {
      this.display.set(desk.calls.has_storage_tube() ? TUBE.PHOSPHOR : TUBE.STORAGE);
      this.showTube();
    });
    on("display-erase", () => this.display.set(TUBE.ERASE));
    on("display-save", () => byId("display").toBlob((picture) => saveFile("display.png", picture, "image/png")));
    on("save-program", () => this.attempt(() => saveFile("program.fc", desk.askText("save_program"), "text/plain")));
    on("save-image", () => saveFile("focal8.core", desk.askText("core_image"), "text/plain"));
  }

  /** Draws what depends on the room that there is. */
  fit() {
    this.paper.draw();
    this.tapes.draw();
    this.timeline.draw();
  }

  /** Opens or folds the switches of the panel, where a phone has no room for them. */
  openSwitches(isOpen) {
    document.querySelector(".face").classList.toggle("open", isOpen);
    byId("open-switches").setAttribute("aria-expanded", String(isOpen));
  }

  toKeyboard() {
    byId("keys").focus({ preventScroll: true });
  }

  /** A word to the visitor, and what there is to say of the kept sessions. */
  say(words, ...buttons) {
    const notice = byId("notice");
    notice.replaceChildren(make("span", "", [words, this.keeper.takeRemark()].filter(Boolean).join(" ")), ...buttons, this.button("×", () => {}, "Close"));
    notice.hidden = false;
  }

  /** A button of the notice, which closes it. */
  button(words, act, label) {
    const button = make("button", "", words);
    button.type = "button";
    if (label) button.setAttribute("aria-label", label);
    button.addEventListener("click", () => { byId("notice").hidden = true; act(); });
    return button;
  }

  /** Does what may be refused, and says why it was. */
  attempt(act) {
    try {
      return act();
    } catch (error) {
      this.say(error.message[0].toUpperCase() + error.message.slice(1));
      return null;
    }
  }

  /** Puts the machine of a core image on the desk; throws when it is none. */
  putUp(what, image) {
    this.begin(what, this.desk.ask("restore", image));
    this.setFast(this.desk.calls.has_fast_teletype() === 1);
  }

  /** Says which discs a machine lacks that was kept or saved with them; "" when it has all. */
  missing() {
    const names = this.desk.askText("missing_media").split("\n").filter(Boolean);
    return names.length > 0 ? `The page keeps no discs. Load again, before the machine needs them: ${names.join(", ")}.` : "";
  }

  /** The machine of a core image; whether it is one. */
  restore(what, image) {
    const before = this.kept();
    const isOne = this.attempt(() => { this.putUp(what, image); return true; }) ?? false;
    if (isOne) {
      this.another(before);
      if (this.missing()) this.say(this.missing());
    }
    return isOne;
  }

  /** What an error of FOCAL means; null when it is none. */
  explanation(error) {
    try {
      return this.desk.askText("explain", error).trimEnd();
    } catch {
      return null;
    }
  }

  /** Another desk; whether there is such a program. */
  start(name) {
    const before = this.kept();
    const paper = this.attempt(() => this.desk.ask("start", name));
    if (paper !== null) {
      this.begin(name, paper);
      this.another(before);
      this.setFast(this.isFast);
    }
    this.toKeyboard();
    return paper !== null;
  }

  /** What stands there is shown: the paper so far, the switches, the tapes. */
  begin(what, paper) {
    this.what = what;
    this.firstPaper = paper;
    this.paper.clear();
    this.paper.print(paper);
    this.twin.begin(paper);
    this.panel.reset();
    this.showUnits();
    this.offerTries();
    document.querySelectorAll("[data-start]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.start === what));
    });
    this.runner.owed = 0;
    this.runner.wake();
    this.timeline.reset();
  }

  /** Shows the units around the machine after it was replaced or taken to another moment. */
  showUnits() {
    this.tapes.draw();
    this.discs.draw();
    this.display.reset();
    this.board.reset();
    this.showTube();
  }

  /** Shows the machine at another moment of its session, with the paper of that moment, and lets it stand. */
  showAgain(paper) {
    this.runner.pause();
    this.paper.clear();
    this.paper.print(paper);
    this.panel.showRegister();
    // The filaments have their full brightness.
    this.panel.show(this.desk.answer(this.desk.calls.picture(1e9)));
    this.showUnits();
    this.display.show();
    this.board.show(false);
    this.isFast = this.desk.calls.has_fast_teletype() === 1;
    byId("fast").checked = this.isFast;
    this.twin.compare();
    this.showFigures(STATUS.STANDS);
  }

  offerTries() {
    // A link may give any name, such as one that every object has.
    const tries = Object.hasOwn(TRIES, this.what) ? TRIES[this.what] : [];
    byId("try").replaceChildren(...tries.map(([words, keys]) => {
      const button = make("button", "", words);
      button.type = "button";
      button.addEventListener("click", () => {
        if (keys === null) this.start(this.what);
        else this.type(keys);
        this.toKeyboard();
      });
      return button;
    }));
  }

  /** Stops the machine, puts octal words into core by the switches, from the address after the asterisk, and starts there. */
  deposit(words) {
    const { calls } = this.desk;
    const [START, LOAD_ADDRESS, DEPOSIT, STOP] = [0, 1, 2, 5];
    const set = (octal) => calls.set_switch_register(parseInt(octal, 8));
    const [origin, ...code] = words.replace("*", "").split(" ");
    calls.press_panel(STOP);
    set(origin);
    calls.press_panel(LOAD_ADDRESS);
    for (const word of code) {
      set(word);
      calls.press_panel(DEPOSIT);
    }
    set(origin);
    calls.press_panel(LOAD_ADDRESS);
    calls.press_panel(START);
    this.panel.reset();
    this.runner.wake();
  }

  press(code) {
    if (this.isPublic && code === CODE.CTRL_C) return;
    this.touched = true;
    this.paper.follows = true;
    if (this.isLocal) {
      this.sound.play(this.paper.print([code | 0o200]));
      return;
    }
    this.desk.calls.press(code);
    this.board.pressed(code);
    this.twin.asked();
    this.runner.wake();
  }

  type(text) {
    for (const character of text) {
      const code = codeOf(character);
      if (code !== null) this.press(code);
    }
  }

  /** One of the speeds on offer; whether it is one. */
  setSpeed(speed) {
    const choice = [...document.getElementsByName("speed")].find(({ value }) => value === speed);
    if (!choice) return false;
    choice.checked = true;
    this.speed = speed;
    this.runner.factor = speed === "max" ? Infinity : Number(speed);
    this.runner.owed = 0;
    this.setFast(speed === "max" && setting.get("fast") !== "off");
    this.runner.wake();
    return true;
  }

  /** The visitor's switch of the Teletype, which is remembered for the speed at which it is on by default. */
  chooseFast(on) {
    if (this.speed === "max") setting.set("fast", on ? "on" : "off");
    this.setFast(on);
    this.runner.wake();
    this.toKeyboard();
  }

  /** The speed of the Teletype, an input event of the machine. */
  setFast(on) {
    const { calls } = this.desk;
    this.isFast = on;
    byId("fast").checked = on;
    if ((calls.has_fast_teletype() === 1) !== on) calls.set_fast_teletype(on ? 1 : 0);
  }

  hurry() {
    this.runner.hurrying = true;
    this.runner.wake();
  }

  turnSound(on) {
    this.sound.turn(on);
    byId("sound").setAttribute("aria-pressed", String(on));
    setting.set("sound", on ? "on" : "off");
  }

  turnTwin(on) {
    this.twin.turn(on);
    byId("twin-toggle").setAttribute("aria-pressed", String(on));
    this.tapes.draw();
  }

  /** What came of a picture; whether something was printed or moved. */
  show({ reason, lamps, rests }) {
    const frames = this.desk.ask("printed");
    this.timeline.ran(reason);
    if (rests && frames.length === 0) return false;
    const heard = frames.length > 0 ? this.paper.print(frames) : [];
    const moved = this.tapes.move();
    const isDrawn = this.display.show();
    this.sound.play(moved ? [...heard, "tape"] : heard);
    const twinPrinted = this.twin.print();
    this.board.show(reason === STATUS.WAITING);
    const now = performance.now();
    const isGlance = frames.length > 0 || now - this.glanced >= GLANCE;
    if (isGlance) {
      this.glanced = now;
      if (openParts().includes("panel")) this.panel.show(lamps);
    }
    if (reason !== this.reason || isGlance && now - this.figured >= READING) {
      this.figured = now;
      this.reason = reason;
      this.showFigures(reason);
      this.discs.draw();
    }
    if (frames.length > 0 || twinPrinted) this.twin.compare();
    if (reason === STATUS.WAITING) {
      this.twin.answered();
    }
    this.keepSoon(reason === STATUS.WAITING ? KEEP_ANSWER : KEEP_WORK);
    return frames.length > 0 || moved || isDrawn;
  }

  showFigures(reason) {
    const { calls } = this.desk;
    const state = reason === STATUS.BUDGET ? "works" : ["", "waits for a key", "goes round for ever", "stopped", "stands in the past"][reason];
    const figures = { instructions: count(calls.instructions()), time: seconds(calls.nanoseconds()), state };
    for (const [id, words] of Object.entries(figures)) {
      if (byId(id).textContent !== words) byId(id).textContent = words;
    }
  }

  /** The button of the tube, as the tube is. */
  showTube() {
    byId("display-storage").setAttribute("aria-pressed", String(this.desk.calls.has_storage_tube() === 1));
  }

  /** A file that was chosen or dropped. */
  take(name, bytes, where) {
    if (this.isPublic) return;
    if (where !== "reader" && this.discs.take(name, bytes)) return undefined;
    const drawn = where !== "drive" && markupOf(bytes) ? this.desk.ask("frames_of_svg", bytes) : [];
    // A drawing of a tape is the tape.
    if (drawn.length > 0 && drawn.length <= ROLL) return this.tapes.mount(drawn);
    const other = whatElse(bytes, where);
    if (where === "drive") return this.say(`${name} is ${other ?? this.kindOf(bytes)}. A drive takes only images of discs, DECtapes and floppy discs.`);
    if (other) return this.say(`${name} is ${other}. This page takes FOCAL programs, paper tapes, core images and discs.`);
    const kind = this.desk.askText("kind_of_file", bytes);
    const isStrange = kind === "tape" && !looksLikeTape(bytes);
    if (where === "reader") return this.tapes.mount(bytes, isStrange ? "It has no leader and is no program or text, but a tape may have any bytes." : "");
    if (isStrange) {
      return this.say(`${name} is of no kind that this page knows. If it is a paper tape, the Load… of the reader takes it: a tape may have any bytes.`);
    }
    if (kind === "tape") this.tapes.mount(bytes);
    else this.attempt(() => this.replaceBy(kind, name, bytes));
    this.toKeyboard();
  }

  /** What a file is that may be a program, a tape or a core image. */
  kindOf(bytes) {
    const words = { "core image": "a core image", program: "a program on paper tape", text: "a text, such as a FOCAL program" };
    const isTape = bytes.length <= ROLL && looksLikeTape(bytes);
    return words[this.desk.askText("kind_of_file", bytes)] ?? (isTape ? "a paper tape" : `no such image: none has ${count(bytes.length)} bytes`);
  }

  /** A file that takes the place of what is in core. */
  replaceBy(kind, name, bytes) {
    const before = this.kept();
    const words = {
      "core image": () => {
        this.putUp("image", bytes);
        return `the machine continues from where the core image was saved. ${this.missing()}`;
      },
      program: () => {
        const read = this.desk.askText("load", bytes);
        this.begin("tape", []);
        return `${read} are in core. To start: set the address in the switches, and press LOAD ADD and START.`;
      },
      text: () => {
        const loaded = this.desk.askText("load_program", bytes);
        this.begin("program", this.endOfPaper());
        return `${loaded} of FOCAL loaded.`;
      },
    }[kind]();
    this.another(null);
    this.touched = true;
    const undo = before ? [this.button("Undo", () => this.resume(before))] : [];
    this.say(`${name}: ${words}`, ...undo);
  }

  /** The paper as it is, to go on with. */
  endOfPaper() {
    return this.paper.codes();
  }

  /** A paper as the library draws it. */
  svgOf(paper) {
    return this.desk.askText("paper_svg", paper.codes());
  }

  savePaper(paper, kind) {
    if (kind === "svg") saveFile("paper.svg", this.svgOf(paper), "image/svg+xml");
    else saveFile("paper.txt", paper.text(), "text/plain");
  }

  /** Shows the paper as a sheet, which is torn off when the visitor throws it away; with Put back or ESCAPE it stays. */
  tearOff() {
    this.sheet ??= new Paper(byId("sheet-paper"));
    this.sheet.clear();
    this.sheet.print(this.paper.codes());
    // The line under the carriage stays where it is.
    this.tornAt = this.paper.lines.at(-1);
    byId("sheet").showModal();
    this.sheet.viewport.scrollTop = this.sheet.viewport.scrollHeight;
  }

  /** Keeps the session in so many milliseconds at the latest. */
  keepSoon(within) {
    const at = performance.now() + within;
    if (!this.touched || this.keeping && this.keptBy <= at) return;
    clearTimeout(this.keeping);
    this.keptBy = at;
    this.keeping = setTimeout(() => this.keep(), within);
  }

  keep() {
    clearTimeout(this.keeping);
    this.keeping = null;
    this.keepNow();
    if (this.keeper.remark) this.say("");
  }

  /** Keeps the session, and leaves it to the next word to the visitor to say what came of it. */
  keepNow() {
    // A machine that was taken back has gone on further: that is the session.
    if (this.touched && !this.isPublic && !this.timeline.stands) this.keeper.keep(this.session());
  }

  /** The machine, the paper, and how fast they are. */
  session() {
    const paper = String.fromCharCode(...this.paper.codes().slice(-FRAMES));
    return { what: this.what, paper, speed: this.speed, image: this.desk.askText("core_image") };
  }

  /** Keeps what a person has done here, before another machine comes; the kept session, or null when nothing was done. */
  kept() {
    if (!this.touched || this.isPublic) return null;
    clearTimeout(this.keeping);
    this.keeping = null;
    this.keepNow();
    return sessionAt(this.keeper.key);
  }

  /** Another machine is on the desk; the session before can be had back. */
  another(before) {
    this.keeper.fresh();
    this.touched = false;
    const how = held.has(before?.key) ? "held until you leave this page" : "kept";
    if (before) this.say(`What was on the desk is ${how}.`, this.button("Undo", () => this.resume(before)));
  }

  /** A kept session; what is on the desk is kept first. */
  resume(listed) {
    this.keep();
    // Another tab may have gone on with the session since it was listed.
    const session = sessionAt(listed.key) ?? listed;
    this.attempt(() => {
      this.desk.ask("restore", session.image);
      this.begin(session.what, Uint8Array.from(session.paper, (mark) => mark.charCodeAt(0)));
      const isFast = this.desk.calls.has_fast_teletype() === 1;
      this.setSpeed(session.speed ?? "1");
      this.setFast(isFast);
      this.keeper.take(session);
      this.touched = true;
      if (this.missing()) this.say(this.missing());
    });
    this.toKeyboard();
  }

  /** What a link asks for. */
  async follow(hash) {
    let wish = null;
    try {
      wish = await wishOf(hash);
    } catch (error) {
      this.say(error.message[0].toUpperCase() + error.message.slice(1));
    }
    if (!wish) return false;
    // The session is kept as it was before the link changes the speed.
    const before = this.kept();
    this.touched = false;
    const knowsSpeed = this.setSpeed(wish.speed ?? "1");
    if (!knowsSpeed) this.setSpeed("1");
    const isThere = wish.state ? this.restore(wish.go ?? "image", wish.state) : this.start(wish.go ?? "focal");
    if (!isThere) this.start("focal");
    this.another(before);
    if (!isThere && !wish.state) {
      this.say(`This link asks for a program that does not exist, ${wish.go.slice(0, 40)}: here is FOCAL.`);
    }
    if (!knowsSpeed) this.say("This link asks for a speed that does not exist: the machine runs at the speed of 1969.");
    if (wish.program) this.attempt(() => this.desk.askText("load_program", wish.program));
    if (wish.tape) this.tapes.mount(wish.tape);
    if (wish.type) this.type(wish.type);
    if (wish.show !== undefined) {
      openOnly(wish.show.split(","));
      this.timeline.draw();
    }
    if (wish.twin) this.turnTwin(wish.twin === "on");
    return true;
  }
}

async function main() {
  try {
    const page = new Page(await openDesk(fromBase64(FOCAL8_WASM)));
    embed();
    page.isPublic = isKiosk();
    if (setting.get("sound") === "on") {
      page.sound.on = true;
      byId("sound").setAttribute("aria-pressed", "true");
    }
    window.focal8 = forScripts(page);
    if (kiosk(page)) return;
    const [last, ...more] = keptSessions();
    const before = page.keeper.ofThisTab();
    if (before) {
      page.resume(before);
      return;
    }
    const isLink = await page.follow(location.hash);
    if (!isLink) page.start("focal");
    if (!document.body.classList.contains("embedded") && byId("notice").hidden) {
      // On a phone the offer would cover the board of a link; the button Tour is in sight there.
      if (!last && setting.get("tour") === null && !(isLink && isPhone())) {
        page.say("This is a computer of 1969, with its Teletype. Is it new to you?", page.button("Take the tour of six steps", () => page.tour.begin()));
      } else if (last && !isLink) {
        const others = more.length > 0 ? [page.button(`All ${more.length + 1}`, () => byId("sessions-open").click())] : [];
        page.say(`This browser has kept your last session (${last.what}, ${ago(last.when)}).`, page.button("Go on with it", () => page.resume(last)), ...others);
      }
    }
  } catch (error) {
    const notice = byId("notice");
    notice.textContent = `The machine cannot be started in this browser: ${error.message}`;
    notice.hidden = false;
  }
}
