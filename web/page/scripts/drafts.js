// Drafts: puzzles that somebody worked on, kept in this browser.

import { at, button, make } from "./dom.js";
import { onLeaving } from "./leaving.js";
import { Puzzle } from "./puzzle.js";
import { kindName, t } from "./words/words.js";

const NAME = "coversat-drafts";
const MOST = 30;
const DRAWING = 5; // seconds for the picture of a draft
const PAUSE = 400; // milliseconds without a change after which a draft is saved
const WORK = ["board", "written", "typing", "opening", "marks", "history"]; // changes that are somebody's work
const OTHER = ["begun", "opening", "link", "following"]; // changes that begin another puzzle

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one.text === "string") : [];
  } catch {
    return [];
  }
}

function store(drafts) {
  try {
    localStorage.setItem(NAME, JSON.stringify(drafts.slice(0, MOST)));
  } catch {
    if (drafts.length > 1) store(drafts.slice(0, drafts.length >> 1)); // full: the newest are kept
  }
}

export class Drafts {
  #timer;
  #pictures = new Map(); // by kinds and texts

  constructor(puzzle, engine) {
    Object.assign(this, { puzzle, engine });
    this.id = null;
    puzzle.addEventListener("change", ({ detail: from }) => this.#changed(from));
    onLeaving(() => this.#flush());
    at("drafts").onclick = () => this.#open();
  }

  /** The draft that was changed last. */
  get latest() {
    return stored()[0] ?? null;
  }

  /** Go on with a draft. */
  resume(draft) {
    this.#flush();
    const { id, text, kind, form, board, play } = draft;
    if (board) this.puzzle.restore({ text: null, kind, form, opened: null, board, failed: null, play });
    else this.puzzle.open(text, { kind, form, from: "link", play });
    this.id = id;
  }

  #changed(from) {
    if (OTHER.includes(from)) {
      this.#flush();
      this.id = null;
    }
    if (from === "restored") this.id = stored().find((draft) => draft.text === this.puzzle.now.text)?.id ?? null;
    if (!WORK.includes(from)) return;
    this.worked = this.puzzle.value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), PAUSE);
  }

  #flush() {
    if (this.#timer) this.#save();
  }

  #save() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const { kind, form, play, failed } = this.worked;
    const text = this.worked.text ?? "";
    const board = failed || !text ? this.worked.board : null; // a board that is no puzzle yet is not read from its text
    if (!text.trim() && !board) return;
    const before = stored();
    this.id ??= `${Date.now()}-${before.length}`;
    const draft = { id: this.id, kind, form, text, board, play, time: Date.now() };
    store([draft, ...before.filter((one) => one.id !== this.id)]);
  }

  #open() {
    this.#flush();
    this.#list();
    at("drafting").showModal();
    this.#draw();
  }

  #list() {
    const drafts = stored();
    at("draft-list").replaceChildren(...(drafts.length ? drafts.map((draft) => this.#entry(draft)) : [make("li", { class: "hint" }, t("no-drafts"))]));
  }

  #entry(draft) {
    const when = new Date(draft.time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const rules = draft.text.split("\n").filter((line) => !/^[.0-9 ]*$/.test(line));
    const kind = draft.kind ? kindName(draft.kind) : t("text");
    const title = draft.play?.about?.title ?? kind;
    const choose = () => {
      at("drafting").close();
      this.resume(draft);
    };
    const remove = () => {
      store(stored().filter((one) => one.id !== draft.id));
      if (this.id === draft.id) this.id = null;
      this.#list();
      this.#draw();
    };
    const site = /^https?:\/\/([^/?#]+)/.exec(draft.text)?.[1];
    const words = site ?? (rules[0] ?? draft.text.replace(/\s+/g, " ")).slice(0, 60);
    const line = make("small", {}, `${title === kind ? "" : `${kind}, `}${when}`, make("br"), words);
    const open = make("button", { type: "button", onclick: choose }, make("img", { alt: "", width: 56, height: 56 }), make("span", {}, title, line));
    return make("li", {}, open, button("✕", remove, { class: "plain remove", "aria-label": t("remove", { rule: `${title}, ${when}` }) }));
  }

  /** The pictures, one after the other while the list is shown. */
  async #draw() {
    const images = at("draft-list").querySelectorAll("img");
    for (const [number, draft] of stored().entries()) {
      if (!at("drafting").open || !images[number]?.isConnected) return;
      const name = `${draft.kind} ${draft.text}`;
      if (!this.#pictures.has(name)) {
        const { result } = await this.engine.ask("thumbnail", Puzzle.stated(draft), { limit: DRAWING }).catch(() => ({}));
        this.#pictures.set(name, result && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(result)}`);
      }
      if (this.#pictures.get(name)) images[number].src = this.#pictures.get(name); // none of a text that is no puzzle
    }
  }
}
