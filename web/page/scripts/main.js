// The page: the puzzle, the questions about it, and the display of answers.

import "./painted.js"; // before all others
import { About } from "./about.js";
import { Address } from "./address.js";
import { Asking } from "./asking.js";
import { fetchOffered, madeKinds, madeSymmetries, offeredFormats, offeredKind, offeredKinds, offeredRules, showOffered } from "./begin.js";
import { BoardView } from "./board.js";
import { copy, paste } from "./clip.js";
import { Compiled } from "./compiled.js";
import { at, button, make, toast } from "./dom.js";
import { Drafts } from "./drafts.js";
import { Drawing } from "./drawing.js";
import { Engine } from "./engine.js";
import { glyph } from "./faces.js";
import { onDrop } from "./files.js";
import { showKeys } from "./keys.js";
import { LinkError } from "./link.js";
import { Live } from "./live.js";
import { Marking, onBorders } from "./marking.js";
import { modesOf, noted, withAbout } from "./play.js";
import { OPENED, Puzzle } from "./puzzle.js";
import { Questions } from "./questions.js";
import { Rules } from "./rules.js";
import { Sending } from "./send.js";
import * as settings from "./settings.js";
import { formWords, Reading, ruleWords, showBoard, showCaptions, showHow, showMistake } from "./show.js";
import { showStatus } from "./status.js";
import { pasteFast, TextBox } from "./textbox.js";
import { compare } from "./tools/compare.js";
import { exporting } from "./tools/export.js";
import { generating } from "./tools/generate.js";
import { own } from "./tools/own.js";
import { eraseAll, withGivens } from "./typing.js";
import { fill, speak, spoken, t, translated } from "./words/words.js";

const LIMITS = [0, 10, 60, 600]; // seconds; 0 for none
const PATIENCE = 300; // milliseconds after which the page shows that a text is being read

const engine = new Engine();
const puzzle = new Puzzle(engine);
const view = new BoardView(at("board"), { change: (board) => puzzle.type(board), press: pressed, refused, named: (rule) => ruleWords(rule, offeredRules()) });
const marking = new Marking(view, puzzle);
const live = new Live(engine, new Compiled(), puzzle, (found) => view.showLive(found));
const asking = new Asking(engine, puzzle, bound, live);
const drafts = new Drafts(puzzle, engine);
const address = new Address(puzzle, new URL("../", import.meta.url).pathname);
const reading = new Reading(puzzle, PATIENCE);
const textBox = new TextBox((text) => puzzle.open(text), showWriting);
new Sending(engine, puzzle);
new About(puzzle);
let rules;
let questions;
let mode = "given";
let first = null; // the puzzle that the page begins with

/** The actions of a result on the page; disabled while another puzzle is shown. */
function bound(subject) {
  const current = () => subject !== null && subject === puzzle.now;
  return {
    board: subject?.board,
    canType: Boolean(subject?.board?.givens),
    overlay: (over) => current() && subject.board && view.show(subject.board, over),
    add: (givens) => current() && puzzle.type(withGivens(subject.board, givens)),
  };
}

/** The actions of tools on the page. */
const page = {
  open(text, kind = null) {
    const [place, hash] = text.split("#");
    if (hash && place === location.href.split("#")[0]) location.hash = hash.trim(); // a link to this page
    else puzzle.open(text, { kind, from: "opened" });
  },
  /** Begin with an empty board of a kind that a file defines; the kind is known from now on. */
  begin({ kind, board, text }, code) {
    settings.keep("own-kind", kind);
    settings.keep("own-loaded", code);
    engine.own = code;
    puzzle.set({ text, kind, form: null, opened: null, board, failed: null }, "begun");
  },
  ask: (...question) => asking.ask(...question),
  look: (name, values) => engine.ask(name, values).then(({ result }) => result, () => null),
  get kind() {
    return puzzle.now.kind;
  },
  get limit() {
    return Number(at("limit").value) || undefined;
  },
  limited: (words) => (page.limit ? `${words} --timeout ${page.limit}` : words),
};

// The board

/** A key that the board gives to what is being drawn, or noted; whether it was taken. */
function pressed(word, shifted = false) {
  if (word === "Escape" && rules.busy) {
    rules.stop();
    rules.show(puzzle.now.board);
    return true;
  }
  if (rules.drawing.press(word)) return true;
  if (mode === "given" || rules.busy) return false;
  if (mode === "draw") return marking.press(word, shifted);
  const after = noted(puzzle.play, mode, view.board, view.cells, word);
  if (after) puzzle.mark(after);
  return after !== null || /^.$/.test(word);
}

