/** The legend: whose counters are whose, and what the marks and lines on the map mean. It covers no counter. */

import { make, the } from "./build.js";

/** So many pixels lie between it and an edge of the map, and between the spots that are tried. */
const EDGE = 12, STEP = 32;
/** What it costs to cover a pixel of a name or of what is written on the map, and to lie a pixel further from the upper right corner. */
const WRITTEN = 5, FAR = 1;
/** What it covers never, and what it covers where there is nothing else. */
const NEVER = "#sheet :is(.stack, .fan) .piece:not(.below) .counter, #hand p, #map > .tools", SELDOM = "#sheet :is(.name, .badge, .cost, .number-of, .arrow)";
/** Lines from area to area -> the class of what is drawn of them. */
const LINES = { road: "l-road", river: "l-river", teeth: "teeth" };

/** @typedef {{left: number, top: number, right: number, bottom: number}} Sides in pixels of the window */

let waits = 0;
/** The sides as they were told last. */
let told = "";

/** Say what the marks on the map mean, as far as there are any. @param {string[]} marks */
export function show(marks) {
  const list = the("lit"), seen = /** @type {(which: string) => any} */ (which) => the("sheet").querySelector(which);
  const keys = [...the("sheet").querySelectorAll(":scope .key")], now = `${matchMedia("(prefers-color-scheme: dark)").matches} ${keys.map((one) => one.outerHTML)}`;
  if (now !== told) { // to have the colour of a counter has the style of the whole map made anew
    for (const one of [...list.querySelectorAll(".key")]) one.remove();
    list.prepend(...keys.map(side));
    told = now;
  }
  const drawn = Object.entries(LINES).filter(([, cls]) => seen(`.ground > .${cls}`)).map(([which]) => which), all = ["key", ...marks, ...drawn];
  for (const one of list.children) one.hidden = !all.includes(one.className);
  list.hidden = !marks.length;
  lay();
}

/** A side with its mark, in the colour of its counters. @param {any} drawn in the legend of the map */
function side(drawn) {
  const mark = make("i", { className: "side", ariaHidden: "true" });
  mark.dataset.of = drawn.dataset.of;
  mark.style.setProperty("--of", getComputedStyle(drawn.querySelector(".counter")).fill);
  return make("li", { className: "key" }, mark, drawn.querySelector("title").textContent);
}

/** Have it lie where it covers least, once the page is laid out. */
function lay() {
  cancelAnimationFrame(waits);
  if (!the("lit").hidden) waits = requestAnimationFrame(lies);
}

function lies() {
  const list = the("lit"), room = the("sheet").getBoundingClientRect(), whole = the("map").getBoundingClientRect(), right = room.left + the("sheet").clientWidth;
  const sides = (/** @type {string} */ which) => [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect()).filter((one) => one.width && one.right > room.left && one.left < right && one.bottom > room.top && one.top < room.bottom);
  const never = sides(NEVER), seldom = sides(SELDOM);
  /** @type {{cost: number, wide: boolean, left: number, top: number}|null} */
  let best = null;
  for (const wide of [false, true]) {
    list.classList.toggle("wide", wide);
    const { offsetWidth: across, offsetHeight: high } = list;
    for (let left = right - EDGE - across; left >= room.left + EDGE; left -= STEP) for (let top = room.top + EDGE; top <= room.bottom - EDGE - high; top += STEP) {
      const mine = { left, top, right: left + across, bottom: top + high }, far = FAR * Math.hypot(right - EDGE - mine.right, top - EDGE - room.top);
      if ((best && far >= best.cost) || never.some((one) => shared(mine, one))) continue; // what it covers would only add to that
      const cost = seldom.reduce((sum, one) => sum + WRITTEN * shared(mine, one), far);
      if (!best || cost < best.cost) best = { cost, wide, left: left - whole.left, top: top - whole.top };
    }
  }
  list.classList.toggle("wide", Boolean(best?.wide));
  list.classList.toggle("away", !best); // the map is full of counters
  if (best) Object.assign(list.style, { left: `${best.left}px`, top: `${best.top}px` });
}

/** How many pixels two boxes have in common. @param {Sides} one @param {Sides} other */
function shared(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left), down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}

export function begin() {
  the("sheet").addEventListener("scroll", lay);
  new ResizeObserver(lay).observe(the("sheet"));
  new MutationObserver(lay).observe(the("sheet"), { childList: true, subtree: true, attributes: true, attributeFilter: ["width"] });
}
