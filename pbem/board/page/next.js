/** Where the next step is: the focus goes there when what had it is gone. */

import { the } from "./build.js";

/** @param {any} one */
const isThere = (one) => Boolean(one?.getClientRects().length) && !one.disabled;

/** What can come next, the most urgent first: dice that are due, what else is owed, an order, mail that is to go. */
function* steps() {
  const touched = matchMedia("(pointer: coarse)").matches; // a field would bring up the keyboard over half of the screen
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
