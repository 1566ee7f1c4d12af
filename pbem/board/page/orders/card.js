/** The card: orders to choose from, beside the place that is meant and never over it. */

import { the } from "./build.js";

/** So many pixels lie between a place and its card, and around it; so far from the left edge lies no button. */
const GAP = 12, EDGE = 60;
/** So many pixels high it is at most. */
const MOST = 420;
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
  the("card").hidden = true;
}

/** Whether it is open. */
export const isOpen = () => !the("card").hidden;

/** Open it beside a place of the map, or at the edge. @param {string} [place] */
export function open(place = "") {
  const card = the("card"), room = the("map").getBoundingClientRect();
  card.hidden = false;
  card.style.maxHeight = `${Math.min(MOST, the("sheet").clientHeight - 2 * GAP)}px`; // boards below the map stay in sight
  const named = `[data-place="${CSS.escape(place)}"]`;
  const at = the("sheet").querySelector(place ? `.stack${named}, .place${named}` : ".stack:has(> .chosen)");
  const box = at?.getBoundingClientRect(), wide = card.offsetWidth, high = card.offsetHeight;
  const inside = box && box.right > room.left && box.left < room.right && box.bottom > room.top && box.top < room.bottom;
  const right = inside && box.right + GAP + wide <= room.right, edge = room.width - wide - GAP;
  // Of all orders of a unit most lie around it: they are listed at the far edge of the map.
  if (!place || !inside) card.style.left = `${inside && box.left > room.left + room.width / 2 ? EDGE : edge}px`;
  else card.style.left = `${right ? box.right - room.left + GAP : Math.max(GAP, box.left - GAP - wide - room.left)}px`;
  const top = inside && place ? box.top + box.height / 2 - room.top - high / 2 : GAP;
  card.style.top = `${Math.max(GAP, Math.min(top, room.height - high - GAP))}px`;
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
