// Plays a page of `focal8 export --html` as a person does, in a real browser: node web/test/recording.js CHROMIUM PAGE
//
// The page is a session in which `TYPE 2+2,!` is typed to FOCAL.

const assert = require("node:assert/strict");
const { pathToFileURL } = require("node:url");
const { startBrowser } = require("./browser.js");

const WHOLE = "*TYPE 2+2,!\n=    4.0000\n*";
const paper = "document.getElementById('paper').textContent";
const button = "document.getElementById('play').textContent";
const glows = "[...document.querySelectorAll('#lamps i')].filter((lamp) => lamp.style.getPropertyValue('--glow') > 0).length";

const motion = (page, value) =>
  page.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value }] });

const TESTS = {
  async "it plays by itself to its end"(page) {
    await page.evaluate("document.getElementById('speed').value = '20'");
    await page.until(`${paper}.endsWith(${JSON.stringify(WHOLE)})`);
    await page.until(`${button} === "Play"`);
    assert.equal(await page.evaluate(paper), WHOLE);
    assert.ok(await page.evaluate(glows) > 0, "no lamp is lit");
  },

  async "it takes the time of a Teletype"(page) {
    await page.until(`${paper}.length > 0`);
    const [from, length] = await page.evaluate(`[now, ${paper}.length]`);
    await page.until(`${paper}.length >= ${length + 5}`);
    const to = await page.evaluate("now");
    // Five characters take half a second of the session, or up to a character less.
    assert.ok(to - from >= 400, `five characters in ${to - from} ms`);
  },

  async "it pauses, and goes on with a key"(page) {
    await page.until(`${paper}.length > 3`);
    await page.click("#play");
    const held = await page.evaluate(`[now, ${button}]`);
    assert.equal(held[1], "Play");
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(await page.evaluate("now"), held[0]);
    await page.evaluate("document.getElementById('play').focus()");
    await page.key("\n");
    await page.until(`now > ${held[0]}`);
  },

  async "the slider goes back and forth, and the paper with it"(page) {
    await page.click("#play");
    const slide = (share) => page.evaluate(`(() => {
      const moment = document.getElementById("moment");
      moment.value = moment.max * ${share};
      moment.dispatchEvent(new Event("input"));
      return [${paper}, moment.getAttribute("aria-valuetext")];
    })()`);
    assert.equal((await slide(1))[0], WHOLE);
    const [half, words] = await slide(0.5);
    assert.ok(WHOLE.startsWith(half) && half.length > 3 && half.length < WHOLE.length, half);
    assert.match(words, /^\d+\.\d s of \d+\.\d s$/);
    assert.equal((await slide(0))[0], "");
    assert.equal((await slide(1))[0], WHOLE);
  },

  async "every control has a name"(page) {
    const { nodes } = await page.call("Accessibility.getFullAXTree");
    const controls = nodes.filter((node) => !node.ignored && ["button", "slider", "combobox", "region"].includes(node.role?.value));
    // Some versions of Chromium keep the space between the label and its control.
    assert.deepEqual(controls.map((node) => [node.role.value, node.name.value.trim()]).sort(), [
      ["button", "From the beginning"], ["button", "Pause"], ["combobox", "Speed"], ["region", "Paper of the Teletype"],
      ["slider", "Moment of the session"],
    ]);
  },

  async "who wants no motion sees the whole paper at once"(page) {
    await motion(page, "reduce");
    await page.call("Page.reload");
    await page.until(`${button} === "Play" && ${paper} === ${JSON.stringify(WHOLE)}`);
    await page.click("#play");
    await page.until(`${button} === "Pause" && ${paper}.length < 20`);
    await motion(page, "no-preference");
  },
};

async function main([program, file]) {
  const url = pathToFileURL(file).href;
  const browser = await startBrowser(program, (other) => other === url || other === "about:blank" || other.startsWith("data:"));
  try {
    const page = await browser.open("about:blank");
    for (const [name, test] of Object.entries(TESTS)) {
      await page.call("Page.navigate", { url: "about:blank" });
      await page.call("Page.navigate", { url });
      await page.until("document.getElementById('moment')?.max > 0");
      await test(page).catch((error) => { throw new Error(`${name}: ${error.message}`); });
    }
    assert.deepEqual(browser.faults, []);
  } finally {
    await browser.close();
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
