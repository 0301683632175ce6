// Made by web/build from web/page.
(() => {
"use strict";

// The board of the checkers, drawn beside the paper: the squares have their numbers, and two of them are a move.

/** The values of A(1) to A(64), as the program has them. */
const PIECES = { "-2": ["K", "your king"], "-1": ["O", "your checker"], 1: ["C", "the computer's checker"], 2: ["Q", "the computer's queen"] };
/** The squares that are used; the board has no others. */
const SQUARES = Array.from({ length: 64 }, (_, at) => at + 1).filter((square) => (square + ((square - 1) >> 3)) % 2 === 0);

/** The board after a player's answer: no rule is tested, and what is half way of a jump is taken. */
function afterAnswer(board, from, to) {
  const after = Int8Array.from(board);
  after[to - 1] = after[from - 1];
  after[from - 1] = 0;
  if ((from + to) % 2 === 0) after[(from + to) / 2 - 1] = 0;
  return after;
}

/** The board that is printed above the last answer; null when none is. */
function boardAbove(lines) {
  const at = lines.slice(0, -1).findLastIndex((line) => line.startsWith("FROM:"));
  if (at < 8) return null;
  const board = new Int8Array(64);
  for (const square of SQUARES) {
    const letter = lines[at - 8 + ((square - 1) >> 3)][2 * ((square - 1) & 7)];
    const value = letter === "#" ? 0 : Object.keys(PIECES).find((known) => PIECES[known][0] === letter);
    if (value === undefined) return null;
    board[square - 1] = value;
  }
  return board;
}

/** The squares between which a piece of one side went; null when no single piece did. */
function moveBetween(before, after, side) {
  const has = (board, square) => Math.sign(board[square - 1]) === side;
  const left = SQUARES.filter((square) => has(before, square) && !has(after, square));
  const reached = SQUARES.filter((square) => !has(before, square) && has(after, square));
  return left.length === 1 && reached.length === 1 ? [left[0], reached[0]] : null;
}

/** The answer to the last FROM: and TO: on a paper; null when there is none. */
function answerOn(lines) {
  const last = lines.join("\n").match(/[^]*FROM:([^]*?)TO:(.*)/);
  const numbers = last?.slice(1).map((text) => Number(text.slice(text.lastIndexOf("_") + 1).trim() || NaN));
  return numbers?.every((number) => SQUARES.includes(number)) ? numbers : null;
}

class CheckersBoard {
  /** `type` gets the keys of a move; `lines` are the last lines on the paper, `row` counts all that were printed. */
  constructor(desk, { type, lines, row }) {
    this.desk = desk;
    this.type = type;
    this.lines = lines;
    this.row = row;
    this.unit = document.getElementById("board-unit");
    this.words = document.getElementById("board-words");
    this.pass = document.getElementById("board-pass");
    this.squares = new Map();
    this.build();
    this.reset();
  }

  build() {
    const grid = document.getElementById("board");
    for (let row = 0; row < 8; row++) {
      const cells = make("div", "rank");
      cells.setAttribute("role", "row");
      for (let square = 8 * row + 1; square <= 8 * row + 8; square++) cells.append(this.cell(square));
      grid.append(cells);
    }
    grid.addEventListener("keydown", (event) => this.walk(event));
    this.pass.addEventListener("click", () => this.answer([0, 0]));
  }

  cell(square) {
    const cell = make("div", "cell");
    cell.setAttribute("role", "gridcell");
    if (!SQUARES.includes(square)) return cell;
    const piece = make("i", "piece");
    piece.setAttribute("aria-hidden", "true");
    const button = make("button", "square", make("small", "", String(square)), " ", piece);
    button.type = "button";
    button.tabIndex = square === SQUARES[0] ? 0 : -1;
    button.dataset.square = square;
    button.addEventListener("click", () => this.choose(square));
    this.squares.set(square, button);
    cell.append(button);
    return cell;
  }

  /** Another machine, of which no move is known. */
  reset() {
    this.chosen = null;
    this.board = null;
    this.moves = { player: null, computer: null };
    this.asks = undefined;
    this.askedAt = undefined;
    this.isBegun = false;
    this.unit.hidden = true;
  }

  /** A key was pressed: it may begin a number, which the program has perhaps not read yet. */
  pressed(code) {
    this.isBegun = /[0-9]/.test(String.fromCharCode(code & 0o177));
  }

  /** Shows the board as it is in core; `waits` says whether the program waits for an answer. */
  show(waits) {
    const board = new Int8Array(this.desk.ask("board"));
    // A browser computes the style of an element that is hidden once more.
    if (this.unit.hidden !== (board.length === 0)) this.unit.hidden = board.length === 0;
    if (this.unit.hidden) return;
    const isOther = (known) => !known || board.some((value, at) => value !== known[at]);
    const asks = waits ? this.line.match(/^(FROM:|TO:|\*)/)?.[1] : undefined;
    // An answer may be read and the next question printed between two pictures.
    const askedAt = asks && this.row();
    if (asks === this.asks && askedAt === this.askedAt && !isOther(this.board)) return;
    if (asks === "FROM:") this.compare(board);
    this.board = board;
    this.asks = asks;
    this.askedAt = askedAt;
    this.draw();
  }

  /** The line under the carriage. */
  get line() {
    return this.lines().at(-1) ?? "";
  }

  /** The program asks for the next move: what has each side done since the board above was printed? */
  compare(board) {
    const lines = this.lines();
    const answer = answerOn(lines.slice(0, -1));
    const above = boardAbove(lines);
    const between = above && answer ? afterAnswer(above, ...answer) : above;
    this.moves = { player: answer, computer: above && moveBetween(between, board, 1) };
  }

  draw() {
    const { player, computer } = this.moves;
    // A number would be a command of FOCAL.
    const isStopped = this.asks === "*";
    if (isStopped) this.chosen = null;
    this.unit.classList.toggle("stopped", isStopped);
    this.pass.disabled = isStopped;
    for (const [square, button] of this.squares) {
      const [letter, name] = PIECES[this.board[square - 1]] ?? ["", "empty"];
      button.lastChild.textContent = letter;
      button.lastChild.className = `piece ${letter}`;
      button.classList.toggle("chosen", this.chosen === square);
      button.classList.toggle("of-player", player?.includes(square) ?? false);
      button.classList.toggle("of-computer", computer?.includes(square) ?? false);
      button.setAttribute("aria-label", letter ? `${square} ${letter}, ${name}` : `${square}, ${name}`);
      button.setAttribute("aria-pressed", String(this.chosen === square));
      button.setAttribute("aria-disabled", String(isStopped));
    }
    const words = this.sentence();
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  sentence() {
    const { player, computer } = this.moves;
    const last = [player && `You: ${player.join(" to ")}.`, computer && `Computer: ${computer.join(" to ")}.`].filter(Boolean).join(" ");
    if (this.chosen) return `From ${this.chosen}: choose the square to go to.`;
    const now = {
      "FROM:": last ? "" : "You are O. Choose one of your pieces, then an empty square.",
      "TO:": "Choose the square to go to.",
      "*": "The game is stopped: GO begins a game.",
    }[this.asks] ?? "The computer's turn.";
    return `${last} ${now}`.trim();
  }

  /** A square was pressed: the first of a move, the second, or the answer to TO: */
  choose(square) {
    if (this.asks === "*") return;
    if (this.asks === "TO:") return this.answer([square]);
    if (this.chosen === null || Math.sign(this.board[square - 1]) === -1) {
      this.chosen = this.chosen === square ? null : square;
      return this.draw();
    }
    this.answer([this.chosen, square]);
  }

  /** Types numbers, unless the game is stopped: then they would be commands of FOCAL. */
  answer(numbers) {
    if (this.asks === "*") return;
    this.chosen = null;
    this.draw();
    // A number that was begun on the keyboard is taken back; its digits may not be on the paper yet.
    const isBegun = this.isBegun || /^(FROM|TO):[^_]*[0-9]$/.test(this.line);
    this.type((isBegun ? "_" : "") + numbers.map((number) => `${number}\n`).join(""));
  }

  /** Arrows go from square to square. */
  walk(event) {
    const steps = { ArrowUp: [-7, -9], ArrowDown: [7, 9], ArrowLeft: [-2], ArrowRight: [2] }[event.key];
    const at = Number(event.target.dataset.square);
    const next = steps?.map((step) => this.squares.get(at + step)).find(Boolean);
    if (!next) return;
    event.preventDefault();
    for (const button of this.squares.values()) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }
}

// The machine: a WebAssembly module, and calls with bytes and text in place of addresses.

const STATUS = { BUDGET: 0, WAITING: 1, LOOP: 2, HALT: 3, STANDS: 4 };

/** Decodes base64, which is how a page from a file can carry a module. */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Puts up a desk in a fresh instance of the module. */
async function openDesk(module) {
  const routines = new Routines();
  const { instance } = await WebAssembly.instantiate(module, { focal8: routines.imports });
  const calls = instance.exports;
  routines.connect(calls);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const answer = (length) => new Uint8Array(calls.memory.buffer, calls.place(), length).slice();

  /** A call with one text or some bytes. */
  const hand = (call, input, ...more) => {
    const bytes = typeof input === "string" ? encoder.encode(input) : input;
    const at = calls.buffer(bytes.length);
    new Uint8Array(calls.memory.buffer, at, bytes.length).set(bytes);
    return calls[call](...more);
  };
  /** The bytes of an answer; an error is thrown. */
  const bytes = (length) => {
    if (length < 0) throw new Error(decoder.decode(answer(-1 - length)));
    return answer(length);
  };
  const text = (length) => decoder.decode(bytes(length));

  return {
    calls,
    routines,
    answer: bytes,
    ask: (call, input) => bytes(input === undefined ? calls[call]() : hand(call, input)),
    /** The text that a call answers with; also that of a call that has been made, by its result. */
    askText: (call, input) => text(typeof call === "number" ? call : input === undefined ? calls[call]() : hand(call, input)),
    tell: hand,
  };
}

// Discs, DECtapes and floppy discs of the visitor's own: into a drive, the machine that suits them, and out again.

class Discs {
  constructor(page) {
    this.page = page;
    this.shown = null;
    this.stay = (event) => event.preventDefault();
    for (let fields = 1; fields <= 8; fields += 1) byId("core").append(new Option(`${4 * fields}K`, fields));
  }

  wire(on) {
    const { page } = this;
    const file = byId("disc-file");
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (chosen) page.take(chosen.name, new Uint8Array(await chosen.arrayBuffer()), "drive");
      file.value = "";
    });
    on("boot", () => { this.boot(); page.toKeyboard(); });
  }

  /** What is in the drives. */
  list() {
    const lines = this.page.desk.askText("media").split("\n").filter(Boolean);
    return lines.map((line) => {
      const [unit, isChanged, isLocked, ...name] = line.split("\t");
      return { unit, isChanged: isChanged === "1", isLocked: isLocked === "1", name: name.join("\t") };
    });
  }

  /** The unit for a file of this length, and the model that suits it; null when it is no disc or tape. */
  unitFor(length) {
    const [unit, model] = this.page.desk.askText(this.page.desk.calls.unit_for(length)).split(" ");
    return unit ? { unit, model } : null;
  }

  /** Puts a file into the first free drive for it; whether it is a disc or tape. */
  take(name, bytes) {
    const suits = this.unitFor(bytes.length);
    if (!suits) return false;
    const taken = this.list();
    const free = [...Array(8).keys()].map((number) => suits.unit.replace(/[0-9]$/, number)).find((unit) => !taken.some((medium) => medium.unit === unit));
    this.page.attempt(() => {
      const head = new TextEncoder().encode(`${free ?? suits.unit}\n${name.replace(/[\n\t]/g, " ")}\n`);
      const input = new Uint8Array(head.length + bytes.length);
      input.set(head);
      input.set(bytes, head.length);
      const remark = this.page.desk.askText(this.page.desk.tell("attach", input, 0));
      if (taken.length === 0) {
        byId("model").value = suits.model;
        byId("core").value = "8";
      }
      this.draw();
      this.page.say(`${name} is in ${free}. ${remark ? `${remark}. ` : ""}Boot starts the machine from ${this.list()[0].unit}; a disc for the machine that runs is there at once.`);
      byId("discs").scrollIntoView({ block: "nearest" });
    });
    return true;
  }

  /** Another machine with the same media, started from the first drive. */
  boot() {
    const { page } = this;
    const [first] = this.list();
    if (!first) return page.say("No disc is in a drive: load the image of an RK05, a DECtape or a floppy disc.");
    const before = page.kept();
    page.attempt(() => {
      const { desk } = page;
      desk.answer(desk.tell("fit", byId("model").value, Number(byId("core").value), byId("eae").checked ? 1 : 0));
      page.begin("disc", []);
      page.another(before);
      page.setFast(page.isFast);
      const remark = desk.askText("boot", first.unit);
      if (remark) page.say(remark);
      page.runner.wake();
    });
    this.draw();
    return undefined;
  }

  /** Draws the list, if it has changed. */
  draw() {
    const list = this.list();
    const shown = JSON.stringify(list);
    if (shown === this.shown) return;
    this.shown = shown;
    // The images are too large for what the browser keeps of a session, so a change of a disc is lost with the page.
    (list.some(({ isChanged }) => isChanged) ? addEventListener : removeEventListener)("beforeunload", this.stay);
    byId("media").replaceChildren(...list.map((medium) => this.row(medium)));
    byId("boot").disabled = list.length === 0;
    byId("boot").textContent = list.length === 0 ? "Boot" : `Boot ${list[0].unit}`;
  }

  row({ unit, isChanged, isLocked, name }) {
    const action = (words, act) => {
      const button = make("button", "", words);
      button.type = "button";
      button.setAttribute("aria-label", `${words}: ${name} in ${unit}`);
      button.addEventListener("click", () => { act(); this.draw(); });
      return button;
    };
    const { desk } = this.page;
    const marks = [isChanged ? "changed" : "", isLocked ? "write-protected" : ""].filter(Boolean).join(", ");
    const row = make("li", isChanged ? "changed" : "", make("code", "", unit), make("span", "", name), make("small", "", marks));
    row.append(
      action("Save", () => this.page.attempt(() => saveFile(name, desk.ask("take_medium", unit), "application/octet-stream"))),
      action("Take out", () => {
        if (isChanged && !confirm(`${name} has changed and is not saved. Take it out all the same?`)) return;
        desk.tell("detach", unit);
      }),
    );
    return row;
  }
}

// The point-plot display: what glows on its tube, on a canvas.

/** Dots on each side of the canvas. */
const SIDE = 256;
/** What the desk takes for the tube. */
const TUBE = { PHOSPHOR: 0, STORAGE: 1, ERASE: 2 };

class Display {
  constructor(desk, unit, canvas) {
    this.desk = desk;
    this.unit = unit;
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.image = this.context.createImageData(SIDE, SIDE);
    this.reset();
  }

  /** Another machine: the display is put away until something is lit. */
  reset() {
    this.glowing = 0;
    this.unit.hidden = true;
    this.draw(new Uint8Array(SIDE * SIDE));
  }

  /** Draws what is seen now; whether that may be something else than before. */
  show() {
    const { calls } = this.desk;
    const glowing = calls.glowing();
    const isPhosphor = calls.has_storage_tube() === 0;
    // A phosphor fades; on a storage tube only more points, or none, are a change.
    if (glowing === this.glowing && (glowing === 0 || !isPhosphor)) return false;
    this.glowing = glowing;
    this.unit.hidden = false;
    this.draw(this.desk.answer(calls.display(SIDE)));
    this.canvas.setAttribute("aria-label", `The display: ${count(glowing)} points glow`);
    return true;
  }

  draw(dots) {
    const { data } = this.image;
    for (let at = 0; at < dots.length; at++) {
      const glow = dots[at];
      data[4 * at] = glow * 0.55;
      data[4 * at + 1] = 24 + glow * 0.9;
      data[4 * at + 2] = 12 + glow * 0.5;
      data[4 * at + 3] = 255;
    }
    this.context.putImageData(this.image, 0, 0);
  }

  set(tube) {
    this.desk.calls.set_tube(tube);
    this.glowing = -1;
    this.show();
  }
}

// A part of the page in the frame of another: ?embed=paper, panel, board or display, and a link to the full page.

const PARTS = ["paper", "panel", "board", "display"];

/** Shows only the part that the address asks for; without a name, the page without its title and files. */
function embed() {
  const part = new URLSearchParams(location.search).get("embed");
  if (part === null) return;
  document.body.classList.add("embedded");
  if (!PARTS.includes(part)) return;
  document.body.classList.add("part", `part-${part}`);
  document.body.classList.remove("no-panel", "no-keyboard");
  const full = document.getElementById("full-page");
  const setLink = () => { full.href = location.href.replace(/\?[^#]*/, ""); };
  addEventListener("hashchange", setLink);
  setLink();
  full.hidden = false;
}

// The errors of FOCAL on the paper: each is a button that explains it, with the words of `focal8 explain`.

const ERROR = /\?[0-<]{2}\.[0-<]{2}(?: @ [0-<]{2}\.[0-<]{2})?/;

/** Makes a button of an error in a line of the paper; `explain` gives its words, or null when it is none of FOCAL's. */
function drawError(element, explain) {
  const text = element.firstChild?.nodeValue ?? "";
  const found = text.match(ERROR);
  if (!found || explain(found[0]) === null) return;
  const button = make("button", "error", found[0]);
  button.type = "button";
  button.title = "What does this error mean?";
  const after = text.slice(found.index + found[0].length);
  element.replaceChildren(text.slice(0, found.index), button, after, ...[...element.childNodes].slice(1));
}

// Files: out of the page by the browser's own way of saving, into it by its dialogue or by a drop.

/** Saves text or bytes under a name. */
function saveFile(name, contents, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([contents], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Hands every file that is chosen or dropped to `take`, with its name. */
function acceptFiles(take) {
  const read = async (file, where) => {
    if (file) take(file.name, new Uint8Array(await file.arrayBuffer()), where);
  };
  for (const [id, where] of [["open", "desk"], ["reader-file", "reader"]]) {
    const input = document.getElementById(id);
    input.addEventListener("change", () => {
      read(input.files[0], where);
      input.value = "";
    });
  }
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    read(event.dataTransfer.files[0], event.target.closest?.(".unit canvas#reader") ? "reader" : "desk");
  });
}

// The glow of all lamps, on one canvas. A style for each of ninety elements that changes ten times a second would cost a
// browser more than all the rest of the page.

/** Device pixels for a pixel of the page, at most. */
const SHARPNESS = 2;
/** The radius of a glow, for a lamp whose width is 1. */
const RADIUS = 0.92;
/** The space around the lamps into which their glow reaches, in pixels of the page. */
const AROUND = 16;

class Glow {
  /** `host` is the element around the lamps. */
  constructor(host, lamps) {
    this.host = host;
    this.lamps = lamps;
    this.levels = new Uint8Array(lamps.length);
    this.places = [];
    this.canvas = make("canvas", "glow");
    this.context = this.canvas.getContext("2d");
    host.append(this.canvas);
    new ResizeObserver(() => this.measure()).observe(host);
  }

  /** Finds the places of the lamps, which grow and shrink with the panel. */
  measure() {
    const { left, top, width, height } = this.host.getBoundingClientRect();
    // The panel is folded.
    if (width === 0) return;
    this.places = this.lamps.map((lamp) => {
      const box = lamp.getBoundingClientRect();
      return { x: box.left - left + box.width / 2 + AROUND, y: box.top - top + box.height / 2 + AROUND, radius: RADIUS * box.width };
    });
    this.scale = Math.min(devicePixelRatio, SHARPNESS);
    this.canvas.style.width = `${width + 2 * AROUND}px`;
    this.canvas.style.height = `${height + 2 * AROUND}px`;
    this.canvas.width = (width + 2 * AROUND) * this.scale;
    this.canvas.height = (height + 2 * AROUND) * this.scale;
    const largest = Math.max(...this.places.map(({ radius }) => radius)) * this.scale;
    this.bulb = sprite(largest, [[0, 1], [0.37, 1], [0.49, 0.7], [0.67, 0.24], [1, 0]].map(([at, alpha]) => [at, `rgb(255 207 122 / ${alpha})`]));
    // A filament is white only when it is hot.
    this.filament = sprite(largest, [[0, "#fffef6"], [0.11, "#fffef6"], [0.31, "#fff1cd"], [0.43, "#fff1cd00"]]);
    this.draw();
  }

  draw() {
    const { canvas, context, scale } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    this.places.forEach(({ x, y, radius }, at) => {
      if (this.levels[at] === 0) return;
      // An eye sees the logarithm of light.
      const seen = Math.pow(this.levels[at] / 255, 0.6);
      for (const [image, alpha] of [[this.bulb, seen], [this.filament, seen ** 3]]) {
        context.globalAlpha = alpha;
        context.drawImage(image, x - radius, y - radius, 2 * radius, 2 * radius);
      }
    });
  }
}

/** A disc whose colour changes from its middle to its edge, as a canvas. */
function sprite(radius, stops) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil(2 * radius);
  const context = canvas.getContext("2d");
  const gradient = context.createRadialGradient(radius, radius, 0, radius, radius, radius);
  stops.forEach(([at, colour]) => gradient.addColorStop(at, colour));
  context.fillStyle = gradient;
  context.fillRect(0, 0, 2 * radius, 2 * radius);
  return canvas;
}

// Sessions: the browser keeps them, and the page holds those that the browser does not take; the oldest of too many goes.

const PLACE = "focal8.session";
/** Frames of the paper that are kept. */
const FRAMES = 40000;
/** Sessions that are kept; beyond, the oldest goes. */
const SESSIONS = 12;
/** What is said, once, when the browser does not take a session. */
const UNKEPT = "The storage of this browser is full or forbidden: sessions last only until you leave this page. Core image, under Files, saves the machine.";

/** The sessions that the browser did not take, since its storage is full or forbidden: they last as long as the page. */
const held = new Map();

const randomName = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A kept or held session; null for what is none. */
function sessionAt(key) {
  if (held.has(key)) return { ...held.get(key), key };
  try {
    const session = JSON.parse(localStorage.getItem(key));
    // An older page kept its one session with the frames as a list.
    if (Array.isArray(session?.paper)) session.paper = String.fromCharCode(...session.paper);
    const isOne = typeof session?.image === "string" && typeof session.paper === "string";
    return isOne ? { ...session, key } : null;
  } catch {
    return null;
  }
}

/** The places of the sessions that the browser keeps. */
function keptPlaces() {
  try {
    return Object.keys(localStorage).filter((key) => key === PLACE || key.startsWith(`${PLACE}.`));
  } catch {
    return [];
  }
}

/** All kept and held sessions, the newest first. */
function keptSessions() {
  const keys = new Set([...keptPlaces(), ...held.keys()]);
  return [...keys].map(sessionAt).filter(Boolean).sort((one, other) => other.when - one.when);
}

/** Forgets a session. */
function forgetSession(key) {
  held.delete(key);
  try { localStorage.removeItem(key); } catch { /* Nothing is kept. */ }
}

/** Where the session of this tab is kept. */
class Keeper {
  constructor() {
    // Each opening of the page signs what it keeps, so that no other tab's session is written over.
    this.tab = randomName();
    // Whether the visitor was told that the browser keeps nothing.
    this.hasWarned = false;
    this.remark = "";
    this.fresh();
  }

  /** Takes what the visitor should know of the sessions; "" when there is nothing new. */
  takeRemark() {
    const { remark } = this;
    this.remark = "";
    return remark;
  }

  /** Another desk, whose session gets a place of its own. */
  fresh() {
    this.key = `${PLACE}.${randomName()}`;
  }

  /** Goes on with a kept session. */
  take(session) {
    this.key = session.key;
    this.keepTab({ ...session, tab: this.tab });
  }

  /** Keeps a session, or holds it when the browser keeps nothing. */
  keep(session) {
    const other = sessionAt(this.key);
    // A copy of this tab has gone on with the same session: from here on there are two.
    if (other && other.tab !== this.tab) this.fresh();
    this.keepTab({ ...session, tab: this.tab, when: Date.now() });
    // Only a new place can be one too many.
    if (other?.tab !== this.tab) keptSessions().slice(SESSIONS).forEach((oldest) => this.drop(oldest));
  }

  /** Forgets a session that is one too many, and says which. */
  drop(session) {
    const end = endOf(session);
    const name = `${session.what}, ${ago(session.when)}${end ? `, ${end}` : ""}`;
    this.remark = [this.remark, `The page keeps ${SESSIONS} sessions: the oldest (${name}) is deleted.`].filter(Boolean).join(" ");
    forgetSession(session.key);
  }

  keepTab({ key, ...session }) {
    try {
      localStorage.setItem(this.key, JSON.stringify(session));
      held.delete(this.key);
    } catch {
      held.set(this.key, session);
      if (!this.hasWarned) this.remark = [this.remark, UNKEPT].filter(Boolean).join(" ");
      this.hasWarned = true;
    }
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ key: this.key, hash: location.hash }));
    } catch { /* F5 goes back to what the address asks for. */ }
  }

  /** The session that this tab had before the page was loaded again; null when it is another page. */
  ofThisTab() {
    try {
      const { key, hash } = JSON.parse(sessionStorage.getItem(PLACE));
      const [{ type }] = performance.getEntriesByType("navigation");
      return type === "reload" && hash === location.hash ? sessionAt(key) : null;
    } catch {
      return null;
    }
  }
}

