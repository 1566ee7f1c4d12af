/** Pictures of one's own module: a map has a thousand, and many come in one answer. */

import { tell } from "./ask.js";

/** Name -> the address of a picture, or nothing if there is none. @type {Map<string, Promise<string>>} */
const known = new Map();
/** Names that the next request asks for, and what is waiting for each. @type {Map<string, (address: string) => void>} */
let wanted = new Map();
let asking = false;

/** The address of a picture, or nothing if the module does not have it. @param {string} name @returns {Promise<string>} */
export function address(name) {
  const found = known.get(name) ?? new Promise((then) => { wanted.set(name, then); });
  known.set(name, found);
  if (!asking) {
    asking = true;
    setTimeout(ask, 0); // once the whole map has said what it wants
  }
  return found;
}

/** Ask for all that is wanted, until it is here. */
async function ask() {
  while (wanted.size) {
    const now = wanted;
    wanted = new Map();
    const found = await tell("pictures", { names: [...now.keys()] }).catch(() => ({ shown: {}, alone: [], later: [] }));
    const shown = new Map(Object.entries(found.shown)), alone = new Set(found.alone), later = new Set(found.later);
    for (const [name, then] of now) {
      if (later.has(name)) wanted.set(name, then);
      else then(shown.get(name) ?? (alone.has(name) ? `picture?name=${encodeURIComponent(name)}` : ""));
    }
  }
  asking = false;
}