/** A key without a meaning on this board. */
function refused(pressed) {
  const clues = mode === "given" && cluesOf(view.board);
  const words = clues ? t("refused-clue", { key: pressed, clues }) : t("refused-key", { key: pressed });
  at("hint").replaceChildren(make("b", { role: "status" }, words));
}

function choose(name) {
  mode = name;
  showMode();
  view.focus(true);
}

/** The keys and the hint of a mode; where marks are drawn, the mouse draws them. */
function showMode() {
  const { board } = puzzle.now;
  if (!modesOf(board).includes(mode)) mode = "given";
  showKeys(board, view, puzzle, mode, choose);
  document.body.dataset.mode = mode;
  showHint();
  pickTool();
}

function pickTool() {
  const wanted = mode === "draw" ? marking.tool : null;
  if (view.board && !rules?.busy && view.tool !== wanted) view.use(wanted);
}

/** Whether the text and the board differ for a moment. */
function showWriting() {
  document.body.classList.toggle("writing", puzzle.isWaiting || textBox.isPending);
}

puzzle.addEventListener("change", ({ detail: from }) => {
  showWriting();
  reading.show();
  if (from === "waiting") return;
  if (OPENED.includes(from)) {
    rules?.stop();
    view.selected = [];
    mode = "given"; // what is typed on another board belongs to the puzzle
  }
  if (!["written", "language", "marks", "link"].includes(from)) showNotice(null);
  showPuzzle(from);
});

function showPuzzle(from) {
  const { board, opened, text } = puzzle.now;
  const several = (opened?.count ?? 1) > 1;
  showBoard(view, puzzle, from, (number) => questions.pick(number));
  if (from !== "typing" && text !== null) textBox.show(text);
  showCaptions(board, offeredRules());
  showHow(puzzle.now.kind);
  at("kind").textContent = formWords(puzzle.now);
  showMistake(puzzle);
  showMode();
  questions?.enable(several);
  for (const each of at("tools").children) each.dispatchEvent(new Event("puzzle"));
  if (from !== "marks") rules?.show(board);
}

/** How a board is edited, by keys or with a finger. */
function showHint() {
  const { board, opened } = puzzle.now;
  const several = (opened?.count ?? 1) > 1;
  at("hint").textContent = several || !(board || opened) ? "" : hintsOf(board).join(" ");
}

function hintsOf(board) {
  if (!board) return [t("hint.other")];
  if (mode === "draw") {
    const { cells, lines } = board.marks;
    return [lines && t(onBorders(board) ? "hint.draw-borders" : "hint.draw-lines"), cells.length && t("hint.draw-cells")].filter(Boolean);
  }
  const own = { sudominoku: "sudominoku", kakuro: "kakuro" }[board.kind] ?? (board.lists ? "nonogram" : null);
  if (own) return [t(`hint.${own}`)];
  if (mode === "given" && isSizeAlone(board)) return [t("hint.size")];
  const clues = cluesOf(board) && t("hint.clues", { clues: cluesOf(board) });
  const typed = Object.keys(board.typed).length ? t("hint.typed", { keys: Object.keys(board.typed).join(" "), signs: Object.values(board.typed).map((sign) => glyph(board, sign)).join(" ") }) : "";
  return [clues, typed, t(matchMedia("(pointer: coarse)").matches ? "hint.touch" : "hint.board")].filter(Boolean);
}

/** What a clue may be; empty for a board without any. */
function cluesOf(board) {
  if (!board.clues || !board.symbols.length) return "";
  const shown = (sign) => (glyph(board, sign) === sign ? sign : `${sign} (${glyph(board, sign)})`);
  const words = board.clues.startsWith("one of ") ? `one of ${board.symbols.map(shown).join(", ")}` : board.clues;
  return translated(words) ?? words;
}

/** Whether there is nothing to type but an answer. */
const isSizeAlone = ({ symbols, values, regions, sides }) => !symbols.length && values && !regions && !Object.keys(sides).length;

/** The error in the link of the address, until another puzzle is opened or this one is changed. */
function showNotice(words) {
  at("notice").replaceChildren(...(words ? [make("p", { role: "alert", id: "link-error" }, words)] : []));
}

// Links

async function share() {
  if (!(await address.share())) return;
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  toast(t(offeredKinds().includes(puzzle.now.kind) ? "shared" : "shared-own"));
}

/** Show the puzzle of the address, otherwise `other`, and an error in the link. */
async function followAddress(other) {
  let wrong = null;
  const found = await address.found([...offeredKinds(), settings.kept("own-kind")]).catch((error) => {
    if (!(error instanceof LinkError)) throw error;
    wrong = `${t("failed.link")} ${t(error.key, error.values)}`;
    return null;
  });
  if (found?.value) puzzle.restore(found.value);
  else if (found) puzzle.open(found.text, { kind: found.kind, form: found.form, from: "link", play: found.about && withAbout(null, found.about) });
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
  questions.build();
  const limit = at("limit").value;
  at("limit").replaceChildren(...LIMITS.map((seconds) => make("option", { value: String(seconds || "") }, t(`limits.${seconds}`))));
  at("limit").value = limit;
  showOffered((chosen) => {
    puzzle.set(chosen, "begun");
    view.focus(true); // one can type at once
  });
}

