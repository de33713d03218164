// The page: the puzzle, the questions about it, and the display of answers.

import { Asking } from "./asking.js";
import { BoardView } from "./board.js";
import { fetchOffered, showOffered } from "./begin.js";
import { Address } from "./address.js";
import { at, button, make, picture, toast } from "./dom.js";
import { Engine } from "./engine.js";
import { isCertificate, onDrop } from "./files.js";
import { showKeys } from "./keys.js";
import { LinkError } from "./link.js";
import { failure, sentence } from "./messages.js";
import { Puzzle } from "./puzzle.js";
import { command, counted, setTable, shown } from "./results.js";
import * as settings from "./settings.js";
import { showStatus } from "./status.js";
import { compare } from "./tools/compare.js";
import { exporting } from "./tools/export.js";
import { generating } from "./tools/generate.js";
import { verify, verifying } from "./tools/verify.js";
import { withGivens } from "./typing.js";
import { fill, speak, spoken, t, table } from "./words/words.js";

const QUESTIONS = ["check", "solve", "candidates", "explain", "count", "grade", "prove"];
const OF_SETS = ["check", "solve", "count"];
const COMMANDS = { prove: "check puzzle.txt --certify certificates" };
const LIMITS = [0, 10, 60, 600]; // seconds; 0 for none
const TYPING = 300; // milliseconds without a key, after which a text is read
const PATIENCE = 300; // milliseconds after which the page shows that a text is being read

const engine = new Engine();
const puzzle = new Puzzle(engine);
const view = new BoardView(at("board"), (board) => puzzle.type(board));
const asking = new Asking(engine, puzzle, bound);
const address = new Address(puzzle, new URL("../", import.meta.url).pathname);
let first = null; // the puzzle that the page begins with

/** The actions of a result on the page; disabled while another puzzle is shown. */
function bound(subject) {
  const current = () => subject !== null && subject === puzzle.now;
  return {
    hasBoard: Boolean(subject?.board),
    canType: subject?.board?.kind === "sudoku",
    overlay: (over) => current() && subject.board && view.show(subject.board, over),
    add: (givens) => current() && puzzle.type(withGivens(subject.board, givens)),
  };
}

/** The actions of tools on the page. */
const page = {
  open: (text, kind = null) => puzzle.open(text, { kind, from: "opened" }),
  ask: (...question) => asking.ask(...question),
  get limit() {
    return Number(at("limit").value) || undefined;
  },
  limited: (words) => (page.limit ? `${words} --timeout ${page.limit}` : words),
};

// Asking

function ask(name) {
  const count = puzzle.now.opened?.count ?? 1;
  if (count > 1 && OF_SETS.includes(name)) return askSet(name, count);
  if (puzzle.now.board) view.show(puzzle.now.board);
  const words = page.limited(`coversat ${COMMANDS[name] ?? `${name} puzzle.txt`}`);
  const render = (found, on, bytes) => [...shown[name](found, on, bytes), command(words)];
  return asking.ask(name, (values) => values, render, { limit: page.limit, ...(name === "count" ? lowerBound() : {}) });
}

/** The intermediate result of a count. */
function lowerBound() {
  const place = make("div", { id: "so-far" });
  let last = { count: "0" };
  const part = (results) => {
    last = results;
    place.replaceChildren(...(counted(last) ?? []));
  };
  return { part, before: [place], known: () => counted(last) };
}

function askSet(question, count) {
  const { text, kind } = puzzle.now;
  const set = setTable(count, (number) => pick(number, { text, kind }));
  const words = page.limited(`coversat ${question} puzzle.txt`);
  const limit = page.limit;
  const render = () => [...set.nodes(true), command(words)];
  const options = { part: set.add, before: set.nodes(false), known: () => set.nodes(false) };
  asking.ask("ask_set", (values) => ({ ...values, question, ...(limit ? { timeout: limit } : {}) }), render, options);
}

async function pick(number, { text, kind } = puzzle.now) {
  const { result } = await engine.ask("pick", { text, kind, number });
  if (result) page.open(result, kind);
}

