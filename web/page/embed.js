// A part of the page in the frame of another: ?embed=paper, panel, board or display, and a link to the full page.

const PARTS = ["paper", "panel", "board", "display"];

/** Shows only the part that the address asks for; without a name, the page without its title and files. */
function embed() {
  const part = new URLSearchParams(location.search).get("embed");
  if (part === null) return;
  document.body.classList.add("embedded");
  if (!PARTS.includes(part)) return;
  document.body.classList.add("part", `part-${part}`);
  document.body.classList.remove("no-panel", "no-keyboard");
  const full = document.getElementById("full-page");
  const setLink = () => { full.href = location.href.replace(/\?[^#]*/, ""); };
  addEventListener("hashchange", setLink);
  setLink();
  full.hidden = false;
}
