/** Where the next step is: the focus goes there when what had it is gone. */

import { the } from "./build.js";

/** @param {any} one */
const isThere = (one) => Boolean(one?.isConnected) && !one.disabled && !one.closest("[hidden]") && Boolean(one.getClientRects().length);

/** Whether fingers point here: a field with the focus would bring up the keyboard over half of the screen. */
const touches = () => matchMedia("(pointer: coarse)").matches;

/** What had the focus last, and the part of the page in which it stood. @type {any} */
let last = null;
/** @type {any} */
let around = null;
/** What got the focus only because something was gone: as long as nobody went on from there, there may be a better place. @type {any} */
let meanwhile = null;

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
  if (on && on !== document.body && on !== meanwhile && isThere(on)) return;
  const dialog = document.querySelector("dialog[open]");
  const next = dialog ? [dialog.querySelector("button")] : [...steps()];
  (next.find(isThere) ?? the("sheet")).focus({ preventScroll: true });
}

/** Go from a field in which nothing more is to be typed to the next step. @param {any} from */
export function leave(from) {
  if (document.activeElement !== from) return;
  from.blur();
  follow();
}

/** Go from what was pressed to what comes next, unless its answer took so long that somebody types elsewhere already. @param {any} from @param {any} to */
export function onwards(from, to) {
  const on = document.activeElement;
  if (!on || on === document.body || on === from || on === meanwhile) to.focus();
}

/** Have what is typed next be a unit or a place: an order was written on the map, which had the focus. */
export function name() {
  if (touches() || !isThere(the("about"))) return;
  the("pointing").classList.add("quiet");
  the("about").focus({ preventScroll: true });
}

/** What is the same on a page that was made anew. @param {any} one */
const called = (one) => [one.tagName, one.getAttribute("href"), one.dataset.act, one.dataset.unit, one.dataset.place, one.value, one.textContent].join("\n");

/** Where what had the focus is gone, or can have it no more, go to what has come in its place, else to the next step. */
function lost() {
  const on = document.activeElement;
  if (!last || (on && on !== document.body && on !== last) || isStill(last)) return;
  const was = last, twin = [...around?.querySelectorAll(was.tagName) ?? []].find((one) => called(one) === called(was) && isThere(one));
  last = null;
  if (twin) return twin.focus({ preventScroll: true });
  if (around === the("sheet")) return around.focus({ preventScroll: true });
  follow();
  meanwhile = document.activeElement;
}

/** The same as `isThere` without laying out the page, which changes often. @param {any} one */
const isStill = (one) => one.isConnected && !one.disabled && !one.closest("[hidden]");

export function begin() {
  document.addEventListener("focusin", ({ target }) => {
    last = target;
    around = last.parentElement?.closest("[id]");
    meanwhile = null;
  });
  document.addEventListener("keydown", () => { meanwhile = null; the("pointing").classList.remove("quiet"); });
  for (const kind of ["focusout", "input", "pointerdown"]) the("pointing").addEventListener(kind, () => the("pointing").classList.remove("quiet"));
  new MutationObserver(lost).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "disabled"] });
}
