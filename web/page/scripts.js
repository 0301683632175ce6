// What a script may ask of the page: for tests, and for those who look under the lid.

function forScripts(page) {
  const { calls } = page.desk;
  return {
    start: (name) => page.start(name),
    type: (text) => page.type(text),
    take: (name, bytes, where) => page.take(name, Uint8Array.from(bytes), where),
    link: () => linkTo(page.desk.askText("save_program"), page.speed),
    moment: () => page.share.moment(),
    typeToTwin: (text) => [...text].forEach((character) => calls.press_twin(codeOf(character))),
    tapeSvg: (frames) => page.desk.askText("tape_svg", Uint8Array.from(frames)),
    svg: () => page.svgOf(page.paper),
    text: () => page.paper.text(),
    print: (text) => page.paper.print(Array.from(text, (character) => character.charCodeAt(0))).length,
    kept: () => ({
      lines: page.paper.lines.length,
      marks: page.paper.lines.flatMap(({ cells }) => cells).join("").length,
      elements: page.paper.element.childElementCount,
      held: page.paper.lines.filter(({ element }) => element).length,
    }),
    forget: () => keptSessions().forEach(({ key }) => forgetSession(key)),
    sessions: () => keptSessions().map((session) => [session.what, endOf(session)]),
    keep: () => page.keep(),
    brightness: (row) => page.panel.brightness(row),
    figures: () => ({
      instructions: calls.instructions(),
      cycles: calls.cycles(),
      nanoseconds: calls.nanoseconds(),
      printed: page.paper.printed,
      twin: page.twin.paper.printed,
      rests: page.runner.rests,
      wall: performance.now(),
    }),
  };
}
