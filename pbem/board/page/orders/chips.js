/** The list as chips: one for each order, with a cross that takes it out; the list itself is its text. */

import { fill, make, the } from "./build.js";
import { line as before } from "./asked.js";
import { written } from "./list.js";
import * as map from "./map.js";
import { brief, kinds } from "./meanings.js";
import * as places from "./places.js";
import { bare } from "./quoted.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** From so many orders of a kind on they are one chip, which opens to them; from fewer where the list is so long that not all have room. */
const FOLDED = 5, FEWER = 3, ROOM = 7;

/** @type {Record<string, string>} */
const KINDS = new Map(Object.entries({ move: "moves", land: "landings", attack: "attacks", deploy: "deployments" }));

/** @type {(lines: string[]) => unknown} */
let replace = () => {};
/** What each line is on the map, as far as the list was read. @type {Map<string, Choice>} */
let known = new Map();
/** The kinds of orders that were unfolded. @type {Set<string>} */
const open = new Set();
/** Line of the list, from 1 -> why it is impossible. @type {Map<number, string>} */
let wrong = new Map();
/** The chip that is dragged, by its line. */
let dragged = -1;

/** @returns {string[]} */
const lines = () => { const text = written().trimEnd(); return text ? text.split("\n") : []; };

/** Show the list as it stands. @param {Choice[]} [found] what its lines are on the map */
export function show(found = []) {
  for (const one of found) known.set(one.line, one);
  wrong = new Map();
  drawn();
}

function drawn() {
  const all = lines();
  the("no-orders").hidden = all.length > 0;
  the("undo").disabled = !all.length;
  const chips = [];
  for (let at = 0; at < all.length;) {
    const [where, end] = run(all, at, goal, TOGETHER), [kind, last] = where ? [where, end] : run(all, at, verb, all.length > ROOM ? FEWER : FOLDED);
    if (kind && !open.has(kind)) chips.push(folded(kind, where, at, last, all));
    else for (let line = at; line < Math.max(last, at + 1); line += 1) chips.push(chip(all[line], line));
    at = Math.max(last, at + 1);
  }
  fill(the("chips"), ...chips);
}

/** From so many orders to one place on they are one chip. */
const TOGETHER = 3;

/** Orders in a row that have something in common. @param {string[]} all @param {number} at @param {(line: string) => string} common @param {number} least @returns {[string, number]} what it is, and where they end; empty where they are few or one is impossible */
function run(all, at, common, least) {
  const what = common(all[at]);
  let end = at + 1;
  while (end < all.length && common(all[end]) === what) end += 1;
  const fits = what && end - at >= least && ![...wrong.keys()].some((line) => line > at && line <= end);
  return fits ? [what, end] : ["", at];
}

/** Where a move goes; empty of what is no move of units. @param {string} line */
function goal(line) {
  const one = known.get(line);
  return one?.units.length && !one.against.length && !one.storms ? one.path.at(-1) ?? "" : "";
}

/** @param {string} line */
const verb = (line) => line.trim().split(" ")[0];

/** @param {string} kind the verb of orders, or where they go @param {string} where they go, empty where they only have the verb in common @param {number} at @param {number} end @param {string[]} all */
function folded(kind, where, at, end, all) {
  const opens = () => { open.add(kind); drawn(); }, many = end - at;
  const words = where ? `${together(all.slice(at, end))} to ${places.named(where) ?? where}` : KINDS.get(kind) ?? `${kind} orders`;
  const out = make("button", { type: "button", className: "out", ariaLabel: `take orders ${at + 1} to ${end} out`, title: "Take them out", on: { click: () => replace(lines().filter((_, other) => other < at || other >= end)) } }, "×");
  return make("li", { className: "group" }, make("button", { type: "button", title: all.slice(at, end).join("\n"), on: { click: opens } }, make("b", {}, String(many)), ` ${words}`), out);
}

/** Who goes, of moves to one place: "5 infantry", or their number. @param {string[]} moves */
function together(moves) {
  const ones = moves.map((line) => known.get(line)), many = ones.reduce((sum, one) => sum + (one?.units.length ?? 0), 0);
  const [kind, ...others] = new Set(ones.flatMap((one) => (one?.units ?? []).map((unit) => kinds(unit).at(-1)?.units)));
  return `${many} ${kind && !others.length ? kind : "units"}`;
}

