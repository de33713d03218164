// The puzzle on the page, and those before it.  A puzzle is a value: every change makes a new one.
//
// text     as opened, or as coversat wrote the board; null until a typed board is written
// kind     as coversat recognised it, and the name of the `form` of the text: every question states both
// opened   the answer of the bridge's `open_text`: form, count, board or picture
// board    the current board; null for a kind without one
// failed   the error in the text: a message and its position
//
// What somebody notes while solving it, `play`, is apart from the puzzle, and has the same history.

import { Died, LATER, Stopped, TimeOver } from "./engine.js";
import { withAbout } from "./play.js";

const EVENTS = { text: "typing", link: "following" }; // events before a text is read, by its source
export const OPENED = ["begun", "opening", "link", "restored"]; // changes that show another puzzle
const NO_PYTHON = "engine.failed"; // the code of what was neither read nor written, since Python did not start
const READING = 30; // seconds that a text may be read

/** Event `change` after every change; its detail is the source of the change. */
export class Puzzle extends EventTarget {
  #past = [];
  #future = [];
  #pending = null; // of the text that is being read, or the board that is being written
  #control = null;

  constructor(engine) {
    super();
    this.engine = engine;
    engine.addEventListener("ready", () => this.now.failed?.code === NO_PYTHON && this.again());
    this.now = { text: "", kind: null, form: null, opened: null, board: null, failed: null };
    this.play = null;
  }

  /** All of it, as `restore` takes it. */
  get value() {
    return { ...this.now, play: this.play };
  }

  /** Note something while solving. */
  mark(play) {
    this.#remember();
    this.play = play;
    this.#tell("marks");
  }

  #remember() {
    this.#past.push({ now: this.now, play: this.play });
    this.#future = [];
  }

  /** Show this puzzle; `from` is its source. */
  set(puzzle, from, remember = true, play = null) {
    this.#control?.abort(LATER);
    this.#control = null;
    this.#pending = null;
    if (remember && (this.now.text || this.now.board)) this.#remember();
    this.now = puzzle;
    this.play = play;
    this.#tell(from);
  }

  undo() {
    this.#move(this.#past, this.#future);
  }

  redo() {
    this.#move(this.#future, this.#past);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  #move(from, to) {
    if (!from.length) return;
    const { now, play } = from.pop();
    to.push({ now: this.now, play: this.play });
    if (now !== this.now) return this.#show(now, "history", false, play);
    this.play = play;
    this.#tell("marks");
  }

  /** Show an earlier puzzle, perhaps not completely read or written. */
  restore({ play, ...puzzle }) {
    this.#show(puzzle, "restored", true, play);
  }

  #show(puzzle, from, remember, play) {
    this.set(puzzle, from, remember, play);
    if (puzzle.text === null) this.#start(this.#write());
    else if (this.#isUnread) this.#start(this.#read("text"));
  }

  /** The puzzle of a text, from the bridge's result. */
  static of(text, opened) {
    return { text: opened.text ?? text, kind: opened.kind, form: opened.form, opened, board: opened.board, failed: null };
  }

  /** What a question states of a puzzle. */
  static stated({ text, kind, form }) {
    return { text, kind, form };
  }

  /** Read a text of any form; if that fails, show the text with the error. */
  open(text, { kind = null, form = null, from = "text", remember = true, play = from === "text" ? this.play : null } = {}) {
    this.set({ text, kind, form, opened: null, board: null, failed: null }, EVENTS[from] ?? "opening", remember, play);
    this.#start(this.#read(from));
  }

  /** Read the text again, or write the board, after that was stopped or Python was not there. */
  again() {
    const { text, kind, form, board } = this.now;
    if (board) this.#start(this.#write());
    else this.open(text, { kind, form, remember: false });
  }

  /** Read the text as one of the things that it can mean. */
  readAs(stated) {
    this.open(this.now.text, stated);
  }

  async #read(from) {
    const { result, failed } = await this.#ask("open_text", Puzzle.stated(this.now));
    return [result ? Puzzle.of(this.now.text, result) : { ...this.now, failed }, from, result?.about];
  }

  /** Type on the board: what was said of the text that it was read from is no longer true. */
  type(board) {
    this.set({ text: null, kind: board.kind, form: null, opened: null, board, failed: null }, "board", true, this.play);
    this.#start(this.#write());
  }

  async #write() {
    const { board } = this.now;
    const { result, failed } = await this.#ask("write_board", { board: { ...board, picture: null, drawn: null } });
    if (failed) return [{ ...this.now, text: "", failed }, "written"];
    return [{ ...this.now, text: result.text, form: result.form, failed: result.failed, board: { ...board, ...result.drawn } }, "written"];
  }

  /** Use the result of reading or writing, unless the puzzle changed meanwhile. */
  #start(work) {
    const pending = work.then(([puzzle, from, about]) => {
      if (this.#pending !== pending) return;
      this.#pending = this.#control = null;
      this.now = puzzle;
      if (about) this.play = withAbout(this.play, about);
      this.#tell(from);
    });
    this.#pending = pending;
    this.#tell("waiting");
  }

  /** Internal errors are shown like errors in a text; what is no error of the puzzle has a code. */
  #ask(name, values) {
    this.#control = new AbortController();
    return this.engine.ask(name, values, { signal: this.#control.signal, limit: READING }).catch((error) => {
      const gone = this.engine.ready ? "died" : NO_PYTHON;
      const code = error instanceof Stopped ? "reading-stopped" : error instanceof TimeOver ? "reading-limit" : error instanceof Died ? gone : null;
      return { failed: code ? { code, seconds: READING, words: error.message } : { message: error.message } };
    });
  }

  /** Stop reading the text; return whether it was being read. */
  stop() {
    const stops = this.isWaiting && this.now.text !== null; // a board that is being written goes on
    if (stops) this.#control?.abort();
    return stops;
  }

  /** The puzzle, once the text is read or the board is written. */
  async settled() {
    while (this.#pending) await this.#pending;
    return this.now;
  }

  /** Whether the text is being read or the board being written. */
  get isWaiting() {
    return this.#pending !== null;
  }

  get #isUnread() {
    return this.now.opened === null && this.now.board === null && this.now.failed === null;
  }

  #tell(from) {
    this.dispatchEvent(new CustomEvent("change", { detail: from }));
  }
}
