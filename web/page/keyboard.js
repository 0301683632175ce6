// The keyboard of the Teletype: the keys of a host, of a phone, and those drawn on the page.

const CODE = { RETURN: 0o15, LINE_FEED: 0o12, RUBOUT: 0o177, ALT_MODE: 0o175, CTRL_C: 0o3 };
/** A character that is always in the field, so that a phone says when it takes one back. */
const SENTINEL = "​";
const LETTERS_ON_SHIFT = { K: "[", L: "\\", M: "]", N: "^", O: "_", P: "@" };
const ROWS_OF_KEYS = [
  ["1!", "2\"", "3#", "4$", "5%", "6&", "7'", "8(", "9)", "0", ":*", "-="],
  ["ALT MODE", "Q", "W", "E", "R", "T", "Y", "U", "I", "O", "P", "LINE FEED", "RETURN"],
  ["CTRL", "A", "S", "D", "F", "G", "H", "J", "K", "L", ";+", "RUB OUT"],
  ["SHIFT", "Z", "X", "C", "V", "B", "N", "M", ",<", ".>", "/?", "CTRL/C"],
  ["SPACE"],
];
const NAMED = { "ALT MODE": CODE.ALT_MODE, "LINE FEED": CODE.LINE_FEED, RETURN: CODE.RETURN, "RUB OUT": CODE.RUBOUT, "CTRL/C": CODE.CTRL_C, SPACE: 0o40 };
/** Keys that every phone has: there they are drawn only when asked for. */
const ON_PHONES = (name) => /^[A-Z0-9]/.test(name) && name.length <= 2 || name === "SPACE" || name === "SHIFT";

/** The code of a character; null when no key sends it. */
function codeOf(character) {
  if (character === "\n" || character === "\r") return CODE.RETURN;
  if (character === "←") return 0o137;
  if (character === "↑") return 0o136;
  const code = character.toUpperCase().charCodeAt(0);
  return character.length === 1 && code >= 0o40 && code < 0o177 ? code : null;
}

class Keyboard {
  /** `press` gets the code of each key, `hurry` is CTRL/F. */
  constructor(field, drawn, { press, hurry }) {
    this.field = field;
    this.press = press;
    this.hurry = hurry;
    this.composed = "";
    this.control = false;
    this.shift = false;
    field.value = SENTINEL;
    field.addEventListener("keydown", (event) => this.down(event));
    field.addEventListener("input", (event) => this.input(event));
    field.addEventListener("compositionend", () => { this.composed = ""; field.value = SENTINEL; });
    field.addEventListener("focus", () => field.setSelectionRange(field.value.length, field.value.length));
    this.draw(drawn);
  }

  down(event) {
    const code = this.codeOfKey(event);
    if (code === null) return;
    event.preventDefault();
    if (code === "hurry") this.hurry();
    else this.press(code);
  }

  /** The keys that make no character. */
  codeOfKey({ key, ctrlKey, altKey, metaKey, isComposing }) {
    if (isComposing || altKey || metaKey) return null;
    if (ctrlKey) {
      const letter = key.toLowerCase();
      if (letter === "f") return "hurry";
      if (letter === "c") return String(getSelection()) === "" ? CODE.CTRL_C : null;
      if (letter === "[") return CODE.ALT_MODE;
      return "gjkl".includes(letter) ? letter.charCodeAt(0) & 0o37 : null;
    }
    switch (key) {
      case "Enter": return CODE.RETURN;
      case "Backspace": case "Delete": return CODE.RUBOUT;
      case "Escape": this.leave(); return null;
      default: return null;
    }
  }

  /** Gives the keyboard of the host back to the page: to the button after it, or to the paper where there is none. */
  leave() {
    const local = document.getElementById("local");
    (local.getClientRects().length > 0 ? local : document.getElementById("viewport")).focus();
  }

  /** Characters, however they came: typed, pasted, or put together by a phone. */
  input(event) {
    const value = this.field.value.replace(SENTINEL, "");
    if (event.isComposing) {
      const common = value.startsWith(this.composed) ? this.composed.length : 0;
      this.type(value.slice(common));
      this.composed = value;
      return;
    }
    if (event.inputType === "deleteContentBackward") this.press(CODE.RUBOUT);
    else this.type(value);
    this.field.value = SENTINEL;
  }

  type(text) {
    for (const character of text.replace(/\r\n/g, "\n")) {
      const code = codeOf(character);
      if (code !== null) this.press(code);
    }
  }

  draw(element) {
    for (const row of ROWS_OF_KEYS) {
      const keys = row.map((name) => this.key(name));
      const isForPhones = row.some((name) => !ON_PHONES(name) );
      element.append(make("div", isForPhones ? "" : "on-machine-only", ...keys));
    }
  }

  key(name) {
    const [plain, upper] = name.length === 2 ? name : [name, LETTERS_ON_SHIFT[name]];
    const isWide = name.length > 2;
    const key = make("button", `key${name === "SPACE" ? " space" : isWide ? " wide" : ""}`);
    key.type = "button";
    key.tabIndex = -1;
    if (ON_PHONES(name)) key.classList.add("on-machine-only");
    if (upper) key.append(make("small", "", TYPE[upper] ?? upper));
    key.append(name === "SPACE" ? "" : plain);
    key.setAttribute("aria-label", name === "SPACE" ? "space" : plain);
    // The focus stays where it is, or a phone's own keyboard comes and goes.
    key.addEventListener("pointerdown", (event) => event.preventDefault());
    if (name === "CTRL" || name === "SHIFT") {
      const which = name === "CTRL" ? "control" : "shift";
      this[`${which}Key`] = key;
      key.setAttribute("aria-pressed", "false");
      key.addEventListener("click", () => this.hold(which, !this[which]));
    } else {
      key.addEventListener("click", () => {
        const letter = this.shift && upper ? upper : plain;
        const code = NAMED[name] ?? (this.control ? letter.charCodeAt(0) & 0o37 : letter.charCodeAt(0));
        this.hold("control", false);
        this.hold("shift", false);
        this.press(code);
      });
    }
    return key;
  }

  hold(which, on) {
    this[which] = on;
    this[`${which}Key`]?.setAttribute("aria-pressed", String(on));
  }
}
