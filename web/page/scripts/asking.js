// One question at a time: it is shown that it is asked, how long that has taken, and how to stop it.

import { at, button, make } from "./dom.js";
import { Died, Stopped } from "./engine.js";
import { failure } from "./results.js";
import { t } from "./words/words.js";

export class Asking {
  constructor(engine) {
    this.engine = engine;
    this.body = at("result-body");
    this.busy = false;
    addEventListener("keydown", (event) => event.key === "Escape" && this.stop());
  }

  stop() {
    this.engine.stop();
  }

  /**
   * Ask, and show what `tell` makes of the answer.
   *
   * `values` may be a promise: what is typed last is written first.
   */
  async ask(name, values, tell, { files, part, before = [] } = {}) {
    if (this.busy) return;
    this.#begin(name, before);
    const started = performance.now();
    try {
      const answer = await this.engine.ask(name, await values, { files, part, long: true });
      this.#end(() => (answer.failed ? failure(answer.failed) : tell(answer.result, answer.bytes)));
    } catch (error) {
      const elapsed = (performance.now() - started) / 1000;
      this.#end(() => [make("p", { class: "says", role: "alert" }, sentence(error, elapsed))]);
    }
  }

  show(nodes) {
    at("result").classList.remove("stale");
    this.body.replaceChildren(...nodes.filter(Boolean));
  }

  #begin(name, before) {
    this.busy = true;
    document.body.classList.add("busy");
    const clock = make("span", { class: "clock", "aria-hidden": "true" });
    const started = performance.now();
    const ready = () => this.engine.hands.some((hand) => hand.ready);
    const tick = () => {
      clock.textContent = ((performance.now() - started) / 1000).toFixed(1);
      waiting.hidden = ready();
    };
    const waiting = make("p", { class: "hint" }, t("waiting"));
    const stop = button(t("stop"), () => this.stop(), { id: "stop", class: "stop" });
    this.show([make("div", { class: "working" }, make("span", { class: "spin" }), make("span", {}, t(`working.${name}`)), clock, stop), waiting, ...before]);
    tick();
    this.timer = setInterval(tick, 100);
    at("result").scrollIntoView({ block: "nearest" });
  }

  /** Whether there is a result. */
  get hasTold() {
    return this.result !== undefined;
  }

  /** Say the last result again: in another language. */
  again() {
    if (!this.busy) this.show((this.result ?? nothing)());
  }

  #end(tell) {
    clearInterval(this.timer);
    this.busy = false;
    document.body.classList.remove("busy");
    const held = this.body.contains(document.activeElement);
    this.result = tell;
    this.again();
    at("result").dataset.told = String(Number(at("result").dataset.told ?? 0) + 1); // so many results until now
    if (held) at("result").focus({ preventScroll: true });
  }
}

const nothing = () => [make("p", { class: "hint" }, t("nothing"))];

function sentence(error, elapsed) {
  if (error instanceof Stopped) return t("stopped", { seconds: elapsed.toFixed(1) });
  if (error instanceof Died) return t("died", { words: error.message });
  throw error;
}
