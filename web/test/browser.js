// A headless Chromium, spoken to through its debugging pipe: JSON messages that end with NUL, on descriptors 3 and 4.

const { spawn } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

/** The longest that anything may take: a machine that is busy with other tests is slow. */
const PATIENCE = 60000;

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--hide-scrollbars", "--force-color-profile=srgb",
];

/** Starts a browser; `faults` gets every exception, console error and request that is not a file of ours. */
async function startBrowser(program, allowed) {
  const profile = mkdtempSync(join(tmpdir(), "focal8-browser-"));
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    // A process group of its own, so that `close` reaches the processes that the browser has started.
    detached: true,
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const waiting = new Map();
  const faults = [];
  let [number, rest] = [0, ""];

  const report = ({ method, params }) => {
    if (method === "Runtime.exceptionThrown") {
      faults.push(`exception: ${params.exceptionDetails.exception?.description ?? params.exceptionDetails.text}`);
    } else if (method === "Runtime.consoleAPICalled" && params.type === "error") {
      faults.push(`console: ${params.args.map((word) => word.value ?? word.description).join(" ")}`);
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      faults.push(`log: ${params.entry.text}`);
    } else if (method === "Network.requestWillBeSent" && !allowed(params.request.url)) {
      faults.push(`request: ${params.request.url.slice(0, 100)}`);
    }
  };
  child.stdio[4].on("data", (piece) => {
    rest += piece;
    const messages = rest.split("\0");
    rest = messages.pop();
    for (const message of messages.map((text) => JSON.parse(text))) {
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      if (answer) (message.error ? answer.reject(new Error(message.error.message)) : answer.resolve(message.result));
      else report(message);
    }
  });
  const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    child.stdio[3].write(`${JSON.stringify({ id: number, method, params, sessionId })}\0`);
  });

  const open = async (url) => {
    const { targetId } = await send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const call = (method, params) => send(method, params, sessionId);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await call(`${domain}.enable`);
    await call("Page.navigate", { url });
    return pageOf(call);
  };
  const close = async () => {
    process.kill(-child.pid, "SIGKILL");
    await ended;
    // A process that is still dying may write one more file: a folder that stays is not the page's fault.
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
    } catch (error) {
      console.error(`cannot remove ${profile}: ${error.message}`);
    }
  };
  return { open, close, faults, group: child.pid };
}

/** What a person does with a page. */
function pageOf(call) {
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  };
  const until = async (expression, what = expression) => {
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      const value = await evaluate(expression).catch(() => null);
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const paper = await evaluate("document.getElementById('paper')?.innerText").catch(() => "");
    throw new Error(`${what} does not come; the paper is\n${paper}`);
  };
  const NAMED = { "\n": ["Enter", 13, "\r"], "\b": ["Backspace", 8, ""], "\x1b": ["Escape", 27, ""], "\t": ["Tab", 9, ""] };
  // Only letters and digits have the code of their character; that of a bracket is an arrow's.
  const virtualCode = (character) => (/[a-z0-9]/i.test(character) ? character.toUpperCase().charCodeAt(0) : 0);
  const key = async (character, modifiers = 0) => {
    const [name, code, text] = NAMED[character] ?? [character, virtualCode(character), character];
    const event = { key: name, windowsVirtualKeyCode: code, modifiers };
    await call("Input.dispatchKeyEvent", { type: "keyDown", ...event, text: modifiers & 2 ? undefined : text || undefined });
    await call("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  };
  return {
    call,
    evaluate,
    until,
    key,
    control: (letter) => key(letter, 2),
    type: async (text) => { for (const character of text) await key(character); },
    /** Presses on the middle of an element. */
    click: async (selector) => {
      const [x, y] = await until(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        element.scrollIntoView({ block: "nearest" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return width > 0 && [x + width / 2, y + height / 2];
      })()`, selector);
      for (const type of ["mousePressed", "mouseReleased"]) {
        await call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
      }
    },
    /** Gives the window another size, as a desk or a phone has it, with so many pixels of the screen for one of the page. */
    size: (width, height, mobile = false, deviceScaleFactor = mobile ? 2 : 1) => call("Emulation.setDeviceMetricsOverride",
      { width, height, deviceScaleFactor, mobile }),
    dark: (on) => call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: on ? "dark" : "light" }] }),
    screenshot: async () => Buffer.from((await call("Page.captureScreenshot", { format: "png" })).data, "base64"),
  };
}

module.exports = { startBrowser };
