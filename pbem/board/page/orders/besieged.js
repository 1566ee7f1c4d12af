/** The fight that a question is about, on the map: a ring around its place, and around those who can answer. */

import * as arrows from "./arrows.js";
import { the } from "./build.js";
import * as map from "./map.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** @param {string[]} units @returns {any[]} the own counters of these names */
const counters = (units) => units.flatMap((name) => [...the("sheet").querySelectorAll(`.stack .piece[data-unit="${CSS.escape(name)}"][data-side="${CSS.escape(document.documentElement.dataset.side ?? "")}"]`)].slice(0, 1));

/** Mark what is attacked, who can answer, and who does by the answer that was chosen. @param {Choice[]} answers @param {arrows.OnMap[]} fought the attack @param {string} chosen the list, where it is an answer */
export function show(answers, fought, chosen) {
  const places = [...new Set(fought.flatMap((one) => one.against))];
  for (const place of places) map.mark(place, "asked");
  for (const unit of fought.flatMap((one) => one.units)) arrows.piece(unit)?.classList.add("fights");
  for (const one of answers) if (!one.path.length && !one.units.length) for (const piece of counters(one.named)) piece.classList.add("may");
  const [line] = chosen.split("\n");
  for (const piece of counters(answers.find((one) => one.line === line)?.named ?? [])) {
    const { place } = piece.closest("[data-place]").dataset;
    piece.classList.add("chosen");
    if (piece.matches(".may") && places.length === 1 && place !== places[0]) arrows.arrow([place, places[0]], "backing", null, "head");
  }
}
