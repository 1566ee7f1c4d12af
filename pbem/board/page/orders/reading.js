/** Reads the list: what is asked and legal behind it, and what the map is there. */

import { Refused, tell } from "./ask.js";
import * as arrows from "./arrows.js";
import * as asked from "./asked.js";
import { written } from "./list.js";
import * as map from "./map.js";

let whose = "";
/** The attack that waits for an answer or for dice. @type {arrows.OnMap[]} */
let underway = [];

/** @param {any} now */
export function show(now) {
  whose = now.asked?.side;
  underway = now.underway.map(given);
}

/** @param {any} one an order that was given @returns {arrows.OnMap} */
const given = (one) => ({ ...one, underway: true });

/** Have nothing on the map but what waits: nothing is written, or what is written is not read yet. */
export const bare = () => arrows.write(underway);

/** The attack that waits, as it is on the map. */
export const fought = () => underway;

/** Ask what can follow the list; of one that cannot be read nothing does. @param {string|null} about null: only what is asked then, and no choices @param {string} [at] where that stands */
export async function looked(about, at = "") {
  try {
    return await tell("choices", { text: written(), about, at });
  } catch (error) {
    asked.follows(null);
    throw error;
  }
}

/** Show the map behind the list, every line of it as an arrow, and what is asked there. @param {any} found */
export function shows(found) {
  if (found.map) map.draw(found.map);
  arrows.write([...found.choices.underway.map(given), ...numbered(found.choices.written)], whose);
  asked.follows(written().trim() ? found.choices : null);
}

/** Orders with the number of the line that each is, and whether a phase ends after it: of two that are the same the first comes first. @param {any[]} orders @returns {arrows.OnMap[]} */
function numbered(orders) {
  const lines = written().split("\n").map((line) => line.trim());
  const ended = lines.findLastIndex((line) => line.startsWith("end "));
  return orders.map((one) => {
    const at = lines.indexOf(one.line);
    if (at >= 0) lines[at] = "";
    return { ...one, number: at + 1, before: at >= 0 && at < ended };
  });
}

/** The lines of the list behind which the next order is to stand: what comes after them waits for it. @returns {string[]} */
export function ahead() {
  const before = written().trimEnd(), lines = before ? before.split("\n") : [];
  return asked.line() ? lines.slice(0, asked.line() - 1) : lines;
}

/** Have the odds of an order that is offered, asked for once. @param {any} one @param {string} [text] the list before it @returns {Promise<void>} */
export function reckoned(one, text = ahead().join("\n")) {
  one.reckoning ??= promised(one.line, text).then((found) => { Object.assign(one, found); });
  return one.reckoning;
}

/** @param {string} line @param {string} text @returns {Promise<import("./chances.js").Odds>} */
const promised = async (line, text) => await meanwhile("promised", { text, line }) ?? { odds: "", promises: [] };

/** What a unit could attack from where an order takes it: enemies there at once, else its usual attack alone once its phase has ended; null where there is none. @param {any} one the order @param {boolean} there whether enemies stand there @returns {Promise<import("./chances.js").Odds & {target: string}|null>} */
export async function onwards(one, there) {
  const [unit] = one.units, to = one.path.at(-1), end = there ? "" : asked.ends(), text = [...ahead(), one.line, end].filter(Boolean).join("\n");
  if (!(there || end) || one.units.length !== 1) return null;
  const found = await meanwhile("choices", { text, about: there ? to : unit, at: "" });
  const attack = found?.choices.choices.find((/** @type {any} */ each) => there ? each.against.includes(to) : each.against.length && each.units.length === 1 && each.units[0] === unit);
  if (!attack) return null;
  const { odds, promises } = attack.odds ? attack : await promised(attack.line, text);
  return odds ? { target: attack.on.join(", "), odds, promises } : null;
}

/** What the odds of an order that is offered are made of. @param {any} one */
export const parts = ({ line }) => meanwhile("reckoned", { text: ahead().join("\n"), line });

/** Ask for something, null where the list or the game has become another meanwhile, and so have the choices. @param {string} where @param {object} what */
async function meanwhile(where, what) {
  try {
    return await tell(where, what);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return null;
  }
}
