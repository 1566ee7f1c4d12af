/** The keys of the page, all of which the page lists by `?`. Letters are the map's alone: who speaks to their computer may say one anywhere. */

import { the } from "./build.js";
import * as card from "./card.js";
import * as drawers from "./drawers.js";
import * as lookup from "./lookup.js";
import * as map from "./map.js";
import * as meanings from "./meanings.js";
import * as pointing from "./pointing.js";
import * as several from "./several.js";
import * as table from "./sheet.js";
import * as stacks from "./stacks.js";

/** With the focus on the map. @type {Record<string, () => unknown>} */
const MAP_KEYS = {
  "+": map.larger, "-": map.smaller, 0: map.whole, c: () => the("bare").click(), n: () => stacks.step(1), p: () => stacks.step(-1),
  s: several.turn, t: lookup.charts, w: lookup.why, "?": list, u: () => the("undo").click(), e: () => the("plain").querySelector("button")?.click(),
  l: () => the("log-button").click(), "/": find,
};
/** Wherever the focus is. @type {Record<string, () => unknown>} */
const PAGE_KEYS = { Escape: lets };
/** The parts of the page, in the order of the tabulator, and what gets the focus in each. */
const PARTS = [["bar", "about"], ["dock", "asked"], ["map", "sheet"], ["log", "at"], ["chat", "note"]];

/** List all keys. */
function list() {
  the("keys").showModal();
}

/** Go to where a unit or a place is found by its name. */
function find() {
  the("about").focus();
}

/** Go to the next part of the page that is shown, or to the one before. @param {number} by */
function onwards(by) {
  const shown = PARTS.filter(([, id]) => the(id).getClientRects().length), at = shown.findIndex(([part]) => the(part).contains(document.activeElement));
  the(shown[(at < 0 && by < 0 ? 0 : at + by + shown.length) % shown.length][1]).focus();
}

/** From anywhere: to another part. With Ctrl: the button that is to be pressed next; where no field has the focus, what was clicked last is taken back. @param {any} event */
function control(event) {
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "F6") {
    event.preventDefault(); // the browser would go to its own bar
    return onwards(event.shiftKey ? -1 : 1);
  }
  if (!(event.ctrlKey || event.metaKey)) return;
  // What lies above the question hides its button, and comes after it.
  if (event.key === "Enter") return /** @type {any[]} */ ([...the("dock").querySelectorAll(".sign")]).findLast((one) => one.getClientRects().length)?.click();
  if (event.key === "z" && !event.target.matches("input, textarea, select")) {
    event.preventDefault();
    the("undo").click();
  }
}

/** Point at nothing any more, and close what is open. */
function lets() {
  card.shut();
  drawers.menu(false);
  meanings.hide();
  stacks.close();
  pointing.unpoint();
}

/** @param {Record<string, (key: string) => unknown>} keys */
const does = (keys) => (/** @type {KeyboardEvent} */ event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]") || !keys[event.key]) return;
  if (event.key === "/") event.preventDefault(); // it is not typed into the field
  keys[event.key](event.key);
};

export function begin() {
  // Whoever points with a mouse sees what was clicked: a ring around the focus is for keys.
  for (const [kind, by] of [["pointerdown", true], ["keydown", false]]) document.addEventListener(String(kind), () => document.documentElement.classList.toggle("mouse", Boolean(by)), { capture: true });
  the("sheet").addEventListener("keydown", does(MAP_KEYS));
  the("at-hand").addEventListener("keydown", (event) => does(table.keys(event))(event));
  document.addEventListener("keydown", does(PAGE_KEYS));
  document.addEventListener("keydown", control);
  the("all-keys").addEventListener("click", list);
}
