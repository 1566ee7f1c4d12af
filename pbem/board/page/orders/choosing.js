/** The orders to choose from: those that are alike but for one number are one, with the number to set. */

import { fill, make, the } from "./build.js";
import * as card from "./card.js";
import { inWords, parted } from "./chances.js";
import { brief } from "./meanings.js";

/** @typedef {{like: string, word: string, amount: number}} Amount what an order differs by from those that are alike */
/** @typedef {{line: string, units: string[], path: string[], against: string[], cost: string|null, odds: string, promises: import("./chances.js").Promised[], ahead: string, number: Amount|null, price: string, left: number|null, beside: string, unreckoned: boolean, says: string, storms: boolean, order: Record<string, any>, on: string[], named: string[]}} Choice `storms`: it is a move that ends where enemies stand; `order`: it as an event has it; `on`: what it attacks, as the order names it; `named`: the own units in an answer; `left`: so many points are left in the pool; `beside`: what of the price `says` has not */
/** @typedef {{decline: string, always: string, chosen: string}} Answering what declines, what does so from now on, and what was chosen */

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

/** @param {Choice[]} found @param {string} heading @param {string} later what comes in a later phase @param {Answering|null} [answering] of answers to a question */
export function offer(found, heading, later, answering = null) {
  the("choices-said").textContent = the("card-title").textContent = heading;
  the("later").textContent = later;
  fill(list(), ...answering ? answers(together(found), answering) : grouped(together(found)));
  walkable(0);
}

/** What comes of an order without the sum. @param {Choice} one */
const results = (one) => parted(one)[1];

/** The rows of answers: what declines comes first; those that change nothing, or have the chances of another, are one row behind them, which opens. @param {Choice[][]} rows @param {Answering} answering */
function answers(rows, { decline, always, chosen }) {
  const declines = rows.find(([one]) => one.line === decline)?.[0], said = declines ? results(declines) : "";
  const idle = said ? rows.filter((all) => all[0] !== declines && all.length === 1 && results(all[0]) === said) : [];
  const told = alike(rows.filter((all) => !idle.includes(all)), chosen), made = told.map(([one]) => row(one));
  const same = told.flatMap(([, ...others]) => others), rest = [...idle, ...same];
  if (rest.length > 1) made.push(folded(either(rest.map(([one]) => one)), rest, idle.length && !same.length ? NOTHING : SAME));
  if (rest.length === 1) made.splice(idle.length || told.findIndex((all) => all.length > 1) + 1, 0, row(rest[0], idle.length ? NOTHING : SAME));
  const [given, later] = chosen.split("\n");
  for (const one of made) for (const button of one.querySelectorAll("button[value]")) if (chosen) button.ariaPressed = String(button.value === given);
  if (declines && always) made.push(standing(declines, always, given && given !== decline, Boolean(later)));
  return made;
}

/** The box to tick for an answer from now on: it is there, and not seen, beside another answer. @param {Choice} one @param {string} always its standing order @param {boolean|string} away whether another answer was chosen @param {boolean} ticked */
function standing(one, always, away, ticked) {
  const item = row([{ ...one, line: ticked ? one.line : `${one.line}\n${always}`, says: `${one.says} from now on`, odds: "", promises: [], unreckoned: false }], "a standing order, until you withdraw it");
  item.classList.add("always");
  item.classList.toggle("away", Boolean(away));
  for (const button of item.querySelectorAll("button")) button.ariaPressed = String(ticked);
  return item;
}

/** Answers, each with those behind it that come to the same; the one that was chosen stands first. @param {Choice[][]} rows @param {string} chosen @returns {Choice[][][]} */
function alike(rows, chosen) {
  /** @type {Map<string, Choice[][]>} */
  const by = new Map();
  for (const all of rows) {
    const key = all.length === 1 && all[0].odds ? results(all[0]) : ` ${all[0].line}`, others = by.get(key) ?? [];
    by.set(key, all[0].line === chosen ? [all, ...others] : [...others, all]);
  }
  return [...by.values()];
}

/** What is said of an answer after which the chances stay as they are, and of one that comes to the same as another. */
const NOTHING = "the chances stay the same";
const SAME = "with the same chances as these";

/** Answers in one phrase, as "1/3, 2/3 or 3/10 fires": of those of one unit each, where there are any. @param {Choice[]} all */
function either(all) {
  const alone = all.filter(({ named }) => named.length === 1), some = (alone.length ? alone : all).map((one) => ({ says: one.says, name: one.named[0] ?? "" }));
  const [first] = some, rest = first.says.slice(first.name.length), same = first.name && some.every(({ says, name }) => says === `${name}${rest}`);
  const names = some.map(({ says, name }) => (same ? name : says)), last = names.pop() ?? "";
  return `${names.length ? `${names.join(", ")} or ` : ""}${last}${same ? rest : ""}`;
}

