// Works the page as a person does, in a real browser: node web/test/page.js CHROMIUM [FOLDER FOR SCREENSHOTS, or ""] [PART OF A NAME]

const assert = require("node:assert/strict");
const { execFileSync, spawnSync } = require("node:child_process");
const { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { deflateRawSync } = require("node:zlib");
const { startBrowser } = require("./browser.js");

const web = pathToFileURL(join(__dirname, "..")).href;
const index = `${web}/index.html`;
const FILES = [index, `${web}/focal8.js`, `${web}/focal8.wasm.js`];
const own = (url) => url === "about:blank" || url.startsWith("data:") || url.startsWith("blob:") || FILES.includes(url.split(/[#?]/)[0]) || url.split("#")[0] === own.single;

const paper = "document.getElementById('paper').innerText";
const text = (id) => `document.getElementById(${JSON.stringify(id)}).textContent`;
const waits = `${text("state")} === "waits for a key"`;
const shows = (words, where = paper) => `${where}.includes(${JSON.stringify(words)})`;

/** Opens the page anew, with this behind its address. */
async function visit(page, address = "") {
  await page.call("Page.navigate", { url: "about:blank" });
  await page.call("Page.navigate", { url: index + address });
  await page.until("document.querySelectorAll('#switches .lever').length > 0");
}

const TESTS = {
  async "FOCAL answers real keys"(page) {
    await visit(page);
    await page.until(shows("*"));
    await page.click("#viewport");
    await page.type("type fsqt(2),!\n");
    await page.until(shows("=    1.4142\n*"));
    assert.match(await page.evaluate(paper), /\*TYPE FSQT\(2\),!\n=    1\.4142\n\*/);
  },

  async "ten characters a second at the speed of 1969"(page) {
    await visit(page);
    await page.click("#viewport");
    await page.type("FOR I=1,500;TYPE \"*\"\n");
    // The paper against the machine's own clock, which is exact whatever the host does: 100 milliseconds a character.
    await page.until(shows("*".repeat(20)));
    const [before, after] = [await page.evaluate("focal8.figures()"), await page.evaluate(`new Promise((resolve) => {
      const begun = focal8.figures().printed;
      const look = () => (focal8.figures().printed >= begun + 15 ? resolve(focal8.figures()) : requestAnimationFrame(look));
      look();
    })`)];
    const rate = (after.printed - before.printed) / ((after.nanoseconds - before.nanoseconds) / 1e9);
    assert.ok(rate > 9 && rate < 11, `${rate} characters a second of the machine`);
    // And the machine's clock against the wall's: never faster than that, though a busy host may be slower.
    assert.ok(after.nanoseconds - before.nanoseconds <= (after.wall - before.wall) * 1e6 + 150e6, "no faster than 1969");
    await page.control("c");
    await page.until(shows("?01.00"));
  },

  async "two moves of checkers equal the twin's"(page) {
    await visit(page, "#go=checkers&speed=max");
    await page.until(shows("FROM:"));
    await page.click("#twin-toggle");
    await page.click("#viewport");
    await page.type("45\n36\n54\n45\n");
    await page.until(`(${paper}.match(/FROM:/g) ?? []).length === 3 && ${waits}`, "the second answer");
    await page.until(`/^Equal: [0-9,]+ characters/.test(${text("comparison")})`);
    const [machine, twin] = [await page.evaluate(paper), await page.evaluate("document.getElementById('twin-paper').innerText")];
    assert.equal(machine.trimEnd(), twin.trimEnd());
    assert.match(await page.evaluate(text("answers")), /instructions and .* on the PDP-8/);
  },

  async "a move is two squares of the board"(page) {
    await visit(page, "#speed=max");
    await page.until(waits);
    assert.ok(await page.evaluate("document.getElementById('board-unit').hidden"), "FOCAL has no board");
    await visit(page, "#go=checkers&speed=max");
    await page.until(shows("FROM:"));
    const pieces = `[...document.querySelectorAll("#board .square")].map((square) => square.lastChild.textContent || "#").join("")`;
    const onPaper = `${paper}.trimEnd().split("\\n").slice(-9, -1).join("").replace(/\\s/g, "")`;
    const moves = `["player", "computer"].map((side) => [...document.querySelectorAll("#board .of-" + side)].map(({ dataset }) => dataset.square).join(" "))`;
    const again = (count) => page.until(`(${paper}.match(/FROM:/g) ?? []).length === ${count} && ${waits}`, `question ${count}`);
    const press = (square) => page.click(`#board [data-square="${square}"]`);
    await page.until(`${pieces} === ${onPaper}`, "the board as on the paper");
    await press(45);
    await page.until(shows("From 45", text("board-words")));
    await press(36);
    await again(2);
    assert.ok(await page.evaluate(shows("FROM:45\nTO:36")));
    await page.until(`${pieces} === ${onPaper}`, "the board after a move");
    await page.until(`${moves}[0] === "36 45" && /^\\d+ \\d+$/.test(${moves}[1])`, "the squares of both moves");
    // A move that the rules forbid is one for the program, and a number that was begun does not get in its way.
    await page.click("#viewport");
    await page.type("5");
    await press(63);
    await press(18);
    await again(3);
    await page.until(`${pieces} === ${onPaper}`, "the board after an illegal move");
    await page.until(`${moves}[0] === "18 63"`, "the squares of the illegal move");
    await page.click("#board-pass");
    await again(4);
    await page.until(`${pieces} === ${onPaper}`, "the board after a turn without a move");
    // A game that is stopped takes no moves: they would be commands of FOCAL.
    await page.click("#viewport");
    await page.control("c");
    await page.until(`${shows("The game is stopped", text("board-words"))} && ${waits}`);
    const stopped = await page.evaluate(paper);
    await press(45);
    await press(36);
    await page.evaluate("document.getElementById('board-pass').click()");
    assert.deepEqual(await page.evaluate("[...document.querySelectorAll('#board [aria-disabled=false], #board .chosen')].length"), 0);
    await page.until(waits);
    assert.equal(await page.evaluate(paper), stopped);
    await page.evaluate(`document.querySelector('#board [data-square="2"]').focus()`);
    await page.call("Input.dispatchKeyEvent", { type: "keyDown", key: "ArrowDown", windowsVirtualKeyCode: 40 });
    assert.equal(await page.evaluate("document.activeElement.dataset.square"), "9");
  },

  async "there is room for sixteen lines, and what is folded stays folded"(page) {
    const lines = `(() => {
      const window = document.getElementById("viewport").getBoundingClientRect();
      return (Math.min(window.bottom, innerHeight) - window.top) / document.querySelector("#paper .line").getBoundingClientRect().height;
    })()`;
    const isOpen = (id) => `document.getElementById("${id}").getBoundingClientRect().height > 0`;
    try {
      for (const [width, height] of [[1280, 900], [1366, 650]]) {
        await page.size(width, height);
        await visit(page, "#go=checkers");
        await page.until(shows("FROM:"));
        assert.ok(await page.evaluate(lines) >= 16, `${await page.evaluate(lines)} lines at ${width}x${height}`);
        assert.equal(await page.evaluate("document.documentElement.scrollHeight"), height);
        assert.equal(await page.evaluate(isOpen("keyboard")), false);
        assert.equal(await page.evaluate(isOpen("panel")), height === 900);
      }
      await page.click("#fold-panel");
      await page.click("#fold-keyboard");
      await visit(page);
      assert.deepEqual([await page.evaluate(isOpen("panel")), await page.evaluate(isOpen("keyboard"))], [true, true]);
      // A phone has the board, sight of the paper, and the keys that phones lack, without a scroll.
      await page.evaluate("localStorage.clear()");
      await page.size(390, 844, true);
      await visit(page, "#go=checkers");
      await page.until(`${shows("FROM:")} && ${isOpen("board-unit")}`);
      const bottom = await page.evaluate(`Math.max(...["board", "viewport", "keyboard"].map((id) => document.getElementById(id).getBoundingClientRect().bottom))`);
      assert.ok(bottom <= 844, `the keys end at ${bottom}`);
      const [type, columns] = await page.evaluate(`(() => {
        const style = getComputedStyle(document.getElementById("paper"));
        const type = parseFloat(style.fontSize);
        return [type, (document.getElementById("viewport").clientWidth - parseFloat(style.paddingLeft)) / (0.6 * type)];
      })()`);
      assert.ok(type >= 12 && columns >= 40, `${columns} columns of ${type} px`);
      const line = await page.evaluate(`[...document.querySelectorAll("#paper .line")].at(-1).getBoundingClientRect().bottom <= document.getElementById("viewport").getBoundingClientRect().bottom + 1`);
      assert.ok(line, "the line under the carriage is in sight");
    } finally {
      await page.evaluate("localStorage.clear()");
      await page.size(1280, 900);
    }
  },

  async "a program is toggled in at the switches and stepped through"(page) {
    await visit(page);
    await page.until(waits);
    await page.evaluate("focal8.start('nothing')");
    const set = async (octal) => {
      for (let bit = 0; bit < 12; bit++) {
        const lever = `#switches .register .group:nth-child(${Math.floor(bit / 3) + 1}) .lever:nth-child(${(bit % 3) + 1})`;
        const isUp = await page.evaluate(`document.querySelector("${lever}").getAttribute("aria-checked") === "true"`);
        if (isUp !== ((parseInt(octal, 8) & (0o4000 >> bit)) !== 0)) await page.click(lever);
      }
    };
    const press = (name) => page.click(`#switches [aria-label="${name}"]`);
    await set("0200");
    await press("LOAD ADD");
    for (const word of ["7001", "5200"]) {
      await set(word);
      await press("DEP");
    }
    await set("0200");
    await press("LOAD ADD");
    await press("SING INST");
    await press("START");
    await press("CONT");
    await press("CONT");
    await page.click("#registers");
    assert.match(await page.evaluate(text("registers-read")), /PC 00201, .* AC 0002, .* stopped/);
    await press("SING INST");
    await press("CONT");
    await page.until(`focal8.brightness("Run")[0] > 220`, "RUN");
    await press("STOP");
    await page.click("#registers");
    assert.match(await page.evaluate(text("registers-read")), /stopped/);
  },

  async "a switch is turned from the keyboard"(page) {
    await visit(page);
    await page.until(waits);
    const lever = `document.querySelector("#switches .register .lever")`;
    await page.evaluate(`${lever}.focus()`);
    await page.key(" ");
    assert.equal(await page.evaluate(`${lever}.getAttribute("aria-checked")`), "true");
    // A group of levers is one stop of TAB, with arrows inside.
    await page.call("Input.dispatchKeyEvent", { type: "keyDown", key: "ArrowRight", windowsVirtualKeyCode: 39 });
    assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), "Switch register bit 1");
    assert.equal(await page.evaluate("[...document.querySelectorAll('#switches .lever')].filter(({ tabIndex }) => tabIndex === 0).length"), 4);
    await page.key("\t");
    assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), "START");
    // The page begins at the Teletype's keyboard; the link is the first stop of the page, before all buttons.
    await visit(page);
    assert.equal(await page.evaluate("document.activeElement.id"), "keys");
    await page.evaluate("document.querySelector('button, select, input').focus()");
    await page.key("\t", 8);
    assert.deepEqual(await page.evaluate("[document.activeElement.id, document.activeElement.getBoundingClientRect().left >= 0]"), ["skip", true]);
    await page.key("\n");
    assert.equal(await page.evaluate("document.activeElement.id"), "keys");
  },

  async "a tape is punched, saved, and read again"(page) {
    const folder = mkdtempSync(join(tmpdir(), "focal8-saved-"));
    try {
      await visit(page, "#speed=max");
      await page.call("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
      await page.until(waits);
      await page.click("#viewport");
      await page.type("1.1 TYPE 6*7,!\n");
      await page.until(`${shows("6*7,!\n*")} && ${waits}`);
      await page.click("#punch-on");
      await page.click("#viewport");
      await page.type("WRITE ALL\n");
      await page.until(`${shows("01.10 TYPE 6*7,!\n*")} && ${waits}`);
      await page.click("#punch-save");
      let saved;
      await page.until("true");
      for (const end = Date.now() + 60000; !saved && Date.now() < end; ) {
        saved = readdirSync(folder).find((name) => name === "tape.ptp");
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const frames = readFileSync(join(folder, saved));
      assert.ok(Buffer.from(frames.map((frame) => frame & 0o177)).includes("01.10 TYPE 6*7,!"));
      // And back, by the reader, after the program was erased.
      await page.click("#punch-on");
      await page.click("#viewport");
      await page.type("ERASE ALL\n");
      await page.until(`${shows("ERASE ALL\n*")} && ${waits}`);
      const tape = join(folder, "program.ptp");
      writeFileSync(tape, Buffer.from("2.1 TYPE 4*4,!\r\n\0\0GO\r\n\0\0", "latin1").map((code) => (code ? code | 0o200 : 0)));
      const { root } = await page.call("DOM.getDocument");
      const { nodeId } = await page.call("DOM.querySelector", { nodeId: root.nodeId, selector: "#reader-file" });
      await page.call("DOM.setFileInputFiles", { nodeId, files: [tape] });
      await page.until(shows("/ 24", text("reader-place")));
      await page.click("#reader-run");
      await page.until(shows("=   16.0000"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  async "a file is dropped, and a drawing of a tape is a tape"(page) {
    const folder = mkdtempSync(join(tmpdir(), "focal8-dropped-"));
    try {
      await visit(page, "#speed=max");
      await page.until(waits);
      const drop = async (name, contents, selector) => {
        writeFileSync(join(folder, name), contents);
        const [x, y] = await page.evaluate(`(() => {
          const element = document.querySelector(${JSON.stringify(selector)});
          element.scrollIntoView({ block: "center" });
          const { left, top, width, height } = element.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        })()`);
        const data = { items: [], files: [join(folder, name)], dragOperationsMask: 1 };
        for (const type of ["dragEnter", "dragOver", "drop"]) await page.call("Input.dispatchDragEvent", { type, x, y, data });
      };
      await drop("sum.fc", "1.1 TYPE 20+3,!\nGO\n", "#viewport");
      await page.until(shows("1 lines of FOCAL loaded", text("notice")));
      await page.until(shows("=   23.0000"));
      const svg = await page.evaluate("focal8.tapeSvg([0o324, 0o240, 0o267, 0o254, 0o241, 0o215])");
      await drop("tape.svg", svg, "#viewport");
      await page.until(shows("/ 6", text("reader-place")));
      await page.click("#reader-run");
      await page.until(shows("=    7.0000"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  async "the first difference is marked on both papers"(page) {
    await visit(page, "#speed=max");
    await page.until(waits);
    await page.click("#twin-toggle");
    // Machine and twin agree in everything, so a twin that is wrong is made: it gets a key that the machine does not.
    await page.evaluate("focal8.typeToTwin('T')");
    await page.click("#viewport");
    await page.type("TYPE 6*7,!\n");
    await page.until(shows("They differ after 1 character;", text("comparison")));
    const marks = await page.evaluate(`["paper", "twin-paper"].map((id) =>
      [...document.querySelectorAll("#" + id + " mark")].map((mark) => mark.previousSibling.nodeValue + "|" + mark.textContent))`);
    assert.deepEqual(marks, [["*T|Y"], ["*T|T"]]);
  },

  async "a link carries a program"(page) {
    await visit(page, "#speed=max");
    await page.until(waits);
    await page.click("#viewport");
    await page.type("1.1 TYPE \"SHARED\",!\n");
    await page.until(`${shows("SHARED\",!\n*")} && ${waits}`);
    const link = await page.evaluate("focal8.link()");
    assert.ok(link.startsWith(`${index}#`), link);
    await visit(page, link.slice(index.length));
    await page.until(shows("*GO\nSHARED\n*"));
    await visit(page, "#type=TYPE%202%2B3,!%0A&speed=max");
    await page.until(shows("=    5.0000"));
    await visit(page, "#program=xyz");
    await page.until(shows("cut short or changed", text("notice")));
  },

  async "a link carries the machine at this moment"(page) {
    await visit(page, "#go=checkers&speed=max");
    await page.until(shows("FROM:"));
    await page.click("#viewport");
    await page.type("45\n36\n54\n");
    await page.until(`(${paper}.match(/TO:/g) ?? []).length === 2 && ${waits}`);
    await page.evaluate("openedPanel = document.body.classList.contains('no-panel') || document.getElementById('fold-panel').click()");
    const link = await page.evaluate("focal8.moment()");
    await page.evaluate("localStorage.clear()");
    assert.ok(link.length < 16000, `${link.length} characters`);
    await visit(page, link.slice(index.length));
    await page.until(`${shows("TO:")} && ${waits} && document.body.classList.contains("no-panel")`);
    assert.equal(await page.evaluate("document.querySelector('[name=speed]:checked').value"), "max");
    await page.until("document.querySelector('#board [data-square=\"45\"] .piece').textContent === 'C'");
    await page.click("#viewport");
    await page.type("45\n");
    await page.until(`${paper}.trimEnd().endsWith("FROM:") && ${waits}`);
    await visit(page, "#go=checkers&twin=on&show=panel,keyboard");
    await page.until(shows("FROM:"));
    for (const id of ["twin", "panel", "keyboard"]) {
      await page.until(`document.getElementById("${id}").getBoundingClientRect().height > 50`);
    }
    await visit(page, "#state=" + deflateRawSync("no core image").toString("base64url"));
    await page.until(`${shows("*")} && ${waits} && !document.getElementById("notice").hidden`);
  },

  async "a part of the page is shown in a frame"(page) {
    try {
      for (const [width, height] of [[320, 240], [640, 480]]) {
        await page.size(width, height);
        for (const [part, id, go] of [["paper", "viewport", "checkers"], ["panel", "panel", "checkers"], ["board", "board", "checkers"], ["display", "display", "rose"]]) {
          await visit(page, `?embed=${part}#go=${go}&speed=max`);
          await page.until(waits);
          const box = await page.evaluate(`(({ left, top, right, bottom }) => [left, top, right, bottom])(document.getElementById("${id}").getBoundingClientRect())`);
          assert.ok(box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height && box[2] - box[0] >= 120 && box[3] - box[1] >= 80, `${part} at ${width}: ${box}`);
          assert.deepEqual(await page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"), [width, height], part);
          const shown = await page.evaluate(`["viewport", "panel", "board", "display"].filter((id) => document.getElementById(id).getBoundingClientRect().height > 0)`);
          assert.deepEqual(shown, [id]);
          assert.equal(await page.evaluate("document.getElementById('full-page').href"), `${index}#go=${go}&speed=max`);
        }
      }
    } finally {
      await page.size(1280, 900);
    }
  },

  async "the numbers of all squares can be read"(page) {
    // Of each square: whether its number is at least so large, inside the square, and clear of the piece, which is round.
    const covered = `[...document.querySelectorAll("#board .square")].filter((square) => {
      const [number, piece] = [square.querySelector("small"), square.querySelector(".piece")];
      const range = document.createRange();
      range.selectNodeContents(number);
      const [at, round, box] = [range.getBoundingClientRect(), piece.getBoundingClientRect(), square.getBoundingClientRect()];
      const [x, y] = [round.left + round.width / 2, round.top + round.height / 2];
      const away = Math.hypot(Math.max(at.left - x, 0, x - at.right), Math.max(at.top - y, 0, y - at.bottom));
      const isInside = at.left >= box.left && at.top >= box.top && at.right <= box.right && round.right <= box.right && round.bottom <= box.bottom;
      return !isInside || away < round.width / 2 || parseFloat(getComputedStyle(number).fontSize) < 8;
    }).map(({ dataset }) => dataset.square)`;
    const overlaps = `[["board-unit", "board"], ["board-words", "board-pass"], ["board", "board-words"], ["board", "board-pass"], ["board", "full-page"], ["board-words", "full-page"], ["board-pass", "full-page"]].filter(([one, other]) => {
      const [a, b] = [one, other].map((id) => document.getElementById(id).getBoundingClientRect());
      if (one === "board-unit") return b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight;
      return b.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    })`;
    try {
      for (const [width, height, address, side] of [
        [320, 240, "?embed=board", 200], [480, 360, "?embed=board", 320], [640, 480, "?embed=board", 430], [240, 320, "?embed=board", 200],
        [1280, 900, "", 250], [1920, 1080, "&twin=on", 200], [1024, 768, "", 180], [720, 900, "&twin=on", 180], [390, 844, "", 250],
      ]) {
        await page.size(width, height, width === 390);
        await visit(page, address.startsWith("?") ? `${address}#go=checkers&speed=max` : `#go=checkers&speed=max${address}`);
        await page.until(`${shows("FROM:")} && ${waits}`);
        await page.click('#board [data-square="45"]');
        await page.click('#board [data-square="36"]');
        await page.until(`(document.getElementById("paper").textContent.match(/FROM:/g) ?? []).length === 2 && ${waits} && ${shows("Computer:", text("board-words"))}`, `the answer at ${width}`);
        assert.deepEqual(await page.evaluate(covered), [], `squares at ${width} by ${height}`);
        assert.deepEqual(await page.evaluate(overlaps), [], `at ${width} by ${height}`);
        const board = await page.evaluate("document.getElementById('board').getBoundingClientRect().height");
        assert.ok(board >= side, `the board is ${board} px high at ${width} by ${height}`);
      }
    } finally {
      await page.size(1280, 900);
    }
  },

  async "a page that turns dark while it is open is drawn as one that was opened dark"(page) {
    const drawn = `[...document.querySelectorAll("canvas.tape, canvas.tube")].map((canvas) => canvas.toDataURL())`;
    // Without a tape, and with one that is read and one that is punched.
    const begin = async (tapes) => {
      await visit(page, "#speed=max");
      await page.until(`${waits} && focal8.figures().rests`);
      if (tapes) await page.evaluate("document.getElementById('punch-on').click(); focal8.take('t', [200, 1, 2], 'reader'); focal8.type('T 1\\n')");
      if (tapes) await page.until(`${shows("=    1.0000")} && ${waits}`);
    };
    try {
      for (const tapes of [false, true]) {
        await page.dark(true);
        await begin(tapes);
        const dark = await page.evaluate(drawn);
        await page.dark(false);
        await begin(tapes);
        const light = await page.evaluate(drawn);
        if (!tapes) assert.notEqual(light[1], dark[1], "no tape is written in the colour of the page");
        for (const [isDark, expected] of [[true, dark], [false, light]]) {
          await page.dark(isDark);
          await page.until(`matchMedia("(prefers-color-scheme: dark)").matches === ${isDark}`);
          await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
          assert.deepEqual(await page.evaluate(drawn), expected, `${isDark ? "dark" : "light"}, ${tapes ? "with" : "without"} tapes`);
        }
      }
    } finally {
      await page.dark(false);
    }
  },

  async "a paper in a frame takes keys"(page) {
    try {
      await page.size(320, 240);
      await visit(page, "?embed=paper");
      await page.until(`${shows("*")} && ${waits}`);
      await page.evaluate("document.activeElement.blur()");
      await page.click("#viewport");
      await page.type("TYPE 2+2,!\n");
      await page.until(shows("*TYPE 2+2,!"));
      await page.control("f");
      await page.until(shows("=    4.0000\n*"));
      assert.deepEqual(await page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"), [320, 240]);
      await page.key("\x1b");
      assert.equal(await page.evaluate("document.activeElement.id"), "viewport", "Escape leaves the keys");
      await page.key("\t");
      assert.equal(await page.evaluate("document.activeElement.id"), "keys", "TAB finds no button that cannot be seen");
    } finally {
      await page.size(1280, 900);
    }
  },

  async "a link asks for a speed that does not exist"(page) {
    for (const speed of ['1"]', "-5", "1e9", "constructor"]) {
      await visit(page, `#speed=${encodeURIComponent(speed)}&type=TYPE%202%2B3,!%0A`);
      await page.until(shows("a speed that does not exist", text("notice")));
      assert.equal(await page.evaluate("document.querySelector('[name=speed]:checked').value"), "1");
      await page.click("#hurry");
      await page.until(shows("=    5.0000"));
    }
  },

  async "a link asks for a program that does not exist"(page) {
    await visit(page, "#go=nosuch&speed=max");
    await page.until(shows("a program that does not exist, nosuch", text("notice")));
    await page.until(`${shows("*")} && ${waits}`);
    await page.click("#viewport");
    await page.type("TYPE 2+3,!\n");
    await page.until(shows("=    5.0000"));
  },

  async "an error on the paper is explained"(page) {
    await visit(page, "#speed=max&type=1.1%20TYPE%201/0%0AGO%0A");
    await page.until(shows("?28.73 @ 01.10\n*"));
    await page.click("#paper .error");
    const words = await page.evaluate("document.querySelector('#notice span').textContent");
    assert.match(words, /TYPE \$ shows their values/);
    if (process.env.FOCAL8) {
      const { stdout } = spawnSync(process.env.FOCAL8, ["explain", "?28.73 @ 01.10"], { encoding: "utf8" });
      assert.equal(words, stdout.trimEnd());
    }
    // A question mark that is no error of FOCAL is no button.
    await page.click("#viewport");
    await page.type('TYPE "?99.99 WHO?",!\n');
    await page.until(shows("\n?99.99 WHO?\n*"));
    assert.equal(await page.evaluate("document.querySelectorAll('#paper .error').length"), 1);
  },

  async "the Teletype is fast when it is asked to be"(page) {
    // The machine's clock says how long a line takes: a tenth of a second for each character, or a third of a millisecond.
    const seconds = async (speed) => {
      await visit(page, `#speed=${speed}`);
      await page.until(waits);
      const isOn = await page.evaluate("document.getElementById('fast').checked");
      const before = await page.evaluate("focal8.figures().nanoseconds");
      await page.evaluate("focal8.type('TYPE \"0123456789012345678901234567890123456789\",!\\n'); document.getElementById('hurry').click()");
      await page.until(shows('9",!\n0123456789012345678901234567890123456789\n*'));
      return [isOn, (await page.evaluate("focal8.figures().nanoseconds") - before) / 1e9];
    };
    const [atMax, atReal] = [await seconds("max"), await seconds("1")];
    assert.ok(atMax[0] && atMax[1] < 2, `${atMax} s at max`);
    assert.ok(!atReal[0] && atReal[1] > 8, `${atReal} s at the speed of 1969`);
    // The switch is the visitor's, and is remembered.
    await visit(page, "#speed=max");
    await page.until(waits);
    await page.click("#fast");
    assert.deepEqual(await seconds("max").then(([isOn, time]) => [isOn, time > 8]), [false, true]);
    await page.evaluate("localStorage.clear()");
  },

  async "a file of another kind says what it is"(page) {
    await visit(page);
    await page.until(waits);
    const take = (name, bytes, where) => page.evaluate(`focal8.take(${JSON.stringify(name)}, ${JSON.stringify([...bytes])}, "${where}")`);
    const cases = [
      ["cat.png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "is a picture (PNG)"],
      ["tape.txt", Buffer.from("\ufeff1.1 TYPE 2\r\n", "utf16le"), "is a text in UTF-16"],
      ["none", Buffer.alloc(0), "is empty"],
      ["roll.ptp", Buffer.alloc(120001, 0o301), "too long for a tape: 120,001 bytes"],
      ["cat.webp", Buffer.from("RIFF\x24\0\0\0WEBPVP8 ", "latin1"), "is a picture (WebP)"],
      ["bell.wav", Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1"), "is sound (WAV)"],
      ["cat.svg", Buffer.from("<?xml version='1.0'?>\n<!-- a cat -->\n<svg xmlns='http://www.w3.org/2000/svg'/>"), "is a picture (SVG)"],
      ["page.html", Buffer.from("\n<!DOCTYPE html>\n<title>1.1 TYPE 2</title>"), "is a page for a browser (HTML)"],
      ["little.txt", Buffer.from("1.1 TYPE 2\r\nGO\r\n", "utf16le"), "is a text in UTF-16"],
      ["big.txt", Buffer.from("1.1 TYPE 2\r\nGO\r\n", "utf16le").swap16(), "is a text in UTF-16"],
      ...[
        ["cat.tif", "II*\0\x08\0\0\0", "a picture (TIFF)"], ["mac.tif", "MM\0*\0\0\0\x08", "a picture (TIFF)"],
        ["cat.bmp", "BM\x36\x10\0\0\0\0\0\0\x36\0", "a picture (BMP)"], ["cat.gif", "GIF89a\1\0\1\0", "a picture (GIF)"],
        ["cat.ico", "\0\0\1\0\1\0\x10\x10\0\0\1\0\x20\0\4\0\0\0\x16\0\0\0abcd", "an icon"],
        ["cat.heic", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "a picture (HEIC)"], ["cat.avif", "\0\0\0\x1cftypavif\0\0\0\0", "a picture (AVIF)"],
        ["cat.mp4", "\0\0\0\x20ftypisom\0\0\2\0isomiso2", "a film (MP4)"], ["cat.webm", "\x1a\x45\xdf\xa3\x9f\x42", "a film"],
        ["song.m4a", "\0\0\0\x20ftypM4A \0\0\0\0", "sound (MPEG-4)"],
        ["word.doc", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0", "a document of an office program"],
        ["letter.rtf", "{\\rtf1\\ansi", "a document (RTF)"], ["page.ps", "%!PS-Adobe-3.0\n", "a document (PostScript)"],
        ["all.7z", "7z\xbc\xaf\x27\x1c\0\4", "an archive (7-Zip)"], ["all.tar", "a".repeat(257) + "ustar\0", "an archive (tar)"],
        ["all.xz", "\xfd7zXZ\0\0\4", "a compressed file (xz)"],
        ["tool.exe", "MZ\x90\0\3\0\0\0" + "\0".repeat(56), "a program for another computer"],
        ["a.session", "focal8 session 2\n", "a recorded session of focal8"],
        // Two frames of 128 kbit/s at 44.1 kHz, of 417 bytes each.
        ["song.mp3", ("\xff\xfb\x90\0" + "\x55".repeat(413)).repeat(2), "sound (MP3)"], ["tagged.mp3", "ID3\3\0\0\0\0", "sound (MP3)"],
      ].map(([name, bytes, words]) => [name, Buffer.from(bytes, "latin1"), `${name} is ${words}`]),
    ];
    for (const [name, bytes, words] of cases) {
      for (const where of ["desk", "reader", "drive"]) {
        // A drive takes no rolls, so it does not say how long they are.
        if (where === "drive" && name === "roll.ptp") continue;
        await page.evaluate("document.getElementById('notice').textContent = ''");
        await take(name, bytes, where);
        assert.ok((await page.evaluate(text("notice"))).includes(words), `${name}: ${await page.evaluate(text("notice"))}`);
        assert.equal(await page.evaluate(text("reader-place")), "", "nothing is in the reader");
      }
    }
    // The reader takes any frames, but no more than a roll has, be they text or not.
    await take("tabs", Buffer.alloc(120001, 0o11), "reader");
    assert.ok((await page.evaluate(text("notice"))).includes("too long for a tape"));
    assert.equal(await page.evaluate(text("reader-place")), "");
    await take("tape.ptp", Buffer.alloc(120000, 0o301), "reader");
    assert.equal(await page.evaluate(text("reader-place")), "0 / 120000");
    // Leader, a short program, text with blank frames between the lines, a tape of nothing but data after blank leader, and
    // programs whose first letters are those of other files.
    const latin = (words) => [...Buffer.from(words, "latin1")];
    const tapes = [
      [0o200, 0o200, 0o102, 0, 0o72, 0, 0, 0o72, 0o200], latin("1.1 T 2\r\n\0\0GO\r\n\0\0"), [...Buffer.alloc(8), 0o1, 0o377, 0o33, 0o216],
      latin("BM, 0\r\n\0\0\0$\r\n\0"), latin("MZ, 0\r\n\0\0\0$\r\n\0"), latin("ID3, 0\r\n\0\0$\r\n\0"), latin("RIFF, 0\r\n\0\0$\r\n\0"),
      // Two RUBOUTs of a leader, and a tape that begins like one frame of an MP3.
      [0o377, 0o377, ...latin("1.1 T 2\r\n\0").map((code) => code | 0o200)], [0xff, 0xfb, 0x90, ...Buffer.alloc(500, 0o301)],
    ];
    for (const tape of tapes) {
      await take("tape.ptp", tape, "reader");
      assert.equal(await page.evaluate(text("reader-place")), `0 / ${tape.length}`, await page.evaluate(text("notice")));
    }
    // All but the last are tapes wherever they are dropped; bytes that look like none are one only in the reader.
    for (const [tape, isTape] of [...tapes.slice(0, -1).map((tape) => [tape, true]), [[0o1, 0o33, 0o216, 0o377, 0, 0o4], false]]) {
      await take("other.ptp", [0o200], "reader");
      await take("tape.ptp", tape, "desk");
      const words = await page.evaluate(text("notice"));
      assert.equal(await page.evaluate(text("reader-place")), `0 / ${isTape ? tape.length : 1}`, words);
      assert.equal(words.includes("of no kind that this page knows. If it is a paper tape, the Load"), !isTape);
    }
    await take("data", [0o1, 0o33, 0o216, 0o377, 0, 0o4], "reader");
    assert.deepEqual(await page.evaluate(`[${text("reader-place")}, ${shows("a tape may have any bytes", text("notice"))}]`), ["0 / 6", true]);
    // A drive says of files that the page takes elsewhere what they are.
    for (const [contents, words] of [["1.1 TYPE 2\r\n", "sum.fc is a text, such as a FOCAL program."], ["\x80\x80\x42\0\x3a\0\0\x7c\x80", "sum.fc is a program on paper tape"], ["\1\2\3".repeat(50000), "sum.fc is no such image: none has 150,000 bytes."]]) {
      await take("sum.fc", latin(contents), "drive");
      assert.ok((await page.evaluate(text("notice"))).includes(words), await page.evaluate(text("notice")));
    }
  },

  async "a disc of the visitor's own boots, changes and is saved"(page) {
    const folder = mkdtempSync(join(tmpdir(), "focal8-disc-"));
    try {
      const image = join(folder, "demo.rk05");
      execFileSync(process.env.FOCAL8, ["disc", "make", image, "--demo"]);
      const load = async (selector) => {
        const { root } = await page.call("DOM.getDocument");
        const { nodeId } = await page.call("DOM.querySelector", { nodeId: root.nodeId, selector });
        await page.call("DOM.setFileInputFiles", { nodeId, files: [image] });
      };
      await page.call("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
      await visit(page, "#speed=max");
      await page.until(waits);
      await load("#disc-file");
      await page.until(shows("rk0", text("media")));
      assert.equal(await page.evaluate("document.getElementById('model').value"), "8e", "the model that an RK05 suits");
      await page.click("#boot");
      await page.until(`${shows(".")} && ${waits}`);
      await page.click("#viewport");
      await page.type("d\n");
      await page.until(`${shows("TABLE .FC 0001")} && ${waits}`);
      assert.ok(!(await page.evaluate(text("media"))).includes("changed"));
      assert.equal((await page.evaluate("focal8.brightness('State')")).length, 6, "the lamps of data breaks are there");
      // What the machine saves is on the disc, in the browser and in the file.
      await page.type("s mine\n");
      await page.until(shows("changed", text("media")));
      rmSync(image);
      await page.evaluate("[...document.querySelectorAll('#media button')].find((button) => button.textContent === 'Save').click()");
      let saved;
      for (const end = Date.now() + 60000; !saved && Date.now() < end; ) {
        saved = readdirSync(folder).find((name) => name === "demo.rk05");
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.match(execFileSync(process.env.FOCAL8, ["disc", "list", image], { encoding: "utf8" }), /MINE/);
      await page.until(`!${shows("changed", text("media"))}`);
      // Another program leaves the disc in its drive.
      await page.click("[data-start=focal]");
      await page.until(`${waits} && ${shows("demo.rk05", text("media"))}`);
      await page.click("#boot");
      await page.click("#viewport");
      await page.until(`${shows(".")} && ${waits}`);
      await page.type("d\n");
      await page.until(`${shows("MINE")} && ${waits}`);
      // The page keeps the machine without the disc, and says what is missing.
      await page.until("Object.values(localStorage).some((session) => session.includes('demo.rk05'))");
      await page.call("Page.reload");
      await page.until(shows("Load again, before the machine needs them: demo.rk05 in rk0", text("notice")));
      await load("#disc-file");
      await page.until(shows("demo.rk05", text("media")));
      await page.click("#viewport");
      await page.type("d\n");
      await page.until(`${paper}.split("MINE").length > 2`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  async "OS/8 boots from the pack of its owner"(page) {
    const pack = process.env.FOCAL8_OS8_PACK;
    if (!pack) return;
    await visit(page, "#speed=max");
    await page.until(waits);
    const { root } = await page.call("DOM.getDocument");
    const { nodeId } = await page.call("DOM.querySelector", { nodeId: root.nodeId, selector: "#disc-file" });
    await page.call("DOM.setFileInputFiles", { nodeId, files: [pack] });
    await page.until(shows("rk0", text("media")));
    await page.click("#boot");
    await page.until(`${shows("\n.")} && ${waits}`);
    await page.click("#viewport");
    await page.type("DIR\n");
    await page.until(shows("FREE BLOCKS"));
  },

  async "a link does not unpack without a bound"(page) {
    const packed = (contents) => deflateRawSync(contents, { level: 9 }).toString("base64url");
    // 40 MB in a link of 52 KB, as a program and as a tape; what is just short enough is a tape.
    for (const name of ["program", "tape"]) {
      await visit(page, `#${name}=${packed(Buffer.alloc(40 << 20, "X"))}`);
      await page.until(shows("more than 1 MiB", text("notice")));
    }
    await visit(page, `#tape=${packed(Buffer.alloc(1 << 20, 0o301))}`);
    await page.until(shows("/ 1048576", text("reader-place")));
  },

  async "papers are cut, and say so"(page) {
    await visit(page);
    await page.until(waits);
    // 65,000 lines, and an hour of printing on one spot.
    await page.evaluate(`(() => {
      focal8.print("\\r\\n");
      for (let piece = 0; piece < 65; piece++) {
        focal8.print(Array.from({ length: 1000 }, (_, line) => "LINE " + (1000 * piece + line) + "\\r\\n").join(""));
      }
      focal8.print("ABCDEFGHIJKLMNOPQR".repeat(10) + "A\\x07B\\r".repeat(9000));
    })()`);
    const kept = await page.evaluate("focal8.kept()");
    assert.ok(kept.lines <= 25000 && kept.marks <= 72 * 8 * kept.lines, JSON.stringify(kept));
    assert.ok(kept.elements <= 1500 && kept.held <= 1500, JSON.stringify(kept));
    const lines = (await page.evaluate("focal8.text()")).split("\n");
    assert.equal(lines[0], "(45003 LINES ABOVE ARE CUT OFF)");
    assert.equal(lines[1], "LINE 45002");
    assert.equal(lines.at(-3), "LINE 64999");
    assert.equal(lines.length, 20000 + 1);
    const svg = await page.evaluate("focal8.svg()");
    assert.ok(svg.includes(">(45003 LINES ABOVE ARE CUT OFF)<") && !svg.includes(">LINE 45001<") && svg.includes(">LINE 64999<"));
  },

  async "the twin waits for a machine that prints for ever"(page) {
    await visit(page, "#speed=max&type=1.1%20T%20%22ALL%20WORK%20AND%20NO%20PLAY%22,!;G%201.1%0AGO%0A");
    await page.until("focal8.figures().printed > 3000");
    const { printed, twin } = await page.evaluate("focal8.figures()");
    assert.ok(twin >= printed - 100 && twin <= printed + 60000, `${printed} ${twin}`);
    await page.click("#twin-toggle");
    await page.until(`/^Equal: [0-9],[0-9]{3} characters|^Equal: [0-9]{2,}[0-9,]+ characters/.test(${text("comparison")})`);
    await page.click("#viewport");
    await page.control("c");
    await page.until(shows("?01.00"));
  },

  async "the next visit goes on where the last ended"(page) {
    await visit(page, "#speed=max");
    await page.until(waits);
    await page.click("#viewport");
    await page.type("SET A=41\n");
    await page.until(`${shows("SET A=41\n*")} && ${waits}`);
    await visit(page);
    await page.until("[...document.querySelectorAll('#notice button')].some((button) => button.textContent.startsWith('Go on'))");
    await page.click("#notice button");
    await page.until(shows("SET A=41\n*"));
    await page.click("#viewport");
    await page.type("TYPE A+1\n");
    await page.until(shows("=   42.0000"));
  },

  async "what was typed is kept before another program begins"(page) {
    await visit(page, "#speed=max");
    await page.until(waits);
    await page.click("#viewport");
    await page.type("SET A=41\n");
    await page.until(`${shows("SET A=41\n*")} && ${waits}`);
    const goOn = (words) => `[...document.querySelectorAll("#notice button")].find((button) => button.textContent === "${words}").click()`;
    await page.click("[data-start=checkers]");
    await page.until(shows("FROM:"));
    await page.evaluate(goOn("Undo"));
    await page.until(`${shows("SET A=41\n*")} && ${waits}`);
    // A file and a link begin sessions of their own.
    await page.evaluate(`focal8.take("sum.fc", [...new TextEncoder().encode("1.1 TYPE 5\\n")], "desk")`);
    await page.evaluate("location.hash = 'go=checkers&speed=max'");
    await page.until(shows("FROM:"));
    await page.click("#viewport");
    await page.type("45\n");
    await page.until(`${shows("TO:")} && ${waits}`);
    await page.evaluate("focal8.keep()");
    const kept = await page.evaluate("focal8.sessions()");
    assert.deepEqual(kept.map(([what]) => what), ["checkers", "program", "focal"]);
    assert.deepEqual(kept.at(-1), ["focal", "*SET A=41"]);
    // F5 goes on in the middle of the game, although the address asks for another.
    await page.call("Page.reload");
    await page.until(`document.readyState === "complete" && window.focal8 && ${shows("TO:")}`);
    await page.type("36\n");
    await page.until(`(${paper}.match(/FROM:/g) ?? []).length === 2 && ${waits}`);
    // And the first of them is still there.
    await page.click("#sessions-open");
    await page.click("#sessions li:last-child button");
    await page.click("#viewport");
    await page.type("TYPE A+1,!\n");
    await page.until(shows("=   42.0000"));
    await page.click("#sessions-open");
    await page.click("#sessions li:last-child button:last-child");
    assert.equal((await page.evaluate("focal8.sessions()")).length, 2);
    await page.click("#sessions form button");
  },

  async "a browser that keeps nothing still has Undo"(page) {
    const press = (words) => page.evaluate(`[...document.querySelectorAll("#notice button")].find((button) => button.textContent === "${words}").click()`);
    const warning = shows("storage of this browser is full or forbidden", text("notice"));
    const isShut = "document.getElementById('notice').hidden";
    // Some browsers forbid the storage to a page from a file: then even to ask for it is an error.
    const forbid = `for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get() { throw new DOMException("not here", "SecurityError"); } });
    }`;
    const fill = `(() => {
      for (let size = 1 << 20; size > 0; size = Math.floor(size / 2)) {
        for (let number = 0; ; number++) {
          try { localStorage.setItem("fill." + size + "." + number, "x".repeat(size)); } catch { break; }
        }
      }
    })()`;
    for (const hinder of ["forbidden", "full"]) {
      const { identifier } = await page.call("Page.addScriptToEvaluateOnNewDocument", { source: hinder === "full" ? "" : forbid });
      try {
        await visit(page, "#speed=max");
        await page.until(waits);
        if (hinder === "full") await page.evaluate(fill);
        await page.click("#viewport");
        await page.type("SET A=41\n");
        await page.until(`${shows("SET A=41\n*")} && ${waits}`);
        await page.evaluate("focal8.keep()");
        await page.until(warning, hinder);
        await page.click("[data-start=checkers]");
        await page.until(`${shows("FROM:")} && ${shows("held until you leave this page", text("notice"))}`, hinder);
        await page.click("#viewport");
        await page.type("45\n");
        await page.until(`${shows("TO:")} && ${waits}`);
        await press("Undo");
        await page.until(`${shows("SET A=41\n*")} && ${waits}`, "what was typed, with the storage " + hinder);
        await page.click("#viewport");
        await page.type("TYPE A+1,!\n");
        await page.until(`${shows("=   42.0000\n*")} && ${waits}`);
        // The game that Undo replaced is in the list, and the warning comes only once.
        assert.deepEqual((await page.evaluate("focal8.sessions()")).map(([what]) => what).sort(), ["checkers", "focal"]);
        await page.evaluate("focal8.keep()");
        assert.ok(await page.evaluate(isShut), `said twice: ${await page.evaluate(text("notice"))}`);
      } finally {
        await page.call("Page.removeScriptToEvaluateOnNewDocument", { identifier });
        await page.evaluate("try { localStorage.clear() } catch {}");
      }
    }
  },

  async "a click on the timeline goes back in time"(page) {
    const drawing = "document.getElementById('timeline-picture').shadowRoot";
    const isDrawn = `${drawing}.querySelector("svg") !== null`;
    const seconds = async () => await page.evaluate("focal8.figures().nanoseconds") / 1e9;
    const disabled = (id) => page.evaluate(`document.getElementById("${id}").disabled`);
    await visit(page, "#speed=max");
    await page.until(waits);
    assert.equal(await page.evaluate("document.getElementById('timeline').getBoundingClientRect().height"), 0, "it is folded");
    const begin = await seconds();
    await page.click("#viewport");
    await page.type("SET A=41\nTYPE A+1,!\n");
    await page.until(`${shows("=   42.0000\n*")} && ${waits}`);
    const end = await seconds();
    const whole = await page.evaluate(paper);
    await page.click("#fold-timeline");
    await page.until(isDrawn);
    // The drawing is that of `focal8 export --timeline`: a mark for each key, and a bar for each line of the paper.
    const titles = await page.evaluate(`[...${drawing}.querySelectorAll("title")].map(({ textContent }) => textContent)`);
    assert.equal(titles.filter((title) => title.includes(": key ")).length, 20);
    assert.ok(titles.some((title) => title.endsWith(": =   42.0000")), titles.slice(0, 40).join("\n"));

    const [x, y] = await page.evaluate(`(() => {
      document.getElementById("timeline").scrollIntoView();
      const { left, top, width, height } = ${drawing}.querySelector(".lane").getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`);
    for (const type of ["mousePressed", "mouseReleased"]) await page.call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    await page.until(`${text("state")} === "stands in the past"`);
    // A click is exact to two slices of the 1,120 on the axis.
    assert.ok(Math.abs(await seconds() - (begin + end) / 2) < 2 * (end - begin) / 1120, `${await seconds()} of ${begin} to ${end}`);
    const half = await page.evaluate(paper);
    assert.ok(half.length < whole.length && whole.startsWith(half.trimEnd()), half);
    assert.match(await page.evaluate(text("timeline-words")), /^The machine stands at [0-9.]+ s\./);

    // The keyboard does the same: End leads back to the end, where the machine runs again.
    assert.equal(await page.evaluate("document.getElementById('timeline-moment').getAttribute('aria-valuetext')"), `${(await seconds()).toFixed(3)} s`);
    const press = async (key, windowsVirtualKeyCode) => {
      await page.evaluate("document.getElementById('timeline-moment').focus()");
      for (const type of ["keyDown", "keyUp"]) await page.call("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode });
    };
    const before = await seconds();
    await press("ArrowLeft", 37);
    await page.until(`focal8.figures().nanoseconds < ${before * 1e9}`);
    await press("End", 35);
    await page.until(waits);
    // The machine runs some more instructions of its loop before it is known to wait.
    assert.ok(Math.abs(await seconds() - end) < 1e-3, `${await seconds()} and not ${end}`);
    assert.equal(await page.evaluate(paper), whole);
    assert.ok(await disabled("timeline-end"));

    // A key at a moment of the past begins another session from there.
    await press("Home", 36);
    await page.until(`${text("state")} === "stands in the past" && !document.getElementById("timeline-continue").disabled`);
    await page.click("#viewport");
    await page.type("\nTYPE A+1,!\n");
    await page.until(`${shows("=    1.0000\n*")} && ${waits}`, "A has no value");
    // A quick browser has drawn it by itself.
    await page.click("#timeline-draw");
    await page.until(`${drawing}.textContent.includes("=    1.0000") && !${drawing}.textContent.includes("42.0000")`, "the new session is drawn");
    await page.evaluate("localStorage.clear()");
  },

  async "a kiosk goes back to its show"(page) {
    const isShow = "document.body.classList.contains('show')";
    await visit(page, "?kiosk=2");
    await page.until(`${isShow} && ${shows("1968", text("tour-title"))}`);
    await page.key("x");
    await page.until(`!${isShow} && ${shows("FROM:")}`);
    await page.click("#viewport");
    await page.control("c");
    await page.type("4");
    await page.until(shows("FROM:4"));
    assert.ok(!(await page.evaluate(paper)).includes("?01.00"), "CTRL/C is harmless");
    await page.evaluate('focal8.take("a.fc", [...new TextEncoder().encode("1.1 TYPE 5\\n")], "desk")');
    assert.ok(await page.evaluate(shows("FROM:4")), "a file is not taken");
    // What a visitor sets is not for the next, nor for the page when it is loaded again.
    await page.evaluate("document.getElementById('sound').click()");
    await page.evaluate("document.getElementById('fold-panel').click()");
    assert.equal(await page.evaluate("document.getElementById('sound').getAttribute('aria-pressed')"), "true");
    await page.until(isShow, "the show again");
    assert.equal(await page.evaluate("document.getElementById('sound').getAttribute('aria-pressed')"), "false");
    assert.deepEqual(await page.evaluate("focal8.sessions()"), []);
    assert.deepEqual(await page.evaluate("Object.keys(localStorage)"), []);
    // Nor is what a visitor of the page that is no kiosk has set.
    await page.evaluate("localStorage.setItem('focal8.sound', 'on'); localStorage.setItem('focal8.panel', 'folded')");
    await visit(page, "?kiosk=2");
    await page.until(isShow);
    assert.equal(await page.evaluate("document.getElementById('sound').getAttribute('aria-pressed')"), "false");
    await page.key("x");
    await page.until(`!${isShow} && ${shows("FROM:")}`);
    assert.ok(await page.evaluate("document.getElementById('panel').getBoundingClientRect().height > 0"), "the panel is open as in any kiosk");
    await page.until(isShow, "the show again");
    await page.evaluate("localStorage.clear()");
    // A minute of a child's keys, at once.
    let random = 8;
    for (let count = 0; count < 150; count++) {
      random = (random * 1103515245 + 12345) % 2 ** 31;
      await page.key(String.fromCharCode(32 + ((random >> 8) % 95)), count % 7 === 0 ? 2 : 0);
    }
    await page.until(isShow, "the show after all keys");
  },

  async "the page is one file"(page) {
    const folder = mkdtempSync(join(tmpdir(), "focal8-single-"));
    try {
      const file = join(folder, "focal8.html");
      execFileSync(process.env.FOCAL8, ["web", file], { stdio: "ignore" });
      own.single = pathToFileURL(file).href;
      await page.call("Page.navigate", { url: `${own.single}#go=checkers&speed=max&type=45%0A36%0A` });
      await page.until(`(${paper}.match(/FROM:/g) ?? []).length === 2 && ${waits}`);
      await page.evaluate("focal8.forget()");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  async "the tour has six steps and keeps what was typed"(page) {
    await page.evaluate("localStorage.clear()");
    await visit(page, "");
    await page.until("[...document.querySelectorAll('#notice button')].some((button) => button.textContent.startsWith('Take the tour'))");
    await page.evaluate("document.querySelector('[value=max]').click()");
    await page.click("#viewport");
    await page.type("SET A=41\n");
    await page.until(`${shows("SET A=41\n*")} && ${waits}`);
    await page.evaluate("[...document.querySelectorAll('#notice button')].find((button) => button.textContent.startsWith('Take the tour')).click()");
    const step = async (number, sign) => {
      await page.until(`${shows(`${number} of 6.`, text("tour-title"))} && ${sign}`, `step ${number}`);
      await page.click("#tour-next");
    };
    await step(1, `${text("state")} === "works" && document.getElementById("panel").getBoundingClientRect().height > 100`);
    await page.evaluate("document.getElementById('hurry').click()");
    await step(2, `(document.getElementById('hurry').click(), ${shows("=    1.4142")})`);
    await step(3, `(document.getElementById('hurry').click(), ${shows("=   5= 125")})`);
    await step(4, "!document.getElementById('board-unit').hidden");
    await step(5, `/^Equal: [0-9]{3} characters/.test(${text("comparison")})`);
    await step(6, `${text("state")} === "works"`);
    assert.ok(await page.evaluate("document.getElementById('tour').hidden"));
    await page.click("#notice button");
    await page.click("#viewport");
    await page.type("TYPE A+1,!\n");
    await page.until(shows("=   42.0000"));
    await visit(page, "");
    await page.until(waits);
    assert.ok(!(await page.evaluate(text("notice"))).includes("tour"), "the tour is offered once");
  },

  async "a first visit by a link is offered the tour, and then what the link asks for"(page) {
    const press = (words) => page.evaluate(`[...document.querySelectorAll("#notice button")].find((button) => button.textContent.startsWith("${words}")).click()`);
    await page.evaluate("localStorage.clear()");
    await visit(page, "#go=checkers&speed=max");
    await page.until(`${shows("FROM:")} && ${shows("Take the tour", text("notice"))}`);
    await press("Take the tour");
    await page.click("#tour-next");
    await page.until(`!${shows("FROM:")}`);
    await page.click("#tour-leave");
    await press("Back to what the link asks for");
    await page.until(shows("FROM:"));
    // The offer lies over neither the buttons of the page nor the sentence of what it is.
    const under = `(() => {
      const notice = document.getElementById("notice").getBoundingClientRect();
      return [...document.querySelectorAll(".bar h1, .bar button, .bar select, .bar label, .what *")].filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return left < notice.right && notice.left < right && top < notice.bottom && notice.top < bottom;
      }).map(({ textContent }) => textContent);
    })()`;
    try {
      for (const [width, height] of [[1920, 1080], [1280, 900], [1366, 650], [1024, 768], [720, 900], [390, 844]]) {
        await page.evaluate("localStorage.clear()");
        await page.size(width, height, width === 390);
        await visit(page, "");
        await page.until(`${waits} && ${shows("Take the tour", text("notice"))}`);
        assert.deepEqual(await page.evaluate(under), [], `under the offer at ${width}`);
      }
      // A phone that comes by a link has no offer over the board, but a button in sight.
      await page.evaluate("localStorage.clear()");
      await visit(page, "#go=checkers&speed=max");
      await page.until(`${shows("FROM:")} && ${waits}`);
      assert.ok(await page.evaluate("document.getElementById('notice').hidden"));
      const [x, y] = await page.evaluate(`(() => {
        const { left, top, width, height } = document.getElementById("tour-open-on-phones").getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      })()`);
      assert.ok(x > 0 && x < 390 && y > 0 && y < 844 && await page.evaluate("scrollY") === 0, `the button is at ${x}, ${y}`);
      assert.equal(await page.evaluate(`document.elementFromPoint(${x}, ${y}).id`), "tour-open-on-phones");
      await page.click("#tour-open-on-phones");
      await page.until(shows("1 of 6.", text("tour-title")));
      await page.click("#tour-leave");
      await press("Back to what the link asks for");
      await page.until(shows("FROM:"));
    } finally {
      await page.size(1280, 900);
    }
    // In a frame of another page, nothing is offered, and a link with an error says only that.
    await page.evaluate("localStorage.clear()");
    await visit(page, "?embed#go=checkers&speed=max");
    await page.until(shows("FROM:"));
    assert.ok(await page.evaluate("document.getElementById('notice').hidden"));
    await visit(page, "#go=nosuch");
    await page.until(shows("a program that does not exist", text("notice")));
    assert.ok(!(await page.evaluate(text("notice"))).includes("tour"));
  },

  async "the thirteenth session names the one that it drops"(page) {
    await visit(page, "#speed=max");
    await page.until(waits);
    await page.click("#viewport");
    await page.type("SET A=1\n");
    await page.until(`${shows("SET A=1\n*")} && ${waits}`);
    await page.evaluate("focal8.keep()");
    // The eleven others are copies, older by an hour each.
    await page.evaluate(`(() => {
      const [[key, session]] = Object.entries(localStorage).filter(([key]) => key.startsWith("focal8.session."));
      for (let hours = 1; hours <= 11; hours++) {
        const older = { ...JSON.parse(session), when: Date.now() - 3600000 * hours, paper: "*SET A=" + (100 + hours) + "\\r\\n*" };
        localStorage.setItem(key + hours, JSON.stringify(older));
      }
    })()`);
    assert.equal((await page.evaluate("focal8.sessions()")).length, 12);
    await page.click("[data-start=checkers]");
    await page.until(shows("FROM:"));
    await page.click("#viewport");
    await page.type("45\n");
    await page.until(`${shows("TO:")} && ${waits}`);
    await page.evaluate("focal8.keep()");
    assert.match(await page.evaluate(text("notice")), /The page keeps 12 sessions: the oldest \(focal, 11 hours ago, \*SET A=111\) is deleted\./);
    const kept = await page.evaluate("focal8.sessions()");
    assert.deepEqual([kept.length, kept[0][0], kept.at(-1)[1]], [12, "checkers", "*SET A=110"]);
    await page.evaluate("localStorage.clear()");
  },

  async "the tour shows what it speaks of"(page) {
    // What each step speaks of, and when it is there.
    const square = (number) => `#board [data-square="${number}"]`;
    const last = (id) => `#${id} .line:last-child`;
    const hurried = (sign) => `(document.getElementById("hurry").click(), ${sign})`;
    const steps = [
      [["#panel .lamps", `#switches [aria-label="STOP"]`, `#switches [aria-label="CONT"]`], `${text("state")} === "works"`],
      [[last("paper"), "#carriage"], hurried(shows("=    1.4142"))],
      [[last("paper"), "#carriage"], hurried(shows("=   5= 125"))],
      [[square(45), square(36), "#board", last("paper"), "#carriage"], hurried(shows("FROM:"))],
      [[last("paper"), "#carriage", last("twin-paper"), "#comparison"], `/^Equal: [0-9]{3} characters/.test(${text("comparison")}) && ${waits}`],
      [["#panel .lamps", `#switches [aria-label="SING STEP"]`, `#switches [aria-label="CONT"]`], `${text("state")} === "works"`],
    ];
    // What of it is outside the window, or under the card or anything else.
    const hidden = (selectors) => `${JSON.stringify(selectors)}.filter((selector) => {
      const element = document.querySelector(selector);
      const box = element.getBoundingClientRect();
      const { left, top, bottom } = box;
      // A line is as long as the paper is wide, of which a narrow window shows the left part.
      const right = Math.min(box.right, element.closest(".viewport")?.getBoundingClientRect().right ?? Infinity);
      const card = document.getElementById("tour").getBoundingClientRect();
      const isInside = right > left && left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight;
      const isClear = card.height > 0 && (right <= card.left || left >= card.right || bottom <= card.top || top >= card.bottom);
      return !isInside || !isClear;
    })`;
    const isOpen = `["panel", "timeline", "keyboard"].map((name) => document.getElementById("fold-" + name).getAttribute("aria-expanded"))`;
    try {
      for (const [width, height] of [[1280, 900], [1366, 650], [390, 844]]) {
        await page.evaluate("localStorage.clear()");
        await page.size(width, height, width === 390);
        await visit(page);
        await page.until(waits);
        const open = await page.evaluate(isOpen);
        await page.evaluate("document.getElementById('tour-open').click()");
        for (const [at, [selectors, sign]] of steps.entries()) {
          await page.until(`${shows(`${at + 1} of 6.`, text("tour-title"))} && ${sign}`, `step ${at + 1} at ${width}`);
          await page.until(`${hidden(selectors)}.length === 0`).catch(() => {});
          assert.deepEqual(await page.evaluate(hidden(selectors)), [], `out of sight in step ${at + 1} at ${width} by ${height}`);
          if (at === 3) {
            const press = (number) => page.click(square(number));
            await press(45);
            await press(36);
            await page.until(hurried(shows("FROM:45\nTO:36")), "the move that the step asks for");
          }
          await page.evaluate("document.getElementById('tour-next').click()");
        }
        assert.deepEqual(await page.evaluate(isOpen), open, "the parts of the page are as before");
      }
    } finally {
      await page.evaluate("localStorage.clear()");
      await page.size(1280, 900);
    }
  },

  async "two tabs keep two sessions"(page, browser) {
    await visit(page, "#speed=max");
    await page.until(waits);
    await page.click("#viewport");
    await page.type("SET A=1\n");
    await page.until(`${shows("SET A=1\n*")} && ${waits}`);
    await page.evaluate("focal8.keep()");
    const other = await browser.open(index);
    await other.until("[...document.querySelectorAll('#notice button')].some((button) => button.textContent.startsWith('Go on'))");
    await other.evaluate("document.querySelector('#notice button').click()");
    await other.evaluate("focal8.type('SET B=2\\n'); document.getElementById('hurry').click()");
    await other.until(`${shows("SET B=2\n*")} && ${waits}`);
    await other.evaluate("focal8.keep()");
    await page.call("Page.bringToFront");
    await page.evaluate("focal8.type('SET C=3\\n')");
    await page.until(`${shows("SET C=3\n*")} && ${waits}`);
    await page.evaluate("focal8.keep()");
    assert.deepEqual((await page.evaluate("focal8.sessions()")).map(([, end]) => end).sort(), ["*SET B=2", "*SET C=3"]);
    await other.call("Page.navigate", { url: "about:blank" });
  },

  async "what is struck over something else stays under it"(page) {
    await visit(page);
    await page.until(waits);
    await page.click("#local");
    for (const code of ["O", "\n", "/", "\n"]) await page.key(code);
    await page.until("document.querySelector('#paper .line:last-child .over')?.textContent.includes('O') || document.querySelector('#paper .line:last-child').textContent.includes('/')");
    const svg = await page.evaluate("focal8.svg()");
    assert.ok(svg.includes(">*O<") && svg.includes(">/<"), svg);
  },

  async "a sheet is torn off, and the line that was begun stays"(page) {
    await visit(page, "#speed=max&type=TYPE%202%2B2,!%0ASET%20A");
    await page.until(`${shows("*SET A")} && ${waits}`);
    await page.click("#tear");
    const sheet = await page.evaluate("document.getElementById('sheet-paper').innerText");
    assert.match(sheet, /=    4\.0000\n\*SET A/);
    // ESCAPE and Put back leave the paper as it was; the machine may have printed more on it.
    const whole = await page.evaluate(paper);
    await page.key("\x1b");
    await page.until("!document.getElementById('sheet').open");
    assert.equal(await page.evaluate(paper), whole);
    await page.click("#tear");
    await page.evaluate("focal8.type('=2\\nSET B')");
    await page.until(`${shows("*SET B")} && ${waits}`);
    await page.click("#sheet form button:not([type=button], [id])");
    assert.match(await page.evaluate(paper), /=    4\.0000\n\*SET A=2\n\*SET B/);
    // What the machine prints while the sheet is in the hand is on the paper that stays.
    await page.click("#tear");
    await page.evaluate("focal8.type('=3\\nSET A')");
    await page.until(`${shows("*SET B=3\n*SET A")} && ${waits}`);
    await page.click("#throw-away");
    assert.equal((await page.evaluate(paper)).trim(), "*SET B=3\n*SET A");
    assert.equal(await page.evaluate("focal8.text()"), "*SET B=3\n*SET A\n");
    await page.click("#viewport");
    await page.type("=3;TYPE A,!\n");
    await page.until(shows("*SET A=3;TYPE A,!\n=    3.0000\n*"));
    // Another program while the sheet is in the hand has a paper of its own.
    await page.click("#tear");
    await page.evaluate("focal8.start('focal')");
    await page.until(`${waits} && !${shows("SET A")}`);
    await page.click("#throw-away");
    assert.equal((await page.evaluate(paper)).trim(), "*");
  },

  async "FOCAL draws on the display"(page) {
    const lit = `(() => {
      const canvas = document.getElementById("display");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((level, at) => at % 4 === 1 && level > 100).length;
    })()`;
    await visit(page, "#speed=max");
    await page.until(waits);
    assert.ok(await page.evaluate("document.getElementById('display-unit').hidden"), "a display that is dark is put away");
    await page.click("#viewport");
    await page.type("FOR X=0,4,1020;SET Y=FDIS(X,X)\n");
    await page.until(`${lit} === 256 && ${waits}`, "256 points");
    await page.click("#display-erase");
    assert.equal(await page.evaluate(lit), 0);
    await visit(page, "#go=rose&speed=max");
    await page.until(`${lit} > 250 && ${waits}`, "a rose");
    // A ball of a machine program, whose trace fades.
    await visit(page, "#go=ball");
    await page.until(`${lit} > 20`, "a ball");
    await page.click("#display-storage");
    await page.until(`document.getElementById("display-storage").getAttribute("aria-pressed") === "true" && ${lit} > 200`, "its trace");
  },

  async "a phone has all of it within its width"(page) {
    await page.size(390, 844, true);
    await visit(page, "#go=checkers");
    await page.until(shows("FROM:"));
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
    await page.click("#fold-panel");
    await page.click("#open-switches");
    const key = await page.evaluate("(() => { const { width, height } = document.querySelector('#switches .register .lever').getBoundingClientRect(); return [width, height]; })()");
    assert.ok(key[0] >= 20 && key[1] >= 30, `a switch is ${key} wide and high`);
    await page.click("#viewport");
    // As a phone's keyboard gives it: no key that says anything, but text.
    await page.call("Input.insertText", { text: "45" });
    await page.until(shows("FROM:45"));
    await page.click(".key[aria-label=RETURN]");
    await page.until(shows("TO:"));
    await page.size(1280, 900);
  },

  async "a machine that waits lets the host rest"(page) {
    await visit(page);
    await page.until(waits);
    await page.until("focal8.figures().rests");
  },

  async "the paper is read to who cannot see it, a line at a time"(page) {
    await visit(page, "#speed=max&type=TYPE%20%22HELLO%22,!%0A");
    await page.until(shows("HELLO"));
    await page.until(`[...document.querySelectorAll("#spoken div")].some((line) => line.textContent === "HELLO")`);
    await page.click("#viewport");
    await page.key("\x1b");
    assert.notEqual(await page.evaluate("document.activeElement.id"), "keys");
  },
};

(async () => {
  const [program, folder, filter = ""] = process.argv.slice(2);
  const browser = await startBrowser(program ?? "chromium", own);
  let failed = 0;
  try {
    const page = await browser.open("about:blank");
    await page.size(1280, 900);
    for (const [name, test] of Object.entries(TESTS).filter(([name]) => name.includes(filter))) {
      try {
        await page.call("Storage.clearDataForOrigin", { origin: "file://", storageTypes: "local_storage" }).catch(() => {});
        if (!name.startsWith("the next visit")) await visit(page).then(() => page.evaluate("focal8.forget()"));
        await test(page, browser);
        assert.deepEqual(browser.faults, [], "exceptions, errors and requests");
        console.log(`ok ${name}`);
      } catch (error) {
        failed++;
        console.log(`FAILED ${name}: ${error.message}`);
        browser.faults.length = 0;
      }
      if (folder) writeFileSync(join(folder, `${name.replace(/\W+/g, "-")}.png`), await page.screenshot());
    }
  } finally {
    await browser.close();
  }
  process.exitCode = failed > 0 ? 1 : 0;
})();
