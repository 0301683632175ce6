// Room: the panel and the drawn keys fold away, and the page remembers which of them a visitor wants.

/** What folds: its button, and whether it is open at a first visit. */
const FOLDS = {
  panel: () => !isPhone() && innerHeight >= 800,
  timeline: () => false,
  keyboard: () => isPhone() || matchMedia("(pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches,
};

const isPhone = () => matchMedia("(max-width: 700px)").matches;

/** Opens or folds a part of the page. */
function fold(name, isOpen) {
  document.body.classList.toggle(`no-${name}`, !isOpen);
  document.getElementById(`fold-${name}`).setAttribute("aria-expanded", String(isOpen));
}

/** Opens these parts and folds the others, as a link or a step of the tour asks. */
const openOnly = (parts) => Object.keys(FOLDS).forEach((name) => fold(name, parts.includes(name)));

/** Sets up the buttons that fold; `changed` is called when there is more or less room. */
function makeRoom(changed) {
  for (const [name, isOpenAtFirst] of Object.entries(FOLDS)) {
    const kept = setting.get(name);
    fold(name, kept === null ? isOpenAtFirst() : kept === "open");
    document.getElementById(`fold-${name}`).addEventListener("click", () => {
      const isOpen = document.body.classList.contains(`no-${name}`);
      fold(name, isOpen);
      setting.set(name, isOpen ? "open" : "folded");
      changed();
    });
  }
}

/** The parts that are open. */
const openParts = () => Object.keys(FOLDS).filter((name) => !document.body.classList.contains(`no-${name}`));