/** How long ago, in words. */
function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60000);
  if (minutes < 1) return "just now";
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** The last line of a session's paper that says something. */
function endOf({ paper }) {
  const lines = paper.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean);
  return lines.filter((line) => line !== "*").at(-1)?.slice(0, 40) ?? "";
}

/** Settings that are kept apart from sessions; a kiosk is the same for every visitor. */
const setting = {
  get(name) {
    if (isKiosk()) return null;
    try { return localStorage.getItem(`focal8.${name}`); } catch { return null; }
  },
  set(name, value) {
    if (isKiosk()) return;
    try { localStorage.setItem(`focal8.${name}`, value); } catch { /* Not kept, then. */ }
  },
};

// The keyboard of the Teletype: the keys of a host, of a phone, and those drawn on the page.

const CODE = { RETURN: 0o15, LINE_FEED: 0o12, RUBOUT: 0o177, ALT_MODE: 0o175, CTRL_C: 0o3 };
/** A character that is always in the field, so that a phone says when it takes one back. */
const SENTINEL = "​";
const LETTERS_ON_SHIFT = { K: "[", L: "\\", M: "]", N: "^", O: "_", P: "@" };
const ROWS_OF_KEYS = [
  ["1!", "2\"", "3#", "4$", "5%", "6&", "7'", "8(", "9)", "0", ":*", "-="],
  ["ALT MODE", "Q", "W", "E", "R", "T", "Y", "U", "I", "O", "P", "LINE FEED", "RETURN"],
  ["CTRL", "A", "S", "D", "F", "G", "H", "J", "K", "L", ";+", "RUB OUT"],
  ["SHIFT", "Z", "X", "C", "V", "B", "N", "M", ",<", ".>", "/?", "CTRL/C"],
  ["SPACE"],
];
const NAMED = { "ALT MODE": CODE.ALT_MODE, "LINE FEED": CODE.LINE_FEED, RETURN: CODE.RETURN, "RUB OUT": CODE.RUBOUT, "CTRL/C": CODE.CTRL_C, SPACE: 0o40 };
/** Keys that every phone has: there they are drawn only when asked for. */
const ON_PHONES = (name) => /^[A-Z0-9]/.test(name) && name.length <= 2 || name === "SPACE" || name === "SHIFT";

