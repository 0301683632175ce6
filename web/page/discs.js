// Discs, DECtapes and floppy discs of the visitor's own: into a drive, the machine that suits them, and out again.

class Discs {
  constructor(page) {
    this.page = page;
    this.shown = null;
    this.stay = (event) => event.preventDefault();
    for (let fields = 1; fields <= 8; fields += 1) byId("core").append(new Option(`${4 * fields}K`, fields));
  }

  wire(on) {
    const { page } = this;
    const file = byId("disc-file");
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (chosen) page.take(chosen.name, new Uint8Array(await chosen.arrayBuffer()), "drive");
      file.value = "";
    });
    on("boot", () => { this.boot(); page.toKeyboard(); });
  }

  /** What is in the drives. */
  list() {
    const lines = this.page.desk.askText("media").split("\n").filter(Boolean);
    return lines.map((line) => {
      const [unit, isChanged, isLocked, ...name] = line.split("\t");
      return { unit, isChanged: isChanged === "1", isLocked: isLocked === "1", name: name.join("\t") };
    });
  }

  /** The unit for a file of this length, and the model that suits it; null when it is no disc or tape. */
  unitFor(length) {
    const [unit, model] = this.page.desk.askText(this.page.desk.calls.unit_for(length)).split(" ");
    return unit ? { unit, model } : null;
  }

  /** Puts a file into the first free drive for it; whether it is a disc or tape. */
  take(name, bytes) {
    const suits = this.unitFor(bytes.length);
    if (!suits) return false;
    const taken = this.list();
    const free = [...Array(8).keys()].map((number) => suits.unit.replace(/[0-9]$/, number)).find((unit) => !taken.some((medium) => medium.unit === unit));
    this.page.attempt(() => {
      const head = new TextEncoder().encode(`${free ?? suits.unit}\n${name.replace(/[\n\t]/g, " ")}\n`);
      const input = new Uint8Array(head.length + bytes.length);
      input.set(head);
      input.set(bytes, head.length);
      const remark = this.page.desk.askText(this.page.desk.tell("attach", input, 0));
      if (taken.length === 0) {
        byId("model").value = suits.model;
        byId("core").value = "8";
      }
      this.draw();
      this.page.say(`${name} is in ${free}. ${remark ? `${remark}. ` : ""}Boot starts the machine from ${this.list()[0].unit}; a disc for the machine that runs is there at once.`);
      byId("discs").scrollIntoView({ block: "nearest" });
    });
    return true;
  }

  /** Another machine with the same media, started from the first drive. */
  boot() {
    const { page } = this;
    const [first] = this.list();
    if (!first) return page.say("No disc is in a drive: load the image of an RK05, a DECtape or a floppy disc.");
    const before = page.kept();
    page.attempt(() => {
      const { desk } = page;
      desk.answer(desk.tell("fit", byId("model").value, Number(byId("core").value), byId("eae").checked ? 1 : 0));
      page.begin("disc", []);
      page.another(before);
      page.setFast(page.isFast);
      const remark = desk.askText("boot", first.unit);
      if (remark) page.say(remark);
      page.runner.wake();
    });
    this.draw();
    return undefined;
  }

  /** Draws the list, if it has changed. */
  draw() {
    const list = this.list();
    const shown = JSON.stringify(list);
    if (shown === this.shown) return;
    this.shown = shown;
    // The images are too large for what the browser keeps of a session, so a change of a disc is lost with the page.
    (list.some(({ isChanged }) => isChanged) ? addEventListener : removeEventListener)("beforeunload", this.stay);
    byId("media").replaceChildren(...list.map((medium) => this.row(medium)));
    byId("boot").disabled = list.length === 0;
    byId("boot").textContent = list.length === 0 ? "Boot" : `Boot ${list[0].unit}`;
  }

  row({ unit, isChanged, isLocked, name }) {
    const action = (words, act) => {
      const button = make("button", "", words);
      button.type = "button";
      button.setAttribute("aria-label", `${words}: ${name} in ${unit}`);
      button.addEventListener("click", () => { act(); this.draw(); });
      return button;
    };
    const { desk } = this.page;
    const marks = [isChanged ? "changed" : "", isLocked ? "write-protected" : ""].filter(Boolean).join(", ");
    const row = make("li", isChanged ? "changed" : "", make("code", "", unit), make("span", "", name), make("small", "", marks));
    row.append(
      action("Save", () => this.page.attempt(() => saveFile(name, desk.ask("take_medium", unit), "application/octet-stream"))),
      action("Take out", () => {
        if (isChanged && !confirm(`${name} has changed and is not saved. Take it out all the same?`)) return;
        desk.tell("detach", unit);
      }),
    );
    return row;
  }
}
