// Runs a test program for WebAssembly, as Cargo asks for it: node run.js PROGRAM ARGUMENTS.

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { WASI } = require("node:wasi");

const text = readFileSync(join(__dirname, "..", "page", "routines.js"), "utf8");
const Routines = new Function(`${text}; return Routines;`)();

(async () => {
  const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), env: process.env });
  const routines = new Routines();
  const module = await WebAssembly.compile(readFileSync(process.argv[2]));
  const instance = await WebAssembly.instantiate(module, { ...wasi.getImportObject(), focal8: routines.imports });
  routines.connect(instance.exports);
  const code = wasi.start(instance);
  console.log(`${routines.made} modules`);
  process.exit(code);
})();
