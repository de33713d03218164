// Workers that run coversat.  While one works on a long question, a second one reads input, and is ready if the
// first is stopped or crashes; it is started when a question is not answered soon.

const GRACE = 400; // milliseconds before the worker of an aborted question is replaced
const SLICE = 6000; // the same of a question that ends soon by itself
const SECOND = 200; // milliseconds that a question runs before a second worker is started

/** A question that was stopped. */
export class Stopped extends Error {}

/** A question that reached its time limit. */
export class TimeOver extends Error {}

/** A worker that crashed, or could not start. */
export class Died extends Error {}

class PyWorker {
  constructor(engine) {
    this.ready = false;
    this.task = null;
    this.thread = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "coversat" });
    this.thread.onmessage = ({ data }) => engine.receive(this, data);
    this.thread.onerror = (event) => {
      event.preventDefault();
      engine.crashed(this, event.message ?? "");
    };
    this.thread.postMessage({ memory: engine.memory });
  }
}

/** Asks coversat.  Events: `progress` (0 to 1), `ready` (from files, or from a memory), `cached` (for offline), `died` and `failed` (with words). */
export class Engine extends EventTarget {
  #count = 0;
  #queue = [];

  workers = [];
  memory = null; // of a started Python, from which further workers start
  own = null; // the file of a kind of the user, which every worker loads
  #started = false;

  /** Start Python: when the page is shown, and the compiled engine has answered. */
  start() {
    this.#started = true;
    this.workers.push(new PyWorker(this));
  }

  /** Whether some worker is ready. */
  get ready() {
    return this.workers.some((worker) => worker.ready);
  }

  /**
   * Return the result of the bridge.
   *
   * `long`    it may take long: meanwhile the other worker runs short questions only
   * `signal`  an AbortSignal; aborts the question: at once, or with the reason `LATER` or `SOON` if it
   *           does not end within some time
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

  #once(name, values, { long = false, part, signal, limit }) {
    if (this.#started && !this.workers.length) this.workers.push(new PyWorker(this)); // try again after a failed start
    return new Promise((resolve, reject) => {
      const task = { id: ++this.#count, message: { name, values }, long, part, limit, resolve, reject };
      if (signal?.aborted) return reject(new Stopped());
      signal?.addEventListener("abort", () => this.#abandon(task, { [LATER]: GRACE, [SOON]: SLICE }[signal.reason] ?? 0), { once: true });
      this.#queue.push(task);
      this.#assign();
    });
  }

  /** Give waiting questions to idle workers. */
  #assign() {
    for (const worker of this.workers.filter((one) => one.ready && !one.task)) {
      const busy = this.workers.some((other) => other.task?.long);
      const at = this.#queue.findIndex((task) => !(task.long && busy));
      if (at < 0) return;
      const [task] = this.#queue.splice(at, 1);
      worker.task = task;
      worker.thread.postMessage({ id: task.id, own: this.own, ...task.message });
      if (task.limit) task.timer = setTimeout(() => this.#end(task, new TimeOver()), 1000 * task.limit);
      setTimeout(() => worker.task === task && this.#accompany(), SECOND);
    }
  }

  #accompany() {
    if (this.workers.length === 1) this.workers.push(new PyWorker(this));
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
    const worker = this.workers.find((one) => one.task === task);
    if (worker) this.#replace(worker, error);
  }

  #replace(worker, error) {
    this.#close(worker, error);
    this.workers.push(new PyWorker(this));
    this.#assign();
  }

  #close(worker, error) {
    this.workers = this.workers.filter((other) => other !== worker);
    worker.thread.terminate();
    clearTimeout(worker.task?.timer);
    worker.task?.reject(error);
  }

  /** A worker crashed. */
  crashed(worker, words) {
    if (!this.workers.includes(worker)) return;
    if (!worker.ready && !this.ready) return this.#fail(worker, words);
    this.#emit("died", words);
    this.#replace(worker, new Died(words));
  }

  /** Python did not start: no network on the first visit, or an old browser. */
  #fail(worker, words) {
    this.#close(worker, new Died(words));
    if (!this.ready) for (const task of this.#queue.splice(0)) task.reject(new Died(words));
    this.#emit("failed", words);
  }

  /** Restart after a failed start. */
  again() {
    if (!this.workers.length) this.workers.push(new PyWorker(this));
  }

  receive(worker, message) {
    const task = worker.task?.id === message.id ? worker.task : null;
    if (message.type === "progress" && worker === this.workers[0] && !worker.ready) this.#emit("progress", message.part);
    else if (message.type === "ready") this.#begin(worker, message.from);
    else if (message.type === "memory") this.memory = message.shared;
    else if (message.type === "cached") this.#emit("cached");
    else if (message.type === "failed") this.ready ? this.#close(worker, new Died(message.words)) : this.#fail(worker, message.words);
    else if (message.type === "part") task?.part?.(message.results);
    else if (message.type === "answer" && task) this.#answer(worker, task, message);
    else if (message.type === "died") this.crashed(worker, message.words);
  }

  #answer(worker, task, message) {
    clearTimeout(task.timer);
    worker.task = null;
    task.resolve(message);
    this.#assign();
  }

  #begin(worker, from) {
    worker.ready = true;
    this.#emit("ready", from);
    this.#assign();
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Reasons of an abort that lets a question end by itself, within some time. */
export const LATER = "later";
export const SOON = "soon";
