// Before the page is left, reloaded or hidden: of a page that is closed, phones tell only that it is hidden.

const typed = [];
const saved = [];

/** Put what was typed last into the puzzle, before it is saved. */
export const beforeLeaving = (act) => typed.push(act);

/** Save the puzzle. */
export const onLeaving = (act) => saved.push(act);

for (const name of ["beforeunload", "pagehide", "visibilitychange"]) {
  addEventListener(name, () => [...typed, ...saved].forEach((act) => act()));
}
