/** The list as chips: one for each order, with a cross that takes it out; the list itself is its text. */

import { fill, make, the } from "./build.js";
import { written } from "./list.js";
import * as map from "./map.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** From so many orders of a kind on they are one chip, which opens to them. */
const FOLDED = 4;

/** @type {Record<string, string>} */
const KINDS = { move: "moves", land: "landings", attack: "attacks", deploy: "deployments" };

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
    const kind = verb(all[at]);
    let end = at + 1;
    while (end < all.length && verb(all[end]) === kind) end += 1;
    const fits = end - at >= FOLDED && ![...wrong.keys()].some((line) => line > at && line <= end);
    if (fits && !open.has(kind)) chips.push(folded(kind, at + 1, end));
    else for (let line = at; line < end; line += 1) chips.push(chip(all[line], line));
    at = end;
  }
  fill(the("chips"), ...chips);
}

/** @param {string} line */
const verb = (line) => line.trim().split(" ")[0];

/** @param {string} kind @param {number} first @param {number} last */
function folded(kind, first, last) {
  const opens = () => { open.add(kind); drawn(); };
  return make("li", { className: "group" }, make("button", { type: "button", on: { click: opens } }, make("b", {}, `${first}–${last}`), ` ${KINDS[kind] ?? `${kind} orders`}`));
}

/** @param {string} line @param {number} at */
function chip(line, at) {
  const one = known.get(line), why = wrong.get(at + 1);
  const shows = make("button", { type: "button", className: "order", title: why ?? line, on: { click: () => { if (one) map.choose([...one.units]); } } }, make("b", {}, String(at + 1)), ` ${words(line, one)}`);
  const out = make("button", { type: "button", className: "out", ariaLabel: `take order ${at + 1} out`, title: "Take it out", on: { click: () => replace(lines().filter((_, other) => other !== at)) } }, "×");
  const made = make("li", { draggable: true }, shows, out);
  made.classList.toggle("fire", Boolean(one?.against.length) || verb(line) === "attack");
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
function words(line, one) {
  const [kind] = line.split(" ");
  if (one?.units.length && one.path.length > 1 && !one.against.length && kind === "move") return `${one.units.join(", ")} to ${one.path.at(-1)?.replaceAll("-", " ")}`;
  return `${line[0]?.toUpperCase() ?? ""}${line.slice(1)}`;
}

/** What the list does, in few words for a button: "Move 2/2 to 0705", "Move 4 units", "Do 5 orders". */
export function deed() {
  const all = lines().filter((line) => line.trim() && !/^\s*(standing\b|#)/.test(line)), [first] = all, kind = verb(first);
  if (all.length === 1) return `${kind === "move" && known.has(first) ? "Move " : ""}${words(first, known.get(first))}`;
  if (!all.every((line) => verb(line) === kind)) return `Do ${all.length} orders`;
  return kind === "move" || kind === "land" ? `${kind[0].toUpperCase()}${kind.slice(1)} ${all.length} units` : `Do ${all.length} ${KINDS[kind] ?? "orders"}`;
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
