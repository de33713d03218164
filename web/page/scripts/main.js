// The page: which puzzle is looked at, what is asked about it, and what is shown of that.

import { Asking } from "./asking.js";
import { BoardView } from "./board.js";
import { fetchOffered, showOffered } from "./begin.js";
import { at, button, make, picture, toast } from "./dom.js";
import { Engine } from "./engine.js";
import { isCertificate, onDrop } from "./files.js";
import { showKeys } from "./keys.js";
import { LinkError, fragment, puzzleIn } from "./link.js";
import { Puzzle } from "./puzzle.js";
import { command, setTable, shown } from "./results.js";
import * as settings from "./settings.js";
import { showStatus } from "./status.js";
import { compare } from "./tools/compare.js";
import { exporting } from "./tools/export.js";
import { generating } from "./tools/generate.js";
import { verify, verifying } from "./tools/verify.js";
import { withGivens } from "./typing.js";
import { fill, speak, spoken, t } from "./words/words.js";

const QUESTIONS = ["check", "solve", "candidates", "explain", "count", "grade", "prove"];
const OF_SETS = ["check", "solve", "count"];
const COMMANDS = { prove: "check puzzle.txt --certify certificates" };
const CHANGES = ["board", "typing", "history", "opening", "begun"]; // what makes the last result one of before
const TYPING = 300; // milliseconds without a key, after which a text is read

const engine = new Engine();
const puzzle = new Puzzle(engine);
const asking = new Asking(engine);
const view = new BoardView(at("board"), (board) => puzzle.type(board));

/** What results and tools may do with the page. */
const page = {
  get hasBoard() {
    return puzzle.now.board !== null;
  },
  get canType() {
    return puzzle.now.board !== null && puzzle.now.board.kind === "sudoku";
  },
  overlay: (over) => puzzle.now.board && view.show(puzzle.now.board, over),
  add: (givens) => puzzle.type(withGivens(puzzle.now.board, givens)),
  open: (text, kind = null) => puzzle.open(text, { kind, from: "opened" }),
  ask: (name, valuesOf, tell, options) => asking.ask(name, puzzle.settled().then(valuesOf), tell, options),
};

// Asking

function ask(name) {
  const count = puzzle.now.opened?.count ?? 1;
  if (count > 1 && OF_SETS.includes(name)) return askSet(name, count);
  view.board && view.show(puzzle.now.board);
  const tell = (found, bytes) => [...shown[name](found, page, bytes), command(`coversat ${COMMANDS[name] ?? `${name} puzzle.txt`}`)];
  return page.ask(name, (values) => values, tell);
}

function askSet(question, count) {
  const set = setTable(count, pick);
  const tell = () => {
    set.end();
    return [...set.nodes, command(`coversat ${question} puzzle.txt`)];
  };
  page.ask("ask_set", (values) => ({ ...values, question }), tell, { part: set.add, before: set.nodes });
}

async function pick(number) {
  const { text, kind } = puzzle.now;
  const { result } = await engine.ask("pick", { text, kind, number });
  if (result) page.open(result, kind);
}

// The puzzle

puzzle.addEventListener("change", ({ detail: from }) => {
  showPuzzle(from);
  document.body.classList.toggle("writing", puzzle.isWriting);
  if (asking.hasTold && CHANGES.includes(from)) at("result").classList.add("stale");
  if (location.hash && from !== "link" && from !== "written") history.replaceState(null, "", location.pathname + location.search);
});

function showPuzzle(from) {
  const { board, opened, kind, text, failed } = puzzle.now;
  const several = (opened?.count ?? 1) > 1;
  if (board) view.show(board);
  else if (opened || failed) showPlain(opened);
  if (from !== "typing" && document.activeElement !== at("text") && text !== null) at("text").value = text;
  at("kind").textContent = kind ? said(kind, opened) : "";
  at("hint").textContent = several ? "" : t(`hint.${board ? board.kind : "other"}`);
  showMistake(failed, board);
  showKeys(board, view, puzzle);
  for (const each of at("questions").children) each.disabled = several && !OF_SETS.includes(each.dataset.name);
}

function said(kind, opened) {
  const read = opened ? t("read-as", { kind: t(`kinds.${kind}`), form: opened.form }) : t(`kinds.${kind}`);
  const others = opened?.others.length ? ` ${t("could-be", { kinds: opened.others.map((one) => t(`kinds.${one}`)).join(", ") })}` : "";
  return read + others;
}

/** What is no board: a picture, or how many puzzles there are. */
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

/** The message of the command line, and the way to its place in the text. */
function showMistake(failed, board) {
  const place = at("mistake");
  if (!failed) return place.replaceChildren(...(puzzle.now.opened?.notes ?? []).map((note) => make("p", { class: "hint" }, note)));
  const go = failed.line && !board ? button(t("go-to", failed), () => goTo(failed), { class: "quiet", id: "go-to" }) : null;
  place.replaceChildren(make("pre", { tabindex: "0" }, failed.words ?? failed.message), ...[go].filter(Boolean));
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
  const { text, kind } = await puzzle.settled();
  if (!text) return;
  history.replaceState(null, "", await fragment({ text, kind }));
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  toast(t("shared"));
}

/** Open the puzzle of the address, if there is one; whether there was a link. */
async function followLink() {
  try {
    const found = await puzzleIn(location.hash);
    if (!found) return false;
    puzzle.open(found.text, { kind: found.kind, from: "link" });
    return true;
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    const sentences = `${t("failed.link")} ${t(error.key, error.values)}`;
    at("mistake").replaceChildren(make("p", { role: "alert", id: "link-error" }, sentences));
    return false;
  }
}

// What is there from the beginning

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
  addEventListener("hashchange", followLink);
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
  const first = await fetchOffered();
  build();
  asking.again();
  if (!(await followLink())) puzzle.set(first, "begun", false);
  navigator.serviceWorker?.register("./sw.js").catch(() => {}); // only by https or on this machine
}

start();
