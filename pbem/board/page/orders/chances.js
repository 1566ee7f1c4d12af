/** What can come of an attack: one bar from good to bad, and each result with its chance, in words. */

import { make } from "./build.js";
import { brief, means, spelled } from "./meanings.js";

/** @typedef {{result: string, chance: string, percent: number, favour: number}} Chance `favour`: how good the result is for who attacks, from 2 to -2 */
/** @typedef {{column: string, chances: Chance[], supposed: string, answers: {who: string, what: string}[]}} Promised the results, likeliest first; `answers`: what another side does then */
/** @typedef {{odds: string, promises: Promised[]}} Odds in a few words, and in parts */

/** How a result looks by how good it is. */
const TONES = new Map([[2, "best"], [1, "good"], [0, "even"], [-1, "poor"], [-2, "worst"]]);

/** From so many letters on a word is not said again of the next result. */
const SAID = 5;

/** @param {number} favour */
export const tone = (favour) => TONES.get(favour) ?? "even";

/** The results, the best first. @param {Chance[]} results @returns {HTMLElement[]} */
export function chances(results) {
  const all = sorted(results);
  return [...all.length > 1 ? [whole(all)] : [], ...all.map(row)];
}

/** One bar of all results, where there are several. @param {Chance[]} results @returns {HTMLElement[]} */
export const bar = (results) => results.length > 1 ? [whole(sorted(results))] : [];

/** The result that comes most often, with its chance. @param {Chance[]} results @returns {string} */
export const likely = (results) => [...results].sort((one, other) => other.percent - one.percent).slice(0, 1).map(words).join("");

/** @param {Chance[]} results the best first, where one is better than another */
const sorted = (results) => [...results].sort((one, other) => other.favour - one.favour);

/** A result in words, with its chance. @param {Chance} one */
const words = ({ result, chance }) => `${brief(result) || result} ${chance}`;

/** The sum or the column in which results are read. @param {Promised} one */
export const column = (one) => spelled(one.column);

/** All results in words, what several of them begin with once. @param {Chance[]} all */
function results(all) {
  let before = "";
  return all.map((one) => {
    const [first, ...rest] = words(one).split(" "), again = first === before && first.length >= SAID;
    before = first;
    return again ? rest.join(" ") : words(one);
  }).join(", ");
}

/** What comes of an order, without its first sum. @param {Promised[]} promises */
const come = (promises) => promises.map((one, at) => at ? `if ${one.supposed}: ${[column(one), results(one.chances)].filter(Boolean).join(": ")}` : results(one.chances)).join("; ");

/** Odds apart: the sum or the column, and the results in words. @param {Odds} one @returns {[string, string]} */
export const parted = ({ odds, promises }) => promises.length ? [column(promises[0]), come(promises)] : ["", odds];

/** The same in one. @param {Odds} one */
export const inWords = (one) => parted(one).filter(Boolean).join(": ");

/** One bar of all results. @param {Chance[]} all */
function whole(all) {
  return make("div", { className: "outcomes", ariaHidden: "true" }, ...all.map(({ percent, favour }) => {
    const part = make("i", { className: tone(favour) });
    part.style.flexGrow = String(percent || 1);
    return part;
  }));
}

/** @param {Chance} result */
function row({ result, chance, favour }) {
  return make("div", { className: "chance" }, make("i", { className: tone(favour), ariaHidden: "true" }), make("span", { title: [result, means(result)].filter(Boolean).join(": ") }, brief(result) || result), make("b", {}, chance));
}
