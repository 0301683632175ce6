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
