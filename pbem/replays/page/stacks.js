/** Stacks that open beside themselves: every counter of a place, large enough to be read. One alone stands large in a corner of the map. */

import { cutout, make, shape, the } from "./build.js";
import { says } from "./remaking.js";

/** How high the letters of a counter are made, in pixels, as far as it grows neither higher nor wider than so much. */
const LETTERS = 9.5, HIGH = 40, WIDE = 110;
/** Letters that are smaller, in pixels, cannot be read: a counter of such is shown large beside itself. */
const READ = 8;
/** So many milliseconds a mouse rests on a stack before it opens, or elsewhere before it closes. */
const REST = 300;
/** An open stack is about one of so many times as wide as it is high; so many pixels lie between its counters. */
const BROAD = [3, 1.2, 12], GAP = 3;
/** So much is lost by another width than the usual one, and for each name or ground that is covered beside a counter. */
const UNUSUAL = 0.15, NAME = 0.7, LIT = 0.25;

/** The counters of a stack, markers after the units beneath which they lie. @param {any} stack @returns {any[]} */
const counters = (stack) => [...stack.querySelectorAll(".piece")].sort((one, other) => Number(!one.dataset.unit) - Number(!other.dataset.unit));

/** What is shown of a stack: all of it open, or its one counter large. @type {any} */
let open = null;
/** @typedef {{left: number, top: number, across: number, width: number, height: number}} Lay the upper left corner of an open stack, how many counters lie side by side, and how large it is */

/** The place of the stack, and where it lies. @type {Lay & {place: string}|null} */
let at = null;
/** Whether it was opened by keys, and closes when the focus goes. */
let byKeys = false;
/** What comes when the mouse rests. */
let resting = 0;

/** @typedef {{x: number, y: number, width: number, height: number}} Box in units of the drawing */

/** @param {any} stack @param {Lay|null} [before] where it was open already: there it stays */
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
  at = { place: stack.dataset.place, left: 0, top: 0, across: 1, width: 0, height: 0 };
  if (alone) return lens(stack, pieces[0], times / unit);
  const rows = [...new Set(BROAD.map((broad) => Math.min(pieces.length, Math.max(1, Math.round(Math.sqrt((broad * pieces.length * high) / wide))))).map((most) => Math.ceil(pieces.length / Math.ceil(pieces.length / most))))];
  const sizes = rows.map((across) => ({ across, width: across * (wide * times + gap) + gap, height: Math.ceil(pieces.length / across) * (high * times + gap) + gap }));
  const { left, top, across, width, height } = before ? { ...sizes[0], ...before } : beside(stack, sizes, gap);
  Object.assign(at, { left, top, across, width, height });
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

/** Where an open stack lies: beside its counters, within what is seen of the map, over as little as can be of other counters, names and lit places. @param {any} stack @param {{across: number, width: number, height: number}[]} sizes the usual first @param {number} gap @returns {Lay} */
function beside(stack, sizes, gap) {
  const svg = stack.ownerSVGElement, seen = visible(svg), own = stack.getBBox(), place = whole(stack);
  /** @type {any[]} */
  const others = [...svg.querySelectorAll(".stack .counter, .name, .outline")].filter((one) => !stack.contains(one));
  const worth = others.map((one) => ({ box: one.getBBox(), cost: one.matches(".counter") ? 1 : one.matches(".name") ? NAME : LIT }));
  const ways = sizes.flatMap((size, unusual) => [place, own].flatMap((box) => corners(box, size, gap)).map(([x, y]) => {
    const lay = { ...size, left: within(x, seen.x, seen.width - size.width), top: within(y, seen.y, seen.height - size.height) };
    const mine = { x: lay.left, y: lay.top, width: size.width, height: size.height };
    const covered = worth.reduce((sum, one) => sum + one.cost * share(one.box, mine), 0);
    return { lay, cost: covered + share(place, mine) + (unusual ? UNUSUAL : 0) + (share(own, mine) ? OUT : 0) };
  }));
  return ways.reduce((best, one) => (one.cost < best.cost ? one : best)).lay;
}

/** The places beside a box for something of a size: on each of its sides, in its middle or flush with an end. @param {Box} box @param {{width: number, height: number}} size @param {number} gap @returns {[number, number][]} */
function corners(box, { width, height }, gap) {
  const across = [box.x + (box.width - width) / 2, box.x, box.x + box.width - width], down = [box.y + (box.height - height) / 2, box.y, box.y + box.height - height];
  return [
    ...down.map((y) => /** @type {[number, number]} */ ([box.x + box.width + gap, y])), ...down.map((y) => /** @type {[number, number]} */ ([box.x - gap - width, y])),
    ...across.map((x) => /** @type {[number, number]} */ ([x, box.y + box.height + gap])), ...across.map((x) => /** @type {[number, number]} */ ([x, box.y - gap - height])),
  ];
}

/** What it costs to lie over its own stack: more than to lie over anything else. */
const OUT = 1e6;

/** @param {number} value @param {number} least @param {number} room */
const within = (value, least, room) => Math.max(least, Math.min(least + Math.max(0, room), value));

/** How much of a box is covered by another. @param {Box} one @param {Box} other */
function share(one, other) {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x), high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 0 && high > 0 ? (wide * high) / (one.width * one.height) : 0;
}

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
