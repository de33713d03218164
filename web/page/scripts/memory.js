// The memory of Python once it has imported everything: another worker, or a later visit, starts from it in a
// fifth of the time.  Stored compressed beside Python's files; it suits only these files and this browser.

import runtime from "../runtime.js";
import { STORE, wanted } from "./assets.js";

const base = new URL("../../", import.meta.url);
const names = Object.values(runtime.files).map(({ path }) => path.split("-").pop());
const place = new URL(`memory?${[...names, navigator.userAgent].map(encodeURIComponent)}`, base).href;
wanted.add(place);

/** What was stored; null for nothing. */
export async function stored() {
  const found = await (await caches.open(STORE)).match(place);
  return found ? bytes(found.body.pipeThrough(new DecompressionStream("gzip"))) : null;
}

/** Store it for the next visit. */
export async function store(memory) {
  const packed = await bytes(memory.stream().pipeThrough(new CompressionStream("gzip")));
  await (await caches.open(STORE)).put(place, new Response(packed));
}

const bytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Pyodide's module with room for so much memory, since it would not grow by itself. */
export const roomy = (create, size) => async (settings) => {
  const made = await create(settings);
  if (size > made.HEAP8.length) made._emscripten_resize_heap(size);
  return made;
};
