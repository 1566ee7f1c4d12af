/** Stacks that open beside themselves: every counter of a place, large enough to be read. One alone stands large in a corner of the map. */

import { cutout, make, shape, the } from "./build.js";
import { says } from "./remaking.js";

/** How high the letters of a counter are made, in pixels, as far as it grows neither higher nor wider than so much. */
const LETTERS = 9.5, HIGH = 40, WIDE = 110;
/** Letters that are smaller, in pixels, cannot be read: a counter of such is shown large beside itself. */
const READ = 8;
/** So many milliseconds a mouse rests on a stack before it opens, or elsewhere before it closes. */
const REST = 300;
/** An open stack is about so many times as wide as it is high; so many pixels lie between its counters. */
const BROAD = 3, GAP = 3;

/** The counters of a stack, markers after the units beneath which they lie. @param {any} stack @returns {any[]} */
const counters = (stack) => [...stack.querySelectorAll(".piece")].sort((one, other) => Number(!one.dataset.unit) - Number(!other.dataset.unit));

/** What is shown of a stack: all of it open, or its one counter large. @type {any} */
let open = null;
/** The place of the stack, and the upper left corner of what is shown. @type {{place: string, left: number, top: number}|null} */
let at = null;
/** Whether it was opened by keys, and closes when the focus goes. */
let byKeys = false;
/** What comes when the mouse rests. */
let resting = 0;

/** @typedef {{x: number, y: number, width: number, height: number}} Box in units of the drawing */

/** @param {any} stack @param {{left: number, top: number}|null} [before] where it was open already: there it stays */
export function show(stack, before = null) {
  if (at?.place === stack.dataset.place) return;
  away();
  const pieces = counters(stack);
  if (!pieces.length) return;
  const svg = stack.ownerSVGElement, boxes = pieces.map((one) => one.querySelector(".counter").getBBox());
  const unit = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  const letters = pieces.map(smallest).sort((one, other) => one - other)[Math.floor(pieces.length / 2)];
  const alone = pieces.length === 1;
  if (alone && letters >= READ * unit) return;
  const wide = Math.max(...boxes.map((one) => one.width)), high = Math.max(...boxes.map((one) => one.height));
  const times = Math.max(1, Math.min(LETTERS / letters, HIGH / high, WIDE / wide) * unit), gap = GAP * unit;
  at = { place: stack.dataset.place, left: 0, top: 0 };
  if (alone) return lens(stack, pieces[0], times / unit);
  const most = Math.min(pieces.length, Math.max(1, Math.round(Math.sqrt((BROAD * pieces.length * high) / wide)))), down = Math.ceil(pieces.length / most), across = Math.ceil(pieces.length / down);
  const width = across * (wide * times + gap) + gap, height = down * (high * times + gap) + gap;
  const { left, top } = before ?? beside(stack, width, height, gap);
  Object.assign(at, { left, top });
  open = shape("g", { class: "fan", "data-place": stack.dataset.place }, shape("rect", { x: left, y: top, width, height, rx: GAP * unit, class: "box" }));
  pieces.forEach((piece, number) => {
    const copy = piece.cloneNode(true), from = boxes[number];
    copy.classList.remove("below");
    const x = left + gap + (number % across) * (wide * times + gap), y = top + gap + Math.floor(number / across) * (high * times + gap);
    copy.setAttribute("transform", `translate(${x - from.x * times} ${y - from.y * times}) scale(${times})`);
    open.append(copy);
  });
  svg.append(open);
}

