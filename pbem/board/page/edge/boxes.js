/** Boxes of an open table, as for reserves: they stand beside each of its maps, and show what lies in them. */

import { make } from "./build.js";

/** @typedef {import("./sheet.js").Lying} Lying */
/** @typedef {import("./sheet.js").Sheet} Sheet */

/** Whether a table has boxes, and maps beside them. @param {any} state */
export const some = (state) => Boolean(state?.sheets.some((/** @type {Sheet} */ one) => one.boxes) && state.sheets.some((/** @type {Sheet} */ one) => !one.boxes));

/** Each box with its pieces. @param {any} state @param {Lying[]} pieces @param {string[]} chosen @param {(one: Lying) => HTMLElement[]} pictures @param {(place: string) => void} take what a click on a box does @param {(name: string) => void} pick what a key on a piece does @returns {HTMLElement[]} */
export const all = (state, pieces, chosen, pictures, take, pick) => state.sheets.filter((/** @type {Sheet} */ one) => one.boxes).flatMap((/** @type {Sheet} */ sheet) => sheet.spots.map(([name]) => {
  const at = `${sheet.code}/${name}`, here = pieces.filter((one) => one.at === at);
  const made = make("section", { ariaLabel: `${name}: ${here.length === 1 ? "1 piece" : `${here.length} pieces`}` },
    make("button", { type: "button", className: "box", on: { click: () => take(at) } }, name, " ", make("small", {}, String(here.length))),
    make("span", {}, ...here.map((one) => piece(one, chosen.includes(one.name), pictures(one), pick))));
  made.dataset.box = at;
  return made;
}));

/** A piece in a box; a mouse drags it, too, so that its clicks are heard with those. @param {Lying} one @param {boolean} chosen @param {HTMLElement[]} pictures @param {(name: string) => void} pick */
function piece(one, chosen, pictures, pick) {
  const made = make("button", { type: "button", className: `flat rank${one.rank}`, title: one.shows, ariaLabel: one.shows, ariaPressed: String(chosen), on: { click: (/** @type {MouseEvent} */ event) => { if (!event.detail) pick(one.name); } } }, ...pictures.length ? pictures : [one.shows.replace(/ \([^()]*\)$/, "")]);
  made.dataset.piece = one.name;
  return made;
}

/** The box that lies under a point, as orders write its place. @param {Element[]} under @returns {string} */
export const under = (under) => /** @type {any} */ (under.map((one) => one.closest("[data-box]")).find(Boolean))?.dataset.box ?? "";
