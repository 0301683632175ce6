// Does at the desk of the page's module what standard input says, and prints what comes of it: see tests/it/web.rs.

const { readFileSync } = require("node:fs");
const { openDesk } = require("./desk.js");

const PATIENCE = 400e6;
const latin = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

const STEPS = {
  start: (desk, name) => latin(desk.ask("start", name)),
  type(desk, keys) {
    desk.tell("type_text", keys);
    if (desk.calls.run(PATIENCE) !== 1) throw new Error(`it does not wait after ${JSON.stringify(keys)}`);
    while (desk.calls.run_twin()) {}
    const paper = latin(desk.ask("printed"));
    const twin = latin(desk.ask("twin_printed"));
    return `${paper}\n${twin}\n${desk.askText("comparison")}\n${counts(desk)}`;
  },
  compute(desk, [keys, cycles]) {
    const before = desk.routines.made;
    desk.tell("type_text", keys);
    desk.calls.run(cycles);
    if (desk.routines.made === before) throw new Error(`no trace was compiled in ${cycles} cycles`);
    return `${desk.askText("registers")}\n${counts(desk)}`;
  },
  watch(desk, milliseconds) {
    desk.calls.run_for(milliseconds * 1e6, 50);
    const lamps = bytesOf(desk, desk.calls.picture(milliseconds * 1e6));
    return `${desk.askText("registers")}\n[${Array.from(lamps).join(", ")}]`;
  },
  image(desk) {
    const image = desk.askText("core_image");
    return image + latin(desk.ask("restore", image));
  },
  display(desk) {
    const dots = bytesOf(desk, desk.calls.display(64));
    return `${desk.calls.glowing()}: ${Array.from(dots).join(" ")}`;
  },
  program: (desk, name) => desk.askText("program_text", name),
};

function counts(desk) {
  return ["instructions", "cycles", "nanoseconds"].map((count) => desk.calls[count]()).join(" ");
}

function bytesOf(desk, length) {
  return new Uint8Array(desk.calls.memory.buffer, desk.calls.place(), length).slice();
}

(async () => {
  const steps = JSON.parse(readFileSync(0, "utf8"));
  const desk = await openDesk();
  const done = steps.map((step) => {
    const [[name, argument]] = Object.entries(typeof step === "string" ? { [step]: null } : step);
    return STEPS[name](desk, argument);
  });
  process.stdout.write(JSON.stringify(done));
})();