/** The code of a character; null when no key sends it. */
function codeOf(character) {
  if (character === "\n" || character === "\r") return CODE.RETURN;
  if (character === "←") return 0o137;
  if (character === "↑") return 0o136;
  const code = character.toUpperCase().charCodeAt(0);
  return character.length === 1 && code >= 0o40 && code < 0o177 ? code : null;
}

class Keyboard {
  /** `press` gets the code of each key, `hurry` is CTRL/F. */
  constructor(field, drawn, { press, hurry }) {
    this.field = field;
    this.press = press;
    this.hurry = hurry;
    this.composed = "";
    this.control = false;
    this.shift = false;
    field.value = SENTINEL;
    field.addEventListener("keydown", (event) => this.down(event));
    field.addEventListener("input", (event) => this.input(event));
    field.addEventListener("compositionend", () => { this.composed = ""; field.value = SENTINEL; });
    field.addEventListener("focus", () => field.setSelectionRange(field.value.length, field.value.length));
    this.draw(drawn);
  }

  down(event) {
    const code = this.codeOfKey(event);
    if (code === null) return;
    event.preventDefault();
    if (code === "hurry") this.hurry();
    else this.press(code);
  }

  /** The keys that make no character. */
  codeOfKey({ key, ctrlKey, altKey, metaKey, isComposing }) {
    if (isComposing || altKey || metaKey) return null;
    if (ctrlKey) {
      const letter = key.toLowerCase();
      if (letter === "f") return "hurry";
      if (letter === "c") return String(getSelection()) === "" ? CODE.CTRL_C : null;
      if (letter === "[") return CODE.ALT_MODE;
      return "gjkl".includes(letter) ? letter.charCodeAt(0) & 0o37 : null;
    }
    switch (key) {
      case "Enter": return CODE.RETURN;
      case "Backspace": case "Delete": return CODE.RUBOUT;
      case "Escape": this.leave(); return null;
      default: return null;
    }
  }

  /** Gives the keyboard of the host back to the page: to the button after it, or to the paper where there is none. */
  leave() {
    const local = document.getElementById("local");
    (local.getClientRects().length > 0 ? local : document.getElementById("viewport")).focus();
  }

  /** Characters, however they came: typed, pasted, or put together by a phone. */
  input(event) {
    const value = this.field.value.replace(SENTINEL, "");
    if (event.isComposing) {
      const common = value.startsWith(this.composed) ? this.composed.length : 0;
      this.type(value.slice(common));
      this.composed = value;
      return;
    }
    if (event.inputType === "deleteContentBackward") this.press(CODE.RUBOUT);
    else this.type(value);
    this.field.value = SENTINEL;
  }

  type(text) {
    for (const character of text.replace(/\r\n/g, "\n")) {
      const code = codeOf(character);
      if (code !== null) this.press(code);
    }
  }

  draw(element) {
    for (const row of ROWS_OF_KEYS) {
      const keys = row.map((name) => this.key(name));
      const isForPhones = row.some((name) => !ON_PHONES(name) );
      element.append(make("div", isForPhones ? "" : "on-machine-only", ...keys));
    }
  }

