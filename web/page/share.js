// Copying a link: to the program, or to the machine at this moment.

class Share {
  constructor(page) {
    this.page = page;
  }

  async program() {
    const program = this.page.attempt(() => this.page.desk.askText("save_program"));
    if (program !== null) await this.copy(await linkTo(program, this.page.speed), "It contains the whole program, and runs it.");
  }

  async now() {
    await this.copy(await this.moment(), "It contains the whole machine as it is now.");
  }

  /** The link to this moment. */
  moment() {
    const { what, speed, twin } = this.page;
    return linkToMoment(this.page.desk.askText("core_image"), { what, speed, twin: twin.visible, parts: openParts() });
  }

  async copy(link, words) {
    try {
      await navigator.clipboard.writeText(link);
      this.page.say(`The link is copied. ${words}`);
    } catch {
      const field = make("input", "");
      field.value = link;
      field.readOnly = true;
      field.setAttribute("aria-label", "The link");
      this.page.say("This browser does not let the page copy; here is the link:", field);
      field.select();
    }
  }
}
