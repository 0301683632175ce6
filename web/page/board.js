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