  key(name) {
    const [plain, upper] = name.length === 2 ? name : [name, LETTERS_ON_SHIFT[name]];
    const isWide = name.length > 2;
    const key = make("button", `key${name === "SPACE" ? " space" : isWide ? " wide" : ""}`);
    key.type = "button";
    key.tabIndex = -1;
    if (ON_PHONES(name)) key.classList.add("on-machine-only");
    if (upper) key.append(make("small", "", TYPE[upper] ?? upper));
    key.append(name === "SPACE" ? "" : plain);
    key.setAttribute("aria-label", name === "SPACE" ? "space" : plain);
    // The focus stays where it is, or a phone's own keyboard comes and goes.
    key.addEventListener("pointerdown", (event) => event.preventDefault());
    if (name === "CTRL" || name === "SHIFT") {
      const which = name === "CTRL" ? "control" : "shift";
      this[`${which}Key`] = key;
      key.setAttribute("aria-pressed", "false");
      key.addEventListener("click", () => this.hold(which, !this[which]));
    } else {
      key.addEventListener("click", () => {
        const letter = this.shift && upper ? upper : plain;
        const code = NAMED[name] ?? (this.control ? letter.charCodeAt(0) & 0o37 : letter.charCodeAt(0));
        this.hold("control", false);
        this.hold("shift", false);
        this.press(code);
      });
    }
    return key;
  }

  hold(which, on) {
    this[which] = on;
    this[`${which}Key`]?.setAttribute("aria-pressed", String(on));
  }
}

// A page for a museum: ?kiosk shows the steps of the tour by itself until a visitor comes, and again when the visitor
// has gone. It keeps no session and no settings, takes no files, and CTRL/C does nothing.

/** Seconds without a key or a press after which the show begins again, unless the address says another number. */
const IDLE = 60;
/** Milliseconds of each scene. */
const SCENE = 15000;

const isKiosk = () => new URLSearchParams(location.search).has("kiosk");

class Kiosk {
  constructor(page, idle) {
    this.page = page;
    this.idle = idle * 1000;
    this.scene = -1;
    this.open = openParts();
    document.body.classList.add("kiosk");
    for (const kind of ["keydown", "pointerdown", "input"]) addEventListener(kind, (event) => this.visited(event), { capture: true });
    this.next();
  }

  get isShow() {
    return document.body.classList.contains("show");
  }

  /** The next scene of the show. */
  next() {
    document.body.classList.add("show");
    this.scene = (this.scene + 1) % STEPS.length;
    document.getElementById("tour").hidden = false;
    this.page.turnTwin(false);
    if (this.page.sound.on) this.page.turnSound(false);
    showStep(STEPS[this.scene], "", this.page);
    document.getElementById("tour-words").append(" Press any key to play.");
    this.wait(() => this.next(), SCENE);
  }

  /** A visitor does something: the show ends with a new game. */
  visited(event) {
    this.wait(() => this.next(), this.idle);
    if (!this.isShow) return;
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove("show");
    document.getElementById("tour").hidden = true;
    this.page.turnTwin(false);
    openOnly(this.open);
    this.page.fit();
    this.page.setSpeed("10");
    this.page.start("checkers");
  }

  wait(act, milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, milliseconds);
  }
}

/** Begins the show when the address asks for it; null when it does not. */
function kiosk(page) {
  if (!isKiosk()) return null;
  const idle = Number(new URLSearchParams(location.search).get("kiosk"));
  return new Kiosk(page, idle > 0 && idle <= 3600 ? idle : IDLE);
}

// Links that carry a program: all of it stands behind the #, which no server gets to see.
//
//   #go=checkers&speed=max            what stands on the desk, and how fast
//   #type=TYPE%20FSQT(2),!%0A         keys
//   #program=...                      a FOCAL program, deflated, in base64 for addresses
//   #tape=...                         a tape for the reader, the same way
//   #state=...                        the whole machine at a moment: a core image, the same way
//   #twin=on&show=panel,keyboard      what of the page is open

const toAddress = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fromAddress = (text) => fromBase64(text.replace(/-/g, "+").replace(/_/g, "/"));

/** The most bytes that a link may unpack to: a roll of tape has 120,000 frames, and no core holds a longer program. */
const UNPACKED = 1 << 20;
/** Bytes that are unpacked at once, into a thousand times as many at most. */
const PIECE = 512;

class TooLong extends Error {}

