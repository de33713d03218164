// The puzzle as text, which is read when typing pauses; and what is pasted into text boxes.

import { at } from "./dom.js";
import { beforeLeaving } from "./leaving.js";

const PAUSE = 300; // milliseconds without a key, after which a text is read

const LONG = 2000; // characters

/** Browsers take a minute to paste thousands of lines, but no time to set them: a long text is set. */
export function pasteFast(area) {
  area.onpaste = (event) => {
    const text = event.clipboardData.getData("text");
    if (text.length < LONG) return;
    event.preventDefault();
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
}

export class TextBox {
  #timer = null;

  /** `read` receives the text; `wait` is called when it changed and is to be read soon. */
  constructor(read, wait) {
    this.read = read;
    this.area = at("text");
    pasteFast(this.area);
    this.area.oninput = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.flush(), PAUSE);
      wait();
    };
    this.area.onchange = () => this.flush(); // what is done next is done to the puzzle of this text
    beforeLeaving(() => this.flush());
  }

  /** Whether it holds a text that is not read yet. */
  get isPending() {
    return this.#timer !== null;
  }

  /** Read it now. */
  flush() {
    if (!this.isPending) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.read(this.area.value);
  }

  /** Show a text, unless somebody is typing one. */
  show(text) {
    if (document.activeElement !== this.area) this.area.value = text;
  }
}
