/** The orders to choose from: those that are alike but for one number are one, with the number to set. */

import { fill, make, the } from "./build.js";
import * as card from "./card.js";

/** @typedef {{like: string, word: string, amount: number}} Amount what an order differs by from those that are alike */
/** @typedef {{line: string, units: string[], path: string[], against: string[], cost: string|null, odds: string, ahead: string, number: Amount|null, price: string, unreckoned: boolean}} Choice */

/** So many orders stand in a list however many units they are of. */
const ROWS_MOST = 20;
/** So many milliseconds the pointer or the focus rests on an order before its odds are asked for. */
const REST = 300;

/** @type {(one: Choice) => void} */
let take = () => {};
/** @type {(one: Choice) => Promise<void>} */
let reckon = async () => {};
/** What comes when the pointer or the focus rests. */
let resting = 0;

/** @param {Choice[]} found @param {string} heading @param {string} later what comes in a later phase */
export function offer(found, heading, later) {
  the("choices-said").textContent = the("card-title").textContent = heading;
  the("later").textContent = later;
  fill(list(), ...grouped(together(found)));
  walkable(0);
}

/** Rows by the units that they order, where that makes many short: those of the first are there, those of others behind a button. @param {Choice[][]} rows */
function grouped(rows) {
  /** @type {Map<string, Choice[][]>} */
  const groups = new Map();
  for (const one of rows) {
    const who = one[0].path.length ? one[0].units.join(" ") : "";
    groups.set(who, [...groups.get(who) ?? [], one]);
  }
  if (rows.length <= ROWS_MOST || groups.size === rows.length) return rows.map(row);
  return [...groups].flatMap(([who, own], number) => (number && who && own.length > 1 ? [folded(who, own)] : own.map(row)));
}

/** @param {string} who @param {Choice[][]} rows @returns {HTMLElement} a button that shows rows, and puts them away again */
function folded(who, rows) {
  const button = make("button", { type: "button", className: "group", ariaExpanded: "false" }, `${who}: ${rows.length} orders`), item = make("li", {}, button);
  /** @type {HTMLElement[]} */
  let shown = [];
  button.addEventListener("click", () => {
    if (shown.length) for (const one of shown.splice(0)) one.remove();
    else item.after(...shown = rows.map(row));
    button.ariaExpanded = String(shown.length > 0);
    walkable([...list().children].indexOf(item));
  });
  return item;
}

/** Have the focus in the list. */
export const enter = () => list().querySelector("button")?.focus();

export function clear() {
  clearTimeout(resting);
  for (const id of ["choices-said", "later"]) the(id).textContent = "";
  fill(list());
  card.shut();
}

/** @returns {HTMLElement} */
const list = () => the("choices").querySelector("ul");

/** Those that are alike are together, where the first of them stands. @param {Choice[]} found @returns {Choice[][]} */
function together(found) {
  /** @type {Map<string, Choice[]>} */
  const rows = new Map();
  for (const one of found) {
    const key = one.number ? `${one.number.word} ${one.number.like}` : ` ${one.line}`;
    rows.set(key, [...rows.get(key) ?? [], one]);
  }
  return [...rows.values()];
}

/** @param {Choice[]} alike */
function row(alike) {
  const [first] = alike;
  let shown = first;
  const rests = () => {
    clearTimeout(resting);
    if (shown.unreckoned && !shown.odds) resting = setTimeout(() => reckoned(shown, () => { if (button.value === shown.line) fill(button, ...words(shown)); }), REST);
  };
  const leaves = () => clearTimeout(resting);
  const button = make("button", { type: "button", value: first.line, on: { click: () => take(shown), focus: rests, mouseenter: rests, blur: leaves, mouseleave: leaves } }, ...words(first));
  if (alike.length === 1 || !first.number) return make("li", {}, button);
  const options = alike.toSorted((one, other) => amount(one) - amount(other)).map((one) => make("option", { value: one.line }, [`${amount(one)}`, one.price, one.odds].filter(Boolean).join(": ")));
  const number = make("select", { ariaLabel: `${first.number.word}: how many`, title: first.number.word }, ...options);
  number.value = first.line;
  const set = make("span", { ariaHidden: "true" }, String(amount(first))); // beside it there is no room for what each number makes of the order
  number.addEventListener("change", () => {
    const one = alike.find(({ line }) => line === number.value) ?? first;
    shown = one;
    set.textContent = String(amount(one));
    button.value = one.line;
    fill(button, ...words(one));
    rests();
  });
  return make("li", { className: "counted" }, button, make("label", {}, first.number.word, make("div", { className: "set" }, number, set)));
}

/** Ask for the odds of an order. @param {Choice} one @param {() => void} told */
async function reckoned(one, told) {
  await reckon(one);
  if (one.odds) told();
}

/** @param {Choice} one */
const amount = (one) => one.number?.amount ?? 0;

/** A choice in words: the order that is meant, and then what the line has before it. @param {Choice} one */
function words({ line, cost, odds, ahead, price }) {
  const meant = ahead ? line.slice(ahead.length + 2) : line;
  const told = `${meant}${cost === null ? "" : ` (${cost})`}${price ? ` (${price})` : ""}${odds ? `: ${odds}` : ""}`;
  return ahead ? [told, make("small", {}, ` after ${ahead}`)] : [told];
}

/** @param {any} one @returns {any[]} what can have the focus in a choice */
const inside = (one) => [...one.querySelectorAll("button,select")];

/** Let Tab come to one of the choices, and arrow keys to the others. @param {number} at */
function walkable(at) {
  [...list().children].forEach((one, number) => { for (const field of inside(one)) field.tabIndex = number === at ? 0 : -1; });
}

/** @type {Record<string, (at: number, many: number) => number>} */
const KEYS = { ArrowDown: (at, many) => Math.min(at + 1, many - 1), ArrowUp: (at) => Math.max(at - 1, 0), Home: () => 0, End: (_, many) => many - 1 };

/** @param {KeyboardEvent} event */
function walked(event) {
  const on = /** @type {any} */ (event.target), rows = [...list().children], at = rows.indexOf(on.closest("li"));
  if (on.matches("select")) {
    if (event.key === "Enter") { event.preventDefault(); on.closest("li").querySelector("button").click(); }
    return; // it has the arrow keys
  }
  if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  inside(rows[KEYS[event.key](at, rows.length)])[0].focus();
}

/** @param {(one: Choice) => void} taken what writes an order into the list @param {(one: Choice) => Promise<void>} odds what has those of one order */
export function begin(taken, odds) {
  take = taken;
  reckon = odds;
  list().addEventListener("keydown", walked);
  list().addEventListener("focusin", (event) => walkable([...list().children].indexOf(/** @type {any} */ (event.target).closest("li"))));
}
