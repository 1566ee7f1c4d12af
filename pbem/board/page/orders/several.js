/** Several units for one order: while the switch is on, each that is pointed at is one more of them. */

import { the } from "./build.js";
import * as card from "./card.js";
import * as pointing from "./pointing.js";

let whose = "";
/** @type {(place: string, units: string[], more?: boolean) => void} what pointing does where the switch is off */
let pointed = () => {};

export const isOn = () => the("several").ariaPressed === "true";

/** Turn the switch; what was offered to all of them does not cover whoever is pointed at next. */
export function turn() {
  if (the("several").disabled) return;
  the("several").ariaPressed = String(!isOn());
  if (!isOn()) card.shut();
}

/** @param {any} state */
export function show(state) {
  whose = state.shown.yours ? state.asked?.side ?? "" : "";
  the("several").disabled = !whose;
  if (!whose) the("several").ariaPressed = "false";
}

/** Point at a counter, or at a place and with it at all of one's own that stand there. @param {string} place @param {string[]} units @param {boolean} [more] */
export function point(place, units, more = false) {
  if (!isOn() || (!units.length && pointing.leads(place))) return pointed(place, units, more);
  const own = (units.length ? units : standing(place)).filter(isOwn);
  return own.length ? pointed(place, own, true) : pointed(place, units, more);
}

/** @param {string} place @returns {string[]} the units of a place */
const standing = (place) => all(`.stack[data-place="${CSS.escape(place)}"] .piece`).map((one) => one.dataset.unit);

/** @param {string} unit */
const isOwn = (unit) => all(`.piece[data-unit="${CSS.escape(unit)}"]`).some((one) => one.dataset.side === whose);

/** @param {string} what @returns {any[]} */
const all = (what) => [...the("sheet").querySelectorAll(what)];

/** @param {(place: string, units: string[], more?: boolean) => void} point what pointing does where the switch is off */
export function begin(point) {
  pointed = point;
  the("several").addEventListener("click", turn);
}
