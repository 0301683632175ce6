// Sessions: the browser keeps them, and the page holds those that the browser does not take; the oldest of too many goes.

const PLACE = "focal8.session";
/** Frames of the paper that are kept. */
const FRAMES = 40000;
/** Sessions that are kept; beyond, the oldest goes. */
const SESSIONS = 12;
/** What is said, once, when the browser does not take a session. */
const UNKEPT = "The storage of this browser is full or forbidden: sessions last only until you leave this page. Core image, under Files, saves the machine.";

/** The sessions that the browser did not take, since its storage is full or forbidden: they last as long as the page. */
const held = new Map();

const randomName = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A kept or held session; null for what is none. */
function sessionAt(key) {
  if (held.has(key)) return { ...held.get(key), key };
  try {
    const session = JSON.parse(localStorage.getItem(key));
    // An older page kept its one session with the frames as a list.
    if (Array.isArray(session?.paper)) session.paper = String.fromCharCode(...session.paper);
    const isOne = typeof session?.image === "string" && typeof session.paper === "string";
    return isOne ? { ...session, key } : null;
  } catch {
    return null;
  }
}

/** The places of the sessions that the browser keeps. */
function keptPlaces() {
  try {
    return Object.keys(localStorage).filter((key) => key === PLACE || key.startsWith(`${PLACE}.`));
  } catch {
    return [];
  }
}

/** All kept and held sessions, the newest first. */
function keptSessions() {
  const keys = new Set([...keptPlaces(), ...held.keys()]);
  return [...keys].map(sessionAt).filter(Boolean).sort((one, other) => other.when - one.when);
}

/** Forgets a session. */
function forgetSession(key) {
  held.delete(key);
  try { localStorage.removeItem(key); } catch { /* Nothing is kept. */ }
}

/** Where the session of this tab is kept. */
class Keeper {
  constructor() {
    // Each opening of the page signs what it keeps, so that no other tab's session is written over.
    this.tab = randomName();
    // Whether the visitor was told that the browser keeps nothing.
    this.hasWarned = false;
    this.remark = "";
    this.fresh();
  }

  /** Takes what the visitor should know of the sessions; "" when there is nothing new. */
  takeRemark() {
    const { remark } = this;
    this.remark = "";
    return remark;
  }

  /** Another desk, whose session gets a place of its own. */
  fresh() {
    this.key = `${PLACE}.${randomName()}`;
  }

  /** Goes on with a kept session. */
  take(session) {
    this.key = session.key;
    this.keepTab({ ...session, tab: this.tab });
  }

  /** Keeps a session, or holds it when the browser keeps nothing. */
  keep(session) {
    const other = sessionAt(this.key);
    // A copy of this tab has gone on with the same session: from here on there are two.
    if (other && other.tab !== this.tab) this.fresh();
    this.keepTab({ ...session, tab: this.tab, when: Date.now() });
    // Only a new place can be one too many.
    if (other?.tab !== this.tab) keptSessions().slice(SESSIONS).forEach((oldest) => this.drop(oldest));
  }

  /** Forgets a session that is one too many, and says which. */
  drop(session) {
    const end = endOf(session);
    const name = `${session.what}, ${ago(session.when)}${end ? `, ${end}` : ""}`;
    this.remark = [this.remark, `The page keeps ${SESSIONS} sessions: the oldest (${name}) is deleted.`].filter(Boolean).join(" ");
    forgetSession(session.key);
  }

  keepTab({ key, ...session }) {
    try {
      localStorage.setItem(this.key, JSON.stringify(session));
      held.delete(this.key);
    } catch {
      held.set(this.key, session);
      if (!this.hasWarned) this.remark = [this.remark, UNKEPT].filter(Boolean).join(" ");
      this.hasWarned = true;
    }
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ key: this.key, hash: location.hash }));
    } catch { /* F5 goes back to what the address asks for. */ }
  }

  /** The session that this tab had before the page was loaded again; null when it is another page. */
  ofThisTab() {
    try {
      const { key, hash } = JSON.parse(sessionStorage.getItem(PLACE));
      const [{ type }] = performance.getEntriesByType("navigation");
      return type === "reload" && hash === location.hash ? sessionAt(key) : null;
    } catch {
      return null;
    }
  }
}

/** How long ago, in words. */
function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60000);
  if (minutes < 1) return "just now";
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** The last line of a session's paper that says something. */
function endOf({ paper }) {
  const lines = paper.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean);
  return lines.filter((line) => line !== "*").at(-1)?.slice(0, 40) ?? "";
}

/** Settings that are kept apart from sessions; a kiosk is the same for every visitor. */
const setting = {
  get(name) {
    if (isKiosk()) return null;
    try { return localStorage.getItem(`focal8.${name}`); } catch { return null; }
  },
  set(name, value) {
    if (isKiosk()) return;
    try { localStorage.setItem(`focal8.${name}`, value); } catch { /* Not kept, then. */ }
  },
};
