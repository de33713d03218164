// The state of Python: a progress bar while it starts, then a word.

import { at, button, toast } from "./dom.js";
import { t } from "./words/words.js";

let last = ["starting", { part: 0 }];

/** Show the events of the engine. */
export function showStatus(engine) {
  engine.addEventListener("progress", ({ detail }) => show("starting", { part: Math.round(100 * detail) }));
  engine.addEventListener("ready", ({ detail }) => {
    at("engine").dataset.from = detail;
    if (last[0] !== "offline") show("ready");
  });
  engine.addEventListener("cached", async () => (await isServed()) && show("offline"));
  engine.addEventListener("failed", ({ detail }) => {
    show("failed", { words: detail });
    at("engine-words").append(" ", button(t("engine.again"), () => engine.again(), { class: "quiet" }));
  });
  engine.addEventListener("died", ({ detail }) => toast(t("died", { words: detail })));
  show(...last);
}

showStatus.again = () => show(...last);

function show(state, values = {}) {
  last = [state, values];
  at("engine").dataset.state = state;
  at("engine-words").textContent = t(`engine.${state}`, values);
  const part = state === "starting" ? values.part : 100;
  at("warming").hidden = state !== "starting";
  at("warming").setAttribute("aria-valuenow", String(part));
  at("warming").firstElementChild.style.width = `${part}%`;
}

/** Whether the page itself is cached for use offline. */
async function isServed() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return false;
  await navigator.serviceWorker.ready;
  return true;
}
