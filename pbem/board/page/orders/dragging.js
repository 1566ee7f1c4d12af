/** A counter of one's own, or a stack, dragged by the mouse to where it is to go: what a click on it and one there do. */

import { cutout, make, the } from "./build.js";
import * as past from "./past.js";
import * as pointing from "./pointing.js";

/** So many pixels a mouse may move within a click; so high is what it carries. */
const SLACK = 5, HIGH = 30;

/** @typedef {{units: string[], place: string, x: number, y: number, carried: HTMLElement, from: any, lifted: Promise<void>|null}} Held */

let whose = "";
/** The counter that the mouse was pressed on, or on the number of those below it the whole stack; lifted once it is carried. @type {Held|null} */
let held = null;
/** What is seen of it under the pointer. @type {HTMLElement|null} */
let carried = null;
/** Whether a drag has just ended, whose click means nothing. */
let ended = false;

/** @param {any} state */
export function show(state) {
  whose = state.shown.yours ? state.asked?.side ?? "" : "";
}

/** Whether something may be carried now. */
const may = () => whose !== "" && !the("writing").hidden && !past.looksBack();

/** @param {any} event */
function press(event) {
  ended = false;
  held = null;
  if (event.pointerType !== "mouse" || event.button || event.ctrlKey || event.shiftKey || event.metaKey || !may()) return;
  const counter = event.target.closest("[data-unit]"), stack = event.target.closest(".more")?.closest(".stack");
  const under = counter?.matches(".piece") ? [counter] : [...(counter ?? stack)?.querySelectorAll(".piece[data-unit]") ?? []];
  const pieces = under.filter((/** @type {any} */ one) => one.dataset.side === whose), [piece] = pieces;
  if (!piece) return;
  if (the("sheet").contains(event.target)) event.stopPropagation(); // else the map would be dragged with it
  held = { units: pieces.map((one) => one.dataset.unit), place: event.target.closest("[data-place]")?.dataset.place ?? "", x: event.clientX, y: event.clientY, carried: ghost(piece), from: event.currentTarget, lifted: null };
}

/** @param {any} event */
function move(event) {
  if (!held || event.pointerType !== "mouse") return;
  if (!held.lifted) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
    held.from.setPointerCapture(event.pointerId);
    held.lifted = pointing.lift(held.place, held.units);
    carried = held.carried;
    document.body.append(carried);
    document.body.classList.add("carrying");
  }
  if (carried) carried.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
}

/** A copy of a counter, made while it is drawn: an open stack closes when it is lifted. @param {any} piece */
function ghost(piece) {
  const box = piece.querySelector(".counter").getBBox(), copy = piece.cloneNode(true);
  copy.removeAttribute("transform"); // of an open stack
  return make("div", { className: "carried", ariaHidden: "true" }, cutout(box, 1, copy, HIGH / (box.height + 2)));
}

/** @param {any} event */
async function release(event) {
  const { lifted, place } = held ?? {};
  put();
  if (!lifted) return;
  ended = true;
  const at = /** @type {any} */ (document.elementFromPoint(event.clientX, event.clientY))?.closest("#sheet [data-place]")?.dataset.place;
  await lifted;
  if (at && at !== place) await pointing.drop(at);
}

/** Carry nothing any more. */
function put() {
  held = null;
  carried?.remove();
  carried = null;
  document.body.classList.remove("carrying");
}

/** @param {MouseEvent} event */
function click(event) {
  if (ended) event.stopImmediatePropagation();
  ended = false;
}

export function begin() {
  for (const id of ["sheet", "tray"]) {
    the(id).addEventListener("pointerdown", press, { capture: true });
    the(id).addEventListener("click", click, { capture: true });
  }
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", put);
  addEventListener("keydown", (event) => { if (event.key === "Escape") put(); });
}
