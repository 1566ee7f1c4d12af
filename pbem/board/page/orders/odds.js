/** What dice can make of a list that was tried: each order's results as a distribution, and who is asked what. */

import { make } from "./build.js";
import { brief } from "./meanings.js";

/** @typedef {[bigint, bigint]} Fraction */

const FINE = 1_000_000_000_000n;

/** @param {string} chance as 5/12 @returns {Fraction} */
function fraction(chance) {
  const [above, below] = chance.split("/").map(BigInt);
  return [above, below ?? 1n];
}

/** @param {string} from @param {string[]} chances @returns {string} what is left of a chance without these */
function without(from, chances) {
  const [above, below] = chances.map(fraction).reduce(([a, b], [c, d]) => [a * d - c * b, b * d], fraction(from));
  let [one, other] = [above, below];
  while (other) [one, other] = [other, one % other];
  return below === one ? String(above / one) : `${above / one}/${below / one}`;
}

/** @param {string} chance @returns {number} */
function share(chance) {
  const [above, below] = fraction(chance);
  return Number((above * FINE) / below) / Number(FINE); // either may be larger than any number that is no BigInt
}

/** @param {any} trial */
export function* odds(trial) {
  for (const one of [...trial.orders, ...trial.besides]) {
    const rows = [...rowsOf(one)].filter(([, chance]) => chance !== "0").map(([words, chance]) => row(words, chance));
    if (!rows.length) continue;
    yield make("table", {}, make("caption", {}, `${one.order}${one.side ? ` of ${one.side}, besides` : ""}${trial.runs ? ` (a sample of ${trial.runs})` : ""}`), make("tbody", {}, ...rows));
  }
  for (const one of trial.battles) yield make("table", {}, make("caption", {}, `Results of ${one.order}${one.staying ? ", if nobody retreats" : ""}`), make("tbody", {}, ...fought(one)));
  for (const one of trial.asked) yield make("p", {}, `${one.side} is asked (${one.chance}): ${one.prompt}`);
}

/** @param {any} one @returns {Iterable<[string, string]>} what can become of an order, with its chance */
function* rowsOf({ done, left_out: out, results, lapses = [] }) {
  const told = Object.entries(results);
  yield* told;
  if (told.length && done) yield ["no result", without(done, told.map(([, chance]) => chance))];
  if (out) yield ["condition fails", out];
  for (const { why, paragraph, chance } of lapses) yield [`skipped: ${why}${paragraph ? ` [${paragraph}]` : ""}`, chance];
}

/** What a battle can come to: its chances are fractions of forty digits, which tell nobody more. @param {any} one */
function fought({ results, open }) {
  const all = Object.entries({ ...results, ...open === "0" ? {} : { "not followed to the end": open } });
  return all.map(([words, chance]) => row(words, chance, percent(chance), percent(chance)));
}

/** @param {string} chance */
const percent = (chance) => `${Math.round(100 * share(chance)) || "under 1"}%`;

/** @param {string} words @param {string} chance @param {string} [told] the chance in words @param {string} [exact] and in fewer */
function row(words, chance, told = `${chance} (${percent(chance)})`, exact = chance) {
  const means = brief(words) ? ` ${brief(words)}` : "", bar = make("meter", { min: 0, max: 1, value: share(chance), ariaLabel: `${words}${means}: ${exact}` });
  return make("tr", {}, make("th", { scope: "row" }, words, ...means ? [make("small", {}, means)] : []), make("td", {}, bar), make("td", {}, told));
}
