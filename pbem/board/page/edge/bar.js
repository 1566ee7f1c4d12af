/** The bar: which game it is, where it stands in a few words, and the whole position in its drawer. */

import { fill, make, the } from "./build.js";

/** @typedef {{title: string, now: boolean, passing: boolean}} Step a phase of the turn; `passing`: it is told only while it lasts */
/** @typedef {{label: string, value: string, side: string}} Part what is counted, how many, and of which side */

/** @param {any} state */
export function show({ shown, called, practice, phases = [], summary }) {
  the("title").textContent = shown.pack?.called || called || shown.title; // a table is called as its file calls it
  the("title").title = `${shown.title}: ${shown.game}`;
  const others = [...new Set((shown.seats ?? []).map((/** @type {any} */ seat) => seat.handle))].filter((who) => who !== shown.you);
  const against = others.flatMap((who, at) => [at ? ", " : "", make("span", { className: "who" }, who)]);
  fill(the("position"), ...shown.position.map((/** @type {string} */ line) => make("li", {}, line)));
  const { turn = "", phase = "", score = [], losses = [] } = summary ?? {};
  the("lost").hidden = !losses.length;
  fill(the("lost").querySelector("ul"), ...losses.map((/** @type {Part} */ one) => make("li", {}, ...counted([one]))));
  own = phases;
  const stands = course(phases);
  fill(the("seats"), ...practice ? ["practice"] : !shown.you ? [shown.game] : others.length ? ["against ", ...against] : ["alone"], ...turn ? [", ", make("span", { className: "turn" }, turn)] : []);
  const lines = score.map((/** @type {{label: string, parts: Part[]}} */ { label, parts }) => make("li", { title: [label, parts.map((one) => `${one.label}: ${one.value}`).join(", ")].filter(Boolean).join(": ") }, make("span", {}, ...counted(parts, label))));
  fill(the("score"), ...phase && !stands ? [make("li", { className: "phase", title: phase }, make("span", {}, phase))] : [], ...lines);
}

/** Parts of the score with the mark of each side; of several the mark is enough for the eye. @param {Part[]} parts @param {string} [label] what all of them count @returns {any[]} */
function counted(parts, label = "") {
  const many = parts.length > 1, all = parts.flatMap(({ label: of, value, side }, at) => {
    const mark = make("i", { className: "side", ariaHidden: "true" });
    mark.dataset.of = side;
    return [at ? ", " : "", ...side ? [mark] : [], many && side ? make("span", { className: "heard" }, of) : of, many ? " " : ": ", value];
  });
  return label ? [`${label}: `, ...all] : all;
}

/** The phases of the turn as the game stands. @type {Step[]} */
let own = [];
/** Those that are shown. */
let told = "[]";

/** Show the phases of the turn, if the game stands in one of them. @param {Step[]} [phases] those behind a list; else as it stands @returns {boolean} whether it does */
export function course(phases = own) {
  const stands = phases.some(({ now }) => now), all = stands ? phases.filter(({ now, passing }) => now || !passing) : [];
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
