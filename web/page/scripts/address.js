// The puzzle in the address and in the browser's history: reload, back, forward and bookmarks find it again.
//
// Every opened puzzle is an entry of the history, which has its current state as a value
// and, if it is not too long, as a link in the address.  After a quick reload browsers have an older state of the
// entry, or none: what the page showed last is also kept beside it.

import { onLeaving } from "./leaving.js";
import { fragment, puzzleIn } from "./link.js";

const LONGEST = 8000; // characters of a link that is put into the address
const PAUSE = 250; // milliseconds without a change after which the address follows
const OPENED = ["begun", "opening"]; // changes that begin a new entry
const LEFT = "coversat-left"; // the name of what the page showed last
const IGNORED = ["following", "link", "restored", "language", "waiting"]; // the entry has the puzzle already

export class Address {
  #timer;
  #first = true;
  #pending = false;
  #worked = false; // whether the puzzle is another one than that of a link
  #left; // what was shown before a reload

  /** `build` is the name of the page's build: values of other builds are ignored. */
  constructor(puzzle, build) {
    this.puzzle = puzzle;
    this.build = build;
    puzzle.addEventListener("change", ({ detail: from }) => this.#follow(from));
    this.#left = kept(build);
    onLeaving(() => {
      keep(this.#worked ? { build, value: puzzle.value } : null);
      if (this.#pending) this.#put("replaceState", location.hash); // a link takes too long
    });
  }

  /** The puzzle of the current entry: a value, or what a link states; null without one. */
  async found(kinds) {
    this.#forget();
    const left = this.#left;
    this.#left = null;
    if (left) return this.#reloaded(left);
    const { build, hash, value } = history.state ?? {};
    this.#worked = Boolean(value && build === this.build && hash === location.hash);
    return this.#worked ? { value } : puzzleIn(location.hash, kinds);
  }

  /** What was left, with which the entry is brought up to date. */
  #reloaded(value) {
    this.#first = false;
    this.#follow("left");
    return { value };
  }

  /** Put the puzzle into the address now, however long its link is. */
  async share() {
    const now = await this.puzzle.settled();
    if (!now.text) return false;
    this.#write("replaceState", await fragment({ ...now, about: this.puzzle.play?.about }));
    return true;
  }

  #follow(from) {
    if (IGNORED.includes(from)) return void (this.#first = false);
    // The first puzzle of a visit needs no entry: the page begins with it.
    if (this.#first) return void (this.#first = false);
    this.#pending = this.#worked = true;
    if (OPENED.includes(from)) this.#write("pushState", "");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#update(), PAUSE);
  }

  /** The browser is at another entry: drop the pending change of the previous one. */
  #forget() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = false;
  }

  async #update() {
    const { now, play } = this.puzzle;
    const timer = this.#timer;
    const hash = now.text ? await fragment({ ...now, about: play?.about }) : "";
    if (now === this.puzzle.now && timer === this.#timer) this.#write("replaceState", hash.length > LONGEST ? "" : hash);
  }

  #write(how, hash) {
    this.#forget();
    this.#put(how, hash);
  }

  #put(how, hash) {
    const url = location.pathname + location.search + hash;
    const entry = { build: this.build, hash };
    try {
      history[how]({ ...entry, value: this.puzzle.value }, "", url);
    } catch {
      try {
        history[how](entry, "", url); // browsers keep a few megabytes at most
      } catch {
        // too many entries in too short a time
      }
    }
  }
}

/** What the page showed before it was reloaded; null if it was not. */
function kept(build) {
  if (performance.getEntriesByType("navigation")[0]?.type !== "reload") return null;
  try {
    const left = JSON.parse(sessionStorage.getItem(LEFT));
    return left?.build === build ? left.value : null;
  } catch {
    return null;
  }
}

function keep(left) {
  try {
    sessionStorage.removeItem(LEFT);
    if (left) sessionStorage.setItem(LEFT, JSON.stringify(left));
  } catch {
    // too long, or nothing may be stored
  }
}
