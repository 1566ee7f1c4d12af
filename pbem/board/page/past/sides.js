/** The two sides of a fork beside each other: what each of its events did, and the map behind it. */

import { read } from "./ask.js";
import { fill, make, the } from "./build.js";
import { still } from "./map.js";

let shown = "";

/** @param {any} state */
export async function show(state) {
  the("sides").hidden = !state.is_fork;
  if (!state.is_fork || shown === state.shown.head) return;
  shown = state.shown.head;
  const sides = await read("sides");
  fill(the("both"), ...sides.map(column));
}

/** @param {{id: string, told: string, map: string|null}} side @param {number} number */
function column({ id, told, map }, number) {
  const items = new DOMParser().parseFromString(`<ol>${told}</ol>`, "text/html").body.children[0].children;
  const made = make("section", { ariaLabel: number ? "The other side" : "One side" }, make("ol", {}, ...items), make("p", { className: "help" }, `Id ${id}`));
  if (map) {
    const drawing = still(map);
    drawing.setAttribute("aria-hidden", "true"); // what differs is told above it
    made.append(drawing);
  }
  return made;
}
