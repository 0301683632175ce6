// The list of the kept sessions: go on with one, or delete it.

/** Fills and shows the list; `resume` gets the session that is chosen. */
function showSessions(dialog, resume) {
  const list = dialog.querySelector("ul");
  const sessions = keptSessions();
  list.replaceChildren(...sessions.map((session) => {
    const row = make("li", "", make("span", "", make("b", "", session.what), ` ${ago(session.when)} `, make("code", "", endOf(session))));
    const action = (words, act) => {
      const button = make("button", "", words);
      button.type = "button";
      button.setAttribute("aria-label", `${words}: ${session.what}, ${ago(session.when)}`);
      button.addEventListener("click", act);
      return button;
    };
    row.append(
      action("Go on", () => { dialog.close(); resume(session); }),
      action("Delete", () => { forgetSession(session.key); showSessions(dialog, resume); }),
    );
    return row;
  }));
  if (sessions.length === 0) list.append(make("li", "", "No session is kept yet: type something first."));
  if (!dialog.open) dialog.showModal();
}
