// Messages of the library in Korean, for the page and for the workers that draw.

import messages from "./messages-ko.js";
import steps from "./steps-ko.js";

const PATTERNS = [...messages, ...steps];

/** A message in Korean; null where there are no words for it. */
export function korean(message) {
  for (const [pattern, words] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return words.replace(/\$(\d)/g, (_, number) => inner(found[number] ?? "", message));
  }
  return null;
}

const inner = (part, whole) => (part === whole ? part : (korean(part) ?? part));

const each = (words, separator) => words.split(separator).map((part) => korean(part) ?? part).join(separator);

/** Facts; only English says the same of several places in one phrase. */
export const koreanFacts = (words) => each([...apart(words)].join(", "), ", ");

function* apart(words) {
  let line = "";
  let places = [];
  for (const part of words.split(", ")) {
    const [, opening, place] = /^(each|none) of (.+)$/.exec(part) ?? [];
    const [, next, last, what] = /^(.+) and (.+?) is (.+)$/.exec(part) ?? [];
    line = /^(there is (a|no) line|(a|no) domino lies)/.exec(part)?.[0] ?? line;
    if (opening) places = [opening, place];
    else if (places.length && what) {
      const [of, ...all] = [...places, next, last];
      yield* all.map((one) => `${one} is ${of === "none" ? "not " : ""}${what}`);
      places = [];
    } else if (places.length) places.push(part);
    else yield line && /^(above|below|left of|right of|between|on) /.test(part) ? `${line} ${part}` : part;
  }
}

const because = (said, why) => koreanFacts(said) + (why ? `: ${korean(why) ?? each(why, "; ")}` : "");

/** What follows, and why. */
export const koreanReason = (words) => words.replace(/^(.*?)(?:: (.*))?$/, (_, said, why) => because(said, why));

/** One line of a step: its indentation and number, what follows, why, and notes. */
export const koreanLine = (words) =>
  words.replace(/^(\s*\S+ )(.*?)(?:: (.*?))?(?: \[(.*)\])?$/, (_, number, said, why, notes) =>
    `${number}${because(said, why)}${notes ? ` [${each(notes, ", ")}]` : ""}`,
  );
