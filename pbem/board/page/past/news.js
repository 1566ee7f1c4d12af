/** What came last: what others did since one's own last orders, in a few lines that open to the rest. */

import { read } from "./ask.js";
import { fill, the } from "./build.js";
import * as past from "./past.js";

/** The first event that is told. */
let first = 0;

/** @param {any} state */
export async function show(state) {
  const found = await read("news"), events = /** @type {any[]} */ ([...the("past").children]);
  first = found.first;
  const came = events.slice(first), told = found.told.join("\n");
  the("news").hidden = !came.length || Boolean(state.practice) && events.length === 1; // it has just begun
  if (the("news-told").textContent !== told) the("news-told").textContent = told;
  fill(the("news-all"), ...came.map((one) => one.cloneNode(true)));
  for (const one of the("news-all").querySelectorAll(".at")) one.classList.remove("at");
}

/** @param {any} event what was clicked: the step, or the event, is shown on the map */
function clicked(event) {
  const one = event.target.closest("#news-all > li");
  if (!one || !(getSelection()?.isCollapsed ?? true)) return;
  event.preventDefault();
  const steps = [...one.querySelectorAll("ol > li")];
  past.look(first + [...the("news-all").children].indexOf(one), 1 + steps.indexOf(event.target.closest("#news-all ol > li")));
}

export function begin() {
  the("news-all").addEventListener("click", clicked);
  the("news-play").addEventListener("click", () => past.play(first));
}