/** Rows by the units that they order, where that makes many short: those of the first are there, those of others behind a button. @param {Choice[][]} rows */
function grouped(rows) {
  /** @type {Map<string, Choice[][]>} */
  const groups = new Map();
  for (const one of rows) {
    const who = one[0].path.length ? one[0].units.join(" ") : "";
    groups.set(who, [...groups.get(who) ?? [], one]);
  }
  if (rows.length <= ROWS_MOST || groups.size === rows.length) return rows.map((one) => row(one));
  return [...groups].flatMap(([who, own], number) => (number && who && own.length > 1 ? [folded(who, own)] : own.map((one) => row(one))));
}

/** @param {string} who @param {Choice[][]} rows @param {string} [note] what is said of them @returns {HTMLElement} a button that shows rows, and puts them away again */
function folded(who, rows, note = `${rows.length} orders`) {
  const button = make("button", { type: "button", className: "group", ariaExpanded: "false" }, make("span", { className: "what" }, who), ...after(": ", make("small", {}, note))), item = make("li", {}, button);
  /** @type {HTMLElement[]} */
  let shown = [];
  button.addEventListener("click", () => {
    if (shown.length) for (const one of shown.splice(0)) one.remove();
    else item.after(...shown = rows.map((one) => row(one)));
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

/** @param {Choice[]} alike @param {string} [note] what is said in place of what comes of it */
function row(alike, note = "") {
  const [first] = alike;
  let shown = first;
  const rests = () => {
    clearTimeout(resting);
    if (shown.unreckoned && !shown.odds) resting = setTimeout(() => reckoned(shown, () => { if (button.value === shown.line) fill(button, ...words(shown, note)); }), REST);
  };
  const leaves = () => clearTimeout(resting);
  const button = make("button", { type: "button", value: first.line, title: first.line.replaceAll("`", ""), on: { click: () => take(shown), focus: rests, mouseenter: rests, blur: leaves, mouseleave: leaves } }, ...words(first, note));
  if (alike.length === 1 || !first.number) return make("li", {}, button);
  const options = alike.toSorted((one, other) => amount(one) - amount(other)).map((one) => make("option", { value: one.line }, [`${amount(one)}`, one.left === null ? "" : `${one.left} left`, inWords(one)].filter(Boolean).join(": ")));
  const what = brief(first.number.word) || first.number.word, number = make("select", { ariaLabel: `${what}: how many`, title: what }, ...options);
  number.value = first.line;
  const set = make("span", { ariaHidden: "true" }, String(amount(first))); // beside it there is no room for what each number makes of the order
  number.addEventListener("change", () => {
    const one = alike.find(({ line }) => line === number.value) ?? first;
    shown = one;
    set.textContent = String(amount(one));
    button.value = button.title = one.line;
    fill(button, ...words(one, note));
    rests();
  });
  return make("li", { className: "counted" }, button, make("label", {}, what, make("div", { className: "set" }, number, set)));
}

/** Ask for the odds of an order. @param {Choice} one @param {() => void} told */
async function reckoned(one, told) {
  await reckon(one);
  if (one.odds) told();
}

/** @param {Choice} one */
const amount = (one) => one.number?.amount ?? 0;

/** A choice in words: what is meant, its cost, what comes of it; and then what the line has before it. @param {Choice} one @param {string} note */
function words(one, note) {
  const { line, cost, ahead, beside, says } = one, meant = says || (ahead ? line.slice(ahead.length + 2) : line), [sum, come] = parted(one);
  const points = cost === null ? "" : `${cost} ${cost === "1" || cost === "½" ? "point" : "points"}`;
  return [
    make("span", { className: "what" }, [meant, points, beside].filter(Boolean).join(", ")),
    ...sum ? after(": ", make("b", { className: "sum" }, sum)) : [],
    ...come || note ? after(sum ? ", " : ": ", make("small", {}, note || come)) : [],
    ...ahead ? [make("small", {}, ` after ${ahead}`)] : [],
  ];
}

/** Something with a mark before it, for who hears it. @param {string} mark @param {any} one */
const after = (mark, one) => [make("span", { className: "heard" }, mark), one];

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
  const on = /** @type {any} */ (event.target), rows = [...list().children].filter((one) => !one.matches(".away")), at = rows.indexOf(on.closest("li"));
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
