// Nothing is lost: the machine and its paper are kept in this browser whenever the machine waits, and never taken up
// again without being asked for.

const PLACE = "focal8.session";
/** Frames of the paper that are kept. */
const FRAMES = 40000;

/** Keeps a session; a browser that keeps nothing is no reason to stop. */
function keepSession(session) {
  try {
    const paper = session.codes.slice(-FRAMES);
    localStorage.setItem(PLACE, JSON.stringify({ ...session, codes: undefined, paper, when: Date.now() }));
  } catch {
    // Full, or forbidden.
  }
}

/** What was kept; null when nothing was. */
function keptSession() {
  try {
    const session = JSON.parse(localStorage.getItem(PLACE));
    return session && typeof session.image === "string" && Array.isArray(session.paper) ? session : null;
  } catch {
    return null;
  }
}

/** Forgets it. */
function forgetSession() {
  try { localStorage.removeItem(PLACE); } catch { /* Nothing is kept. */ }
}

/** How long ago, in words. */
function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60000);
  if (minutes < 1) return "just now";
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** Settings that are kept apart from sessions. */
const setting = {
  get(name) {
    try { return localStorage.getItem(`focal8.${name}`); } catch { return null; }
  },
  set(name, value) {
    try { localStorage.setItem(`focal8.${name}`, value); } catch { /* Not kept, then. */ }
  },
};
