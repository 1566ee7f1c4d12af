/** At each target that is lit: what the usual attack on it promises, before anybody clicks. */

import { shape } from "./build.js";
import * as map from "./map.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** So many targets are told of; those further down the list are told of where they are pointed at. */
const MOST = 12;
/** How high the letters are and how wide each is, in pixels, and how much is around them. */
const LETTERS = 10, BROAD = 6.2, EDGE = 4;

/** Tell of each target. @param {Choice[]} found what is offered, the usual first @param {(one: Choice) => Promise<void>} reckon @param {() => boolean} isOffered whether that is so still */
export async function tell(found, reckon, isOffered) {
  /** @type {Map<string, Choice>} */
  const usual = new Map();
  for (const one of found) for (const place of one.against) if (!usual.has(place)) usual.set(place, one);
  const all = [...usual].slice(0, MOST);
  for (const [place, one] of all) if (one.odds) label(place, one.odds);
  for (const [place, one] of all) {
    if (one.odds || !one.unreckoned || !isOffered()) continue;
    await reckon(one); // one after the other: whoever clicks meanwhile waits for one at most
    if (one.odds && isOffered()) label(place, one.odds);
  }
}

/** Write the sum and the first result, as "+7 De 17%". @param {string} place @param {string} odds as "+7: De 17%, Dr 67%" */
function label(place, odds) {
  const at = map.foot(place);
  if (!at) return;
  const [, sum = ""] = /^([^:,%]{1,6}): /.exec(odds) ?? [], [first = odds] = /\S+ (?:under )?\d+%/.exec(odds) ?? /\S+$/.exec(odds) ?? [], words = [sum, first].filter(Boolean).join(" ");
  const unit = 1 / (map.size() || 1), wide = (BROAD * words.length + 2 * EDGE) * unit, high = (LETTERS + EDGE) * unit;
  const text = shape("text", { x: at[0], y: at[1] + 0.36 * LETTERS * unit, "font-size": LETTERS * unit, class: "middle" });
  text.textContent = words;
  map.lay(shape("g", { class: "cost odds", "data-target": place }, shape("rect", { x: at[0] - wide / 2, y: at[1] - high / 2, width: wide, height: high, rx: high / 3 }), text));
}
