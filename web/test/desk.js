// Opens desks of the page's module in Node, as the page does in a browser.

const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const text = (...path) => readFileSync(join(__dirname, "..", ...path), "utf8");
const { fromBase64, openDesk } = new Function(`${text("page", "desk.js")}; ${text("page", "routines.js")}; return { fromBase64, openDesk };`)();
const module_ = fromBase64(new Function(`${text("focal8.wasm.js")}; return FOCAL8_WASM;`)());

exports.openDesk = () => openDesk(module_);
