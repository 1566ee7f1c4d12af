/** Reserves: counters off the map, of the side that is asked, in a drawer beside it. */

import { cutout, fill, make, the } from "./build.js";
import * as card from "./card.js";
import * as drawers from "./drawers.js";
import * as map from "./map.js";
import * as past from "./past.js";

/** So many counters of a tray lie in groups by their kind. */
const MANY = 9;
/** How high a counter is on the screen, so that all of it can be read. */
const HIGH = 32;

let whose = "";
/** What stands in the tray: where it stays the same, it keeps the focus. */
let held = "";
/** Where each counter lay since the log grew last, by the title of its tray: whoever goes leaves a gap. @type {Map<string, Map<string, any>>} */
let places = new Map();
let head = "";
/** What is pointed at. @type {string[]} */
let chosen = [];

/** @param {any} state */
export function show(state) {
  const grown = state.shown.head !== head;
  head = state.shown.head;
  if (state.asked || state.shown.result) whose = state.shown.yours && state.asked ? state.asked.side : ""; // while dice are due it stays as it is
  if (grown && !past.looksBack()) empty();
  if (state.asked?.ready) drawers.offer("reserves"); // before the map is drawn, which is as large as the room that is left
  lift();
}

/** Have no room for what lay in it before. */
function empty() {
  places = new Map();
  the("tray").hidden = true;
  drawers.count("reserves", 0);
}

/** Lift the counters out of the drawing that is shown. What lay there earlier is not clicked while one looks back. */
export function lift() {
  the("tray").classList.toggle("away", past.looksBack() && !the("tray").hidden);
  /** @type {any[]} */
  const drawn = [...the("sheet").querySelectorAll(".tray")], trays = drawn.filter((one) => one.dataset.side === whose);
  for (const one of drawn) one.classList.toggle("lifted", trays.includes(one) && !past.looksBack());
  if (past.looksBack()) return map.end();
  const now = [head, whose, ...trays.flatMap((one) => [told(one), ...pieces(one).map(told)])].join("\n");
  if (now === held && !the("tray").hidden) return map.end();
  held = now;
  if (!the("list").value.trim()) places = new Map(); // all lie where they lay when the log grew last
  const titles = new Map(trays.map((one) => [told(one), one]));
  for (const title of places.keys()) if (!titles.has(title)) titles.set(title, null);
  if (titles.size) the("tray").hidden = false; // and so it stays until the log grows
  fill(the("tray"), ...[...titles].map(([title, one]) => row(title, one)));
  choose(chosen);
  map.end();
  drawers.count("reserves", the("tray").querySelectorAll("button").length);
}

/** Mark the counters of these names. @param {string[]} names */
export function choose(names) {
  chosen = names;
  const named = names.map((name) => name.toLowerCase());
  for (const one of pieces(the("tray"))) one.classList.toggle("chosen", named.includes(one.dataset.unit.toLowerCase()));
}

/** @param {any} one @returns {string} what it is */
const told = (one) => one.querySelector(":scope > title").textContent;

/** @param {any} tray @returns {any[]} */
const pieces = (tray) => [...tray?.querySelectorAll(".piece") ?? []];

/** @param {string} title @param {any} tray null where nothing is left in it */
function row(title, tray) {
  const made = make("div", { role: "group", ariaLabel: title }, make("span", { ariaHidden: "true" }, title));
  const now = new Map(pieces(tray).map((one) => [one.dataset.unit, counter(one)])), before = places.get(title) ?? new Map();
  const came = [...now.keys()].some((unit) => !before.has(unit));
  if (came) places.set(title, now);
  const all = [...came ? now : before].map(([unit, button]) => ({ kind: button.dataset.kind ?? "", drawn: now.get(unit) ?? gap(button) })), kinds = new Set(all.map(({ kind }) => kind));
  if (all.length < MANY || kinds.size < 2) made.append(...all.map(({ drawn }) => drawn));
  else for (const kind of kinds) made.append(make("span", { className: "kind" }, `${kind[0]?.toUpperCase() ?? "Others"}${kind.slice(1)}`), ...all.filter((one) => one.kind === kind).map(({ drawn }) => drawn));
  return made;
}

/** @param {any} button a counter that lay there */
function gap(button) {
  const made = make("span", { className: "gap", ariaHidden: "true" });
  for (const size of ["width", "height"]) made.style[size] = `${button.firstElementChild.getAttribute(size)}px`;
  return made;
}

/** @param {any} piece */
function counter(piece) {
  const box = piece.querySelector(".counter").getBBox(), drawn = cutout(box, 1, piece.cloneNode(true), HIGH / box.height);
  const made = make("button", { type: "button", ariaLabel: told(piece), title: told(piece) }, drawn);
  Object.assign(made.dataset, { unit: piece.dataset.unit, kind: piece.dataset.kind ?? "" });
  return made;
}

/** @param {(place: string, units: string[]) => void} point what a click does */
export function begin(point) {
  the("tray").addEventListener("click", (/** @type {any} */ event) => {
    const unit = event.target.closest("[data-unit]")?.dataset.unit;
    if (!unit) return;
    if (!event.detail) card.want(); // by keys, which do not reach the places that are lit
    point("", [unit]);
  });
}
