/** Stacks that open: every counter of a place beside each other, large enough to be read. */

import { the } from "./build.js";

const SVG = "http://www.w3.org/2000/svg";
/** How high a counter of an open stack is on the screen at least, and how many stand beside each other. */
const HIGH = 24, BESIDE = 4, GAP = 3;

/** @type {any} */
let open = null;
/** Whether it was opened by keys, and closes when the focus goes. */
let byKeys = false;

/** @param {any} stack */
export function show(stack) {
  if (open?.dataset.place === stack.dataset.place) return;
  close();
  const pieces = [...stack.querySelectorAll(".piece")];
  if (pieces.length < 2) return;
  const svg = stack.ownerSVGElement, boxes = pieces.map((one) => one.querySelector(".counter").getBBox());
  const unit = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  const wide = Math.max(...boxes.map((one) => one.width)), high = Math.max(...boxes.map((one) => one.height));
  const times = Math.max(1, (HIGH * unit) / high), gap = GAP * unit;
  const across = Math.min(BESIDE, pieces.length), down = Math.ceil(pieces.length / across);
  const size = [across * (wide * times + gap) + gap, down * (high * times + gap) + gap];
  const box = stack.getBBox(), view = svg.viewBox.baseVal;
  const left = Math.max(0, Math.min(view.width - size[0], box.x + box.width / 2 - size[0] / 2));
  const top = Math.max(0, Math.min(view.height - size[1], box.y + box.height / 2 - size[1] / 2));
  open = document.createElementNS(SVG, "g");
  open.setAttribute("class", "fan");
  open.dataset.place = stack.dataset.place;
  const sheet = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: left, y: top, width: size[0], height: size[1], class: "box" })) sheet.setAttribute(name, String(value));
  open.append(sheet);
  pieces.forEach((piece, number) => {
    const copy = piece.cloneNode(true), at = boxes[number];
    copy.classList.remove("below");
    const x = left + gap + (number % across) * (wide * times + gap), y = top + gap + Math.floor(number / across) * (high * times + gap);
    copy.setAttribute("transform", `translate(${x - at.x * times} ${y - at.y * times}) scale(${times})`);
    open.append(copy);
  });
  svg.append(open);
}

export function close() {
  open?.remove();
  open = null;
  byKeys = false;
}

/** @returns {any[]} the stacks, in the order of the map */
const all = () => [...the("sheet").querySelectorAll(".stack")].filter((one) => one.querySelector(".piece"));

/** Let one stack have the focus when the map is reached by keys; the others are reached from it. */
export function prepare() {
  open = null;
  all().forEach((one, number) => {
    const counters = [...one.querySelectorAll(".piece > title")].map((title) => title.textContent);
    one.setAttribute("role", "button");
    one.setAttribute("aria-label", `${one.dataset.place}: ${counters.join("; ")}`);
    one.setAttribute("tabindex", number ? "-1" : "0");
  });
}

/** @param {number} way 1: to the next stack, -1: to the one before */
export function step(way) {
  const stacks = all(), at = stacks.indexOf(document.activeElement);
  const next = stacks[at < 0 ? 0 : (at + way + stacks.length) % stacks.length];
  if (!next) return;
  for (const one of stacks) one.setAttribute("tabindex", one === next ? "0" : "-1");
  next.focus();
}

/** @param {(place: string, units: string[]) => void} point what Enter does at a stack */
export function begin(point) {
  const sheet = the("sheet");
  sheet.addEventListener("pointerover", (/** @type {any} */ event) => {
    const at = event.target.closest(".stack, .fan");
    if (event.pointerType !== "mouse" || at?.classList.contains("fan")) return;
    if (at) show(at); else close();
  });
  sheet.addEventListener("pointerleave", (/** @type {any} */ event) => { if (event.pointerType === "mouse") close(); });
  sheet.addEventListener("focusin", (/** @type {any} */ event) => { if (event.target.matches(".stack:focus-visible")) { show(event.target); byKeys = true; } });
  sheet.addEventListener("focusout", () => { if (byKeys) close(); });
  // A finger has no hover: the first tap opens a stack, the second means a counter.
  sheet.addEventListener("click", (/** @type {any} */ event) => {
    if (event.pointerType !== "touch") return;
    const stack = event.target.closest(".stack");
    if (!stack || stack.querySelectorAll(".piece").length < 2) return close();
    event.stopImmediatePropagation();
    show(stack);
  }, { capture: true });
  sheet.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const stack = /** @type {any} */ (event.target);
    if (event.key === "Escape") close();
    if (event.key !== "Enter" || !stack.matches(".stack")) return;
    point(stack.dataset.place, []);
  });
}
