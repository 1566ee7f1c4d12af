/** Boards beside the map, such as that of a battle which is fought on it: taken out of the drawing, below the map, large. */

import { cutout, fill, make, the } from "./build.js";
import * as map from "./map.js";

/** So many units of the drawing lie around a board. */
const EDGE = 4;
/** So much of the window is as high as a board at first. */
const HIGH = 0.55;
/** How large each was drawn at first: what comes to a board makes its counters no smaller. @type {number[]} */
let scales = [];

/** Take the boards out of the drawing that is shown. */
export function lift() {
  const found = [...the("sheet").querySelectorAll(".board")];
  the("boards").hidden = !found.length;
  if (!found.length) scales = [];
  fill(the("boards"), ...found.map(board));
  scaled();
  if (found.length) map.end();
}

/** Draw each as large as it was; at first as wide as there is room, and all of it seen. */
function scaled() {
  const room = the("boards").clientWidth;
  /** @type {any[]} */
  const drawings = [...the("boards").querySelectorAll("svg")];
  for (const [number, one] of drawings.entries()) {
    const { width, height } = one.viewBox.baseVal, scale = scales[number] ??= Math.min(room / width, (HIGH * innerHeight) / height);
    one.setAttribute("width", width * scale);
    one.setAttribute("height", height * scale);
  }
}

/** @param {any} one @returns {HTMLElement} */
function board(one) {
  const title = one.querySelector(":scope > title").textContent;
  return make("div", { role: "img", ariaLabel: title }, cutout(one.getBBox(), EDGE, one, null));
}

/** Mark the counters of these names. @param {string[]} names */
export function choose(names) {
  const named = names.map((name) => name.toLowerCase());
  for (const one of /** @type {any[]} */ ([...the("boards").querySelectorAll("[data-token]")])) one.classList.toggle("chosen", named.includes(one.dataset.token.toLowerCase()));
}

/** @param {(place: string, units: string[]) => void} point what a click does */
export function begin(point) {
  addEventListener("resize", () => {
    scales = [];
    // As wide as they were, they would keep their place as wide as the old window.
    for (const one of the("boards").querySelectorAll("svg")) one.setAttribute("width", "0");
    scaled();
  });
  the("boards").addEventListener("click", (/** @type {any} */ event) => {
    const unit = event.target.closest("[data-token]")?.dataset.token;
    if (unit) point("", [unit]);
  });
}
