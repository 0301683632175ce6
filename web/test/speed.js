// Prints how many million instructions of FOCAL and of the checkers the page's module executes in a second:
//
//     node web/test/speed.js            in Node
//     node web/test/speed.js chromium   in this browser, without a window
//
// The first cycles are not measured: in these, the engine finds the most frequent traces, and the host compiles them.

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { startBrowser } = require("./browser.js");
const { openDesk } = require("./desk.js");

/** What starts on the desk, and the line whose speed is measured. For the checkers, the line finds all moves. */
const WORKLOADS = { focal: "F I=1,9E9;S A=A+FSQT(I)*1.5", checkers: "F Q=1,9E9;D 1.1;D 1.2" };

/** Returns the millions of instructions a second of a workload on a new desk: the best of five samples. */
async function measure(openDesk, program, line) {
  const [FIRST, CYCLES, SAMPLES] = [4e9, 500e6, 5];
  // CTRL/C brings the checkers to FOCAL's prompt.
  const INTERRUPT = 3;
  const desk = await openDesk();
  desk.ask("start", program);
  desk.calls.run(CYCLES);
  desk.calls.press(INTERRUPT);
  desk.calls.run(CYCLES);
  desk.tell("type_text", `${line}\r`);
  desk.calls.run(FIRST);
  const samples = Array.from({ length: SAMPLES }, () => {
    const [begun, before] = [performance.now(), desk.calls.instructions()];
    desk.calls.run(CYCLES);
    return (desk.calls.instructions() - before) / 1e3 / (performance.now() - begun);
  });
  return Math.round(Math.max(...samples));
}

/** Measures a workload in a browser's page, into which the module and the page's own scripts are put. */
async function measureIn(browser, program, line) {
  const text = (...path) => readFileSync(join(__dirname, "..", ...path), "utf8");
  const page = await browser.open("about:blank");
  const scripts = `${text("focal8.wasm.js")}; ${text("page", "desk.js")}; ${text("page", "routines.js")}`;
  await page.evaluate(`${scripts}; var open = () => openDesk(fromBase64(FOCAL8_WASM)); 0`);
  return page.evaluate(`(${measure})(open, ${JSON.stringify(program)}, ${JSON.stringify(line)})`);
}

(async () => {
  const [program] = process.argv.slice(2);
  const browser = program && await startBrowser(program, () => true);
  try {
    for (const [name, line] of Object.entries(WORKLOADS)) {
      const speed = await (browser ? measureIn(browser, name, line) : measure(openDesk, name, line));
      console.log(`${name}: ${speed} million instructions a second`);
    }
  } finally {
    await browser?.close();
  }
})();
