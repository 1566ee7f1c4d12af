/** The keys of the page, all of which the page lists by `?`. Letters are the map's alone: who speaks to their computer may say one anywhere. */

import { the } from "./build.js";
import * as lookup from "./lookup.js";
import * as map from "./map.js";
import * as meanings from "./meanings.js";
import * as pointing from "./pointing.js";
import * as several from "./several.js";
import * as stacks from "./stacks.js";

/** With the focus on the map. @type {Record<string, () => unknown>} */
const MAP_KEYS = {
  "+": map.larger, "-": map.smaller, 0: map.whole, c: () => the("bare").click(), n: () => stacks.step(1), p: () => stacks.step(-1),
  s: several.turn, t: lookup.charts, w: lookup.why, "?": list,
};
/** Wherever the focus is. @type {Record<string, () => unknown>} */
const PAGE_KEYS = { Escape: lets };

/** List all keys. */
function list() {
  the("keys").showModal();
}

/** Point at nothing any more, and close what is open. */
function lets() {
  meanings.hide();
  stacks.close();
  pointing.unpoint();
}

/** @param {Record<string, () => unknown>} keys */
const does = (keys) => (/** @type {KeyboardEvent} */ event) => {
  if (!event.altKey && !event.ctrlKey && !event.metaKey && !document.querySelector("dialog[open]")) keys[event.key]?.();
};

export function begin() {
  the("sheet").addEventListener("keydown", does(MAP_KEYS));
  document.addEventListener("keydown", does(PAGE_KEYS));
  the("all-keys").addEventListener("click", list);
}
