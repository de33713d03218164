// The puzzle that is looked at, and those before it.  A puzzle is a value: every change makes a new one.
//
// text     as it was opened, or as coversat wrote what the board says
// kind     as coversat recognised it
// opened   what the bridge's `open_text` told of the text: form, count, board or picture
// board    the board as it is typed on now; null for a kind that is typed as text
// failed   what is wrong with the text: the message of the command line, and its place

/** Hears of every change: `change`, whose detail says where it came from. */
export class Puzzle extends EventTarget {
  #past = [];
  #future = [];
  #turn = 0;
  #pending = null;

  constructor(engine) {
    super();
    this.engine = engine;
    this.now = { text: "", kind: null, opened: null, board: null, failed: null };
  }

  /** Show this one; `from` says what it came from. */
  set(puzzle, from, remember = true) {
    if (remember && (this.now.text || this.now.board)) {
      this.#past.push(this.now);
      this.#future = [];
    }
    this.now = puzzle;
    this.#turn += 1;
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
    to.push(this.now);
    this.now = from.pop();
    this.#turn += 1;
    this.#pending = this.now.text === null ? this.#write() : null;
    this.#tell("history");
  }

  /** What the bridge told of a text. */
  static of(text, opened) {
    return { text, kind: opened.kind, opened, board: opened.board, failed: null };
  }

  /** Read a text of any form; when it cannot be read the text stands there with what is wrong. */
  open(text, { kind = null, from = "text", remember = true } = {}) {
    this.set({ text, kind, opened: null, board: null, failed: null }, from === "text" ? "typing" : "opening", remember);
    this.#pending = this.#read(text, kind, from);
    return this.#pending;
  }

  async #read(text, kind, from) {
    const turn = this.#turn;
    const { result, failed } = await this.#ask("open_text", { text, kind });
    if (turn !== this.#turn) return;
    this.set(result ? Puzzle.of(text, result) : { ...this.now, failed }, from, false);
  }

  /** Type on the board. */
  type(board) {
    this.set({ ...this.now, text: null, kind: board.kind, board, failed: null }, "board");
    this.#pending = this.#write();
  }

  async #write() {
    const turn = this.#turn;
    const board = this.now.board;
    const bare = { ...board, picture: null };
    const { result, failed } = await this.#ask("write_board", { board: bare });
    if (turn !== this.#turn) return;
    this.now = { ...this.now, text: result?.text ?? "", failed: failed ?? result.failed };
    this.#tell("written");
  }

  /** Where coversat itself is gone, that is what failed. */
  #ask(name, values) {
    return this.engine.ask(name, values).catch((error) => ({ failed: { message: error.message } }));
  }

  /** The text and the kind, once what was typed last is written. */
  async settled() {
    await this.#pending;
    return { text: this.now.text, kind: this.now.kind };
  }

  /** Whether what was typed last is not read or written yet. */
  get isWriting() {
    return this.now.text === null || (this.now.opened === null && this.now.board === null && this.now.failed === null);
  }

  #tell(from) {
    this.dispatchEvent(new CustomEvent("change", { detail: from }));
  }
}
