// Two workers that run coversat: while one thinks, the other reads what is typed; when one is stopped or dies,
// the other is warm already.

/** A question that was stopped. */
export class Stopped extends Error {}

/** A worker that ended by itself, or could not begin. */
export class Died extends Error {}

class Hand {
  constructor(engine) {
    this.ready = false;
    this.asked = new Map();
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "coversat" });
    this.worker.onmessage = ({ data }) => engine.hear(this, data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      engine.lose(this, event.message ?? "");
    };
  }

  end(error) {
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(error);
  }
}

/** Asks coversat.  Tells `progress` (0 to 1), `ready`, `kept` (for offline), `died` and `failed` (with words). */
export class Engine extends EventTarget {
  constructor() {
    super();
    this.count = 0;
    this.hands = [new Hand(this)];
  }

  /**
   * The answer of the bridge; `long` for what may take its time, of which one is asked at a time.
   *
   * What is short is asked again where its worker was stopped for something else, or died.
   */
  async ask(name, values, options = {}) {
    for (let lives = 2; ; ) {
      try {
        return await this.once(name, values, options);
      } catch (error) {
        lives -= error instanceof Died ? 1 : 0;
        if (options.long || !lives) throw error;
      }
    }
  }

  once(name, values, { files = [], long = false, part }) {
    const hand = this.choose();
    const id = ++this.count;
    if (long) this.long = hand;
    return new Promise((resolve, reject) => {
      hand.asked.set(id, { resolve, reject, part });
      hand.worker.postMessage({ id, name, values, files });
    }).finally(() => {
      hand.asked.delete(id);
      if (long && this.long === hand) this.long = undefined;
    });
  }

  /** One that is warm and has nothing to do, if there is one. */
  choose() {
    this.again();
    const free = (hand) => (hand.ready ? 0 : 2) + (hand === this.long ? 4 : 0) + Math.min(hand.asked.size, 1);
    return [...this.hands].sort((a, b) => free(a) - free(b))[0];
  }

  /** End what takes long, in the middle of it. */
  stop() {
    if (this.long) this.replace(this.long, new Stopped());
  }

  replace(hand, error) {
    const at = this.hands.indexOf(hand);
    if (at < 0) return;
    if (this.long === hand) this.long = undefined;
    this.hands.splice(at, 1);
    this.hands.push(new Hand(this));
    hand.end(error);
  }

  lose(hand, words) {
    const began = hand.ready || this.hands.some((other) => other.ready);
    if (!began) return this.fail(hand, words);
    this.tell("died", words);
    this.replace(hand, new Died(words));
  }

  /** Python never began: without a network and never seen before, or in a browser that is too old. */
  fail(hand, words) {
    this.hands = this.hands.filter((other) => other !== hand);
    hand.end(new Died(words));
    this.tell("failed", words);
  }

  /** Begin once more after that. */
  again() {
    if (!this.hands.length) this.hands.push(new Hand(this));
  }

  hear(hand, message) {
    const asked = hand.asked.get(message.id);
    if (message.type === "progress" && hand === this.hands[0] && !hand.ready) this.tell("progress", message.part);
    else if (message.type === "ready") this.begin(hand);
    else if (message.type === "kept") this.tell("kept");
    else if (message.type === "failed") this.missed(hand, message.words);
    else if (message.type === "part") asked?.part?.(message.results);
    else if (message.type === "answer") asked?.resolve(message);
    else if (message.type === "died") this.lose(hand, message.words);
  }

  /** One that could not begin: where there is another it is done without. */
  missed(hand, words) {
    if (!this.hands.some((other) => other.ready)) return this.fail(hand, words);
    this.hands = this.hands.filter((other) => other !== hand);
    hand.end(new Died(words));
  }

  begin(hand) {
    hand.ready = true;
    this.tell("ready");
    // The other begins when this one has done its first work.
    if (this.hands.length === 1) setTimeout(() => this.hands.length === 1 && this.hands.push(new Hand(this)), 1500);
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
