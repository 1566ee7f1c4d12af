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
  const said = all.filter((one) => one.querySelector(":scope > q")).slice(-SAID);
  fill(the("said"), ...said.map((one) => make("li", {}, make("b", {}, one.querySelector("p > b").textContent), ` ${one.querySelector(":scope > q").textContent}`)));
}
