/** What a place that is lit means for the unit in hand, while the mouse rests on it: the way there, what it costs, and the odds. */

import * as arrows from "./arrows.js";
import { lay, NEAR } from "./beside.js";
import { cutout, fill, make, shape, the } from "./build.js";
import { bar, column, inWords, likely } from "./chances.js";
import * as chips from "./chips.js";
import * as map from "./map.js";
import * as places from "./places.js";
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
  chips.maybe(null);
  for (const one of the("sheet").querySelectorAll(".ahead")) one.remove();
  for (const one of the("sheet").querySelectorAll(".cost.under")) one.classList.remove("under");
}

/** @param {string} place @param {Choice[]} orders all that lead there */
function tell(place, orders) {
  away();
  const [one] = orders, against = one.against.includes(place);
  at = place;
  const goal = against || one.storms ? null : ghost(one.units[0] ?? "", place);
  arrows.arrow(one.path.length > 1 ? one.path : [arrows.standing(one.units[0] ?? ""), place], `ahead ${against || one.storms ? "fire" : "go"}`, goal);
  if (orders.length === 1) chips.maybe(one);
  says(place, orders);
  if (against && one.unreckoned && !one.odds) reckon(one).then(() => { if (at === place) says(place, orders); });
  if (!against && one.path.length) onwards(one, enemies(place).length > 0).then((found) => {
    if (!found || at !== place || the("ahead").hidden) return;
    const [first] = found.promises, sum = first ? column(first) : "";
    says(place, orders, [make("p", {}, `Attack ${found.target} from here${sum ? `: ${sum}` : ""}`), ...first ? [...bar(first.chances), make("p", {}, likely(first.chances))] : [make("p", {}, found.odds)]]);
  });
}

/** What stands at a place, or is it. @param {string} place @param {string} which @returns {any[]} */
const here = (place, which) => [...the("sheet").querySelectorAll(which)].filter((each) => each.closest("[data-place]")?.dataset.place === place);

/** The enemies who stand at a place. @param {string} place */
export const enemies = (place) => here(place, ".stack .piece[data-side]").filter((each) => each.dataset.side !== document.documentElement.dataset.side);

/** @param {string} place @param {Choice[]} orders @param {Node[]} [next] what can follow */
function says(place, [one, ...others], next = []) {
  const [name = place] = here(place, ".place > title").map(({ textContent }) => textContent), against = one.against.includes(place);
  const there = enemies(place).map((each) => each.querySelector("title").textContent), more = there.length - NAMED;
  const ours = here(place, ".stack .piece[data-unit]").length - there.length, by = one.path.slice(1, -1).flatMap((each) => places.named(each) ?? []);
  const lines = [
    by.length ? `by way of ${by.join(", ")}` : "", !against && !there.length && ours > 0 ? `${ours === 1 ? "one unit" : `${ours} units`} of yours there` : "",
    against ? inWords(one) || (one.unreckoned ? "Computing the odds" : "") : "", one.price,
    ...there.slice(0, NAMED), more > 0 ? `and ${more} more` : "", others.length ? `${others.length + 1} orders: click to choose` : "",
  ];
  const box = the("ahead");
  const cost = one.cost === null ? [] : [" ", make("span", {}, `Cost: ${one.cost}`)], odds = against ? one.promises.slice(0, 1).flatMap(({ chances }) => bar(chances)) : [];
  fill(box, ...counter(one.units[0] ?? ""), make("div", {}, make("b", {}, `${against || one.storms ? "Attack " : ""}${name}`), ...cost, ...odds, ...lines.filter(Boolean).map((words) => make("p", {}, words)), ...next));
  box.hidden = false;
  lay(box, place, one.units, [], NEAR);
}

/** The counter of a unit, on the map or else beside it. @param {string} unit @returns {any} */
const drawn = (unit) => ["stack", "tray"].map((which) => the("sheet").querySelector(`.${which} .piece[data-unit="${CSS.escape(unit)}"]`)).find(Boolean);

/** @param {any} piece @returns {any} one like it, as nobody has chosen it */
function copied(piece) {
  const copy = piece.cloneNode(true);
  copy.classList.remove("chosen", "below");
  return copy;
}

/** The counter of a unit as it is drawn, for the eye; none of what is no unit. @param {string} unit @param {number} [high] in pixels */
export function counter(unit, high = HIGH) {
  const piece = drawn(unit);
  if (!piece) return [];
  const box = piece.querySelector(".counter").getBBox();
  return [cutout(box, 1, copied(piece), high / box.height)];
}

/** Draw the counter of a unit pale where it would stand, unless others do. @param {string} unit @param {string} place @returns {arrows.Box|null} where it lies */
function ghost(unit, place) {
  const piece = drawn(unit), middle = map.middle(place);
  if (!piece || !middle || !map.isEmpty(place)) return null;
  const { x, y, width, height } = piece.querySelector(".counter").getBBox(), [across, down] = middle;
  const times = (the("sheet").querySelector(".stack .piece[data-unit] .counter")?.getBBox().height ?? height) / height, copy = copied(piece);
  delete copy.dataset.unit;
  the("sheet").querySelector(`.cost[data-of="${CSS.escape(place)}"]`)?.classList.add("under");
  const moved = `translate(${across - times * (x + width / 2)} ${down - times * (y + height / 2)}) scale(${times})`;
  map.lay(shape("g", { class: "ghost ahead", transform: moved, "aria-hidden": "true" }, shape("rect", { x, y, width, height }), copy));
  return { x: across - times * width / 2, y: down - times * height / 2, width: times * width, height: times * height };
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
