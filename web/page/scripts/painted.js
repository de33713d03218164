// Imported before everything else, which waits until the head of the page is painted.

const AT_MOST = 100; // milliseconds; a page in the background is not painted

await new Promise((go) => {
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, AT_MOST);
});
