// The rules of sudokus for the compiled engine, by the first word of their lines.  The library's own check and
// model state the same; a test compares the counts of both.  A table made from them with the page cannot replace
// this: totals, digits and lengths of lines are without bound, and the first verdict comes before Python.

import { NotCompiled } from "./program.js";

const CELL = /^(-?)(?:(\d+)\*)?r(\d+)c(\d+)$/; // 2*r1c1 and -r1c1 in sums
const different = (a, b) => a !== b;
const third = (digit, digits) => Math.floor((3 * (digit - 1)) / digits);
const neighbours = (cells) => cells.slice(1).map((cell, at) => [cells[at], cell]);
const couples = (cells) => cells.flatMap((one, at) => cells.slice(at + 1).map((other) => [one, other]));
const spaced = (cells, most) => cells.flatMap((one, at) => cells.slice(at + 1, at + most).map((other) => [one, other]));

/** The line of a rule: its numbers and words, and the groups of its cells. */
function parsed(line, board) {
  const [word, ...rest] = line.trim().split(/\s+/);
  const words = rest.filter((one) => one !== "/" && !CELL.test(one));
  const groups = [[]];
  const factors = [];
  for (const one of rest) {
    const [found, minus, factor = 1, row, column] = CELL.exec(one) ?? [];
    if (one === "/") groups.push([]);
    if (!found) continue;
    groups.at(-1).push(board.cell(row - 1, column - 1));
    factors.push(minus ? -factor : Number(factor));
  }
  return { word, words, numbers: words.map(Number), groups: groups.filter((group) => group.length), cells: groups.flat(), factors };
}

/** The sets of so many of the digits that add up to a total. */
function setsOf(digits, size, total) {
  if (size === 0) return total === 0 ? [[]] : [];
  return digits.flatMap((digit, at) => (digit > total ? [] : setsOf(digits.slice(at + 1), size - 1, total - digit).map((rest) => [digit, ...rest])));
}

/** The digits differ, as another rule states, and add up to the total. */
function cage(program, cells, total) {
  program.sum(cells, total);
  if (program.digits <= 9) program.sets(cells, setsOf(program.all, cells.length, total));
}

/** The groups of cells add up to the same; a cell's place says to which group it belongs. */
function sameSums(program, groups) {
  const ends = new Set();
  groups.reduce((at, group) => (ends.add(at + group.length - 1), at + group.length), 0);
  const first = groups[0].length;
  const step = ([goal, left], digit, at) => {
    if (at < first) return at === first - 1 ? [goal + digit, goal + digit] : [goal + digit, 0];
    if (left < digit || (ends.has(at) && left !== digit)) return undefined;
    return ends.has(at) ? [goal, goal] : [goal, left - digit];
  };
  program.walk(groups.flat(), [0, 0], step, () => true);
}

/** The cells hold these digits, each at least as often as it is named. */
function containing(program, cells, digits) {
  const step = (left, digit) => {
    const at = left.indexOf(digit);
    return at < 0 ? left : left.filter((_, other) => other !== at);
  };
  program.walk(cells, digits, (left, digit, at) => (step(left, digit).length < cells.length - at ? step(left, digit) : undefined), (left) => !left.length);
}

/** The first two cells are ends; each other digit agrees with the lower and the higher of them. */
function ends(program, [first, ...rest], fits, agrees) {
  const step = (state, digit, at) => {
    if (at === 0) return [digit];
    if (at === 1) return fits(state[0], digit) ? [Math.min(state[0], digit), Math.max(state[0], digit)] : undefined;
    return agrees(digit, ...state) ? state : undefined;
  };
  program.walk([first, rest.at(-1), ...rest.slice(0, -1)], [], step, () => true);
}

/** A rule of marks that are all given: borders without such a mark, and not excepted, do not have its relation. */
const strict = (marks, marked) => (program, { cells, numbers }, board, lines) => {
  const dots = lines.filter((line) => marks.includes(line.word)).map((line) => line.cells);
  const free = new Set([...dots, ...cells.flatMap((cell, at) => (at % 2 ? [[cells[at - 1], cell]] : []))].map((pair) => [...pair].sort((a, b) => a - b).join()));
  for (const [one, other] of board.borders) if (!free.has([one, other].join())) program.pair(one, other, (a, b) => !marked(a, b, numbers));
};

const pairs = (cells, holds) => (program, line, board) => cells(line.cells, line, board).forEach(([one, other]) => program.pair(one, other, (a, b) => holds(a, b, line.numbers, program.digits)));
const domains = (holds) => (program, { cells, numbers }) => cells.forEach((cell) => program.only(cell, (digit) => holds(digit, numbers)));
const clue = (read) => (program, { words }, board) => read(program, board.side(words[1], Number(words[2])), Number(words[0]));
const leaps = (...steps) => (program, _, board) => {
  for (const [down, right] of steps) for (const [one, other] of board.leaps(down, right)) program.group([one, other]);
};
const factor = (a, b, number) => Math.max(a, b) === number * Math.min(a, b);
const kropki = (a, b) => Math.abs(a - b) === 1 || factor(a, b, 2);

