/** The map under the hand: dragged by a mouse, zoomed by the wheel with Ctrl and by two fingers.
 * The wheel alone and one finger scroll it, as the browser does. */

import { the } from "./build.js";
import * as map from "./map.js";

/** How much a notch of a wheel zooms; so many pixels are one, and so many lines. */
const NOTCH = 1.25, PIXELS = 100, LINES = 3;

/** Where a mouse was pressed, and how far the map was scrolled then. @type {{x: number, y: number, left: number, top: number}|null} */
let pressed = null;
let drags = false;
/** The two fingers, as they were put down: what lay between them, and how far apart they were. @type {{held: map.Held, apart: number}|null} */
let fingers = null;

/** @param {PointerEvent} event */
function press(event) {
  drags = false;
  pressed = null;
  if (event.pointerType !== "mouse" || event.button) return;
  const sheet = the("sheet"), box = sheet.getBoundingClientRect();
  if (event.clientX - box.left >= sheet.clientWidth || event.clientY - box.top >= sheet.clientHeight) return; // its bars
  pressed = { x: event.clientX, y: event.clientY, left: sheet.scrollLeft, top: sheet.scrollTop };
}

/** @param {PointerEvent} event */
function drag(event) {
  if (!pressed || event.pointerType !== "mouse") return;
  const across = event.clientX - pressed.x, down = event.clientY - pressed.y;
  if (!drags && Math.hypot(across, down) < map.SLACK) return;
  if (!drags) the("sheet").setPointerCapture(event.pointerId);
  drags = true;
  the("sheet").classList.add("dragged");
  the("sheet").scrollTo(pressed.left - across, pressed.top - down);
}

function release() {
  pressed = null;
  the("sheet").classList.remove("dragged");
}

/** What ends a drag is no click on what lies there. @param {MouseEvent} event */
function click(event) {
  if (drags) event.stopImmediatePropagation();
  drags = false;
}

/** @param {WheelEvent} event */
function wheel(event) {
  if (!event.ctrlKey) return;
  event.preventDefault(); // else the whole page is zoomed
  const notches = event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINES : PIXELS);
  map.zoom(NOTCH ** -Math.max(-1, Math.min(1, notches)), event.clientX, event.clientY);
}

/** @param {TouchEvent} event */
function touch(event) {
  const [one, other] = event.touches;
  if (event.touches.length !== 2) {
    fingers = null;
    return;
  }
  if (event.cancelable) event.preventDefault();
  const x = (one.clientX + other.clientX) / 2, y = (one.clientY + other.clientY) / 2;
  const apart = Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
  // Held from the beginning: a browser rounds how far it scrolls, and of many moves that would add up.
  fingers ??= { held: map.seenAt(x, y), apart };
  map.hold(fingers.held, apart / fingers.apart, x, y);
}

export function begin() {
  const sheet = the("sheet");
  sheet.addEventListener("pointerdown", press);
  sheet.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) sheet.addEventListener(end, release);
  sheet.addEventListener("click", click, { capture: true });
  sheet.addEventListener("wheel", wheel, { passive: false });
  for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"]) sheet.addEventListener(kind, touch, { passive: false });
}
