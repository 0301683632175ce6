// Files: out of the page by the browser's own way of saving, into it by its dialogue or by a drop.

/** Saves text or bytes under a name. */
function saveFile(name, contents, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([contents], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Hands every file that is chosen or dropped to `take`, with its name. */
function acceptFiles(take) {
  const read = async (file, where) => {
    if (file) take(file.name, new Uint8Array(await file.arrayBuffer()), where);
  };
  for (const [id, where] of [["open", "desk"], ["reader-file", "reader"]]) {
    const input = document.getElementById(id);
    input.addEventListener("change", () => {
      read(input.files[0], where);
      input.value = "";
    });
  }
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    read(event.dataTransfer.files[0], event.target.closest?.(".unit canvas#reader") ? "reader" : "desk");
  });
}