const LETTERS = { x: 10, v: 5 };
const DIAGONALS = { down: 1, up: -1, right: 1, left: -1 };

export const RULES = {
  "all-different": (program, { cells }) => program.group(cells),
  "anti-consecutive": (program, _, board) => board.borders.forEach(([one, other]) => program.pair(one, other, (a, b) => Math.abs(a - b) !== 1)),
  "anti-king": leaps([1, 1], [1, -1]), // beside each other they are in one row or column
  "anti-knight": leaps([1, 2], [2, 1], [1, -2], [2, -1]),
  arrow: (program, { cells }) => program.walk(cells, 0, (left, digit, at) => (at === 0 ? digit : digit <= left ? left - digit : undefined), (left) => left === 0),
  between: (program, { cells }) => ends(program, cells, () => true, (digit, low, high) => low < digit && digit < high),
  cage: (program, { cells, words }) => {
    if (new Set(cells).size > program.digits) throw new NotCompiled("a cage with too many cells");
    program.group(cells);
    if (words.length) cage(program, cells, Number(words[0]));
  },
  candidates: domains((digit, digits) => digits.includes(digit)),
  clone: (program, { groups }) => groups.slice(1).forEach((group) => group.forEach((cell, at) => cell === groups[0][at] || program.pair(groups[0][at], cell, (a, b) => a === b))),
  contain: (program, { cells, numbers }) => containing(program, cells, numbers),
  diagonal: (program, { words }, board) => program.group(board.diagonal(words[0] === "down" ? 0 : board.size - 1, DIAGONALS[words[0]], 1)),
  difference: pairs(neighbours, (a, b, [number = 1]) => Math.abs(a - b) === number),
  "disjoint-groups": (program, _, board) => board.places.forEach((cells) => program.group(cells)),
  "double-arrow": (program, { cells }) => program.walk([cells[0], cells.at(-1), ...cells.slice(1, -1)], 0, (left, digit, at) => (at < 2 ? left + digit : digit <= left ? left - digit : undefined), (left) => left === 0),
  entropic: pairs((cells) => spaced(cells, 3), (a, b, _, digits) => third(a, digits) !== third(b, digits)),
  "equal-sum": (program, { groups }) => sameSums(program, groups),
  even: domains((digit) => digit % 2 === 0),
  "global-entropy": (program, _, board) => board.leaps(1, 1).forEach(([cell]) => program.walk(board.square(cell), 0, (set, digit) => set | (1 << third(digit, program.digits)), (set) => set === 7)),
  greater: pairs(neighbours, (a, b) => a > b),
  "little-killer": (program, { cells, words }, board) => {
    const [down, right] = words[1].split("-").map((word) => DIAGONALS[word]);
    const [row, column] = [Math.floor(cells[0] / board.size), cells[0] % board.size];
    program.sum(board.diagonal(row, down === 1 ? 1 : -1, right === 1 ? 1 : -1, column), Number(words[0]));
  },
  lockout: (program, { cells, numbers: [least = 4] }) => ends(program, cells, (a, b) => Math.abs(a - b) >= least, (digit, low, high) => digit < low || digit > high),
  maximum: (program, { cells: [cell] }, board) => board.borders.forEach(([one, other]) => (cell === one ? program.pair(one, other, (a, b) => a > b) : cell === other && program.pair(one, other, (a, b) => a < b))),
  minimum: (program, { cells: [cell] }, board) => board.borders.forEach(([one, other]) => (cell === one ? program.pair(one, other, (a, b) => a < b) : cell === other && program.pair(one, other, (a, b) => a > b))),
  modular: (program, { cells, numbers: [number = 3] }) => spaced(cells, number).forEach(([one, other]) => program.pair(one, other, (a, b) => a % number !== b % number)),
  nabner: pairs(couples, (a, b) => Math.abs(a - b) > 1),
  "numbered-room": clue((program, cells, digit) => program.walk(cells, "first", (left, found) => {
    const before = left === "first" ? found : left;
    return before === 1 ? (found === digit ? 0 : undefined) : Math.max(before - 1, 0);
  }, (left) => left === 0)),
  odd: domains((digit) => digit % 2 === 1),
  palindrome: pairs((cells) => cells.slice(0, Math.floor(cells.length / 2)).map((cell, at) => [cell, cells.at(-1 - at)]), (a, b) => a === b),
  parity: pairs(neighbours, (a, b) => a % 2 !== b % 2),
  quadruple: (program, { cells: [cell], numbers }, board) => containing(program, board.square(cell), numbers),
  queen: (program, { numbers }, board) => {
    for (let n = 1; n < board.size; n++) for (const turn of [n, -n]) for (const [one, other] of board.leaps(n, turn)) program.pair(one, other, (a, b) => a !== b || !numbers.includes(a));
  },
  ratio: pairs(neighbours, (a, b, [number = 2]) => factor(a, b, number)),
  "region-sum": (program, { cells }, board) => {
    const pieces = [];
    for (const [at, cell] of cells.entries()) at && board.part(cell) === board.part(cells[at - 1]) ? pieces.at(-1).push(cell) : pieces.push([cell]);
    if (pieces.length > 1) sameSums(program, pieces);
  },
  renban: (program, { cells }) => {
    program.group(cells);
    const near = (set, digit) => program.all.every((other) => !(set & (1 << other)) || (other !== digit && Math.abs(other - digit) < cells.length));
    program.walk(cells, 0, (set, digit) => (near(set, digit) ? set | (1 << digit) : undefined), () => true);
  },
  sandwich: clue((program, cells, total) => {
    const isEnd = (digit) => digit === 1 || digit === program.digits;
    const step = (state, digit) => {
      if (state === "before") return isEnd(digit) ? 0 : state;
      if (state === "after") return isEnd(digit) ? undefined : state;
      if (isEnd(digit)) return state === total ? "after" : undefined;
      return state + digit <= total ? state + digit : undefined;
    };
    program.walk(cells, "before", step, (state) => state === "after");
  }),
  skyscraper: clue((program, cells, seen) => program.walk(cells, [0, 0], ([highest, so], digit) => (digit <= highest ? [highest, so] : so < seen ? [digit, so + 1] : undefined), ([, so]) => so === seen)),
  "strict-difference": strict(["difference", "ratio"], (a, b, numbers) => numbers.includes(Math.abs(a - b))),
  "strict-kropki": strict(["difference", "ratio"], kropki),
  "strict-ratio": strict(["difference", "ratio"], (a, b, numbers) => numbers.some((number) => factor(a, b, number))),
  "strict-xv": strict(["xv"], (a, b) => a + b === 10 || a + b === 5),
  sum: (program, { cells, numbers, factors }) => program.sum(cells, numbers[0], factors),
  "sum-line": (program, { cells, numbers: [total = 10] }) => {
    if (cells[0] === cells.at(-1)) throw new NotCompiled("a closed line");
    program.walk(cells, 0, (piece, digit) => (piece + digit <= total ? (piece + digit) % total : undefined), (piece) => piece === 0);
  },
  thermo: pairs(neighbours, (a, b) => a < b),
  "thermo-slow": pairs(neighbours, (a, b) => a <= b),
  whisper: pairs(neighbours, (a, b, [least = 5]) => Math.abs(a - b) >= least),
  windoku: (program, _, board) => board.windows.forEach((cells) => program.group(cells)),
  "x-sum": clue((program, cells, total) => {
    const step = (state, digit) => {
      const [left, rest] = state === "first" ? [digit, total] : state;
      if (left === 0) return state;
      return digit <= rest && (left > 1 || digit === rest) ? [left - 1, rest - digit] : undefined;
    };
    program.walk(cells, "first", step, (state) => state[0] === 0);
  }),
  xv: (program, { cells, words }) => program.pair(...cells, (a, b) => a + b === (LETTERS[words[0].toLowerCase()] ?? Number(words[0]))),
  zipper: (program, { cells }) => {
    const half = Math.floor(cells.length / 2);
    const parts = Array.from({ length: half }, (_, at) => [cells[at], cells.at(-1 - at)]);
    sameSums(program, cells.length % 2 ? [[cells[half]], ...parts] : parts);
  },
};

