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
