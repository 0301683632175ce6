// The reader and the punch on the page: their buttons, and their tapes as they move.

class Tapes {
  constructor(page) {
    this.page = page;
  }

  wire(on) {
    const { desk } = this.page;
    on("reader-run", () => {
      const isMoving = desk.calls.lever() === 0 && desk.ask("reader_tape").length > 0;
      desk.calls.set_lever(isMoving ? 1 : 0);
      this.page.touched = true;
      this.page.runner.wake();
      this.draw();
    });
    on("reader-out", () => { desk.calls.unmount(); this.draw(); });
    on("punch-on", () => { desk.calls.set_punch(desk.calls.is_punch_on() ? 0 : 1); this.draw(); });
    on("punch-save", () => {
      const frames = desk.ask("tear_off");
      if (frames.length === 0) return this.page.say("Nothing has been punched: turn the punch on, and let the machine type.");
      saveFile("tape.ptp", frames, "application/octet-stream");
      this.draw();
    });
    on("punch-svg", () => this.page.attempt(() => saveFile("tape.svg", desk.askText("tape_svg", desk.ask("punched")), "image/svg+xml")));
    on("punch-read", () => {
      const frames = desk.ask("tear_off");
      if (frames.length > 0) this.mount(frames);
    });
  }

  /** The tapes, if one has moved. */
  move() {
    const { calls } = this.page.desk;
    const places = `${calls.reader_position()} ${calls.punched_length()}`;
    if (places === this.places) return false;
    this.places = places;
    this.draw();
    return true;
  }

  draw() {
    const { calls } = this.page.desk;
    const [reader, punched] = [this.page.desk.ask("reader_tape"), this.page.desk.ask("punched")];
    const position = calls.reader_position();
    drawTape(byId("reader"), reader, position, 0.5);
    drawTape(byId("punch"), punched, punched.length, 0.85);
    const label = (id, words) => byId(id).setAttribute("aria-label", words);
    label("reader", reader.length ? `Tape in the reader, ${position} of ${reader.length} frames read` : "No tape in the reader");
    label("punch", punched.length ? `Tape of ${punched.length} frames` : "No tape punched");
    byId("reader-place").textContent = reader.length ? `${position} / ${reader.length}` : "";
    byId("punch-place").textContent = punched.length ? `${punched.length} frames` : "";
    byId("reader-run").textContent = reader.length > 0 && calls.lever() === 0 && position < reader.length ? "Stop" : "Start";
    byId("reader-run").disabled = reader.length === 0 || position >= reader.length;
    byId("reader-out").disabled = reader.length === 0;
    byId("punch-on").setAttribute("aria-pressed", String(calls.is_punch_on() === 1));
    for (const id of ["punch-save", "punch-svg", "punch-read"]) byId(id).disabled = punched.length === 0;
  }

  mount(frames, remark = "") {
    this.page.touched = true;
    this.page.desk.tell("mount", frames);
    this.draw();
    this.page.say(`The tape is in the reader; Start feeds ten characters a second to the program that reads them. ${remark}`.trim());
  }
}