/** Add the rules of these lines to a program; throws `NotCompiled` for one that only Python knows. */
export function addRules(program, rules, board) {
  const lines = rules.map((rule) => parsed(rule, board));
  for (const [at, line] of lines.entries()) {
    if (!Object.hasOwn(RULES, line.word) || rules[at].trim().includes("\n")) throw new NotCompiled(line.word);
    RULES[line.word](program, line, board, lines);
  }
  addInnies(program, lines.filter((line) => line.word === "cage" && line.words.length), board);
}

const FEW = 4; // cells of a derived sum

/** What a house, or rows or columns beside each other, has outside its cages, or its cages have outside of it, adds up. */
function addInnies(program, cages, board) {
  const house = (program.digits * (program.digits + 1)) / 2;
  const sums = new Map();
  for (const [number, cells] of cages.length ? board.unions : []) {
    const inside = new Set(cells);
    const within = cages.filter((cage) => cage.cells.every((cell) => inside.has(cell)));
    const covered = new Set(within.flatMap((cage) => cage.cells));
    const innies = cells.filter((cell) => !covered.has(cell));
    const worth = (all) => all.reduce((total, cage) => total + Number(cage.words[0]), 0);
    if (innies.length && innies.length <= FEW && covered.size) sums.set(innies.join(), [innies, number * house - worth(within)]);
    const touching = cages.filter((cage) => cage.cells.some((cell) => inside.has(cell)));
    const outies = touching.flatMap((cage) => cage.cells).filter((cell) => !inside.has(cell));
    const all = touching.reduce((count, cage) => count + cage.cells.length, 0);
    if (outies.length && outies.length <= FEW && all === cells.length + outies.length && new Set(outies).size === outies.length) sums.set(outies.join(), [outies, worth(touching) - number * house]);
  }
  for (const [cells, total] of sums.values()) program.sum(cells, total);
}