// The puzzle

puzzle.addEventListener("change", ({ detail: from }) => {
  document.body.classList.toggle("writing", puzzle.isWaiting);
  showReading();
  if (from === "waiting") return;
  if (from !== "written" && from !== "language") showNotice(null);
  showPuzzle(from);
});

let reading;

/** Show after a moment that a text is being read, with a button to stop it. */
function showReading() {
  clearTimeout(reading);
  at("reading").hidden = true;
  at("view-board").classList.remove("old");
  if (!puzzle.isWaiting) return;
  reading = setTimeout(() => {
    at("reading").hidden = false;
    at("view-board").classList.toggle("old", puzzle.now.board === null);
  }, PATIENCE);
}

function showPuzzle(from) {
  const { board, opened, kind, text, failed } = puzzle.now;
  const several = (opened?.count ?? 1) > 1;
  if (board) view.show(board);
  else if (opened || failed) showPlain(opened);
  if (from !== "typing" && document.activeElement !== at("text") && text !== null) at("text").value = text;
  at("kind").textContent = kind ? formWords(kind, opened) : "";
  at("hint").textContent = several || !(board || opened) ? "" : t(`hint.${board ? board.kind : "other"}`);
  showMistake(failed, board);
  showKeys(board, view, puzzle);
  for (const each of at("questions").children) each.disabled = several && !OF_SETS.includes(each.dataset.name);
}

function formWords(kind, opened) {
  const read = opened ? t("read-as", { kind: t(`kinds.${kind}`), form: opened.form }) : t(`kinds.${kind}`);
  const others = opened?.others.length ? ` ${t("could-be", { kinds: opened.others.map((one) => t(`kinds.${one}`)).join(", ") })}` : "";
  return read + others;
}

/** Without a board: a picture, or the number of puzzles. */
function showPlain(opened) {
  view.hide();
  if (!opened) return;
  const many = opened.count > 1;
  const about = [make("h3", {}, t("set.title", { n: opened.count })), make("p", {}, t("set.about"))];
  const openFirst = button(t("set.one", { n: 1 }), () => pick(1));
  at("board").replaceChildren(
    ...(many ? [make("div", { class: "many" }, about, openFirst)] : [picture(opened.picture, t("drawn", { kind: t(`kinds.${opened.kind}`) }))]),
  );
}

/** The error in the text with a link to its position; or remarks. */
function showMistake(failed, board) {
  const place = at("mistake");
  if (!failed) {
    const notes = puzzle.now.opened?.notes ?? [];
    return place.replaceChildren(...notes.map((note) => make("p", { class: "hint" }, sentence(note))));
  }
  const go = failed.line && !board ? button(t("go-to", failed), () => goTo(failed), { class: "quiet", id: "go-to" }) : null;
  const again = failed.code ? button(t("read-again"), () => puzzle.again(), { class: "quiet", id: "read-again" }) : null;
  place.replaceChildren(...failure(failed), ...[go, again].filter(Boolean));
}

/** The error in the link of the address. */
function showNotice(words) {
  at("notice").replaceChildren(...(words ? [make("p", { role: "alert", id: "link-error" }, words)] : []));
}

function goTo({ line, column }) {
  showView("text");
  const area = at("text");
  const start = area.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(start, start + 1);
}

function showView(name) {
  for (const each of ["board", "text"]) {
    at(`view-${each}`).hidden = each !== name;
    at(`tab-${each}`).setAttribute("aria-selected", String(each === name));
    at(`tab-${each}`).tabIndex = each === name ? 0 : -1;
  }
}

// Links

async function share() {
  if (!(await address.share())) return;
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  toast(t("shared"));
}

/** Show the puzzle of the address, otherwise `other`, and an error in the link. */
async function followAddress(other) {
  let wrong = null;
  const found = await address.found(Object.keys(table("kinds"))).catch((error) => {
    if (!(error instanceof LinkError)) throw error;
    wrong = `${t("failed.link")} ${t(error.key, error.values)}`;
    return null;
  });
  if (found?.value) puzzle.restore(found.value);
  else if (found) puzzle.open(found.text, { kind: found.kind, from: "link" });
  else other(wrong);
  if (wrong) showNotice(wrong);
}

