/** The bar: which game it is, where it stands in a few words, and the whole position in its drawer. */

import { fill, make, the } from "./build.js";

/** So many lines of the position are its score, as far as they are no longer than so much. */
const LINES = 3, LONG = 64, SHORT = 12;

/** @param {any} state */
export function show({ shown, practice }) {
  the("title").textContent = called(shown);
  the("title").title = `${shown.title}: ${shown.game}`;
  const others = [...new Set((shown.seats ?? []).map((/** @type {any} */ seat) => seat.handle))].filter((who) => who !== shown.you);
  the("seats").textContent = practice ? "practice" : !shown.you ? shown.game : others.length ? `${shown.you} against ${others.join(", ")}` : `${shown.you}, alone`;
  fill(the("position"), ...shown.position.map((/** @type {string} */ line) => make("li", {}, line)));
  const short = shown.position.slice(0, LINES).filter((/** @type {string} */ line) => line.length <= LONG);
  fill(the("score"), ...short.flatMap(parts).map(([words, how]) => make("li", { className: how, title: words }, words)));
}

/** A line of the position, without its full stop; the phase stands apart. @param {string} line @param {number} at @returns {[string, string][]} */
function parts(line, at) {
  const [, before = "", phase = ""] = (at ? null : /^(.*): ([^:]*)\.$/.exec(line)) ?? [];
  return phase ? [[before, ""], [phase, "phase"]] : [[line.replace(/\.$/, ""), ""]];
}

/** The game in a word or two. @param {{title: string, rules?: string}} shown */
function called({ title, rules = "" }) {
  const [whole] = title.split(" ("), parts = whole.split(": ");
  const [word] = rules ? whole.match(new RegExp(`\\b${rules}\\b( \\d+)?`, "i")) ?? [] : [];
  return word ?? (parts.length > 1 && parts[0].length > SHORT ? parts[1] : parts[0]);
}
