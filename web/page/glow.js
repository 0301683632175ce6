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
