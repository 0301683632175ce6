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
