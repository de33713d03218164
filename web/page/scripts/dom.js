// Helpers to build the page.

/** The element with this id. */
export const at = (id) => document.getElementById(id);

/** Create an element; unknown properties become attributes, children may be strings. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A button with this text. */
export function button(words, onclick, properties = {}) {
  return make("button", { type: "button", onclick, ...properties }, words);
}

/** A picture by coversat.  In the source of an image, no script can run. */
export function picture(svg, words, kind = "drawn") {
  return make("img", { class: kind, alt: words, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
}

/** Show a message at the lower edge for some seconds. */
export function toast(words) {
  const place = at("toast");
  place.textContent = words;
  place.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => (place.hidden = true), 4000);
}
