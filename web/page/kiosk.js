// A page for a museum: ?kiosk shows the steps of the tour by itself until a visitor comes, and again when the visitor
// has gone. It keeps no session and no settings, takes no files, and CTRL/C does nothing.

/** Seconds without a key or a press after which the show begins again, unless the address says another number. */
const IDLE = 60;
/** Milliseconds of each scene. */
const SCENE = 15000;

const isKiosk = () => new URLSearchParams(location.search).has("kiosk");

class Kiosk {
  constructor(page, idle) {
    this.page = page;
    this.idle = idle * 1000;
    this.scene = -1;
    this.open = openParts();
    document.body.classList.add("kiosk");
    for (const kind of ["keydown", "pointerdown", "input"]) addEventListener(kind, (event) => this.visited(event), { capture: true });
    this.next();
  }

  get isShow() {
    return document.body.classList.contains("show");
  }

  /** The next scene of the show. */
  next() {
    document.body.classList.add("show");
    this.scene = (this.scene + 1) % STEPS.length;
    document.getElementById("tour").hidden = false;
    this.page.turnTwin(false);
    if (this.page.sound.on) this.page.turnSound(false);
    showStep(STEPS[this.scene], "", this.page);
    document.getElementById("tour-words").append(" Press any key to play.");
    this.wait(() => this.next(), SCENE);
  }

  /** A visitor does something: the show ends with a new game. */
  visited(event) {
    this.wait(() => this.next(), this.idle);
    if (!this.isShow) return;
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove("show");
    document.getElementById("tour").hidden = true;
    this.page.turnTwin(false);
    openOnly(this.open);
    this.page.fit();
    this.page.setSpeed("10");
    this.page.start("checkers");
  }

  wait(act, milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, milliseconds);
  }
}

/** Begins the show when the address asks for it; null when it does not. */
function kiosk(page) {
  if (!isKiosk()) return null;
  const idle = Number(new URLSearchParams(location.search).get("kiosk"));
  return new Kiosk(page, idle > 0 && idle <= 3600 ? idle : IDLE);
}
