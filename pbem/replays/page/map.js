/** The map: the drawing, how large it is, what is pointed at and what is marked on it. */

import { fill, the } from "./build.js";

const LARGEST = 4, SMALLEST = 0.3, STEP = 1.25, HEAD = 6;
const SVG = "http://www.w3.org/2000/svg";

/** @type {any} */
let drawing = null;
/** The drawing as it came: one that is the same is not made again. */
let came = "";
let scale = 0;

/** Show a drawing. @param {string} svg */
export function draw(svg) {
  if (svg === came) {
    unmark();
    return;
  }
  came = svg;
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const bare = drawing?.classList.contains("bare") ?? false;
  drawing = document.importNode(read, true);
  drawing.classList.toggle("bare", bare);
  // A reader of screens is told stacks, not the number of every hex.
  for (const one of drawing.querySelectorAll(".place, text")) if (!one.closest(".stack")) one.setAttribute("aria-hidden", "true");
  const sheet = the("sheet"), left = sheet.scrollLeft, top = sheet.scrollTop;
  fill(sheet, drawing);
  scaled(scale || fitting());
  sheet.scrollTo(left, top);
  arrows();
  drawn();
}

/** Return a drawing that stands still, as wide as its place. @param {string} svg */
export function still(svg) {
  const made = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  for (const name of ["width", "height"]) made.removeAttribute(name);
  return made;
}

let drawn = () => {};

/** @param {() => void} what called whenever the map was drawn anew */
export function onDrawn(what) {
  drawn = what;
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

/** @typedef {{across: number, down: number, scale: number}} Held a point of the drawing, in its own units, and how large it was drawn */

/** Return what is seen at a point: of the window, in pixels. @param {number} x @param {number} y @returns {Held} */
export function under(x, y) {
  const sheet = the("sheet"), box = sheet.getBoundingClientRect();
  const across = sheet.scrollLeft + x - box.left - sheet.clientLeft, down = sheet.scrollTop + y - box.top - sheet.clientTop;
  return { across: across / scale, down: down / scale, scale };
}

/** Draw the map so many times as large as it was, with what was held at a point of the window. @param {Held} held @param {number} times @param {number} x @param {number} y */
export function hold(held, times, x, y) {
  const sheet = the("sheet"), box = sheet.getBoundingClientRect();
  scaled(held.scale * times);
  sheet.scrollTo(held.across * scale - (x - box.left - sheet.clientLeft), held.down * scale - (y - box.top - sheet.clientTop));
}

/** Zoom so that what is seen at a point stays there. @param {number} times @param {number} x @param {number} y */
export const zoom = (times, x, y) => hold(under(x, y), times, x, y);

/** Zoom by so many steps about the middle of what is seen. @param {number} steps */
function stepped(steps) {
  const box = the("sheet").getBoundingClientRect();
  zoom(STEP ** steps, box.left + box.width / 2, box.top + box.height / 2);
}

export const larger = () => stepped(1);
export const smaller = () => stepped(-1);
export const whole = () => scaled(fitting());

/** Hide or show all counters. @returns {boolean} whether they are hidden now */
export function bare() {
  return drawing?.classList.toggle("bare") ?? false;
}

/** @param {(place: string, units: string[], more: boolean) => void} point called with what was clicked; `more`: beside what was clicked before */
export function onPointing(point) {
  the("sheet").addEventListener("click", (/** @type {any} */ event) => {
    const at = event.target.closest("[data-place]");
    if (!at) return;
    const unit = event.target.closest("[data-unit]")?.dataset.unit;
    point(at.dataset.place, unit ? [unit] : [], event.ctrlKey || event.shiftKey || event.metaKey);
  });
}

/** @param {string} id @returns {any} */
function place(id) {
  return drawing?.querySelector(`.place[data-place="${CSS.escape(id)}"]`);
}

/** @typedef {{units: string[], path: string[], against: string[]}} OnMap */

/** @type {OnMap[]} the orders of the list, as they are on the map */
let orders = [];
let whose = "";

/** Draw each order of the list as an arrow. @param {OnMap[]} lines @param {string} [side] whose they are */
export function write(lines, side = "") {
  orders = lines;
  whose = side;
  arrows();
}

function arrows() {
  for (const one of drawing?.querySelectorAll(".written") ?? []) one.remove();
  const at = new Map();
  for (const { units, path, against } of orders) {
    if (path.length > 1) arrow(path, "written go");
    for (const unit of units) {
      if (path.length) at.set(unit, path.at(-1));
      for (const place of against) arrow([at.get(unit) ?? standing(unit), place], "written fire");
    }
    if (!units.length) for (const place of against) arrow([place, place], "written fire");
  }
}

/** @param {string} unit @returns {string} where it stands */
function standing(unit) {
  const found = [...drawing.querySelectorAll(`.piece[data-unit="${CSS.escape(unit)}"]`)];
  return (found.find((one) => one.dataset.side === whose) ?? found[0])?.closest("[data-place]").dataset.place ?? "";
}

/** @param {string} id @returns {[number, number]|null} */
function middle(id) {
  const box = place(id)?.getBBox();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}

/** Draw an arrow through places; those that are not on the map are left out; a ring where one is left. @param {string[]} ids @param {string} how */
export function arrow(ids, how) {
  const points = ids.map(middle).filter((one) => one !== null);
  if (!points.length || ids.length < 2) return;
  const [[x, y], [p, q]] = points.length < 2 ? [points[0], points[0]] : points.slice(-2), long = Math.hypot(p - x, q - y);
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", `arrow ${how}`);
  if (!long) {
    const ring = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx: p, cy: q, r: HEAD * 1.6 })) ring.setAttribute(name, String(value));
    made.append(ring);
  } else {
    const across = (p - x) / long, down = (q - y) / long, neck = [p - HEAD * across, q - HEAD * down];
    const wings = [-1, 1].map((way) => `${neck[0] - way * down * HEAD / 2} ${neck[1] + way * across * HEAD / 2}`);
    const shaft = [...points.slice(0, -1), neck].map((one) => one.join(" ")).join("L");
    for (const d of [`M${shaft}`, `M${p} ${q}L${wings[0]}L${wings[1]}Z`]) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", d);
      made.append(path);
    }
  }
  drawing.append(made);
}

/** Take all marks off the map. */
export function unmark() {
  for (const one of drawing?.querySelectorAll(".chosen,.reach,.target") ?? []) one.classList.remove("chosen", "reach", "target");
  for (const one of drawing?.querySelectorAll(".cost,.went") ?? []) one.remove();
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
