// Two workers that run coversat: while one works on a long question, the other reads input.  If one is
// stopped or crashes, the other is ready.

const GRACE = 400; // milliseconds before the worker of an aborted question is replaced
const SECOND = 1500; // milliseconds between the start of the first worker and that of the second

/** A question that was stopped. */
export class Stopped extends Error {}

/** A question that reached its time limit. */
export class TimeOver extends Error {}

/** A worker that crashed, or could not start. */
export class Died extends Error {}

class Hand {
  constructor(engine) {
    this.ready = false;
    this.task = null;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "coversat" });
    this.worker.onmessage = ({ data }) => engine.receive(this, data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      engine.lose(this, event.message ?? "");
    };
  }
}

/** Asks coversat.  Events: `progress` (0 to 1), `ready`, `kept` (for offline), `died` and `failed` (with words). */
export class Engine extends EventTarget {
  #count = 0;
  #queue = [];

  constructor() {
    super();
    this.hands = [new Hand(this)];
  }

  /** Whether some worker is ready. */
  get ready() {
    return this.hands.some((hand) => hand.ready);
  }

  /**
   * Return the result of the bridge.
   *
   * `long`    it may take long: meanwhile the other worker runs short questions only
   * `signal`  an AbortSignal; aborts the question: at once, or with the reason `LATER` if it
   *           does not end within `GRACE`
   * `limit`   seconds that it may run
   * `part`    a function that receives intermediate results
   *
   * Short questions are repeated once if the worker crashes.
   */
  async ask(name, values, options = {}) {
    for (let crashes = 0; ; crashes++) {
      try {
        return await this.#once(name, values, options);
      } catch (error) {
        if (!(error instanceof Died) || options.long || crashes) throw error;
      }
    }
  }

  #once(name, values, { files = [], long = false, part, signal, limit }) {
    if (!this.hands.length) this.hands.push(new Hand(this)); // try again after a failed start
    return new Promise((resolve, reject) => {
      const task = { id: ++this.#count, message: { name, values, files }, long, part, limit, resolve, reject };
      if (signal?.aborted) return reject(new Stopped());
      signal?.addEventListener("abort", () => this.#abandon(task, signal.reason === LATER ? GRACE : 0), { once: true });
      this.#queue.push(task);
      this.#assign();
    });
  }

  /** Give waiting questions to idle workers. */
  #assign() {
    for (const hand of this.hands.filter((one) => one.ready && !one.task)) {
      const busy = this.hands.some((other) => other.task?.long);
      const at = this.#queue.findIndex((task) => !(task.long && busy));
      if (at < 0) return;
      const [task] = this.#queue.splice(at, 1);
      hand.task = task;
      hand.worker.postMessage({ id: task.id, ...task.message });
      if (task.limit) task.timer = setTimeout(() => this.#end(task, new TimeOver()), 1000 * task.limit);
    }
  }

  #abandon(task, grace) {
    const waiting = this.#queue.indexOf(task);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    task.reject(new Stopped());
    if (grace) setTimeout(() => this.#end(task, new Stopped()), grace);
    else this.#end(task, new Stopped());
  }

  /** Terminate a running question and replace its worker. */
  #end(task, error) {
    const hand = this.hands.find((one) => one.task === task);
    if (hand) this.#replace(hand, error);
  }

  #replace(hand, error) {
    this.#close(hand, error);
    this.hands.push(new Hand(this));
    this.#assign();
  }

  #close(hand, error) {
    this.hands = this.hands.filter((other) => other !== hand);
    hand.worker.terminate();
    clearTimeout(hand.task?.timer);
    hand.task?.reject(error);
  }

  /** A worker crashed. */
  lose(hand, words) {
    if (!this.hands.includes(hand)) return;
    if (!hand.ready && !this.ready) return this.#fail(hand, words);
    this.#tell("died", words);
    this.#replace(hand, new Died(words));
  }

  /** Python did not start: no network on the first visit, or an old browser. */
  #fail(hand, words) {
    this.#close(hand, new Died(words));
    if (!this.ready) for (const task of this.#queue.splice(0)) task.reject(new Died(words));
    this.#tell("failed", words);
  }

  /** Restart after a failed start. */
  again() {
    if (!this.hands.length) this.hands.push(new Hand(this));
  }

  receive(hand, message) {
    const task = hand.task?.id === message.id ? hand.task : null;
    if (message.type === "progress" && hand === this.hands[0] && !hand.ready) this.#tell("progress", message.part);
    else if (message.type === "ready") this.#begin(hand);
    else if (message.type === "kept") this.#tell("kept");
    else if (message.type === "failed") this.ready ? this.#close(hand, new Died(message.words)) : this.#fail(hand, message.words);
    else if (message.type === "part") task?.part?.(message.results);
    else if (message.type === "answer" && task) this.#answer(hand, task, message);
    else if (message.type === "died") this.lose(hand, message.words);
  }

  #answer(hand, task, message) {
    clearTimeout(task.timer);
    hand.task = null;
    task.resolve(message);
    this.#assign();
  }

  #begin(hand) {
    hand.ready = true;
    this.#tell("ready");
    this.#assign();
    if (this.hands.length === 1) setTimeout(() => this.hands.length === 1 && this.hands.push(new Hand(this)), SECOND);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** The reason of an abort that lets a question end within `GRACE`. */
export const LATER = "later";
