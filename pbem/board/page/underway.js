/** What is under way, and what is said of it once it has come: one thing after the other, the newest alone. */

import { Refused } from "./ask.js";
import { the } from "./build.js";

/** So many milliseconds behind the last sign that was typed the list is read. */
const TYPED = 600;

let doing = Promise.resolve();
let typed = 0, many = 0;

/** What changes the game is done alone: what comes of it is shown by it. @param {() => Promise<void>} what */
export function alone(what) {
  clearTimeout(typed);
  many += 1;
  const done = doing.then(what).finally(() => { many -= 1; });
  doing = done.catch(() => {});
  return done;
}

/** When nothing of the kind is under way. */
export const idle = () => doing;

/** Whether something of the kind is. */
export const isBusy = () => many > 0;

/** Do something once nothing is typed for a while. @param {() => Promise<void>} what */
export function typing(what) {
  clearTimeout(typed);
  typed = setTimeout(what, TYPED);
}

/** What was to be done once nothing is typed is not done: it was done otherwise. */
export const hurried = () => clearTimeout(typed);

/** How often something was begun of which a place is to say what came of it. @type {Record<string, number>} */
const begun = {};

/**
 * Do something and say what came of it, unless something else was begun meanwhile, which says its own.
 * @param {string} where @param {(newest: () => boolean) => Promise<string>} what
 */
export async function said(where, what) {
  const place = the(where), turn = begun[where] = (begun[where] ?? 0) + 1;
  const newest = () => begun[where] === turn;
  place.ariaBusy = "true"; // readers of screens wait for what comes
  try {
    const words = await what(newest);
    if (newest()) tellIn(place, words, false);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (!newest()) return;
    tellIn(place, error.message, true);
    place.dispatchEvent(new CustomEvent("mistakes", { detail: error.told.mistakes ?? [] }));
  } finally {
    if (newest()) place.ariaBusy = null;
  }
}

/** What is still to be said there is said no more. @param {string} where */
export function outdated(where) {
  begun[where] = (begun[where] ?? 0) + 1;
  the(where).ariaBusy = null;
}

/** Whether what is refused there is told in the dock. @param {HTMLElement} place */
const where = (place) => place.id === "tried";

/** @param {HTMLElement} place @param {string} words @param {boolean} wrong */
export function tellIn(place, words, wrong) {
  place.textContent = words;
  if (where(place)) the("refused").textContent = wrong ? words : "";
  place.classList.toggle("wrong", wrong);
}

/** Bring the beginning of something into sight, unless it is. @param {any} one */
export function begins(one) {
  one.scrollIntoView({ block: "nearest" });
}