/** Sends bytes through a stream, a piece at a time; more than `most` of them is an error. */
async function through(bytes, stream, most = Infinity) {
  let at = 0;
  const source = new ReadableStream({
    pull(sink) {
      if (at >= bytes.length) return sink.close();
      sink.enqueue(bytes.slice(at, at + PIECE));
      at += PIECE;
    },
  });
  const reader = source.pipeThrough(stream).getReader();
  const pieces = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new TooLong();
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
const pack = async (bytes) => toAddress(await through(bytes, new CompressionStream("deflate-raw")));
const unpack = async (text) => through(fromAddress(text), new DecompressionStream("deflate-raw"), UNPACKED);

/** What an address asks for; null when for nothing. */
async function wishOf(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const known = ["go", "type", "program", "tape", "state", "speed", "twin", "show"].filter((name) => words.has(name));
  if (known.length === 0) return null;
  const wish = Object.fromEntries(known.map((name) => [name, words.get(name)]));
  try {
    if (wish.program) wish.program = new TextDecoder().decode(await unpack(wish.program));
    if (wish.state) wish.state = new TextDecoder().decode(await unpack(wish.state));
    if (wish.tape) wish.tape = await unpack(wish.tape);
  } catch (error) {
    throw new Error(error instanceof TooLong
      ? "this link is refused: what it carries unpacks to more than 1 MiB, longer than any program, tape or core image"
      : "this link is cut short or changed: what it carries cannot be unpacked");
  }
  return wish;
}

/** The address of a program that is run at once. */
async function linkTo(program, speed) {
  const words = new URLSearchParams({ go: "focal", program: await pack(new TextEncoder().encode(program)), type: "GO\n" });
  if (speed !== "1") words.set("speed", speed);
  return `${location.href.split("#")[0]}#${words}`;
}

/** The address of the machine at this moment, and of what of the page is open. */
async function linkToMoment(image, { what, speed, twin, parts }) {
  const words = new URLSearchParams({ go: what, state: await pack(new TextEncoder().encode(image)), show: parts.join(",") });
  if (speed !== "1") words.set("speed", speed);
  if (twin) words.set("twin", "on");
  return `${location.href.split("#")[0]}#${words}`;
}

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

// The paper: marks as the type wheel strikes them, one over the other where the carriage stands again.

const COLUMNS = 72;
/** Lines that stay on screen. */
const SHOWN = 1500;
/** Lines that are kept and can be saved, as many as a page of the library keeps; older ones are cut off. */
const KEPT = 20000;
/** Lines that are cut off at once. */
const CUT = KEPT / 4;
/** Marks in one place that are kept. */
const MARKS = 8;
/** Frames whose places are known: more than a twin may be ahead, so that the first difference can be marked. */
const PLACES = 1 << 16;

/** What the type wheel has where ASCII of today has other marks. */
const TYPE = { "^": "↑", "_": "←" };

class Paper {
  /** `spoken` gets each line that is finished; `explain` knows the errors of FOCAL. */
  constructor(element, { carriage, spoken, explain } = {}) {
    this.element = element;
    this.viewport = element.parentElement;
    this.carriage = carriage;
    this.spoken = spoken;
    this.explain = explain;
    this.viewport.addEventListener("scroll", () => {
      this.follows = this.isAtEnd();
      this.carriage?.style.setProperty("--scrolled", `${this.viewport.scrollLeft}px`);
    });
    // The part of the paper's width that a narrow window does not show. Asking for it lays out the page.
    this.hidden = 0;
    this.clear();
    new ResizeObserver(() => {
      this.hidden = this.viewport.scrollWidth - this.viewport.clientWidth;
      this.isLonger = true;
      this.draw();
    }).observe(this.viewport);
  }

  /** A fresh sheet, the carriage at the left. */
  clear() {
    this.element.replaceChildren();
    this.lines = [];
    // Lines that are no longer here, and those of them that a person tore off.
    this.cut = 0;
    this.torn = 0;
    // The line and the column of each of the last frames, in a ring.
    this.places ??= { row: new Float64Array(PLACES), column: new Uint8Array(PLACES) };
    this.printed = 0;
    this.marked = null;
    this.column = 0;
    this.follows = true;
    this.feed();
    this.draw();
  }

  /** Tears off what is above a line, if that is still on this paper. */
  tearOff(line) {
    const above = this.lines.indexOf(line);
    if (above < 0) return;
    for (const { element } of this.lines.splice(0, above)) element?.remove();
    this.cut += above;
    this.torn = this.cut;
    this.isLonger = this.follows = true;
    this.draw();
  }

  isAtEnd() {
    return this.viewport.scrollTop + this.viewport.clientHeight >= this.viewport.scrollHeight - 24;
  }

  /** The next line. */
  feed() {
    const element = document.createElement("div");
    element.className = "line";
    // No two lines are struck equally hard.
    element.style.setProperty("--strength", (0.86 + 0.14 * Math.abs(Math.sin(this.lines.length * 12.9898))).toFixed(2));
    this.element.append(element);
    this.lines.push({ cells: [], bells: 0, element });
    this.isLonger = true;
    if (this.element.childElementCount > SHOWN) {
      this.element.firstElementChild.remove();
      this.lines.at(-1 - SHOWN).element = null;
    }
    if (this.lines.length === KEPT + CUT) {
      this.lines.splice(0, CUT);
      this.cut += CUT;
    }
  }

  /** The line under the carriage, counted from the first that was printed. */
  get row() {
    return this.cut + this.lines.length - 1;
  }

  /** Prints frames; gives what was heard: strikes, returns, feeds and bells, in order. */
  print(frames) {
    const heard = [];
    for (const frame of frames) {
      const code = frame & 0o177;
      const place = this.printed++ % PLACES;
      this.places.row[place] = this.row;
      this.places.column[place] = this.column;
      if (code === 0o15) {
        heard.push("return");
        this.column = 0;
      } else if (code === 0o12) {
        heard.push("feed");
        this.drawLine(this.lines.at(-1));
        this.speak();
        this.feed();
      } else if (code === 0o7) {
        this.lines.at(-1).bells++;
        heard.push("bell");
      } else if (code >= 0o40 && code < 0o177) {
        this.strike(code >= 0o140 && code <= 0o172 ? code & ~0o40 : code);
        heard.push(code === 0o40 ? "space" : "strike");
        if (this.column === 64) heard.push("bell");
      }
    }
    if (frames.length > 0) this.draw();
    return heard;
  }

  strike(code) {
    if (code !== 0o40) {
      const { cells } = this.lines.at(-1);
      const mark = String.fromCharCode(code);
      // The same mark twice is one; a place has its last marks.
      cells[this.column] = ((cells[this.column] ?? "").replace(mark, "") + mark).slice(-MARKS);
    }
    this.column = Math.min(this.column + 1, COLUMNS - 1);
  }

  /** The line under the carriage as it is now: what was struck last as text, what lies under it as further inks. */
  draw() {
    const line = this.lines.at(-1);
    this.drawLine(line);
    this.moveCarriage();
    if (this.follows && this.isLonger) this.viewport.scrollTop = this.viewport.scrollHeight;
    this.isLonger &&= !this.follows;
    this.followCarriage();
  }

  /** The carriage jumps from mark to mark, as its escapement lets it, and takes a while for its way back. */
  moveCarriage() {
    if (!this.carriage || this.column === this.carriageAt) return;
    this.carriage.classList.toggle("returning", this.column < this.carriageAt);
    this.carriage.style.setProperty("--at", this.column);
    this.carriageAt = this.column;
  }

  /** Keeps the carriage in sight of a window that is narrower than the paper. */
  followCarriage() {
    const { viewport, element, hidden } = this;
    if (hidden <= 0) return;
    const at = (this.column + 10) / (COLUMNS + 6) * element.offsetWidth;
    const left = at > viewport.clientWidth ? Math.min(hidden, at - viewport.clientWidth) : 0;
    if (viewport.scrollLeft !== left) viewport.scrollLeft = left;
  }

  drawLine(line) {
    if (!line.element) return;
    const inks = inksOf(line);
    const [top, ...under] = inks;
    line.element.textContent = top ?? "";
    for (const ink of under) {
      const over = document.createElement("span");
      over.className = "over";
      over.setAttribute("aria-hidden", "true");
      over.textContent = ink;
      line.element.append(over);
    }
    if (this.explain && (top ?? "").includes("?")) drawError(line.element, this.explain);
    this.drawMark(line);
  }

  speak() {
    if (!this.spoken) return;
    const words = textOf(this.lines.at(-1)).trim();
    if (words === "") return;
    const element = document.createElement("div");
    element.textContent = words;
    this.spoken.append(element);
    while (this.spoken.childElementCount > 20) this.spoken.firstElementChild.remove();
  }

  /** Marks the place of a frame, counted from 0; whether it is still known. */
  mark(index) {
    if (this.marked?.index !== index) {
      if (index >= this.printed || index < Math.max(0, this.printed - PLACES)) return false;
      const place = index % PLACES;
      this.marked = { index, row: this.places.row[place], column: this.places.column[place] };
      const line = this.lines[this.marked.row - this.cut];
      if (line) this.drawLine(line);
    }
    return this.marked.row >= this.cut;
  }

  /** The mark again, if it stands in this line, which was drawn anew. */
  drawMark({ element }) {
    if (!this.marked || this.lines[this.marked.row - this.cut]?.element !== element) return;
    const { column } = this.marked;
    const under = element.querySelectorAll(".over");
    const text = textOf(this.lines[this.marked.row - this.cut]).replace(/[\^_]/g, (mark) => TYPE[mark]).padEnd(column + 1);
    const mark = document.createElement("mark");
    mark.textContent = text[column];
    element.replaceChildren(text.slice(0, column), mark, text.slice(column + 1), ...under);
  }

  /** The lines that are kept, the last being the one under the carriage; with what is said of others, as many as a page. */
  get kept() {
    return this.row - this.torn < KEPT ? this.lines : this.lines.slice(1 - KEPT);
  }

  /** What is said of the lines above those; nothing when there are none. */
  get missing() {
    const above = this.row - this.torn + 1 - this.kept.length;
    return above === 0 ? "" : `(${above} LINES ABOVE ARE CUT OFF)`;
  }

  text() {
    const lines = this.kept.map(textOf);
    if (this.missing) lines.unshift(this.missing);
    return lines.join("\n").trimEnd() + "\n";
  }

  /** The frames that print such a paper, and bring the carriage where it is. */
  codes() {
    const lines = this.kept.map((line) => layersOf(line).reverse().join("\r") + "\x07".repeat(Math.min(line.bells, MARKS)));
    if (this.missing) lines.unshift(this.missing);
    const paper = `${lines.join("\r\n")}\r${" ".repeat(this.column)}`;
    return Uint8Array.from(paper, (mark) => mark.charCodeAt(0));
  }
}

/** The marks of a line in layers of text: the last strikes, those under them, and so on. */
function layersOf({ cells }) {
  const layers = [];
  for (let column = 0; column < cells.length; column++) {
    [...(cells[column] ?? "")].reverse().forEach((mark, depth) => {
      layers[depth] = (layers[depth] ?? "").padEnd(column) + mark;
    });
  }
  return layers;
}

/** The same as the type wheel has them. */
function inksOf(line) {
  return layersOf(line).map((layer) => layer.replace(/[\^_]/g, (mark) => TYPE[mark]));
}

/** A line as text of today, what was struck last where several marks are. */
function textOf(line) {
  return layersOf(line)[0] ?? "";
}

// Room: the panel and the drawn keys fold away, and the page remembers which of them a visitor wants.

/** What folds: its button, and whether it is open at a first visit. */
const FOLDS = {
  panel: () => !isPhone() && innerHeight >= 800,
  timeline: () => false,
  keyboard: () => isPhone() || matchMedia("(pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches,
};

const isPhone = () => matchMedia("(max-width: 700px)").matches;

/** Opens or folds a part of the page. */
function fold(name, isOpen) {
  document.body.classList.toggle(`no-${name}`, !isOpen);
  document.getElementById(`fold-${name}`).setAttribute("aria-expanded", String(isOpen));
}

/** Opens these parts and folds the others, as a link or a step of the tour asks. */
const openOnly = (parts) => Object.keys(FOLDS).forEach((name) => fold(name, parts.includes(name)));

/** Sets up the buttons that fold; `changed` is called when there is more or less room. */
function makeRoom(changed) {
  for (const [name, isOpenAtFirst] of Object.entries(FOLDS)) {
    const kept = setting.get(name);
    fold(name, kept === null ? isOpenAtFirst() : kept === "open");
    document.getElementById(`fold-${name}`).addEventListener("click", () => {
      const isOpen = document.body.classList.contains(`no-${name}`);
      fold(name, isOpen);
      setting.set(name, isOpen ? "open" : "folded");
      changed();
    });
  }
}

/** The parts that are open. */
const openParts = () => Object.keys(FOLDS).filter((name) => !document.body.classList.contains(`no-${name}`));

// Machine code: the module of the machine makes further modules while it runs, and this instantiates them.

class Routines {
  constructor() {
    /** How many modules have been instantiated. */
    this.made = 0;
    /** Places in the table whose functions have been dropped. */
    this.free = [];
    /** What the module of the machine imports as `focal8`. */
    this.imports = {
      add_routine: (at, length) => this.add(at, length),
      drop_routine: (index) => this.drop(index),
    };
  }

  /** Told once what the module of the machine exports. */
  connect({ memory, __indirect_function_table: table }) {
    this.memory = memory;
    this.table = table;
  }

  /** Puts the function of a new module into the table; 0 when the browser refuses the module. */
  add(at, length) {
    const { memory, table } = this;
    let run;
    try {
      const module = new WebAssembly.Module(new Uint8Array(memory.buffer, at, length));
      run = new WebAssembly.Instance(module, { focal8: { memory, table } }).exports.run;
    } catch {
      return 0;
    }
    this.made += 1;
    const index = this.free.pop() ?? table.grow(1);
    table.set(index, run);
    return index;
  }

  drop(index) {
    this.table.set(index, null);
    this.free.push(index);
  }
}

// Time: the machine is given the simulated time that has gone by since the last picture, or as much as a host can do.

/** Milliseconds that a picture lasts at least: filaments are slow, and paper is slower. */
const PICTURE = 36;
/** The same at full speed, where a picture is mostly work. */
const PICTURE_FLAT_OUT = 25;
/** The longest that is caught up, in milliseconds: a page that was hidden does not run after its time. */
const LONGEST = 100;
/** Of a picture at full speed, for the machine. */
const WORK = 22;
/** Looks at the lamps for each picture. */
const LOOKS = 40;
/** Cycles between two looks at the clock at full speed. */
const CHUNK = 300000;
/** Pictures without a change after which a machine that waits is looked at only now and then, */
const STILL = 40;
/** which is so often, in milliseconds. */
const SELDOM = 11 * PICTURE;
/** A lamp of 255 brightnesses that has changed by so little has not changed: looks hit a loop here and there. */
const CHANGE = 24;
/** The same for a machine at rest: lights that run are as different as can be. */
const CHANGE_AT_REST = 96;

class Runner {
  /** `shown` is told what came of each picture. */
  constructor(desk, shown) {
    this.desk = desk;
    this.shown = shown;
    this.factor = 1;
    this.hurrying = false;
    this.owed = 0;
    this.last = null;
    this.still = 0;
    this.reference = null;
    this.timer = null;
    this.picture = this.picture.bind(this);
    // Whether the machine stands at a moment of its past.
    this.isPaused = false;
    document.addEventListener("visibilitychange", () => { this.last = null; if (!this.isPaused) this.wake(); });
  }

  /** Lets the machine stand until something happens. */
  pause() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.timer = null;
    this.requested = false;
    this.isPaused = true;
    this.hurrying = false;
    this.owed = 0;
  }

  /** Something has happened: pictures come again. */
  wake() {
    this.isPaused = false;
    this.still = 0;
    if (this.requested && !this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    if (!this.requested) this.last = null;
    this.requested = true;
    this.askFrame();
  }

  /** Whether the machine is looked at only now and then. */
  get rests() {
    return !this.requested;
  }

  get isFlatOut() {
    return this.factor === Infinity || this.hurrying;
  }

  /** Asks for the next picture. A browser that is asked for every frame draws sixty in a second, changed or not. */
  next() {
    this.requested = true;
    if (this.isFlatOut) this.askFrame();
    else this.timer = setTimeout(() => this.picture(performance.now()), PICTURE);
  }

  askFrame() {
    this.frame = requestAnimationFrame(this.picture);
  }

  picture(now) {
    if (this.isFlatOut && this.last !== null && now - this.last < PICTURE_FLAT_OUT) {
      this.askFrame();
      return;
    }
    this.requested = false;
    this.timer = null;
    const lasted = this.last === null ? 16 : Math.min(now - this.last, LONGEST);
    this.last = now;
    const reason = this.isFlatOut ? this.flatOut() : this.paced(lasted);
    const rests = this.show(reason, lasted);
    if (document.hidden) return;
    if (!rests) {
      this.next();
    } else if (this.desk.calls.is_running()) {
      this.timer = setTimeout(() => this.seldom(), SELDOM);
    }
  }

  /** As much time as has gone by, in whole pictures: looks at equal distances see the same lamps in a loop that waits. */
  paced(lasted) {
    const { calls } = this.desk;
    const picture = PICTURE * 1e6 * this.factor;
    this.owed += lasted * 1e6 * this.factor;
    const before = calls.nanoseconds();
    const pictures = Math.max(0, Math.round(this.owed / picture));
    const reason = calls.run_for(pictures * picture, pictures * LOOKS);
    this.owed = reason === STATUS.BUDGET ? this.owed - (calls.nanoseconds() - before) : 0;
    return reason;
  }

  flatOut() {
    const { calls } = this.desk;
    const end = performance.now() + WORK;
    this.owed = 0;
    let reason;
    do {
      reason = calls.run(CHUNK);
      calls.run_for(2000, 1);
    } while (reason === STATUS.BUDGET && performance.now() < end);
    // A loop without an end has its lamps too.
    if (reason !== STATUS.BUDGET) calls.run_for(16e6, LOOKS);
    return reason;
  }

  /** A machine that waits, looked at for as long as it was not. */
  seldom() {
    this.timer = null;
    const reason = this.desk.calls.run_for(SELDOM * 1e6, LOOKS * SELDOM / PICTURE);
    if (this.show(reason, SELDOM, CHANGE_AT_REST)) this.timer = setTimeout(() => this.seldom(), SELDOM);
    else this.wake();
  }

  /** Shows a picture, whose lamps are as before when they differ by less than `change`; whether the next can wait. */
  show(reason, lasted, change = CHANGE) {
    const { desk } = this;
    if (reason !== STATUS.BUDGET) this.hurrying = false;
    const twinWorks = desk.calls.run_twin() === 1;
    const lamps = desk.answer(desk.calls.picture(lasted * 1e6));
    const isAsBefore = this.isAsBefore(lamps, change);
    const printed = this.shown({ reason, lamps, rests: isAsBefore && this.still > STILL });
    const isStill = reason !== STATUS.BUDGET && !twinWorks && !printed && isAsBefore;
    this.still = isStill ? this.still + 1 : 0;
    return this.still > STILL;
  }

  isAsBefore(lamps, change) {
    const isSame = this.reference?.every((level, at) => Math.abs(level - lamps[at]) < change) ?? false;
    if (!isSame) this.reference = lamps;
    return isSame;
  }
}

// What a script may ask of the page: for tests, and for those who look under the lid.

function forScripts(page) {
  const { calls } = page.desk;
  return {
    start: (name) => page.start(name),
    type: (text) => page.type(text),
    take: (name, bytes, where) => page.take(name, Uint8Array.from(bytes), where),
    link: () => linkTo(page.desk.askText("save_program"), page.speed),
    moment: () => page.share.moment(),
    typeToTwin: (text) => [...text].forEach((character) => calls.press_twin(codeOf(character))),
    tapeSvg: (frames) => page.desk.askText("tape_svg", Uint8Array.from(frames)),
    svg: () => page.svgOf(page.paper),
    text: () => page.paper.text(),
    print: (text) => page.paper.print(Array.from(text, (character) => character.charCodeAt(0))).length,
    kept: () => ({
      lines: page.paper.lines.length,
      marks: page.paper.lines.flatMap(({ cells }) => cells).join("").length,
      elements: page.paper.element.childElementCount,
      held: page.paper.lines.filter(({ element }) => element).length,
    }),
    forget: () => keptSessions().forEach(({ key }) => forgetSession(key)),
    sessions: () => keptSessions().map((session) => [session.what, endOf(session)]),
    keep: () => page.keep(),
    brightness: (row) => page.panel.brightness(row),
    figures: () => ({
      instructions: calls.instructions(),
      cycles: calls.cycles(),
      nanoseconds: calls.nanoseconds(),
      printed: page.paper.printed,
      twin: page.twin.paper.printed,
      rests: page.runner.rests,
      wall: performance.now(),
    }),
  };
}

// The list of the kept sessions: go on with one, or delete it.

/** Fills and shows the list; `resume` gets the session that is chosen. */
function showSessions(dialog, resume) {
  const list = dialog.querySelector("ul");
  const sessions = keptSessions();
  list.replaceChildren(...sessions.map((session) => {
    const row = make("li", "", make("span", "", make("b", "", session.what), ` ${ago(session.when)} `, make("code", "", endOf(session))));
    const action = (words, act) => {
      const button = make("button", "", words);
      button.type = "button";
      button.setAttribute("aria-label", `${words}: ${session.what}, ${ago(session.when)}`);
      button.addEventListener("click", act);
      return button;
    };
    row.append(
      action("Go on", () => { dialog.close(); resume(session); }),
      action("Delete", () => { forgetSession(session.key); showSessions(dialog, resume); }),
    );
    return row;
  }));
  if (sessions.length === 0) list.append(make("li", "", "No session is kept yet: type something first."));
  if (!dialog.open) dialog.showModal();
}

// Copying a link: to the program, or to the machine at this moment.

class Share {
  constructor(page) {
    this.page = page;
  }

  async program() {
    const program = this.page.attempt(() => this.page.desk.askText("save_program"));
    if (program !== null) await this.copy(await linkTo(program, this.page.speed), "It contains the whole program, and runs it.");
  }

  async now() {
    await this.copy(await this.moment(), "It contains the whole machine as it is now.");
  }

  /** The link to this moment. */
  moment() {
    const { what, speed, twin } = this.page;
    return linkToMoment(this.page.desk.askText("core_image"), { what, speed, twin: twin.visible, parts: openParts() });
  }

  async copy(link, words) {
    try {
      await navigator.clipboard.writeText(link);
      this.page.say(`The link is copied. ${words}`);
    } catch {
      const field = make("input", "");
      field.value = link;
      field.readOnly = true;
      field.setAttribute("aria-label", "The link");
      this.page.say("This browser does not let the page copy; here is the link:", field);
      field.select();
    }
  }
}

// The noise of a Teletype, by synthesis: off until it is asked for, and joined at the first key that a browser allows.

class Sound {
  constructor() {
    this.on = false;
    this.context = null;
    this.last = 0;
  }

  /** Turned on or off by a person's hand. */
  turn(on) {
    this.on = on;
    if (on) this.begin();
    else this.context?.suspend();
  }

  begin() {
    if (!this.context) {
      this.context = new AudioContext();
      this.out = new GainNode(this.context, { gain: 0.5 });
      this.out.connect(this.context.destination);
      const length = this.context.sampleRate;
      this.noise = new AudioBuffer({ length, sampleRate: length });
      const samples = this.noise.getChannelData(0);
      for (let at = 0; at < length; at++) samples[at] = Math.random() * 2 - 1;
      this.motor();
    }
    this.context.resume();
  }

  /** The hum of the motor and its gears. */
  motor() {
    const hum = new OscillatorNode(this.context, { frequency: 120, type: "sawtooth" });
    const gears = new AudioBufferSourceNode(this.context, { buffer: this.noise, loop: true });
    const [low, band] = [["lowpass", 200, 1], ["bandpass", 800, 0.6]].map(
      ([type, frequency, Q]) => new BiquadFilterNode(this.context, { type, frequency, Q }));
    hum.connect(low).connect(new GainNode(this.context, { gain: 0.03 })).connect(this.out);
    gears.connect(band).connect(new GainNode(this.context, { gain: 0.012 })).connect(this.out);
    hum.start();
    gears.start();
  }

  /** A burst of noise: when, how long, how high, how loud. */
  burst(when, seconds, frequency, gain) {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.noise, loop: true, loopStart: Math.random() * 0.5 });
    const filter = new BiquadFilterNode(this.context, { type: "bandpass", frequency, Q: 1.2 });
    const level = new GainNode(this.context, { gain: 0 });
    level.gain.setValueAtTime(gain, when);
    level.gain.exponentialRampToValueAtTime(0.001, when + seconds);
    source.connect(filter).connect(level).connect(this.out);
    source.start(when);
    source.stop(when + seconds);
  }

  ring(when) {
    for (const [frequency, gain] of [[2093, 0.16], [5270, 0.06], [3350, 0.05]]) {
      const bell = new OscillatorNode(this.context, { frequency });
      const level = new GainNode(this.context, { gain });
      level.gain.setValueAtTime(gain, when);
      level.gain.exponentialRampToValueAtTime(0.001, when + 0.9);
      bell.connect(level).connect(this.out);
      bell.start(when);
      bell.stop(when + 0.9);
    }
  }

  /** Lets hear what has happened; at speeds at which no ear would follow, not all of it. */
  play(happenings) {
    if (!this.on || this.context?.state !== "running") return;
    const now = this.context.currentTime;
    for (const [index, what] of happenings.slice(0, 4).entries()) {
      const when = Math.max(now + index * 0.004, this.last + 0.018);
      if (when > now + 0.25) return;
      this.last = when;
      if (what === "strike") {
        this.burst(when, 0.035, 1700 + Math.random() * 900, 0.5);
        this.burst(when + 0.012, 0.05, 420, 0.4);
      } else if (what === "space") {
        this.burst(when, 0.03, 500, 0.25);
      } else if (what === "return") {
        this.burst(when, 0.16, 950, 0.14);
        this.burst(when + 0.16, 0.07, 240, 0.9);
      } else if (what === "feed") {
        this.burst(when, 0.05, 1300, 0.3);
      } else if (what === "bell") {
        this.ring(when);
      } else if (what === "tape") {
        this.burst(when, 0.025, 620, 0.4);
      } else if (what === "switch") {
        this.burst(when, 0.02, 3000, 0.35);
      }
    }
  }
}

