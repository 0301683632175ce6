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
