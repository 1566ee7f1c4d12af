/** The bar: which game it is, where it stands in a few words, and the whole position in its drawer. */

import { fill, make, the } from "./build.js";

/** @typedef {{title: string, now: boolean}} Step a phase of the turn */

/** So many lines of the position are its score, as far as they are no longer than so much. */
const LINES = 3, LONG = 64, SHORT = 12;

/** Whose turn it is stands beside it. */
const WHOSE = /, the turn of .*$/;

/** The lines of the position that tell of losses. */
const LOSSES = /\blost\b|^(eliminated|killed)\b/i;

/** @param {any} state */
export function show({ shown, practice, phases = [] }) {
  the("title").textContent = called(shown);
  the("title").title = `${shown.title}: ${shown.game}`;
  const others = [...new Set((shown.seats ?? []).map((/** @type {any} */ seat) => seat.handle))].filter((who) => who !== shown.you);
  the("seats").textContent = practice ? "practice" : !shown.you ? shown.game : others.length ? `${shown.you} against ${others.join(", ")}` : `${shown.you}, alone`;
  fill(the("position"), ...shown.position.map((/** @type {string} */ line) => make("li", {}, line)));
  const lost = shown.position.filter((/** @type {string} */ line) => LOSSES.test(line));
  the("lost").hidden = !lost.length;
  fill(the("lost").querySelector("ul"), ...lost.map((/** @type {string} */ line) => make("li", {}, line)));
  own = phases;
  const stands = course(phases);
  const short = shown.position.slice(0, LINES).filter((/** @type {string} */ line) => line.length <= LONG);
  fill(the("score"), ...short.flatMap(parts).filter(([, how]) => !how || !stands).map(([words, how]) => make("li", { className: how, title: words }, make("span", {}, words))));
}

/** The phases of the turn as the game stands. @type {Step[]} */
let own = [];

/** Show the phases of the turn, if the game stands in one of them. @param {Step[]} [phases] those behind a list; else as it stands @returns {boolean} whether it does */
export function course(phases = own) {
  const stands = phases.some(({ now }) => now), row = the("phases");
  fill(row, ...stands ? phases.map(phase) : []);
  const now = row.querySelector("[aria-current]");
  if (now) row.scrollLeft = now.offsetLeft - row.offsetLeft; // where not all have room
  return stands;
}

/** @param {Step} one */
function phase({ title, now }) {
  const made = make("li", {}, title);
  if (now) made.setAttribute("aria-current", "step");
  return made;
}

/** A line of the position, without its full stop; the phase stands apart. @param {string} line @param {number} at @returns {[string, string][]} */
function parts(line, at) {
  const [, before = "", phase = ""] = (at ? null : /^(.*): ([^:]*)\.$/.exec(line)) ?? [];
  return phase ? [[before, ""], [phase, "phase"]] : [[line.replace(/\.$/, "").replace(WHOSE, ""), ""]];
}

/** The game in a word or two. @param {{title: string, rules?: string}} shown */
function called({ title, rules = "" }) {
  const [whole] = title.split(" ("), parts = whole.split(": ");
  const [word] = rules ? whole.match(new RegExp(`\\b${rules}\\b( \\d+)?`, "i")) ?? [] : [];
  return word ?? (parts.length > 1 && parts[0].length > SHORT ? parts[1] : parts[0]);
}
