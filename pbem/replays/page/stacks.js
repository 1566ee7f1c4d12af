/** Stacks that open: every counter of a place beside each other, large enough to be read. */

import { the } from "./build.js";

const SVG = "http://www.w3.org/2000/svg";
/** How high the letters of a counter are made, in pixels, as far as it grows neither higher nor wider than so much. */
const LETTERS = 11, HIGH = 44, WIDE = 110;
/** Letters that are smaller, in pixels, cannot be read: a counter of such is shown large beside itself. */
const READ = 8;
/** An open stack is about so many times as wide as it is high; so many pixels lie between its counters. */
const BROAD = 3, GAP = 3;

/** What is shown of a stack: all of it open, or its one counter large. @type {any} */
let open = null;
/** The place of the stack, and the upper left corner of what is shown. @type {{place: string, left: number, top: number}|null} */
let at = null;
/** Whether it was opened by keys, and closes when the focus goes. */
let byKeys = false;

/** @param {any} stack @param {{left: number, top: number}|null} [before] where it was open already: there it stays */
export function show(stack, before = null) {
  if (at?.place === stack.dataset.place) return;
  close();
  const pieces = [...stack.querySelectorAll(".piece")];
  if (!pieces.length) return;
  const svg = stack.ownerSVGElement, boxes = pieces.map((one) => one.querySelector(".counter").getBBox());
  const unit = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  const letters = pieces.map(smallest).sort((one, other) => one - other)[Math.floor(pieces.length / 2)];
  const alone = pieces.length === 1;
  if (alone && letters >= READ * unit) return;
  const wide = Math.max(...boxes.map((one) => one.width)), high = Math.max(...boxes.map((one) => one.height));
  const times = Math.max(1, Math.min(LETTERS / letters, HIGH / high, WIDE / wide) * unit), gap = GAP * unit;
  const across = Math.min(pieces.length, Math.max(1, Math.round(Math.sqrt((BROAD * pieces.length * high) / wide)))), down = Math.ceil(pieces.length / across);
  const size = [across * (wide * times + gap) + gap, down * (high * times + gap) + gap];
  const box = stack.getBBox(), view = svg.viewBox.baseVal;
  // One counter stands below itself large, or above where there is no room: a click goes to what it stands on.
  const below = box.y + box.height + gap, beside = below + size[1] > view.height ? box.y - gap - size[1] : below;
  const wished = before ?? { left: box.x + box.width / 2 - size[0] / 2, top: alone ? beside : box.y + box.height / 2 - size[1] / 2 };
  const left = Math.max(0, Math.min(view.width - size[0], wished.left)), top = Math.max(0, Math.min(view.height - size[1], wished.top));
  at = { place: stack.dataset.place, left, top };
  open = document.createElementNS(SVG, "g");
  open.setAttribute("class", alone ? "lens" : "fan");
  if (!alone) open.dataset.place = stack.dataset.place;
  const sheet = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: left, y: top, width: size[0], height: size[1], class: "box" })) sheet.setAttribute(name, String(value));
  open.append(sheet);
  pieces.forEach((piece, number) => {
    const copy = piece.cloneNode(true), from = boxes[number];
    copy.classList.remove("below");
    if (alone) { // what is only looked at is no counter
      copy.removeAttribute("class");
      delete copy.dataset.unit;
    }
    const x = left + gap + (number % across) * (wide * times + gap), y = top + gap + Math.floor(number / across) * (high * times + gap);
    copy.setAttribute("transform", `translate(${x - from.x * times} ${y - from.y * times}) scale(${times})`);
    open.append(copy);
  });
  svg.append(open);
}

/** How high the smallest letters of a counter are drawn, but those of its size. @param {any} piece @returns {number} */
function smallest(piece) {
  const all = [...piece.querySelectorAll("text")].filter((one) => !/^[IX]+$/i.test(one.textContent ?? ""));
  return Math.min(...all.map((one) => Number(one.getAttribute("font-size"))));
}

export function close() {
  open?.remove();
  open = at = null;
  byKeys = false;
}

/** @returns {any[]} the stacks, in the order of the map */
const all = () => [...the("sheet").querySelectorAll(".stack")].filter((one) => one.querySelector(".piece"));

/** Let one stack have the focus when the map is reached by keys; the others are reached from it. One that was open stays open. */
export function prepare() {
  const before = byKeys ? null : at; // what keys opened opens with the focus, which comes back
  open = at = null;
  all().forEach((one, number) => {
    const counters = [...one.querySelectorAll(".piece > title")].map((title) => title.textContent);
    one.setAttribute("role", "button");
    one.setAttribute("aria-label", `${one.dataset.place}: ${counters.join("; ")}`);
    one.setAttribute("tabindex", number ? "-1" : "0");
  });
  const again = before && all().find((one) => one.dataset.place === before.place);
  if (again) show(again, before);
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
  sheet.addEventListener("pointerover", (/** @type {any} */ event) => {
    const over = event.target.closest(".stack, .fan");
    if (event.pointerType !== "mouse" || over?.classList.contains("fan")) return;
    if (over) show(over); else close();
  });
  sheet.addEventListener("pointerleave", (/** @type {any} */ event) => { if (event.pointerType === "mouse") close(); });
  sheet.addEventListener("focusin", (/** @type {any} */ event) => { if (event.target.matches(".stack:focus-visible")) { show(event.target); byKeys = true; } });
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
