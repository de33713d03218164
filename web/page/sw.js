// Keeps the page for when there is no network.  What lies in BUILD/ and runtime/ never changes under its name,
// so it comes from the store; the page itself comes from the network while there is one.
const SHELL = "coversat-BUILD";
const RUNTIME = "coversat-runtime";
const FILES = ['FILES'];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((store) => store.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

async function forgetOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith("coversat-") && name !== SHELL && name !== RUNTIME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === "navigate" ? page(request) : kept(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("./", { ignoreSearch: true })) ?? Response.error();
  }
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
