// Takes the pictures of the page for the documents: node web/test/pictures.js CHROMIUM FOLDER

const { mkdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { startBrowser } = require("./browser.js");

const index = pathToFileURL(join(__dirname, "..", "index.html")).href;
const MOVES = "&type=45%0A36%0A54%0A36%0A";

/** The name of each picture, the size of its window, and what the page is asked for. */
const PICTURES = [
  { name: "page", size: [1280, 900], address: `#go=checkers&speed=max${MOVES}`, questions: 3 },
  { name: "page-390", size: [390, 844, true], address: `#go=checkers&speed=max${MOVES}`, questions: 3 },
  { name: "page-1366", size: [1366, 650], address: `#go=checkers&speed=max${MOVES}`, questions: 3 },
  { name: "page-twin", size: [1920, 1080], address: `#go=checkers&speed=max&twin=on${MOVES}`, questions: 3 },
  { name: "page-timeline", size: [1280, 1240], address: `#go=checkers&speed=max&show=timeline${MOVES}`, questions: 3 },
  { name: "page-dark", size: [1280, 900], address: `#go=checkers&speed=max${MOVES}`, questions: 3, dark: true },
  { name: "page-embed", size: [320, 240], address: `?embed=board#go=checkers&speed=max${MOVES}`, questions: 3 },
  // A card has 1200 by 630 pixels, in which a window of 1800 by 945 is seen whole.
  { name: "../../web/card", size: [1800, 945, false, 2 / 3], address: `#go=checkers&speed=max&show=panel${MOVES}`, questions: 3 },
];

(async () => {
  const [program, folder] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser(program, () => true);
  try {
    for (const { name, size, address, questions, dark = false } of PICTURES) {
      const page = await browser.open("about:blank");
      await page.size(...size);
      await page.dark(dark);
      await page.call("Page.navigate", { url: index + address });
      await page.until("window.focal8");
      await page.until(`(document.getElementById("paper").textContent.match(/FROM:/g) ?? []).length === ${questions}`);
      // The machine waits; the filaments have their brightness and the notice is closed.
      await page.until("focal8.figures().rests");
      await page.evaluate("document.getElementById('notice').hidden = true; document.getElementById('lamp-note').focus()");
      writeFileSync(join(folder, `${name}.png`), await page.screenshot());
      await page.call("Page.navigate", { url: "about:blank" });
    }
  } finally {
    await browser.close();
  }
})();
