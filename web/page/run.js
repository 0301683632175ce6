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