// Punched tape: eight channels, and the feed holes between the third and the fourth.

/** Holes across the tape, from its upper edge: channels 8 to 1, the feed hole between 4 and 3. */
const TRACKS = [0o200, 0o100, 0o40, 0o20, 0o10, "feed", 0o4, 0o2, 0o1];
const PITCH = 9;

/** Draws the frames around `at`, which lies under the head; the head is so far from the left. */
function drawTape(canvas, frames, at, head) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (width === 0) return;
  if (canvas.width !== Math.round(width * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  if (frames.length === 0) {
    pen.fillStyle = getComputedStyle(canvas).color;
    pen.globalAlpha = 0.55;
    pen.font = "13px sans-serif";
    pen.textAlign = "center";
    pen.fillText("no tape", width / 2, height / 2 + 4);
    pen.globalAlpha = 1;
    return;
  }
  const left = head * width;
  const place = (index) => left + (index - at) * PITCH;
  const [from, to] = [Math.max(0, place(-3)), Math.min(width, place(frames.length + 3))];
  pen.fillStyle = "#e9d79a";
  pen.fillRect(from, 4, to - from, height - 8);
  pen.fillStyle = "#0000001a";
  pen.fillRect(from, height - 7, to - from, 3);
  const first = Math.max(0, Math.floor(at - left / PITCH) - 1);
  const last = Math.min(frames.length, Math.ceil(at + (width - left) / PITCH) + 1);
  const track = (height - 8) / (TRACKS.length + 0.6);
  pen.fillStyle = "#2a241c";
  for (let index = first; index < last; index++) {
    TRACKS.forEach((channel, row) => {
      const isFeed = channel === "feed";
      if (!isFeed && !(frames[index] & channel)) return;
      pen.beginPath();
      pen.arc(place(index), 4 + track * (row + 0.8), isFeed ? 1.5 : 3.1, 0, 2 * Math.PI);
      pen.fill();
    });
  }
  pen.strokeStyle = "#b7392b";
  pen.lineWidth = 2;
  pen.strokeRect(left - PITCH / 2, 2, PITCH, height - 4);
}

// The reader and the punch on the page: their buttons, and their tapes as they move.

class Tapes {
  constructor(page) {
    this.page = page;
  }

  wire(on) {
    const { desk } = this.page;
    on("reader-run", () => {
      const isMoving = desk.calls.lever() === 0 && desk.ask("reader_tape").length > 0;
      desk.calls.set_lever(isMoving ? 1 : 0);
      this.page.touched = true;
      this.page.runner.wake();
      this.draw();
    });
    on("reader-out", () => { desk.calls.unmount(); this.draw(); });
    on("punch-on", () => { desk.calls.set_punch(desk.calls.is_punch_on() ? 0 : 1); this.draw(); });
    on("punch-save", () => {
      const frames = desk.ask("tear_off");
      if (frames.length === 0) return this.page.say("Nothing has been punched: turn the punch on, and let the machine type.");
      saveFile("tape.ptp", frames, "application/octet-stream");
      this.draw();
    });
    on("punch-svg", () => this.page.attempt(() => saveFile("tape.svg", desk.askText("tape_svg", desk.ask("punched")), "image/svg+xml")));
    on("punch-read", () => {
      const frames = desk.ask("tear_off");
      if (frames.length > 0) this.mount(frames);
    });
  }

  /** The tapes, if one has moved. */
  move() {
    const { calls } = this.page.desk;
    const places = `${calls.reader_position()} ${calls.punched_length()}`;
    if (places === this.places) return false;
    this.places = places;
    this.draw();
    return true;
  }

  draw() {
    const { calls } = this.page.desk;
    const [reader, punched] = [this.page.desk.ask("reader_tape"), this.page.desk.ask("punched")];
    const position = calls.reader_position();
    drawTape(byId("reader"), reader, position, 0.5);
    drawTape(byId("punch"), punched, punched.length, 0.85);
    const label = (id, words) => byId(id).setAttribute("aria-label", words);
    label("reader", reader.length ? `Tape in the reader, ${position} of ${reader.length} frames read` : "No tape in the reader");
    label("punch", punched.length ? `Tape of ${punched.length} frames` : "No tape punched");
    byId("reader-place").textContent = reader.length ? `${position} / ${reader.length}` : "";
    byId("punch-place").textContent = punched.length ? `${punched.length} frames` : "";
    byId("reader-run").textContent = reader.length > 0 && calls.lever() === 0 && position < reader.length ? "Stop" : "Start";
    byId("reader-run").disabled = reader.length === 0 || position >= reader.length;
    byId("reader-out").disabled = reader.length === 0;
    byId("punch-on").setAttribute("aria-pressed", String(calls.is_punch_on() === 1));
    for (const id of ["punch-save", "punch-svg", "punch-read"]) byId(id).disabled = punched.length === 0;
  }

  mount(frames, remark = "") {
    this.page.touched = true;
    this.page.desk.tell("mount", frames);
    this.draw();
    this.page.say(`The tape is in the reader; Start feeds ten characters a second to the program that reads them. ${remark}`.trim());
  }
}

// The timeline: the session on one time axis, drawn as `focal8 export --timeline` draws it. A click on the drawing or a
// move of the slider takes the machine to that moment, where it stands until something is done at the desk.

/** Memory cycles of the session that are collected between two looks at the clock. */
const PART_CYCLES = 1e6;
/** Milliseconds of work between two pictures of the machine. */
const SHARE = 12;
/** Milliseconds of work for a whole session up to which the drawing follows the machine by itself. */
const QUICK = 400;
/** Milliseconds after an answer until the session is drawn again. */
const PAUSE = 400;
/** What the drawing lacks in a page: it fills the width, and has a line at the moment of the machine. */
const DRAWING = `
  svg { display: block; width: 100%; height: auto; min-width: 44rem; cursor: pointer; border-radius: 8px; }
  .now { stroke: var(--input); stroke-width: 2; }`;

class Timeline {
  constructor(page) {
    this.page = page;
    this.slider = byId("timeline-moment");
    this.words = byId("timeline-words");
    this.progress = byId("timeline-progress");
    this.host = byId("timeline-picture");
    // The style sheets of the page and of the drawing must not meet.
    this.drawing = this.host.attachShadow({ mode: "open" });
    this.last = page.desk.calls.last_moment();
    this.slider.max = this.last;
    // Whether the machine stands at a moment to which it was taken.
    this.stands = false;
    this.timer = null;
  }

  wire(on) {
    this.host.addEventListener("click", ({ clientX }) => {
      const axis = this.drawing.querySelector(".lane")?.getBoundingClientRect();
      const share = axis ? (clientX - axis.left) / axis.width : -1;
      if (share >= 0 && share <= 1) this.goTo(Math.round(share * this.last));
    });
    this.slider.addEventListener("change", () => this.goTo(Number(this.slider.value)));
    this.slider.addEventListener("input", () => this.label(Number(this.slider.value)));
    on("timeline-draw", () => this.draw());
    on("timeline-continue", () => { this.page.runner.wake(); this.page.toKeyboard(); });
    on("timeline-end", () => this.goTo(this.last));
  }

  get isOpen() {
    return openParts().includes("timeline");
  }

  /** Another session is on the desk. */
  reset() {
    clearTimeout(this.timer);
    this.stands = false;
    this.work = 0;
    this.isDrawn = false;
    this.drawing.replaceChildren();
    this.enable();
    this.words.textContent = "";
    this.draw();
  }

  /** Reads the session and draws it, if the timeline is open. */
  draw() {
    clearTimeout(this.timer);
    if (!this.isOpen || this.page.attempt(() => this.page.desk.ask("begin_history")) === null) return;
    this.work = 0;
    this.collect();
  }

  /** Collects a part of the session, and draws it after the last part. */
  collect() {
    const { desk } = this.page;
    const begun = performance.now();
    const percent = this.page.attempt(() => {
      for (;;) {
        const done = desk.calls.collect_history(PART_CYCLES);
        // Throws the error that the call has answered with.
        if (done < 0) desk.answer(done);
        if (done === 100 || performance.now() - begun > SHARE) return done;
      }
    });
    this.work += performance.now() - begun;
    this.progress.hidden = percent === null || percent === 100;
    if (percent === null) return;
    this.progress.value = percent;
    if (percent === 100) this.put(desk.askText("history_svg"));
    else if (this.isOpen) this.timer = setTimeout(() => this.collect(), SHARE);
  }

  /** Shows a drawing of the session, up to the last moment that the machine has reached. */
  put(svg) {
    const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
    const style = make("style", "", DRAWING);
    this.now = document.createElementNS("http://www.w3.org/2000/svg", "path");
    this.now.setAttribute("class", "now");
    picture.append(this.now);
    this.drawing.replaceChildren(picture, style);
    this.isDrawn = true;
    this.drawnAt = this.page.desk.calls.cycles();
    this.mark(this.stands ? this.nearest(this.page.desk.calls.nanoseconds()) : this.last);
    this.enable();
  }

  /** The moment that is nearest to a time of the machine. */
  nearest(nanoseconds) {
    const { calls } = this.page.desk;
    let moment = 0;
    while (moment < this.last && calls.time_of_moment(moment) < nanoseconds) moment++;
    return moment;
  }

  /** Marks a moment on the drawing and the slider. */
  mark(moment) {
    const lane = this.drawing.querySelector(".lane");
    const [x, width] = ["x", "width"].map((name) => Number(lane.getAttribute(name)));
    const [, , , height] = this.drawing.querySelector("svg").getAttribute("viewBox").split(" ");
    this.now.setAttribute("d", `M${x + width * moment / this.last} 34V${height - 24}`);
    this.slider.value = moment;
    this.label(moment);
  }

  /** What a screen reader says of the slider. */
  label(moment) {
    this.slider.setAttribute("aria-valuetext", this.timeOf(moment));
  }

  timeOf(moment) {
    return `${(this.page.desk.calls.time_of_moment(moment) / 1e9).toFixed(3)} s`;
  }

  enable() {
    this.slider.disabled = !this.isDrawn;
    byId("timeline-continue").disabled = !this.stands;
    byId("timeline-end").disabled = !this.stands;
  }

  /** Takes the machine to a moment; it runs again at the last one. */
  goTo(moment) {
    const { page } = this;
    const isEnd = moment === this.last;
    if (!this.isDrawn || isEnd && !this.stands) return;
    if (!this.stands) {
      page.keep();
      this.endOfPaper = page.endOfPaper();
    }
    const printed = page.attempt(() => page.desk.answer(page.desk.calls.go_to_moment(moment)));
    if (printed === null) return;
    this.stands = !isEnd;
    page.showAgain(isEnd ? this.endOfPaper : [...page.firstPaper, ...printed]);
    this.mark(moment);
    this.enable();
    this.words.textContent = this.stands
      ? `The machine stands at ${this.timeOf(moment)}. It goes on from here when you press a key or Go on.`
      : "";
    if (!this.stands) page.runner.wake();
  }

  /** The machine runs: after it has stood at a moment, its session is another from there on. */
  ran(reason) {
    if (this.stands) {
      this.stands = false;
      this.words.textContent = "The machine has gone on from this moment.";
      this.enable();
    }
    const isOther = this.isDrawn && this.drawnAt !== this.page.desk.calls.cycles();
    if (reason !== STATUS.BUDGET && this.isOpen && isOther && this.work < QUICK) {
      this.drawnAt = this.page.desk.calls.cycles();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.draw(), PAUSE);
    }
  }
}

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

