/** What came last: one line that leads to the first of it in the log, which marks what is new; it opens to a summary. */

import { read } from "./ask.js";
import { fill, make, the } from "./build.js";
import * as dressed from "./dressed.js";
import * as past from "./past.js";
import { bare } from "./quoted.js";

/** The first event that is told. */
let first = 0;

/** @returns {any[]} */
const events = () => [...the("past").children];

/** @param {any} state */
export async function show(state) {
  const found = await read("news"), all = events(), told = found.told.join("\n"), line = `${found.since}: ${found.counted}`;
  first = found.first;
  the("news").hidden = !all.slice(first).length || Boolean(state.practice) && all.length === 1; // it has just begun
  if (the("news-told").textContent !== bare(told)) the("news-told").textContent = told;
  if (the("news-go").textContent !== line) fill(the("news-go"), make("small", {}, found.since), make("span", { className: "heard" }, ": "), make("span", {}, found.counted));
  const fresh = found.new && !the("news").hidden;
  all.forEach((one, number) => {
    one.classList.toggle("fresh", fresh && number >= first);
    one.classList.toggle("first", fresh && number === first);
  });
}

/** Go to the first event that is told, in the log. */
function goes() {
  const one = events()[first], list = the("past");
  if (!one) return;
  dressed.opens(one);
  list.scrollTop += one.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom; // what came later stands above it
  for (const other of list.querySelectorAll(".found")) other.classList.remove("found");
  one.classList.add("found");
  one.tabIndex = -1;
  one.focus({ preventScroll: true });
}

/** Show what came in a few lines, or no more. */
function opens() {
  const open = the("news-more").ariaExpanded !== "true";
  the("news-more").ariaExpanded = String(open);
  the("news-all").hidden = !open;
}

export function begin() {
  the("news-go").addEventListener("click", goes);
  the("news-more").addEventListener("click", opens);
  the("news-play").addEventListener("click", () => past.play(first));
}
