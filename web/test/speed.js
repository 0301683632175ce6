// Prints how many instructions of FOCAL the page's module runs in a second: `node web/test/speed.js`.

const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const text = (...path) => readFileSync(join(__dirname, "..", ...path), "utf8");
const glue = new Function(`${text("page", "desk.js")}; return { fromBase64, openDesk };`)();
const module_ = glue.fromBase64(new Function(`${text("focal8.wasm.js")}; return FOCAL8_WASM;`)());

const CYCLES = 500e6;
const SAMPLES = 5;

(async () => {
  const desk = await glue.openDesk(module_);
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
