// Runs coversat: Python with its packages, one question at a time.

import runtime from "../runtime.js";
import { cacheAll, fetchAll, fetchLater, place } from "./assets.js";
import * as memory from "./memory.js";

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

let started = null;
let own = null; // the file of a kind of the user, as it was loaded

/** Start Python, from the memory of another worker if there is one; then tell what others can start from. */
async function start(given) {
  const tell = (part) => postMessage({ type: "progress", part });
  const files = await fetchAll((part) => tell(part * FETCHED));
  // Files of this server instead of blobs, so that the content security policy also applies here.
  const [{ loadPyodide }, { default: create }] = [await import(place("loader")), await import(place("module"))];
  tell(0.7);
  const load = (memory) => python(loadPyodide, create, files, memory);
  const before = given ? new Uint8Array(await given.arrayBuffer()) : await memory.stored().catch(() => null);
  const restored = before && (await load(before).catch(() => null));
  const loaded = restored ?? (await load(null));
  if (!restored) loaded.runPython(`import sys; sys.path.append("${PACKAGES}"); import bridge`);
  if (!given) share(loaded, restored && before).catch(() => {}); // no room: others start more slowly
  loaded.FS.mkdirTree(FILES);
  loaded.pyimport("later").install(() => {
    loaded.FS.writeFile(LATER, fetchLater(files.unpack));
    return LATER;
  });
  const { ask } = loaded.pyimport("bridge");
  postMessage({ type: "ready", from: restored ? "memory" : "files" });
  cacheAll(files.keeping).then((cached) => cached && postMessage({ type: "cached" }), () => {});
  warm(ask);
  return { python: loaded, ask };
}

/** Python with its packages; with a memory, all is imported already. */
async function python(loadPyodide, create, files, before) {
  const unserve = serve({ "pyodide.asm.wasm": [files.wasm, "application/wasm"], "python_stdlib.zip": [files.stdlib, "application/zip"] });
  const loaded = await loadPyodide({
    createPyodideModule: before ? memory.roomy(create, before.length) : create,
    indexURL: "https://runtime.invalid/",
    stdLibURL: "https://runtime.invalid/python_stdlib.zip",
    lockFileContents: JSON.stringify(runtime.lock),
    ...(before ? { _loadSnapshot: before } : { _makeSnapshot: true }),
  }).finally(unserve);
  postMessage({ type: "progress", part: 0.85 });
  loaded.unpackArchive(files.packages, "zip", { extractDir: PACKAGES });
  return loaded;
}

/** Let other workers start from this memory, and later visits too. */
async function share(loaded, before) {
  const shared = new Blob([before ?? loaded.makeMemorySnapshot()]);
  postMessage({ type: "memory", shared });
  if (!before) await memory.store(shared);
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

/** The first message is a memory or null, the others are questions. */
onmessage = async ({ data }) => {
  if (!started) return (started = start(data.memory).catch((error) => postMessage({ type: "failed", words: String(error.message ?? error) })));
  const ready = await started;
  if (!ready) return;
  try {
    if (data.own !== own && data.own) ready.ask("load_kind", JSON.stringify({ code: data.own }));
    own = data.own;
    const answer = askOne(ready, data);
    postMessage({ type: "answer", id: data.id, ...answer }, answer.bytes ? [answer.bytes.buffer] : []);
  } catch (error) {
    // The bridge returns Python's errors; this is a crash of Python itself.
    postMessage({ type: "died", id: data.id, words: String(error.message ?? error).split("\n").pop() });
  }
};

function askOne({ python, ask }, { id, name, values }) {
  const part = (words) => postMessage({ type: "part", id, results: JSON.parse(words) });
  const answer = JSON.parse(ask(name, JSON.stringify(values), part));
  if (answer.result?.file) answer.bytes = python.FS.readFile(answer.result.file);
  return answer;
}
