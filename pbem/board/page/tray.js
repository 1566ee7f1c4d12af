/** Counters off the map, of the side that is asked: as the drawing has them below, within reach. */

import { fill, make, the } from "./build.js";
import * as past from "./past.js";

const SVG = "http://www.w3.org/2000/svg";
/** How high a counter is on the screen, so that two rows of them and no half one are seen. */
const HIGH = 26;

let whose = "";
/** What stands in the tray: where it stays the same, it keeps the focus. */
let held = "";

/** @param {any} state */
export function show(state) {
  whose = state.shown.yours ? state.asked?.side ?? "" : "";
  lift();
}

/** Lift the counters out of the drawing that is shown. */
export function lift() {
  /** @type {any[]} */
  const trays = past.looksBack() ? [] : [...the("sheet").querySelectorAll(".tray")].filter((one) => one.dataset.side === whose);
  const now = trays.flatMap((one) => [told(one), ...[...one.querySelectorAll(".piece")].map(told)]).join("\n");
  if (now === held) return;
  held = now;
  the("tray").hidden = !trays.length;
  fill(the("tray"), ...trays.map(row));
}

/** @param {any} one @returns {string} what it is */
const told = (one) => one.querySelector(":scope > title").textContent;

/** @param {any} tray */
function row(tray) {
  const title = told(tray), made = make("div", { role: "group", ariaLabel: title }, make("span", { ariaHidden: "true" }, title));
  made.append(...[...tray.querySelectorAll(".piece")].map(counter));
  return made;
}

/** @param {any} piece */
function counter(piece) {
  const { x, y, width, height } = piece.querySelector(".counter").getBBox();
  const drawn = document.createElementNS(SVG, "svg"), high = HIGH / height;
  const says = { class: "map", viewBox: `${x - 1} ${y - 1} ${width + 2} ${height + 2}`, width: (width + 2) * high, height: (height + 2) * high, "aria-hidden": "true" };
  for (const [name, value] of Object.entries(says)) drawn.setAttribute(name, String(value));
  drawn.append(piece.cloneNode(true));
  const made = make("button", { type: "button", ariaLabel: told(piece), title: told(piece) }, drawn);
  made.dataset.unit = piece.dataset.unit;
  return made;
}

/** @param {(place: string, units: string[]) => void} point what a click does */
export function begin(point) {
  the("tray").addEventListener("click", (/** @type {any} */ event) => {
    const unit = event.target.closest("[data-unit]")?.dataset.unit;
    if (unit) point("", [unit]);
  });
}