// Start

function build() {
  fill();
  document.title = `coversat: ${t("motto").split(".")[0]}`;
  at("language").textContent = t("other");
  at("language").lang = spoken() === "en" ? "ko" : "en";
  showTheme();
  at("questions").replaceChildren(
    ...QUESTIONS.map((name) => button(t(`questions.${name}`), () => ask(name), { class: `asks ${name}`, id: `ask-${name}`, "data-name": name, title: t(`about.${name}`) })),
  );
  const open = new Set([...at("tools").children].filter((each) => each.open).map((each) => each.id));
  at("tools").replaceChildren(compare(page), exporting(page), verifying(page), generating(page));
  for (const each of at("tools").children) each.open = open.has(each.id);
  const limit = at("limit").value;
  at("limit").replaceChildren(...LIMITS.map((seconds) => make("option", { value: String(seconds || "") }, t(`limits.${seconds}`))));
  at("limit").value = limit;
  showOffered((chosen) => {
    puzzle.set(chosen, "begun");
    showView("board");
  });
}

function showTheme() {
  const name = t(`theme.${settings.theme()}`);
  at("theme").textContent = name;
  at("theme").setAttribute("aria-label", t("colours", { name }));
}

function speakTo(language) {
  speak(language);
  build();
  view.hide();
  showPuzzle("language");
  asking.again();
  showStatus.again();
}

function openFiles(files) {
  if (isCertificate(files)) return verify(page, files);
  return files[0].text().then((text) => page.open(text));
}

function listen() {
  at("language").onclick = () => {
    const next = spoken() === "en" ? "ko" : "en";
    settings.keep("language", next);
    speakTo(next);
  };
  at("theme").onclick = () => {
    settings.applyTheme(settings.nextTheme());
    showTheme();
  };
  at("skip").onclick = (event) => {
    event.preventDefault();
    view.board ? view.focus() : at("tab-text").focus();
  };
  at("share").onclick = share;
  at("open").onclick = () => at("opening").showModal();
  at("opening").onclose = () => {
    const text = at("pasted").value;
    if (at("opening").returnValue === "open" && text.trim()) page.open(text.trim().includes("\n") ? text : text.trim());
    at("pasted").value = "";
  };
  at("file").onchange = () => {
    at("opening").close("cancel");
    openFiles(at("file").files);
  };
  for (const name of ["board", "text"]) at(`tab-${name}`).onclick = () => showView(name);
  document.querySelector(".tabs").onkeydown = ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const name = at("view-board").hidden ? "board" : "text";
    showView(name);
    at(`tab-${name}`).focus();
  };
  let timer;
  at("text").oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(() => puzzle.open(at("text").value), TYPING);
  };
  onDrop(openFiles);
  addEventListener("popstate", () => followAddress((wrong) => wrong || puzzle.restore(first)));
  at("stop-reading").onclick = () => asking.stop();
  addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData.getData("text");
    if (text.trim()) page.open(text);
  });
  addEventListener("keydown", shortcut);
}

function shortcut(event) {
  if (!event.ctrlKey && !event.metaKey) return;
  const inText = event.target.closest?.("input, textarea");
  const key = event.key.toLowerCase();
  if (key === "enter") ask("check");
  else if (key === "z" && !inText) event.shiftKey ? puzzle.redo() : puzzle.undo();
  else if (key === "y" && !inText) puzzle.redo();
  else return;
  event.preventDefault();
}

async function start() {
  settings.applyTheme(settings.theme());
  speak(settings.language());
  showStatus(engine);
  listen();
  showView("board");
  first = await fetchOffered();
  build();
  asking.again();
  await followAddress(() => puzzle.set(first, "begun", false));
  navigator.serviceWorker?.register("./sw.js").catch(() => {}); // only by https or on this machine
}

start();
