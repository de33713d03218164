// Runs coversat: Python with its packages, one question at a time.

import runtime from "../runtime.js";
import { cacheAll, fetchAll, fetchLater, place } from "./assets.js";

const PACKAGES = "/home/pyodide/packages";
const FILES = "/tmp/page";
const LATER = "/tmp/later.zip";
const FETCHED = 0.6; // the share of fetching in the progress

/** Questions to run in advance, one of each sort, so that everything is imported and prepared. */
const TINY = "1...\n..2.\n.3..\n...4\n";
const WARM = [
  ...runtime.warming.map((text) => ["check", { text }]),
  ...["solve", "candidates", "explain", "prove"].map((name) => [name, { text: TINY }]),
];

const ready = start().catch((error) => postMessage({ type: "failed", words: String(error.message ?? error) }));

async function start() {
  const tell = (part) => postMessage({ type: "progress", part });
  const files = await fetchAll((part) => tell(part * FETCHED));
  // Files of this server instead of blobs, so that the content security policy also applies here.
  const [{ loadPyodide }, { default: createPyodideModule }] = [await import(place("loader")), await import(place("module"))];
  tell(0.7);
  const unserve = serve({ "pyodide.asm.wasm": [files.wasm, "application/wasm"], "python_stdlib.zip": [files.stdlib, "application/zip"] });
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: "https://runtime.invalid/",
    stdLibURL: "https://runtime.invalid/python_stdlib.zip",
    lockFileContents: JSON.stringify(runtime.lock),
  });
  unserve();
  tell(0.85);
  python.unpackArchive(files.packages, "zip", { extractDir: PACKAGES });
  python.runPython(`import sys; sys.path.append("${PACKAGES}")`);
  python.FS.mkdirTree(FILES);
  python.pyimport("later").install(() => {
    python.FS.writeFile(LATER, fetchLater(files.unpack));
    return LATER;
  });
  const { ask } = python.pyimport("bridge");
  postMessage({ type: "ready" });
  cacheAll(files.keeping).then((cached) => cached && postMessage({ type: "cached" }), () => {});
  warm(ask);
  return { python, ask };
}

/** Pyodide fetches two files itself; serve them from here. */
function serve(files) {
  const outside = self.fetch;
  self.fetch = async (request, options) => {
    const name = String(request.url ?? request).split("/").pop();
    if (!(name in files)) return outside(request, options);
    const [bytes, type] = files[name];
    return new Response(bytes, { headers: { "content-type": type } });
  };
  return () => (self.fetch = outside);
}

/** One step at a time, so that a question waits for at most one of them. */
function warm(ask, step = 0) {
  if (step === WARM.length) return;
  setTimeout(() => {
    const [name, values] = WARM[step];
    ask(name, JSON.stringify(values));
    warm(ask, step + 1);
  });
}

onmessage = async ({ data }) => {
  const started = await ready;
  if (!started) return;
  try {
    const answer = data.name === "ask_set" ? askSet(started.ask, data) : askOne(started, data);
    postMessage({ type: "answer", id: data.id, ...answer }, answer.bytes ? [answer.bytes.buffer] : []);
  } catch (error) {
    // The bridge returns Python's errors; this is a crash of Python itself.
    postMessage({ type: "died", id: data.id, words: String(error.message ?? error).split("\n").pop() });
  }
};

function askOne({ python, ask }, { id, name, values, files = [] }) {
  for (const file of files) python.FS.writeFile(`${FILES}/${file.name}`, file.bytes);
  const part = (words) => postMessage({ type: "part", id, results: JSON.parse(words) });
  const answer = JSON.parse(ask(name, JSON.stringify(values), part));
  if (answer.result?.file) answer.bytes = python.FS.readFile(answer.result.file);
  return answer;
}

/** Run all puzzles of a text; results are sent in batches. */
function askSet(ask, { id, values }) {
  const begun = JSON.parse(ask("begin_set", JSON.stringify(values)));
  if (begun.failed) return begun;
  for (let most = 1; ; most = Math.min(2 * most, 200)) {
    const answer = JSON.parse(ask("more_of_set", JSON.stringify({ most })));
    if (answer.failed || !answer.result.length) return answer;
    postMessage({ type: "part", id, results: answer.result });
  }
}
