// Prints how many instructions of FOCAL the page's module runs in a second: `node web/test/speed.js`.
//
// The first cycles are not measured: in these, the engine finds the most frequent traces, and Node compiles them.

const { openDesk } = require("./desk.js");

const FIRST = 4e9;
const CYCLES = 500e6;
const SAMPLES = 5;
/** CTRL/C, which brings the checkers to FOCAL's prompt. */
const INTERRUPT = 3;
/** What starts on the desk, and the line whose speed is measured. For the checkers, the line finds all moves. */
const WORKLOADS = { focal: "F I=1,9E9;S A=A+FSQT(I)*1.5", checkers: "F Q=1,9E9;D 1.1;D 1.2" };

(async () => {
  for (const [program, line] of Object.entries(WORKLOADS)) {
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
    console.log(`${program}: ${Math.round(Math.max(...samples))} million instructions a second`);
  }
})();