/** Where an open stack lies: beside the place of its stack, within what is seen of the map, over as little as can be that is clicked next. @param {any} stack @param {number} width @param {number} height @param {number} gap */
function beside(stack, width, height, gap) {
  const svg = stack.ownerSVGElement, seen = visible(svg), box = whole(stack);
  const across = within(box.x + (box.width - width) / 2, seen.x, seen.width - width), down = within(box.y + (box.height - height) / 2, seen.y, seen.height - height);
  const ways = [
    { left: box.x + box.width + gap, top: down }, { left: box.x - gap - width, top: down },
    { left: across, top: box.y + box.height + gap }, { left: across, top: box.y - gap - height },
  ];
  /** @type {any[]} */
  const others = [...svg.querySelectorAll(".outline, .stack")].filter((one) => one !== stack);
  const worth = others.map((one) => ({ box: one.getBBox(), cost: one.matches(".outline") ? 2 : 1 }));
  const costs = ways.map(({ left, top }) => {
    const out = left < seen.x || top < seen.y || left + width > seen.x + seen.width || top + height > seen.y + seen.height;
    return worth.reduce((sum, one) => sum + (overlap(one.box, { x: left, y: top, width, height }) ? one.cost : 0), out ? OUT : 0);
  });
  return ways[costs.indexOf(Math.min(...costs))];
}

/** What it costs to lie where it is not seen: more than to lie over anything. */
const OUT = 1e6;

/** @param {number} value @param {number} least @param {number} room */
const within = (value, least, room) => Math.max(least, Math.min(least + Math.max(0, room), value));

/** @param {Box} one @param {Box} other */
const overlap = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** The place of a stack, as far as it is near it; an area may be much larger than what stands there. @param {any} stack @returns {Box} */
function whole(stack) {
  const box = stack.getBBox(), place = stack.ownerSVGElement.querySelector(`.place[data-place="${CSS.escape(stack.dataset.place)}"]`)?.getBBox();
  return place && place.width < 2 * box.width ? place : box;
}

/** What is seen of a drawing. @param {any} svg @returns {Box} */
function visible(svg) {
  const sheet = the("sheet"), seen = sheet.getBoundingClientRect(), drawn = svg.parentElement.getBoundingClientRect(), { width } = svg.viewBox.baseVal;
  const unit = width / drawn.width, height = drawn.height * unit, x = Math.max(0, (seen.left - drawn.left) * unit), y = Math.max(0, (seen.top - drawn.top) * unit);
  const wide = Math.min(width - x, sheet.clientWidth * unit), high = Math.min(height - y, sheet.clientHeight * unit);
  return { x: x + 1, y: y + 1, width: wide - 2, height: high - 2 }; // a line around it is seen too
}

/** Show a counter large in the corner of the map that it is far from: there it covers nothing beside itself. @param {any} stack @param {any} piece @param {number} times as large as it is drawn in the units of the drawing */
function lens(stack, piece, times) {
  const sheet = the("sheet"), copy = piece.cloneNode(true);
  copy.removeAttribute("class"); // what is only looked at is no counter
  delete copy.dataset.unit;
  open = make("div", { className: "lens", ariaHidden: "true" }, cutout(piece.querySelector(".counter").getBBox(), 1, copy, times));
  sheet.after(open);
  const from = stack.getBoundingClientRect(), seen = sheet.getBoundingClientRect();
  const left = from.left + from.width / 2 > seen.left + sheet.clientWidth / 2, high = from.top + from.height / 2 > seen.top + sheet.clientHeight / 2;
  open.classList.toggle("cornered", !left && !high);
  open.style.left = `${sheet.offsetLeft + (left ? 0 : sheet.clientWidth - open.offsetWidth)}px`;
  open.style.top = `${sheet.offsetTop + (high ? 0 : sheet.clientHeight - open.offsetHeight)}px`;
}

/** How high the smallest letters of a counter are drawn, but those of its size. @param {any} piece @returns {number} */
function smallest(piece) {
  const all = [...piece.querySelectorAll("text")].filter((one) => !/^[IX]+$/i.test(one.textContent ?? ""));
  return Math.min(...all.map((one) => Number(one.getAttribute("font-size"))));
}

export function close() {
  clearTimeout(resting);
  away();
}

/** Show nothing; what is to come when the mouse rests comes all the same. */
function away() {
  open?.remove();
  open = at = null;
  byKeys = false;
}

