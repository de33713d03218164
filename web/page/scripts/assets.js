// Python's files: fetched once, cached for use offline, uncompressed here.  Scripts are not
// compressed: they are imported from their addresses.

import runtime from "../runtime.js";

const STORE = "coversat-runtime";
const base = new URL("../../", import.meta.url);
const files = runtime.files;
const total = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);

/** The address of a file. */
export const place = (name) => new URL(files[name].path, base).href;

/**
 * The unpacked bytes of every file, by name; `hear` receives the share fetched so far, from 0 to 1.
 *
 * `cached` is a promise of whether all of them are cached for use offline.
 */
export async function fetchAll(hear) {
  let done = 0;
  const come = (bytes) => hear((done += bytes) / total);
  const names = Object.keys(files);
  const keeping = [];
  const contents = await Promise.all(names.map((name) => fetchOne(new URL(files[name].path, base), come, keeping)));
  const cached = Promise.all(keeping).then((all) => all.every(Boolean));
  cached.then(forgetOthers);
  return { cached, ...Object.fromEntries(names.map((name, at) => [name, contents[at]])) };
}

async function fetchOne(url, come, keeping) {
  const counted = new TransformStream({
    transform(part, controller) {
      come(part.length);
      controller.enqueue(part);
    },
  });
  const response = await stored(url, keeping);
  const body = response.body.pipeThrough(counted);
  const plain = url.pathname.endsWith(".bin") ? body.pipeThrough(new DecompressionStream("gzip")) : body;
  return new Uint8Array(await new Response(plain).arrayBuffer());
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
  const wanted = new Set(Object.values(files).map((file) => new URL(file.path, base).href));
  for (const request of await store.keys()) if (!wanted.has(request.url)) await store.delete(request);
}
