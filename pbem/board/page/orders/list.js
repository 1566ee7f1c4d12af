/** The list of orders as it stands in its field, and as the program keeps it until it is signed. */

import { Refused, tell } from "./ask.js";
import { the } from "./build.js";

/** @type {any} */
let state = null;
/** The list as the program keeps it, where it does. @type {string|null} */
let kept = null;

/** @returns {string} */
export const written = () => the("list").value;

/** Whether there is an order in it: standing orders alone cannot be given. */
export const hasOrder = () => count() > 0;

/** How many orders are in it. */
export const count = () => written().split("\n").filter((line) => !/^\s*(standing\b|#|$)/.test(line)).length;

/** Whether all standing orders are withdrawn with what is signed next. */
export const clears = () => the("withdraw").ariaPressed === "true";

/** Have the list that was written and not signed where none is written. @param {any} now */
export function show(now) {
  state = now;
  if (!written() && now.unsent && now.unsent !== kept) the("list").value = now.unsent;
  keep();
}

/** The program hears of one list after the other, and of the newest last. */
let keeping = Promise.resolve();

/** Have the program keep the list, so that it is there when the page is not. */
export function keep() {
  const done = keeping.then(keeps);
  keeping = done.catch(() => {});
  return done;
}

async function keeps() {
  const text = written();
  if (!state.shown.you || state.practice || (kept ?? state.unsent) === text) return;
  try {
    await tell("unsent", { text });
    kept = text;
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // it stands in the page, and is kept later
  }
}
