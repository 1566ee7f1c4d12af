/** What orders of the list promise that were chosen: their odds, told as long as what stands before them is the same. */

import { fill, make, the } from "./build.js";
import { inWords } from "./chances.js";
import { written } from "./list.js";
import { reckoned } from "./reading.js";
import { idle } from "./underway.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** So many milliseconds after the last order was chosen the odds are asked for that are not known: meanwhile one goes on clicking. */
const REST = 300;

/** The list up to an order, and with it -> the order, with its odds. @type {Map<string, Choice>} */
const chosen = new Map();
let resting = 0;
/** The last event of the game in which they were chosen. */
let head = "";

/** Forget what was chosen before the game went on: the same lines promise something else behind that. @param {any} now */
export function go(now) {
  if (now.shown.head !== head) chosen.clear();
  head = now.shown.head;
  show();
}

/** Note orders that are written one behind the other. @param {string[]} before the lines that come before them @param {Choice[]} meant */
export function note(before, meant) {
  const lines = [...before];
  for (const one of meant) {
    lines.push(one.line);
    chosen.set(lines.join("\n"), one);
  }
  if (!meant.length) return;
  clearTimeout(resting);
  the("promised").ariaBusy = "true"; // readers of screens wait for what comes
  resting = setTimeout(reckon, REST);
}

/** @param {Choice} one */
const meant = ({ line, ahead, says }) => says || (ahead ? line.slice(ahead.length + 2) : line);

/** Tell what is known of the list as it stands. */
export function show() {
  fill(the("promised"), ...standing().filter(([, { odds }]) => odds).map(([, one]) => make("p", {}, `${meant(one)}: ${inWords(one)}`)));
}

/** @returns {[string, Choice][]} the orders of the list that were chosen where they stand */
function standing() {
  const lines = written().trimEnd().split("\n");
  return lines.map((_, at) => lines.slice(0, at + 1).join("\n")).flatMap((upto) => { const one = chosen.get(upto); return one ? [[upto, one]] : []; });
}

/** Ask for the odds that are not known, one after the other, unless another order is chosen meanwhile. */
async function reckon() {
  const turn = resting;
  for (const [upto, one] of standing().filter(([, { unreckoned, odds }]) => unreckoned && !odds)) {
    await idle();
    if (standing().some(([lines]) => lines === upto)) await reckoned(one, upto.slice(0, -one.line.length)); // it may be signed by now
    show();
    if (turn !== resting) return;
  }
  the("promised").ariaBusy = null;
}
