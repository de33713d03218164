// A puzzle for other programs: links, files, pictures and print.

import { at, button, make } from "./dom.js";
import { save } from "./files.js";
import { failure, worded } from "./messages.js";
import { Puzzle } from "./puzzle.js";
import { t } from "./words/words.js";

const ADDRESS = /^https?:\/\//;
const SCALE = 3; // of a PNG against the SVG

/** The dialog that offers them for the puzzle shown. */
export class Sending {
  constructor(engine, puzzle) {
    Object.assign(this, { engine, puzzle });
    at("send").onclick = () => this.#open();
  }

  async #open() {
    const body = at("send-body");
    body.replaceChildren(make("div", { class: "working" }, make("span", { class: "spin" }), t("working.send")));
    at("sending").showModal();
    const stated = Puzzle.stated(await this.puzzle.settled());
    const { about } = this.puzzle.play ?? {};
    const { result, failed } = await this.engine.ask("send", { ...stated, about }).catch((error) => ({ failed: { message: error.message } }));
    body.replaceChildren(...(failed ? failure(failed) : this.#offers(result)));
  }

  #offers({ forms, svg }) {
    const links = forms.map(({ form, name, text, address, notes = [], refused }) => {
      const title = t(`sends.${name}`);
      if (refused) return make("li", {}, make("b", {}, title), make("p", { class: "hint" }, worded(refused)));
      const link = address ?? (ADDRESS.test(text) ? text : null);
      const copy = button(t("copy"), () => this.#copy(link ?? text), { id: `copy-${form}` });
      const go = link ? make("a", { href: link, target: "_blank", rel: "noopener", id: `go-${form}` }, t("open-there")) : null;
      const box = make("input", { readonly: true, value: link ?? text, "aria-label": title, id: `link-${form}` });
      return make("li", {}, make("b", {}, title), box, copy, go, notes.map((note) => make("p", { class: "hint" }, worded(note))));
    });
    const picture = [
      button(t("save-svg"), () => save("puzzle.svg", svg, "image/svg+xml"), { id: "save-svg" }),
      button(t("save-png"), () => savePng(svg), { id: "save-png" }),
      button(t("print"), () => (at("sending").close(), print()), { id: "print" }),
    ];
    return [make("ul", { class: "links-out" }, links), make("p", { class: "actions" }, picture)];
  }

  async #copy(text) {
    await navigator.clipboard?.writeText(text).catch(() => {});
    at("toast").hidden = false;
    at("toast").textContent = t("copied");
    setTimeout(() => (at("toast").hidden = true), 3000);
  }
}

/** The picture as PNG, drawn by the browser. */
async function savePng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob.arrayBuffer().then((bytes) => save("puzzle.png", bytes, "image/png")));
}
