/** The bar: which game it is, where it stands in a few words, and the whole position in its drawer. */

import { fill, make, the } from "./build.js";

/** @typedef {{title: string, now: boolean}} Step a phase of the turn */

/** So many lines of the position are its score, as far as they are no longer than so much; so many letters of a side's name stand in each word for it. */
const LINES = 3, STEM = 4, LONG = 64, SHORT = 12;

/** Whose turn it is stands beside it. */
const WHOSE = /, the turn of .*$/;

/** Phases in which one is only asked for a card are not told unless they are now. */
const BETWEEN = /^Before /;

/** The lines of the position that tell of losses. */
const LOSSES = /\blost\b|^(eliminated|killed)\b/i;

/** @param {any} state */
export function show({ shown, practice, phases = [], names = {} }) {
  the("title").textContent = called(shown);
  the("title").title = `${shown.title}: ${shown.game}`;
  const others = [...new Set((shown.seats ?? []).map((/** @type {any} */ seat) => seat.handle))].filter((who) => who !== shown.you);
  const against = others.flatMap((who, at) => [at ? ", " : "", make("span", { className: "who" }, who)]);
  fill(the("position"), ...shown.position.map((/** @type {string} */ line) => make("li", {}, line)));
  const lost = shown.position.filter((/** @type {string} */ line) => LOSSES.test(line));
  the("lost").hidden = !lost.length;
  fill(the("lost").querySelector("ul"), ...lost.map((/** @type {string} */ line) => make("li", {}, ...marked(losses(line), names))));
  own = phases;
  const stands = course(phases);
  const short = shown.position.slice(0, LINES).filter((/** @type {string} */ line) => line.length <= LONG);
  const told = short.flatMap(parts), turn = told.filter(([, how]) => how === "turn").map(([words]) => make("span", { className: "turn" }, words));
  const all = told.filter(([, how]) => !how || (how === "phase" && !stands)), whose = (/** @type {string} */ words) => Object.values(names).some((name) => words.startsWith(name.slice(0, STEM)));
  all.sort(([one], [other]) => Number(whose(other)) - Number(whose(one)));
  fill(the("seats"), ...practice ? ["practice"] : !shown.you ? [shown.game] : others.length ? ["against ", ...against] : ["alone"], ...turn.length ? [", ", ...turn] : []);
  fill(the("score"), ...all.map(([words, how]) => make("li", { className: how, title: words }, make("span", {}, ...marked(least(words), names)))));
}

/** Of a line of a side with many numbers its first and its losses: the others stand in the drawers. @param {string} line as "U.S.: 24 on the map, 18 not landed yet, 7 lost" @returns {string} "U.S.: 24 on the map, 7 lost" */
function least(line) {
  const all = line.split(", ");
  return all.length > 2 && /^[^:]{1,20}: \d/.test(line) && LOSSES.test(all.at(-1) ?? "") ? `${all[0]}, ${all.at(-1)}` : line;
}

/** Of a line that tells of losses among else only these. @param {string} line as "U.S.: 24 on the map, 7 lost." @returns {string} "U.S.: 7 lost" */
function losses(line) {
  const [, who = "", rest = ""] = /^([^:]{1,20}: )(.*?)\.?$/.exec(line) ?? [], lost = rest.split(", ").filter((one) => /\blost\b/.test(one));
  return lost.length && !LOSSES.test(who) ? `${who}${lost.join(", ")}` : line;
}

/** Words with the mark of a side before each word for it. @param {string} words @param {Record<string, string>} names side -> its name @returns {any[]} */
function marked(words, names) {
  const stems = Object.entries(names).filter(([, name]) => name.length >= STEM).map(([side, name]) => [side, name.slice(0, STEM)]);
  const all = words.split(/(?= )/), many = all.filter((word) => stems.some(([, stem]) => word.trim().startsWith(stem))).length > 1;
  return all.flatMap((word) => {
    const [side] = stems.find(([, stem]) => word.trim().startsWith(stem)) ?? [];
    if (!side) return [word];
    const mark = make("i", { className: "side", ariaHidden: "true" });
    mark.dataset.of = side;
    return [word.startsWith(" ") ? " " : "", mark, many ? make("span", { className: "heard" }, word.trimStart()) : word.trimStart()]; // of many in a line the mark is enough for the eye
  });
}

/** The phases of the turn as the game stands. @type {Step[]} */
let own = [];
/** Those that are shown. */
let told = "[]";

/** Show the phases of the turn, if the game stands in one of them. @param {Step[]} [phases] those behind a list; else as it stands @returns {boolean} whether it does */
export function course(phases = own) {
  const stands = phases.some(({ now }) => now), all = stands ? phases.filter(({ title, now }) => now || !BETWEEN.test(title)) : [];
  if (told === (told = JSON.stringify(all))) return stands; // to have it in sight has the page laid out
  fill(the("phases"), ...all.map(phase));
  seen();
  return stands;
}

/** Where not all phases have room in a line, show the line of the present one: each is whole or not there. */
function seen() {
  const row = the("phases"), now = row.querySelector("[aria-current]");
  if (now) row.scrollTop = now.offsetTop - row.offsetTop;
}

addEventListener("resize", seen);

/** @param {Step} one */
function phase({ title, now }) {
  const made = make("li", {}, title);
  if (now) made.setAttribute("aria-current", "step");
  return made;
}

/** A line of the position, without its full stop; the turn and the phase stand apart. @param {string} line @param {number} at @returns {[string, string][]} */
function parts(line, at) {
  const [, before = "", phase = ""] = (at ? null : /^(.*): ([^:]*)\.$/.exec(line)) ?? [];
  return phase ? [[before.split(", ")[0], "turn"], [phase, "phase"]] : [[line.replace(/\.$/, "").replace(WHOSE, ""), !at && WHOSE.test(line) ? "turn" : ""]];
}

/** The game in a word or two; a table is called as its file calls it. @param {{title: string, rules?: string, pack?: {called?: string}|null}} shown */
function called({ title, rules = "", pack = null }) {
  if (pack?.called) return pack.called;
  const [whole] = title.split(" ("), parts = whole.split(": ");
  const [word] = rules ? whole.match(new RegExp(`\\b${rules}\\b( \\d+)?`, "i")) ?? [] : [];
  return word ?? (parts.length > 1 && parts[0].length > SHORT ? parts[1] : parts[0]);
}