function buildTools() {
  const open = new Set([...at("tools").children].filter((each) => each.open).map((each) => each.id));
  at("tools").replaceChildren(compare(page), exporting(page, offeredFormats()), generating(page, madeKinds(), madeSymmetries()), own(page, offeredKind()));
  for (const each of at("tools").children) each.open = open.has(each.id);
}

function showTheme() {
  const name = t(`theme.${settings.theme()}`);
  at("theme").textContent = name;
  at("theme").setAttribute("aria-label", t("colours", { name }));
}

function speakTo(language) {
  speak(language);
  build();
  buildTools();
  view.hide();
  showPuzzle("language");
  asking.again();
  live.again();
  showStatus.again();
}

const openFile = ([file]) => file.text().then((text) => page.open(text));

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
    view.board ? view.focus() : at("text").focus();
  };
  at("share").onclick = share;
  at("open").onclick = () => at("opening").showModal();
  pasteFast(at("pasted"));
  at("opening").onclose = () => {
    const text = at("pasted").value;
    if (at("opening").returnValue === "open" && text.trim()) page.open(text.trim().includes("\n") ? text : text.trim());
    at("pasted").value = "";
  };
  at("file").onchange = () => {
    at("opening").close("cancel");
    openFile(at("file").files);
  };
  for (const [id, name] of [["live-on", "on"], ["live-marks", "marks"]]) {
    at(id).checked = settings.kept(id) === null ? name === "on" : settings.kept(id) === "yes";
    live[name] = at(id).checked;
    at(id).onchange = () => {
      settings.keep(id, at(id).checked ? "yes" : "no");
      live.set(name, at(id).checked);
    };
  }
  onDrop(openFile);
  addEventListener("popstate", () => followAddress((wrong) => wrong || puzzle.restore(first)));
  at("stop-reading").onclick = () => asking.stop();
  listenClipboard();
  addEventListener("keydown", shortcut);
}

function listenClipboard() {
  const elsewhere = (event) => event.target.closest?.("input, textarea, dialog");
  for (const kind of ["copy", "cut"]) {
    addEventListener(kind, (event) => {
      if (elsewhere(event) || !view.board || !copy(view.board, view.cells)) return;
      event.clipboardData.setData("text", view.cells.map(([r, c]) => `r${r + 1}c${c + 1}`).join(" "));
      event.clipboardData.setData("application/x-coversat", "board");
      event.preventDefault();
      const cut = kind === "cut" && eraseAll(view.board, view.cells);
      if (cut) puzzle.type(cut);
    });
  }
  addEventListener("paste", (event) => {
    if (elsewhere(event)) return;
    if (event.clipboardData.types.includes("application/x-coversat")) {
      const after = view.board && paste(view.board, view.at);
      return after ? puzzle.type(after) : undefined;
    }
    const text = event.clipboardData.getData("text");
    if (text.trim()) page.open(text);
  });
}

function shortcut(event) {
  if (event.key === "Escape" && rules.busy && !document.querySelector("dialog[open]")) pressed("Escape");
  if (!event.ctrlKey && !event.metaKey) return;
  const inText = event.target.closest?.("input, textarea");
  const key = event.key.toLowerCase();
  if (key === "enter") {
    textBox.flush();
    questions.ask("check");
  } else if (key === "z" && !inText) event.shiftKey ? puzzle.redo() : puzzle.undo();
  else if (key === "y" && !inText) puzzle.redo();
  else return;
  event.preventDefault();
}

async function start() {
  speak(settings.language());
  showStatus(engine);
  engine.own = settings.kept("own-loaded");
  if (matchMedia("(max-width: 720px)").matches) at("text-panel").open = false;
  questions = new Questions(engine, puzzle, view, asking, page);
  first = await fetchOffered();
  rules = new Rules(engine, new Drawing(view, puzzle, offeredRules()), view, puzzle, pickTool);
  listen();
  build();
  asking.again();
  await followAddress(() => (drafts.latest ? drafts.resume(drafts.latest) : puzzle.set(first, "begun", false)));
  document.body.classList.remove("loading");
  await Promise.race([live.known(), new Promise((go) => setTimeout(go, PATIENCE))]);
  engine.start();
  rules.begin();
  buildTools();
  document.body.classList.remove("starting");
  navigator.serviceWorker?.register("./sw.js").catch(() => {}); // only by https or on this machine
}

start();
