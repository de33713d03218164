// A puzzle in the fragment of a link, which no server ever sees: `#1.` and the packed puzzle.

const VERSION = 1;
const LONGEST = 2 ** 20;

/** A link whose version or contents are not supported. */
export class LinkError extends Error {
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** The fragment that holds a puzzle, and what is said about it. */
export async function fragment({ kind, form, text: words, about }) {
  const text = new TextEncoder().encode(JSON.stringify({ kind, form, text: words, about }));
  const packed = await through(text, new CompressionStream("deflate-raw"), Infinity);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `#${VERSION}.${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The puzzle in a fragment, of one of these kinds or of unknown kind; null without one. */
export async function puzzleIn(hash, kinds) {
  const found = /^#(\d+)\.(.*)$/.exec(hash);
  if (!found) return null;
  if (Number(found[1]) !== VERSION) throw new LinkError("link-version", { found: found[1], known: VERSION });
  const { text, kind, form, about } = await unpacked(found[2]);
  if (kind !== null && !kinds.includes(kind)) throw new LinkError("link-kind", { kind: kind.slice(0, 40) });
  return { text, kind, form: typeof form === "string" ? form : null, about: textsOf(about) };
}

/** The texts among these values; null without any. */
function textsOf(about) {
  const texts = Object.entries(about ?? {}).filter(([, words]) => typeof words === "string");
  return texts.length ? Object.fromEntries(texts) : null;
}

async function unpacked(letters) {
  try {
    const bytes = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
    const text = await through(packed, new DecompressionStream("deflate-raw"), LONGEST);
    const puzzle = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
    if (typeof puzzle.text !== "string" || (typeof puzzle.kind !== "string" && puzzle.kind !== null)) throw new Error("no puzzle");
    return puzzle;
  } catch {
    throw new LinkError("link-damaged");
  }
}

/** The contents of a stream, at most `most` bytes. */
async function through(bytes, stream, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > most) throw new Error("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
