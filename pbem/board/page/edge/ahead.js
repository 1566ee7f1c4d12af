/** What a place that is lit means for the unit in hand, while the mouse rests on it: the way there, what it costs, and the odds. */

import * as arrows from "./arrows.js";
import { lay, NEAR } from "./beside.js";
import { cutout, fill, make, the } from "./build.js";
import { parted, spelled } from "./meanings.js";
import { onwards } from "./reading.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** So many milliseconds the mouse rests on a place before it is told of. */
const REST = 150;
/** So many of the others who stand there are named. */
const NAMED = 3;
/** How high the counter beside the words is, in pixels. */
const HIGH = 44;

/** @type {(place: string) => Choice[]} */
let meant = () => [];
/** @type {(one: Choice) => Promise<void>} */
let reckon = async () => {};
/** The place that is told of. */
let at = "";
let resting = 0;

/** Tell of nothing. */
export function away() {
  clearTimeout(resting);
  at = "";
  the("ahead").hidden = true;
  for (const one of the("sheet").querySelectorAll(".ahead")) one.remove();
}

/** Words of a place without its code, where that is its name with hyphens. @param {string[]} words */
const once = (words) => [...new Set(words)].filter((one, _, all) => !one.includes("-") || !all.includes(one.replaceAll("-", " ")));

/** @param {string} place @param {Choice[]} orders all that lead there */
function tell(place, orders) {
  away();
  const [one] = orders, against = one.against.includes(place);
  at = place;
  arrows.arrow(one.path.length > 1 ? one.path : [arrows.standing(one.units[0] ?? ""), place], `ahead ${against || one.storms ? "fire" : "go"}`);
  says(place, orders);
  if (against && one.unreckoned && !one.odds) reckon(one).then(() => { if (at === place) says(place, orders); });
  if (!against && one.path.length) onwards(one, enemies(place).length > 0).then((found) => {
    if (!found || at !== place || the("ahead").hidden) return;
    const [sum, come] = parted(found.odds.split("; if ")[0]);
    says(place, orders, `Attack ${found.target} from here${sum ? ` at ${sum}` : ""}: ${come}`);
  });
}

/** What stands at a place, or is it. @param {string} place @param {string} which @returns {any[]} */
const here = (place, which) => [...the("sheet").querySelectorAll(which)].filter((each) => each.closest("[data-place]")?.dataset.place === place);

/** The enemies who stand at a place. @param {string} place */
export const enemies = (place) => here(place, ".stack .piece[data-side]").filter((each) => each.dataset.side !== document.documentElement.dataset.side);

/** @param {string} place @param {Choice[]} orders @param {string} [next] what can follow */
function says(place, [one, ...others], next = "") {
  const [name = place] = here(place, ".place > title").map(({ textContent }) => once(textContent.split(", ")).join(", ")), against = one.against.includes(place);
  const there = enemies(place).map((each) => each.querySelector("title").textContent), more = there.length - NAMED;
  const lines = [
    one.cost === null ? "" : `Cost: ${one.cost}`, against ? spelled(one.odds) || (one.unreckoned ? "Reckoning the odds" : "") : "", one.price,
    ...there.slice(0, NAMED), more > 0 ? `and ${more} more` : "", next, others.length ? `${others.length + 1} orders: click to choose` : "",
  ];
  const box = the("ahead");
  fill(box, ...counter(one.units[0] ?? ""), make("div", {}, make("b", {}, `${against || one.storms ? "Attack " : ""}${name}`), ...lines.filter(Boolean).map((words) => make("p", {}, words))));
  box.hidden = false;
  lay(box, place, one.units, [], NEAR);
}

/** The counter of a unit as it stands on the map, for the eye; none of what is no unit. @param {string} unit @param {number} [high] in pixels */
export function counter(unit, high = HIGH) {
  const piece = /** @type {any} */ (the("sheet").querySelector(`.stack .piece[data-unit="${CSS.escape(unit)}"]`));
  if (!piece) return [];
  const box = piece.querySelector(".counter").getBBox(), copy = piece.cloneNode(true);
  copy.classList.remove("chosen", "below");
  return [cutout(box, 1, copy, high / box.height)];
}

/** @param {(place: string) => Choice[]} orders what leads to a place of what is in hand @param {(one: Choice) => Promise<void>} odds */
export function begin(orders, odds) {
  meant = orders;
  reckon = odds;
  const sheet = the("sheet");
  sheet.addEventListener("pointerover", (/** @type {any} */ event) => {
    const place = event.target.closest("[data-place]")?.dataset.place ?? "";
    if (event.pointerType !== "mouse" || place === at) return;
    away();
    if (!place || event.buttons) return;
    resting = setTimeout(() => { const found = meant(place); if (found.length && the("card").hidden) tell(place, found); }, REST);
  });
  for (const kind of ["pointerleave", "pointerdown"]) sheet.addEventListener(kind, away, { capture: true });
}