// A file that is no program, tape, core image or disc says what it is, by how it begins or by its length.

const UTF_16 = "a text in UTF-16: save it as plain text or UTF-8";
const OTHER_COMPUTER = "a program for another computer";

/** How files of other kinds begin, as text of one byte a character.
 *
 * Letters that a program may begin with, such as BM or MZ for a label of PAL, are a sign only before bytes that are in no
 * program. */
const BEGINNINGS = [
  [/^\x89PNG/, "a picture (PNG)"], [/^\xff\xd8\xff/, "a picture (JPEG)"], [/^GIF8[79]a/, "a picture (GIF)"],
  [/^BM[^]{4}\0\0\0\0/, "a picture (BMP)"], [/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/, "a picture (TIFF)"],
  [/^8BPS\0/, "a picture (Photoshop)"], [/^\0\0\0\x0cjP {2}/, "a picture (JPEG 2000)"],
  [/^\0\0\0\x0cJXL /, "a picture (JPEG XL)"],
  [/^%PDF/, "a document (PDF)"], [/^%!PS/, "a document (PostScript)"], [/^\{\\rtf/, "a document (RTF)"],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, "a document of an office program (such as Word or Excel)"],
  [/^PK(\x03\x04|\x05\x06)/, "an archive (ZIP)"], [/^7z\xbc\xaf\x27\x1c/, "an archive (7-Zip)"],
  [/^Rar!\x1a\x07/, "an archive (RAR)"], [/^MSCF\0/, "an archive (CAB)"], [/^[^]{257}ustar[\0 ]/, "an archive (tar)"],
  [/^\x1f\x8b/, "a compressed file (gzip)"], [/^BZh[1-9]1AY&SY/, "a compressed file (bzip2)"],
  [/^\xfd7zXZ\0/, "a compressed file (xz)"], [/^\x28\xb5\x2f\xfd/, "a compressed file (Zstandard)"],
  [/^\x7fELF/, OTHER_COMPUTER], [/^MZ[^]{3}\0[^]{22}\0{8}/, OTHER_COMPUTER],
  [/^([\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/, OTHER_COMPUTER], [/^\0asm/, "a program for a browser"],
  [/^(\xff\xfe|\xfe\xff)/, UTF_16],
  [/^OggS\0/, "sound (Ogg)"], [/^ID3[\x02-\x04]/, "sound (MP3)"], [/^fLaC/, "sound (FLAC)"], [/^MThd\0/, "music (MIDI)"],
  [/^FORM[\0-\x08][^]{3}AIF[FC]/, "sound (AIFF)"], [/^\.snd\0/, "sound (AU)"],
  [/^\x1a\x45\xdf\xa3/, "a film (Matroska or WebM)"], [/^FLV\x01/, "a film (Flash)"],
  [/^\x30\x26\xb2\x75\x8e\x66\xcf\x11/, "sound or a film (Windows Media)"],
  [/^RIFF[^]{3}[\0-\x08]WEBP/, "a picture (WebP)"], [/^RIFF[^]{3}[\0-\x08]WAVE/, "sound (WAV)"], [/^RIFF[^]{3}[\0-\x08]AVI /, "a film (AVI)"],
  [/^RIFF[^]{3}[\0-\x08]/, "a recording (RIFF)"],
  [/^\0\0[\0-\x02][^]ftyp(avif|avis)/, "a picture (AVIF)"], [/^\0\0[\0-\x02][^]ftyp(hei[cxms]|hev[cx]|mif1|msf1)/, "a picture (HEIC)"],
  [/^\0\0[\0-\x02][^]ftypM4[AB]/, "sound (MPEG-4)"], [/^\0\0[\0-\x02][^]ftypqt/, "a film (QuickTime)"], [/^\0\0[\0-\x02][^]ftyp/, "a film (MP4)"],
  [/^(OTTO\0|\0\x01\0\0\0[^]{7}[A-Z][A-Za-z0-9\/]{3}|wOF[F2])/, "a font"], [/^SQLite format 3\0/, "a database (SQLite)"],
  [/^focal8 session/, "a recorded session of focal8: focal8 replay plays it"],
];
/** How marked-up text begins, after spaces, comments and declarations. */
const MARKUP = [[/^<svg[\s>]/i, "a picture (SVG) and no drawing of a tape"], [/^<(!doctype\s+html|html|head|body)[\s>]/i, "a page for a browser (HTML)"], [/^<\?xml|^<!doctype/i, "a document (XML)"]];
/** Lengths of the media that are no tape, in bytes. */
const LENGTHS = new Map([
  [3325952, "the image of a disc pack (RK05)"], [2494464, "the image of a disc pack (RK05)"], [6651904, "the image of a disc pack (RK05)"],
  [380292, "the image of a DECtape"], [377344, "the image of a DECtape"], [256256, "the image of a floppy disk (RX01)"],
]);
/** Frames of a roll of paper tape, 1,000 feet of it. */
const ROLL = 120000;
/** Bytes at the begin of a file that are looked at. */
const LOOKED_AT = 4096;
/** Equal frames at the begin of a tape, without a meaning of their own, that are leader. */
const LEADER = 8;

/** The begin of a file as text of one byte a character. */
const beginOf = (bytes) => String.fromCharCode(...bytes.slice(0, LOOKED_AT));

/** The marked-up text that a file is; null when it is none. */
function markupOf(bytes) {
  const text = beginOf(bytes).replace(/^\xef\xbb\xbf/, "");
  const declarations = /^(\s+|<\?xml[^>]*\?>|<!--[^]*?-->|<!doctype\s+svg[^>]*>)+/i;
  const kindOf = (words) => MARKUP.find(([pattern]) => pattern.test(words))?.[1];
  return kindOf(text.replace(declarations, "")) ?? kindOf(text.trimStart()) ?? null;
}

/** Whether every second byte is NUL and no other is, as in a text in UTF-16 without a mark of its order. A tape has
 * leader (0o200), or several blank frames after one another. */
function isWide(bytes) {
  const begin = bytes.slice(0, LOOKED_AT & ~1);
  const isLetter = (byte) => byte >= 0o11 && byte !== 0o200;
  const isAlternating = (parity) => begin.every((byte, at) => (at % 2 === parity ? isLetter(byte) : byte === 0));
  return begin.length >= 4 && (isAlternating(0) || isAlternating(1));
}

/** Kilobits a second of MPEG audio, layer III, by the number in the header of a frame; version 1, and versions 2 and 2.5. */
const MP3_RATES = [
  [, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320], [, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/** The length of the MP3 frame that begins at a byte; undefined when none begins there. */
function mp3Frame(bytes, at) {
  const [sync, kind, numbers] = bytes.slice(at, at + 3);
  const version = (kind >> 3) & 3;
  const isLayer3 = sync === 0xff && (kind & 0xe6) === 0xe2 && version !== 1;
  const rate = isLayer3 ? MP3_RATES[version === 3 ? 0 : 1][numbers >> 4] : undefined;
  const samples = [44100, 48000, 32000][(numbers >> 2) & 3] / { 3: 1, 2: 2, 0: 4 }[version];
  const length = Math.floor((version === 3 ? 144000 : 72000) * rate / samples) + ((numbers >> 1) & 1);
  return length > 0 ? length : undefined;
}

/** Whether a file is an MP3 without a title: two frames, one after the other, since a tape may begin like one. */
function isMp3(bytes) {
  const length = mp3Frame(bytes, 0);
  return length !== undefined && mp3Frame(bytes, length) !== undefined;
}

/** Whether a file is icons or cursors: the place and the length of the first picture are in the file. */
function isIcon(bytes) {
  if (bytes.length < 22) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [reserved, kind, pictures] = [0, 2, 4].map((at) => view.getUint16(at, true));
  const [length, place] = [14, 18].map((at) => view.getUint32(at, true));
  const isHeader = reserved === 0 && (kind === 1 || kind === 2) && pictures > 0 && bytes[9] === 0;
  return isHeader && place >= 6 + 16 * pictures && length > 0 && place + length <= bytes.length;
}

/** What a file is that the page cannot take; null when it may be a program, a tape or a core image.
 *
 * The reader takes any bytes, so there what is too long for a roll is no tape, text or not. */
function whatElse(bytes, where) {
  const begin = beginOf(bytes);
  const other = BEGINNINGS.find(([pattern]) => pattern.test(begin))?.[1] ?? LENGTHS.get(bytes.length);
  if (other) return other;
  if (bytes.length === 0) return "empty";
  if (isMp3(bytes)) return "sound (MP3)";
  if (isIcon(bytes)) return "an icon";
  if (isWide(bytes)) return UTF_16;
  const isText = bytes.slice(0, LOOKED_AT).every((byte) => byte >= 0o11 && byte < 0o177);
  if (where !== "drive" && (where === "reader" || !isText) && bytes.length > ROLL) {
    return `too long for a tape: ${count(bytes.length)} bytes, and a roll has ${count(ROLL)} frames`;
  }
  return markupOf(bytes);
}

/** Whether bytes that are no BIN or RIM tape look like a paper tape all the same: they have leader, or are text with blank
 * frames and marks. Any bytes may be a tape, so this decides only where a file of another kind is more likely. */
function looksLikeTape(bytes) {
  const begin = bytes.slice(0, LOOKED_AT);
  const isLeader = (frame) => frame === 0 || frame === 0o200 || frame === 0o377;
  // BELL, TAB to RETURN, CTRL/Z at the end of a file, and the marks of the type wheel.
  const isText = (frame) => isLeader(frame) || /[\x07\t-\r\x1a -\x7f]/.test(String.fromCharCode(frame & 0o177));
  return begin.length >= LEADER && begin.slice(0, LEADER).every((frame) => isLeader(frame) && frame === begin[0]) || begin.every(isText);
}

main();
})();
