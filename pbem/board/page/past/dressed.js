/** What happened, as it is seen: turns as headings, dice as dice, and what was written to each other. */

import { fill, make, the } from "./build.js";

/** So many of the last messages are seen. */
const SAID = 12;

/** Dress events that came. @param {any} list all of them @param {any[]} items those that came @param {string|null} you */
export function dress(list, items, you) {
  for (const one of items) {
    const at = one.querySelector("small")?.textContent ?? "", [, turn = ""] = /, turn (.*)$/.exec(at) ?? [];
    one.dataset.inTurn = turn;
    one.classList.toggle("own", Boolean(you) && one.querySelector("p > b")?.textContent === you);
    for (const face of one.querySelectorAll("b[aria-hidden]")) if (/^[1-6]$/.test(face.textContent)) face.dataset.face = face.textContent;
  }
  const all = [...list.children];
  // The newest event is on top, and the heading of a turn above its newest one.
  all.forEach((one, number) => {
    const turn = one.dataset.inTurn, last = all[number + 1]?.dataset.inTurn !== turn;
    if (turn && last) one.dataset.heading = `Turn ${turn}`;
    else delete one.dataset.heading;
  });
  runs(all);
  const said = all.filter((one) => one.querySelector(":scope > q")).slice(-SAID);
  fill(the("said"), ...said.map((one) => make("li", {}, make("b", {}, one.querySelector("p > b").textContent), ` ${one.querySelector(":scope > q").textContent}`)));
}

/** From so many events in a row that say the same of one author on, the newest stands for them and opens to the others. */
const RUN = 4;

/** What an event says of its author, where nothing else came of it than who moved; empty of others. @param {any} one */
function says(one) {
  const plain = !one.querySelector("b[aria-hidden], :scope > q, .rolls") && one.querySelectorAll("ol > li").length === 1;
  const [, did = ""] = one.querySelector("p")?.textContent.match(/^\w+ (.*?) [0-9-]+T/) ?? [];
  return plain ? `${did} ${one.dataset.inTurn}` : "";
}

/** Fold runs of events. @param {any[]} all the oldest first */
function runs(all) {
  for (const one of all) one.querySelector(":scope > .more")?.remove();
  for (const one of all) one.classList.remove("like");
  for (let at = 0; at < all.length;) {
    const what = says(all[at]);
    let end = at + 1;
    while (what && end < all.length && says(all[end]) === what) end += 1;
    if (what && end - at >= RUN) fold(all.slice(at, end));
    at = end;
  }
}

/** @param {any[]} run */
function fold(run) {
  const others = run.slice(0, -1), last = run.at(-1);
  for (const one of others) one.classList.add("like");
  last.append(make("button", { type: "button", className: "more", on: { click: (/** @type {Event} */ event) => { event.stopPropagation(); opens(others[0]); } } }, `and ${others.length} more of the kind`));
}

/** Show all of the run that an event belongs to. @param {any} one */
export function opens(one) {
  let last = one;
  while (last?.classList.contains("like")) { last.classList.remove("like"); last = last.nextElementSibling; }
  last?.querySelector(":scope > .more")?.remove();
}
