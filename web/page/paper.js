// The paper: marks as the type wheel strikes them, one over the other where the carriage stands again.

const COLUMNS = 72;
/** Lines that stay on screen; what is older can be had as text all the same. */
const SHOWN = 1500;
const KEPT = 200000;

/** What the type wheel has where ASCII of today has other marks. */
const TYPE = { "^": "↑", "_": "←" };
const typed = (code) => TYPE[String.fromCharCode(code)] ?? String.fromCharCode(code);

class Paper {
  /** `spoken` gets each line that is finished. */
  constructor(element, { carriage, spoken } = {}) {
    this.element = element;
    this.viewport = element.parentElement;
    this.carriage = carriage;
    this.spoken = spoken;
    this.viewport.addEventListener("scroll", () => { this.follows = this.isAtEnd(); });
    this.clear();
  }

  /** A fresh sheet, the carriage at the left. */
  clear() {
    this.element.replaceChildren();
    this.lines = [];
    this.codes = [];
    this.places = [];
    this.printed = 0;
    this.marked = -1;
    this.column = 0;
    this.follows = true;
    this.feed();
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
    this.lines.push({ cells: [], element });
    if (this.element.childElementCount > SHOWN) this.element.firstElementChild.remove();
  }

  /** Prints frames; gives what was heard: strikes, returns, feeds and bells, in order. */
  print(frames) {
    const heard = [];
    for (const frame of frames) {
      const code = frame & 0o177;
      this.codes.push(code);
      this.places[this.printed++] = [this.lines.length - 1, this.column];
      if (code === 0o15) {
        heard.push("return");
        this.column = 0;
      } else if (code === 0o12) {
        heard.push("feed");
        this.draw();
        this.speak();
        this.feed();
      } else if (code === 0o7) {
        heard.push("bell");
      } else if (code >= 0o40 && code < 0o177) {
        this.strike(code >= 0o140 && code <= 0o172 ? code & ~0o40 : code);
        heard.push(code === 0o40 ? "space" : "strike");
        if (this.column === 64) heard.push("bell");
      }
    }
    if (this.codes.length > KEPT) this.codes.splice(0, this.codes.length - KEPT / 2);
    if (frames.length > 0) this.draw();
    return heard;
  }

  strike(code) {
    if (code !== 0o40) {
      const { cells } = this.lines.at(-1);
      (cells[this.column] ??= []).push(code);
    }
    this.column = Math.min(this.column + 1, COLUMNS - 1);
  }

  /** The line under the carriage as it is now: what was struck last as text, what lies under it as further inks. */
  draw() {
    const line = this.lines.at(-1);
    this.drawLine(line);
    this.carriage?.style.setProperty("--at", this.column);
    if (this.follows) this.viewport.scrollTop = this.viewport.scrollHeight;
  }

  drawLine(line) {
    const inks = inksOf(line);
    const [top, ...under] = inks.map((ink) => ink.join("").trimEnd());
    line.element.textContent = top ?? "";
    for (const ink of under) {
      const over = document.createElement("span");
      over.className = "over";
      over.setAttribute("aria-hidden", "true");
      over.textContent = ink;
      line.element.append(over);
    }
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

  /** Marks the place of a frame, counted from 0. */
  mark(index) {
    if (this.marked === index || !this.places[index]) return;
    this.marked = index;
    this.drawLine(this.lines[this.places[index][0]]);
  }

  /** The mark again, if it stands in this line, which was drawn anew. */
  drawMark({ element }) {
    const [row, column] = this.places[this.marked] ?? [];
    if (this.lines[row]?.element !== element) return;
    const [struck, ...under] = element.childNodes;
    const text = (struck?.nodeValue ?? "").padEnd(column + 1);
    const mark = document.createElement("mark");
    mark.textContent = text[column];
    element.replaceChildren(text.slice(0, column), mark, text.slice(column + 1), ...under);
  }

  text() {
    return this.lines.map(textOf).join("\n").trimEnd() + "\n";
  }
}

/** The marks of a line in layers: the last strikes, those under them, and so on. */
function inksOf({ cells }) {
  const inks = [];
  for (let column = 0; column < cells.length; column++) {
    const marks = [...new Set(cells[column] ?? [])].reverse();
    marks.forEach((code, depth) => {
      inks[depth] ??= [];
      inks[depth][column] = typed(code);
    });
  }
  return inks.map((ink) => Array.from(ink, (mark) => mark ?? " "));
}

/** A line as text of today, what was struck last where several marks are. */
function textOf({ cells }) {
  return Array.from(cells, (marks) => (marks ? String.fromCharCode(marks.at(-1)) : " ")).join("").trimEnd();
}
