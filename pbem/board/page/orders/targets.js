/** At each target that is lit: what the usual attack on it promises, before anybody clicks. */

import { shape, the } from "./build.js";
import * as map from "./map.js";
import { inWords } from "./chances.js";
import { befalls } from "./meanings.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** So many targets are told of; those further down the list are told of where they are pointed at. */
const MOST = 12;
/** How high the letters are and how wide each is, in pixels, and how much is around them. */
const LETTERS = 10, BROAD = 5.3, EDGE = 4;
/** Where labels lie already: the middle of each, and how wide it is, in units of the drawing. @type {[number, number, number][]} */
let laid = [];
/** Where the counters lie that are seen. @type {map.Box[]} */
let counters = [];

/** Tell of each target. @param {Choice[]} found what is offered, the usual first @param {(one: Choice) => Promise<void>} reckon @param {() => boolean} isOffered whether that is so still */
export async function tell(found, reckon, isOffered) {
  /** @type {Map<string, Choice>} */
  const first = new Map();
  for (const one of found) for (const place of one.against) if (!first.has(place)) first.set(place, one);
  const all = [...first].slice(0, MOST);
  laid = [];
  counters = all.length ? [...the("sheet").querySelectorAll(".stack .piece:not(.below) .counter")].map(({ x, y, width, height }) => ({ x: x.baseVal.value, y: y.baseVal.value, width: width.baseVal.value, height: height.baseVal.value })) : [];
  for (const [place, one] of all) if (one.odds) label(place, one);
  for (const [place, one] of all) {
    if (one.odds || !one.unreckoned || !isOffered()) continue;
    await reckon(one); // one after the other: whoever clicks meanwhile waits for one at most
    if (one.odds && isOffered()) label(place, one);
  }
}

/** The first result in words, as "eliminated 17%": that it is the defender's is seen; one alone is certain. @param {Choice} one */
const usual = (one) => one.promises.slice(0, 1).map(({ chances: [{ result, chance }, other] }) => `${befalls(result)} ${other ? chance : "100%"}`).join("") || inWords(one);

/** Write the first result below the place; below what is written already. @param {string} place @param {Choice} one */
function label(place, one) {
  const words = usual(one), unit = 1 / (map.size() || 1), wide = (BROAD * words.length + 2 * EDGE) * unit, high = (LETTERS + EDGE) * unit;
  const foot = map.foot(place, high);
  if (!foot) return;
  const at = [...foot];
  const covers = () => laid.some(([x, y, long]) => Math.abs(x - at[0]) < (long + wide) / 2 && Math.abs(y - at[1]) < high);
  const meets = () => counters.some((one) => Math.abs(one.x + one.width / 2 - at[0]) < (one.width + wide) / 2 && Math.abs(one.y + one.height / 2 - at[1]) < (one.height + high) / 2);
  const free = [0, 0.5, 1, 1.5, 2].map((down) => foot[1] + down * high).find((y) => { at[1] = y; return !covers() && !meets(); });
  at[1] = free ?? foot[1];
  while (free === undefined && covers()) at[1] += high;
  laid.push([at[0], at[1], wide]);
  const text = shape("text", { x: at[0], y: at[1] + 0.36 * LETTERS * unit, "font-size": LETTERS * unit, class: "middle" });
  text.textContent = words;
  map.lay(shape("g", { class: "cost odds", "data-target": place }, shape("rect", { x: at[0] - wide / 2, y: at[1] - high / 2, width: wide, height: high, rx: high / 3 }), text));
}
