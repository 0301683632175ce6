// Prints how many instructions of FOCAL the page's module runs in a second: `node web/test/speed.js`.

const { openDesk } = require("./desk.js");

const CYCLES = 500e6;
const SAMPLES = 5;

(async () => {
  const desk = await openDesk();
  desk.ask("start", "focal");
  desk.calls.run(CYCLES);
  desk.tell("type_text", "F I=1,1000000;S A=A+FSQT(I)*1.5\r");
  const samples = Array.from({ length: SAMPLES }, () => {
    const [begun, before] = [performance.now(), desk.calls.instructions()];
    desk.calls.run(CYCLES);
    return (desk.calls.instructions() - before) / 1e3 / (performance.now() - begun);
  });
  console.log(`${Math.round(Math.max(...samples))} million instructions a second`);
})();
