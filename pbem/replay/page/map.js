/** The map: the drawing, how large it is, what is pointed at and what is marked on it. */

import { fill, the } from "./build.js";

const LARGEST = 4, SMALLEST = 0.3, STEP = 1.25;
const SVG = "http://www.w3.org/2000/svg";

/** @type {any} */
let drawing = null;
let scale = 0;

/** Show a drawing. @param {string} svg */
export function draw(svg) {
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const bare = drawing?.classList.contains("bare") ?? false;
  drawing = document.importNode(read, true);
  drawing.classList.toggle("bare", bare);
  const sheet = the("sheet"), left = sheet.scrollLeft, top = sheet.scrollTop;
  fill(sheet, drawing);
  scaled(scale || fitting());
  sheet.scrollTo(left, top);
}

function fitting() {
  return Math.min(1.6, Math.max(SMALLEST, the("sheet").clientWidth / drawing.viewBox.baseVal.width));
}

/** @param {number} wanted */
function scaled(wanted) {
  if (!drawing) return;
  scale = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  const { width, height } = drawing.viewBox.baseVal;
  drawing.setAttribute("width", width * scale);
  drawing.setAttribute("height", height * scale);
}

export const larger = () => scaled(scale * STEP);
export const smaller = () => scaled(scale / STEP);
export const whole = () => scaled(fitting());

/** Hide or show all counters. @returns {boolean} whether they are hidden now */
export function bare() {
  return drawing?.classList.toggle("bare") ?? false;
}

/** @param {(place: string, units: string[]) => void} point called with what was clicked */
export function onPointing(point) {
  the("sheet").addEventListener("click", (/** @type {any} */ event) => {
    const at = event.target.closest("[data-place]");
    if (!at) return;
    const unit = event.target.closest("[data-unit]")?.dataset.unit;
    point(at.dataset.place, unit ? [unit] : []);
  });
  the("sheet").addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    scaled(scale * (event.deltaY < 0 ? STEP : 1 / STEP));
  }, { passive: false });
}

/** @param {string} id @returns {any} */
function place(id) {
  return drawing?.querySelector(`.place[data-place="${CSS.escape(id)}"]`);
}

/** Take all marks off the map. */
export function unmark() {
  for (const one of drawing?.querySelectorAll(".chosen,.reach,.target") ?? []) one.classList.remove("chosen", "reach", "target");
  for (const one of drawing?.querySelectorAll(".cost") ?? []) one.remove();
}

/** @param {string} id @param {"chosen"|"reach"|"target"} how @param {number|null} [cost] */
export function mark(id, how, cost = null) {
  const at = place(id);
  if (!at) return;
  at.classList.add(how);
  if (cost === null) return;
  const box = at.getBBox(), told = document.createElementNS(SVG, "text");
  told.setAttribute("class", "cost middle");
  told.setAttribute("x", box.x + box.width / 2);
  told.setAttribute("y", box.y + box.height * 0.85);
  told.setAttribute("font-size", "9");
  told.setAttribute("pointer-events", "none");
  told.textContent = String(cost);
  drawing.append(told);
}
