// The errors of FOCAL on the paper: each is a button that explains it, with the words of `focal8 explain`.

const ERROR = /\?[0-<]{2}\.[0-<]{2}(?: @ [0-<]{2}\.[0-<]{2})?/;

/** Makes a button of an error in a line of the paper; `explain` gives its words, or null when it is none of FOCAL's. */
function drawError(element, explain) {
  const text = element.firstChild?.nodeValue ?? "";
  const found = text.match(ERROR);
  if (!found || explain(found[0]) === null) return;
  const button = make("button", "error", found[0]);
  button.type = "button";
  button.title = "What does this error mean?";
  const after = text.slice(found.index + found[0].length);
  element.replaceChildren(text.slice(0, found.index), button, after, ...[...element.childNodes].slice(1));
}
