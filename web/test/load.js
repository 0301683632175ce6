// Prints how much of a core the page takes while it prints ten characters a second: node web/test/load.js CHROMIUM [SECONDS]
//
// The figure is the processor time of all processes of the browser, from /proc, so this needs Linux.

const { execFileSync } = require("node:child_process");
const { readFileSync, readdirSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { startBrowser } = require("./browser.js");

const index = pathToFileURL(join(__dirname, "..", "index.html")).href;
const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
/** What is measured: the parts of the page that are open, and what is typed. */
const LOADS = {
  "a prompt waits, with the panel": ["show=panel", ""],
  "ten characters a second, without the panel": ["show=", 'F I=1,1000;T "ALL WORK AND NO PLAY ",!\n'],
  "ten characters a second, with the panel": ["show=panel", 'F I=1,1000;T "ALL WORK AND NO PLAY ",!\n'],
};

/** The processor seconds of each process of a group, by the kind of process. */
function used(group) {
  const seconds = {};
  for (const id of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1).split(" ");
      if (Number(stat[2]) !== group) continue;
      const kind = readFileSync(`/proc/${id}/cmdline`, "utf8").match(/--type=([a-z-]+)/)?.[1] ?? "browser";
      seconds[kind] = (seconds[kind] ?? 0) + (Number(stat[11]) + Number(stat[12])) / TICKS;
    } catch { /* The process has ended. */ }
  }
  return seconds;
}

(async () => {
  const [program = "chromium", time = "20"] = process.argv.slice(2);
  const browser = await startBrowser(program, () => true);
  try {
    const page = await browser.open("about:blank");
    await page.size(1280, 900);
    for (const [name, [show, keys]] of Object.entries(LOADS)) {
      await page.call("Page.navigate", { url: "about:blank" });
      await page.call("Page.navigate", { url: `${index}#go=focal&${show}&type=${encodeURIComponent(keys)}` });
      await page.until("window.focal8");
      await new Promise((resolve) => setTimeout(resolve, 8000));
      const before = used(browser.group);
      const printed = await page.evaluate("focal8.figures().printed");
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(time)));
      const after = used(browser.group);
      const rate = (await page.evaluate("focal8.figures().printed") - printed) / Number(time);
      const parts = Object.keys(after).map((kind) => [kind, 100 * (after[kind] - (before[kind] ?? 0)) / Number(time)]);
      const all = parts.reduce((sum, [, percent]) => sum + percent, 0);
      const list = parts.filter(([, percent]) => percent >= 0.5).map(([kind, percent]) => `${kind} ${percent.toFixed(1)}`).join(", ");
      console.log(`${name}: ${all.toFixed(1)} % of a core (${list}), ${rate.toFixed(1)} characters a second`);
    }
  } finally {
    await browser.close();
  }
})();