/** @param {string} line @param {number} at */
function chip(line, at) {
  const one = known.get(line), why = wrong.get(at + 1);
  const shows = make("button", { type: "button", className: "order", title: bare(why ?? line), on: { click: () => { if (one) map.choose([...one.units]); } } }, make("b", {}, String(at + 1)), " ", make("span", {}, few(line, one)));
  const out = make("button", { type: "button", className: "out", ariaLabel: `take order ${at + 1} out`, title: "Take it out", on: { click: () => replace(lines().filter((_, other) => other !== at)) } }, "×");
  const made = make("li", { draggable: true }, shows, out);
  made.classList.toggle("fire", Boolean(one?.against.length) || verb(line) === "attack" || Boolean(one?.storms));
  made.classList.toggle("impossible", why !== undefined);
  made.addEventListener("dragstart", () => { dragged = at; });
  made.addEventListener("dragover", (/** @type {Event} */ event) => { if (dragged >= 0) event.preventDefault(); });
  made.addEventListener("drop", (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    const all = lines(), [moved] = all.splice(dragged, 1);
    all.splice(at, 0, moved);
    if (dragged >= 0 && dragged !== at) replace(all);
    dragged = -1;
  });
  made.addEventListener("dragend", () => { dragged = -1; });
  return made;
}

/** An order in a few words: who goes where. @param {string} line @param {Choice} [one] */
const words = (line, one) => one?.says || `${line[0]?.toUpperCase() ?? ""}${line.slice(1)}`;

/** So long may a chip be with the names of places beside their numbers. */
const LONG = 24;

/** The order that a card is about, and is shown as long as none is pointed at. @type {Choice|null} */
let carded = null;

/** Show the order that a click would add, behind the list; null: none. @param {Choice|null} one @param {boolean} [stays] whether a card is about it */
export function maybe(one, stays = false) {
  if (stays) carded = one;
  const shown = one ?? carded, place = the("maybe");
  if (!shown) { place.hidden = true; return; }
  fill(place, make("b", {}, String(before() || lines().length + 1)), ` ${few(shown.line, shown)}?`);
  place.hidden = false;
}

/** So long may a chip be with all who attack named; so many at least are counted instead. */
const WHOLE = 36, MANY = 3;

/** An order in the words of its chip: of many who attack their number is enough. @param {string} line @param {Choice} [one] */
function few(line, one) {
  const all = short(words(line, one));
  if (all.length <= WHOLE || !one?.against.length || one.units.length < MANY) return all;
  const on = one.on.map((each) => places.named(each) ?? each).join(", ");
  return `Attack ${on} with ${one.units.length} units${one.number?.amount ? `, ${one.number.amount} ${brief(one.number.word) || one.number.word}` : ""}`;
}

/** @param {string} words @returns {string} without what stands in brackets, where they are long */
const short = (words) => words.length > LONG ? words.replaceAll(/ \([^()]*\)/g, "") : words;

/** What the list does, in few words for a button: "Move 2/2 to 0705", "Move 4 units", "Do 5 orders". */
export function deed() {
  const all = lines().filter((line) => line.trim() && !/^\s*(standing\b|#)/.test(line)), [first] = all, kind = verb(first);
  if (all.length === 1) return `${kind === "move" && known.has(first) && !known.get(first)?.storms ? "Move " : ""}${words(first, known.get(first))}`;
  if (!all.every((line) => verb(line) === kind)) return `Do ${all.length} orders`;
  return kind === "move" || kind === "land" ? `${kind[0].toUpperCase()}${kind.slice(1)} ${all.length} units` : `Do ${all.length} ${KINDS.get(kind) ?? "orders"}`;
}

/** @param {(lines: string[]) => unknown} replaced what has other lines in the list */
export function begin(replaced) {
  replace = replaced;
  the("list").addEventListener("input", () => show());
  the("tried").addEventListener("mistakes", (/** @type {any} */ event) => {
    wrong = new Map(event.detail.map((/** @type {{line: number, why: string}} */ one) => [one.line, one.why]));
    if (wrong.size) drawn();
  });
  const field = the("list"), button = the("as-text");
  const opens = (/** @type {boolean} */ now) => {
    the("writing").classList.toggle("text", now);
    button.setAttribute("aria-pressed", String(now));
  };
  // Whoever comes to the field by keys has it open as long as they are in it; a press of the button keeps it.
  field.addEventListener("focus", () => the("writing").classList.add("text"));
  field.addEventListener("blur", () => opens(button.getAttribute("aria-pressed") === "true"));
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") { opens(false); button.focus(); } });
  button.addEventListener("click", () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    opens(now);
    if (now) field.focus();
  });
  the("as-lines").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
}