/** @returns {any[]} the stacks, in the order of the map */
const all = () => [...the("sheet").querySelectorAll(".stack")].filter((one) => one.querySelector(".piece"));

/** Let one stack have the focus when the map is reached by keys; the others are reached from it. One that was open stays open. */
export function prepare() {
  const before = byKeys ? null : at; // what keys opened opens with the focus, which comes back
  open?.remove();
  open = at = null;
  all().forEach((one, number) => {
    says(one, "role", "button");
    says(one, "aria-label", `${one.dataset.place}: ${counters(one).map((piece) => piece.querySelector("title").textContent).join("; ")}`);
    says(one, "tabindex", number ? "-1" : "0");
  });
  const again = before && all().find((one) => one.dataset.place === before.place);
  if (again) show(again, before);
}

/** Open the stack of a place; where a place is lit a click means the place, and what is told of it has the room. @param {string} place */
function opens(place) {
  const stack = all().find((one) => one.dataset.place === place), lit = the("sheet").querySelector(`.place:is(.reach, .target)[data-place="${CSS.escape(place)}"]`);
  if (stack && !lit) show(stack);
}

/** @param {number} way 1: to the next stack, -1: to the one before */
export function step(way) {
  const stacks = all(), now = stacks.indexOf(document.activeElement);
  const next = stacks[now < 0 ? 0 : (now + way + stacks.length) % stacks.length];
  if (!next) return;
  for (const one of stacks) one.setAttribute("tabindex", one === next ? "0" : "-1");
  next.focus();
}

/** @param {(place: string, units: string[]) => void} point what Enter does at a stack */
export function begin(point) {
  const sheet = the("sheet");
  /** Where the mouse was last. @type {[number, number]} */
  let last = [-1, -1];
  /** The place of the stack that it is on; empty where it is on none, null where it is not on the map. @type {string|null} */
  let on = null;
  const rests = (/** @type {any} */ event) => {
    if (event.pointerType !== "mouse" || event.buttons) return;
    const over = on = event.target.closest(".stack, .fan")?.dataset.place ?? "";
    clearTimeout(resting);
    if (over && over !== at?.place) resting = setTimeout(() => opens(over), REST);
    else if (!over && at) resting = setTimeout(close, REST);
  };
  // A mouse that lies still where a card went away, or the map was drawn again, means nothing by it.
  document.addEventListener("pointermove", (event) => {
    const { clientX, clientY } = event, target = /** @type {any} */ (event.target), moved = clientX !== last[0] || clientY !== last[1];
    last = [clientX, clientY];
    if (!sheet.contains(target)) on = null;
    else if (moved && on !== (target.closest(".stack, .fan")?.dataset.place ?? "")) rests(event);
  }, { capture: true });
  sheet.addEventListener("pointerup", rests); // it rests on what was clicked or dropped
  // What was seen when the button went down is what is clicked: nothing opens then.
  sheet.addEventListener("pointerdown", () => clearTimeout(resting), { capture: true });
  sheet.addEventListener("pointerleave", (/** @type {any} */ event) => {
    clearTimeout(resting);
    if (event.pointerType === "mouse" && at) resting = setTimeout(close, REST);
  });
  sheet.addEventListener("focusin", (/** @type {any} */ event) => { if (event.target.matches(".stack:focus-visible")) { clearTimeout(resting); show(event.target); byKeys = true; } });
  sheet.addEventListener("focusout", () => { if (byKeys) close(); });
  // A finger has no hover: the first tap opens a stack, the second means a counter.
  sheet.addEventListener("click", (/** @type {any} */ event) => {
    if (event.pointerType !== "touch") return;
    const stack = event.target.closest(".stack");
    if (!stack) return close();
    if (stack.querySelectorAll(".piece").length > 1) event.stopImmediatePropagation();
    show(stack);
  }, { capture: true });
  sheet.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const stack = /** @type {any} */ (event.target);
    if (event.key === "Escape") close();
    if (event.key !== "Enter" || !stack.matches(".stack")) return;
    point(stack.dataset.place, []);
  });
}
