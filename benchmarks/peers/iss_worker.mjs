// Interactive Sudoku Solver's own engine as a contestant of `variants.py`: node iss_worker.mjs FOLDER
//
// FOLDER holds a copy of its repository, whose modules are imported from there.  As `worker.py` does, it
// reads an order a line and answers with seconds of processor time, a verdict and the first answer.
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

globalThis.self ??= globalThis;
globalThis.VERSION_PARAM ??= '';
const folder = resolve(process.argv[2]);
const load = (path) => import(pathToFileURL(join(folder, path)).href);
const { SudokuParser } = await load('js/sudoku_parser.js');
const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const check = (text) => {
  const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));
  const first = solver.nthSolution(0);
  if (first === null) return ['none', null];
  const another = solver.nthSolution(1);
  return [another === null ? 'unique' : 'multiple', Array.from(first)];
};

console.log(JSON.stringify({ version: process.version }));
for await (const order of createInterface({ input: process.stdin })) {
  const [, text] = JSON.parse(order);
  const start = seconds();
  let verdict, answer;
  try {
    [verdict, answer] = check(text);
  } catch (error) {
    [verdict, answer] = ['refused', String(error.message)];
  }
  console.log(JSON.stringify({ seconds: seconds() - start, verdict, answer }));
}
