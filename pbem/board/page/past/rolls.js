/** Rolls of an event, where they are many: counted in one line that opens to them. */

import { make, the } from "./build.js";

/** So many rolls of an event at most stand among its other steps unasked. */
const ROLLS_MOST = 5;

/** Fold the rolls of events, where they are many; the steps stay what they are. @param {Iterable<any>} events */
export function fold(events) {
  for (const event of events) {
    const steps = event.querySelector("ol"), rolls = [...steps?.children ?? []].map(dice).filter((one) => one.length);
    if (rolls.length <= ROLLS_MOST) continue;
    const faces = counted(rolls.flat());
    steps.before(make("button", { type: "button", className: "rolls", ariaExpanded: "false" }, `${rolls.length} rolls${faces && ": "}${faces}`));
    steps.classList.add("folded");
  }
}

/** @param {any} step @returns {string[]} what its dice show */
const dice = (step) => [...step.querySelectorAll("b[aria-hidden]")].map((one) => one.textContent);

/** How often each face of a common die came, the lowest first; empty where other dice fell. @param {string[]} faces */
function counted(faces) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const face of faces) found.set(Number(face), (found.get(Number(face)) ?? 0) + 1);
  if (Math.max(...found.keys()) > 6) return "";
  return [...found].sort(([one], [other]) => one - other).map(([face, times]) => `${times} of ${face}`).join(", ");
}

/** @param {any} event what was clicked: rolls open and close, and nothing is looked at by that */
function clicked(event) {
  const button = event.target.closest("button.rolls");
  if (!button) return;
  event.stopPropagation();
  const opens = button.ariaExpanded !== "true";
  button.ariaExpanded = String(opens);
  for (const [name, now] of Object.entries({ folded: !opens, unfolded: opens })) button.nextElementSibling.classList.toggle(name, now);
}

export function begin() {
  the("past").addEventListener("click", clicked, { capture: true });
}
