// Python's files: fetched once, cached for use offline, unpacked here.  Scripts are not packed: they are
// imported from their addresses.

import runtime from "../runtime.js";
import { unpacker } from "./unpack.js";

/** The name of the cache, and the addresses of what stays in it. */
export const STORE = "coversat-runtime";
const base = new URL("../../", import.meta.url);
const files = runtime.files;
export const wanted = new Set([...Object.values(files), runtime.later].map((file) => new URL(file.path, base).href));
const total = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);

/** The address of a file. */
export const place = (name) => new URL(files[name].path, base).href;

/**
 * The unpacked bytes of every file, by name; `hear` receives the share fetched so far, from 0 to 1.
 *
 * `unpack` unpacks more, and `keeping` are promises of whether each file is cached.
 */
export async function fetchAll(hear) {
  let done = 0;
  const come = (bytes) => hear((done += bytes) / total);
  const names = Object.keys(files);
  const keeping = [];
  const unpack = unpacker();
  const contents = await Promise.all(names.map((name) => fetchOne(files[name], come, keeping, unpack)));
  return { keeping, unpack: await unpack, ...Object.fromEntries(names.map((name, at) => [name, contents[at]])) };
}

/** Whether all is cached for use offline, with the modules that are rarely imported. */
export async function cacheAll(keeping) {
  await stored(new URL(runtime.later.path, base), keeping);
  const cached = (await Promise.all(keeping)).every(Boolean);
  await forgetOthers();
  return cached;
}

/** The modules that are rarely imported, at once: an import waits for them. */
export function fetchLater(unpack) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(runtime.later.path, base), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${runtime.later.path}: ${request.status}`);
  return unpack(new Uint8Array(request.response), runtime.later.plain);
}

async function fetchOne({ path, plain }, come, keeping, unpack) {
  const url = new URL(path, base);
  const counted = new TransformStream({
    transform(part, controller) {
      come(part.length);
      controller.enqueue(part);
    },
  });
  const response = await stored(url, keeping);
  const bytes = new Uint8Array(await new Response(response.body.pipeThrough(counted)).arrayBuffer());
  return plain === undefined ? bytes : (await unpack)(bytes, plain);
}

// Browsers keep nothing for pages that do not come by https or from this machine.
async function stored(url, keeping) {
  const store = self.caches && (await caches.open(STORE));
  const before = await store?.match(url);
  if (before) return before;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const put = store?.put(url, response.clone());
  keeping.push(put ? put.then(() => true, () => false) : false); // the storage may be full
  return response;
}

/** Drop the files of other versions. */
async function forgetOthers() {
  if (!self.caches) return;
  const store = await caches.open(STORE);
  for (const request of await store.keys()) if (!wanted.has(request.url)) await store.delete(request);
}
