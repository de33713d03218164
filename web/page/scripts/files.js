// Files in and out: saved from the page, chosen, or dropped onto it.

/** Save bytes or a text under a name. */
export function save(name, content, type = "application/octet-stream") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Receive files dropped anywhere on the page. */
export function onDrop(hear) {
  addEventListener("dragover", (event) => {
    if ([...event.dataTransfer.types].includes("Files")) {
      event.preventDefault();
      document.body.classList.add("dropping");
    }
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files.length) {
      event.preventDefault();
      hear(event.dataTransfer.files);
    }
  });
}
