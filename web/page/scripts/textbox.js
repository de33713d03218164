// The puzzle as text, which is read when typing pauses.

import { at } from "./dom.js";
import { beforeLeaving } from "./leaving.js";

const PAUSE = 300; // milliseconds without a key, after which a text is read

export class TextBox {
  #timer = null;

  /** `read` receives the text; `wait` is called when it changed and is to be read soon. */
  constructor(read, wait) {
    this.read = read;
    this.area = at("text");
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
