/** The fight that a question is about, on the map: a ring around its place, and around those who can answer. */

import * as arrows from "./arrows.js";
import { the } from "./build.js";
import * as map from "./map.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** @param {string} line of an answer @returns {any[]} one's own counters that it names */
const named = (line) => line.split(/\s+/).flatMap((name) => (name ? [...the("sheet").querySelectorAll(`.stack .piece[data-unit="${CSS.escape(name)}"][data-side="${CSS.escape(document.documentElement.dataset.side ?? "")}"]`)].slice(0, 1) : []));

/** Mark what is attacked, who can answer, and who does by the answer that was chosen. @param {Choice[]} answers @param {arrows.OnMap[]} fought the attack @param {string} chosen the list, where it is an answer */
export function show(answers, fought, chosen) {
  const places = [...new Set(fought.flatMap((one) => one.against))];
  for (const place of places) map.mark(place, "asked");
  for (const unit of fought.flatMap((one) => one.units)) arrows.piece(unit)?.classList.add("fights");
  for (const one of answers) if (!one.path.length && !one.units.length) for (const piece of named(one.line)) piece.classList.add("may");
  for (const piece of named(chosen.split("\n")[0])) {
    const { place } = piece.closest("[data-place]").dataset;
    piece.classList.add("chosen");
    if (piece.matches(".may") && places.length === 1 && place !== places[0]) arrows.arrow([place, places[0]], "backing", null, "head");
  }
}

/** What is asked in plain words: "Final protective fire for 317?" is "Do you fire for 317?", as the answer that declines is "No fire". @param {string} prompt @param {string} declines */
export function asked(prompt, declines) {
  const [, what = ""] = /^No (\w+)$/.exec(declines) ?? [], at = what ? prompt.indexOf(`${what} for `) : -1;
  return at < 0 ? prompt : `Do you ${prompt.slice(at)}`;
}
