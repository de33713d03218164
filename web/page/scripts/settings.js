// Settings: language and colours.  Stored in the browser, or if that is blocked, until the page is closed.

const THEMES = ["auto", "light", "dark"];

const here = new Map();

/** What was remembered under a name; null for nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(`coversat-${name}`);
  } catch {
    return here.get(name) ?? null;
  }
}

/** Remember a choice. */
export function keep(name, value) {
  try {
    localStorage.setItem(`coversat-${name}`, value);
  } catch {
    here.set(name, value); // not allowed
  }
}

/** The language chosen, or the browser's. */
export function language() {
  const chosen = kept("language") ?? navigator.language.slice(0, 2);
  return chosen === "ko" ? "ko" : "en";
}

/** The colours chosen: auto follows the system. */
export function theme() {
  const chosen = kept("theme");
  return THEMES.includes(chosen) ? chosen : "auto";
}

/** Switch to the next of the three. */
export function nextTheme() {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  keep("theme", next);
  return next;
}

/** Colour the page. */
export function applyTheme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}
