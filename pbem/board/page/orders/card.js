/** The card: orders to choose from, beside the place that is meant and never over it. */

import { aim } from "./arrows.js";
import { lay } from "./beside.js";
import { the } from "./build.js";
import { maybe } from "./chips.js";
import { bring } from "./map.js";

/** So many pixels lie around it. */
const GAP = 12;
/** So many pixels high it is at most. */
const MOST = 500;
/** So many milliseconds a finger rests on a counter for the list of its orders. */
const LONG = 500;

/** Whether all orders of what is pointed at were asked for, by a right click, a long press or by keys. */
let wanted = false;

/** What is pointed at next is to have all of its orders listed. */
export function want() {
  wanted = true;
}

/** Whether they were asked for; that holds once. */
export function asked() {
  const now = wanted;
  wanted = false;
  return now;
}

export function shut() {
  the("card").hidden = the("counts").hidden = true;
  aim([], "");
  maybe(null, true);
  document.body.classList.remove("answering");
}

/** Whether this is a telephone, where answers stand below the map and the map above them. */
const isNarrow = () => matchMedia("(max-width: 43.75rem) and (min-height: 30rem)").matches;

/** Whether it is open. */
export const isOpen = () => !the("card").hidden;

/** Open it beside a place of the map, or who is chosen; where it would cover them it lies upon the log. @param {string} [place] @param {string[]} [units] who else is meant @param {boolean} [answers] whether it holds answers to a question @param {string[]} [goals] the places that these lead to */
export function open(place = "", units = [], answers = false, goals = []) {
  const card = the("card"), height = (/** @type {number} */ most) => { card.style.maxHeight = `${most}px`; };
  card.hidden = false;
  card.classList.remove("docked");
  const below = answers && isNarrow();
  card.classList.toggle("answers", below);
  document.body.classList.toggle("answering", below);
  if (below) {
    card.style.maxHeight = "";
    return bring(".underway, .outline.asked, .piece.fights > .counter", ".piece.may > .counter");
  }
  height(Math.min(MOST, the("sheet").clientHeight - 2 * GAP)); // boards below the map stay in sight
  const side = the("side").getBoundingClientRect(), top = the("past-title").parentElement.getBoundingClientRect().bottom, map = the("map").getBoundingClientRect();
  card.classList.remove("slim");
  if (lay(card, place, units, goals)) return;
  card.classList.add("slim");
  if (lay(card, place, units, goals) || side.left < map.right - 1 || !side.width) return;
  card.classList.add("docked");
  card.style.left = `${map.width}px`;
  card.style.top = `${top - map.top}px`; // the buttons that look back stay in sight
  height(map.bottom - top);
}

/** @param {(place: string, units: string[]) => void} point what pointing does */
export function begin(point) {
  const sheet = the("sheet");
  let pressing = 0, long = false;
  const all = (/** @type {any} */ target) => {
    const place = target.closest("[data-place]")?.dataset.place ?? "", unit = target.closest("[data-unit]")?.dataset.unit;
    if (!place) return;
    want();
    point(place, unit ? [unit] : []);
  };
  sheet.addEventListener("contextmenu", (/** @type {any} */ event) => {
    event.preventDefault();
    if (!long) all(event.target);
  });
  sheet.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    long = false;
    clearTimeout(pressing);
    if (event.pointerType === "touch") pressing = setTimeout(() => { long = true; all(event.target); }, LONG);
  }, { capture: true });
  for (const kind of ["pointerup", "pointermove", "pointercancel"]) sheet.addEventListener(kind, () => clearTimeout(pressing));
  sheet.addEventListener("click", (/** @type {Event} */ event) => {
    if (long) event.stopImmediatePropagation();
    long = false;
  }, { capture: true });
  the("not-now").addEventListener("click", shut);
}
