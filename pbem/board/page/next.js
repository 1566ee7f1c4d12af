/** Where the next step is: the focus goes there when what had it is gone. */

import { the } from "./build.js";

/** @param {any} one */
const isThere = (one) => Boolean(one?.getClientRects().length) && !one.disabled;

/** Whether fingers point here: a field with the focus would bring up the keyboard over half of the screen. */
const touches = () => matchMedia("(pointer: coarse)").matches;

/** What can come next, the most urgent first: dice that are due, what else is owed, an order, mail that is to go. */
function* steps() {
  const touched = touches();
  if (!touched) yield the("faces");
  yield the("acts").querySelector(".sign:not([data-act=orders], [data-act=seal])");
  if (!touched) yield the("about");
  yield the("outgoing").querySelector("a");
}

/** Go there, if the focus is nowhere. */
export function follow() {
  const on = document.activeElement;
  if (on && on !== document.body && isThere(on)) return;
  ([...steps()].find(isThere) ?? the("sheet")).focus({ preventScroll: true });
}

/** Have what is typed next be a unit or a place: an order was written on the map, which had the focus. */
export function name() {
  if (!touches() && isThere(the("about"))) the("about").focus({ preventScroll: true });
}
