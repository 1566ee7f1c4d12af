/** What dice can make of a list that was tried: each order's results as a distribution, and who is asked what. */

import { make } from "./build.js";

/** @typedef {[bigint, bigint]} Fraction */

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
  return Number(above) / Number(below);
}

/** @param {any} trial */
export function* odds(trial) {
  for (const one of [...trial.orders, ...trial.besides]) {
    const rows = [...rowsOf(one)].filter(([, chance]) => chance !== "0").map(([words, chance]) => row(words, chance));
    if (!rows.length) continue;
    yield make("table", {}, make("caption", {}, `${one.order}${one.side ? ` of ${one.side}, besides` : ""}${trial.runs ? ` (a sample of ${trial.runs})` : ""}`), make("tbody", {}, ...rows));
  }
  for (const one of trial.asked) yield make("p", {}, `${one.side} is asked (${one.chance}): ${one.prompt}`);
}

/** @param {any} one @returns {Iterable<[string, string]>} what can become of an order, with its chance */
function* rowsOf({ done, left_out: out, results, lapses = [] }) {
  const told = Object.entries(results);
  yield* told;
  if (told.length && done) yield ["no result", without(done, told.map(([, chance]) => chance))];
  if (out) yield ["left out by its guard", out];
  for (const { why, paragraph, chance } of lapses) yield [`lapses: ${why}${paragraph ? ` [${paragraph}]` : ""}`, chance];
}

/** @param {string} words @param {string} chance */
function row(words, chance) {
  const bar = make("meter", { min: 0, max: 1, value: share(chance), ariaLabel: `${words}: ${chance}` });
  return make("tr", {}, make("th", { scope: "row" }, words), make("td", {}, bar), make("td", {}, `${chance} (${Math.round(100 * share(chance))}%)`));
}
