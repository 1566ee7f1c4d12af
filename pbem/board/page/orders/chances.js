/** What can come of an attack: one bar from good to bad, and below it each result with its chance, in words. */

import { make } from "./build.js";
import { brief, means } from "./meanings.js";

/** How good a result is for who attacks, by how its words begin; any other is neither. */
const TONES = { best: /^(overrun|de$|defender eliminated)/i, good: /^(success|dr$|d\d|defender retreats)/i, even: /^/, poor: /^(repulse|ar$|a\d|attacker retreats)/i, worst: /^(ae$|attacker eliminated)/i };
const ORDER = ["best", "good", "even", "poor", "worst"];

/** @param {string} what @returns {string} one of `ORDER` */
export const tone = (what) => Object.entries(TONES).find(([name, begins]) => name !== "even" && begins.test(what))?.[0] ?? "even";

/** The results, the best first. @param {string} results as "De 50%, Dr under 1%" @returns {HTMLElement[]} */
export function chances(results) {
  const all = read(results);
  return [...all.length > 1 ? [whole(all)] : [], ...all.map(row)];
}

/** One bar of all results, where there are several. @param {string} results @returns {HTMLElement[]} */
export function bar(results) {
  const all = results ? read(results) : [];
  return all.length > 1 ? [whole(all)] : [];
}

/** The result that comes most often, with its chance. @param {string} results @returns {string} */
export const likely = (results) => read(results).toSorted((one, other) => Number(other.share) - Number(one.share))[0].words;

/** @param {string} results @returns {Result[]} the best first */
function read(results) {
  const all = results.split(", ").map((words) => {
    const [, what = words, share = ""] = /^(.*?) (?:under )?(\d+)%$/.exec(words) ?? [];
    return { words, what, share, of: tone(what) };
  });
  if (all.some(({ of }) => of !== "even")) all.sort((one, other) => ORDER.indexOf(one.of) - ORDER.indexOf(other.of));
  return all;
}

/** @typedef {{words: string, what: string, share: string, of: string}} Result */

/** One bar of all results. @param {Result[]} all */
function whole(all) {
  return make("div", { className: "outcomes", ariaHidden: "true" }, ...all.map(({ share, of }) => {
    const part = make("i", { className: of });
    part.style.flexGrow = share || "1";
    return part;
  }));
}

/** @param {Result} result */
function row({ words, what, share, of }) {
  return make("div", { className: "chance" }, make("i", { className: of, ariaHidden: "true" }), make("span", { title: [what, means(what)].filter(Boolean).join(": ") }, brief(what) || what), make("b", {}, share ? words.slice(what.length + 1) : ""));
}
