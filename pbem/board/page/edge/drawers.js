/** Drawers beside the map, one at a time; the log at its right; the menu; on a small screen the tabs. */

import { the } from "./build.js";

/** @returns {any[]} */
const buttons = () => [...the("rail").querySelectorAll("[data-drawer]")];
/** A drawer opens by itself where the window is so wide. */
const ROOM = 1000;
/** Whether the map has been shown: from then on it moves by somebody's click alone, and no drawer opens by itself. */
let settled = false;

/** Open a drawer, or close it where it is open. @param {string} name empty: none */
export function open(name) {
  const drawer = the("drawer");
  for (const one of drawer.querySelectorAll(":scope > section")) one.hidden = one.id !== name;
  drawer.hidden = !name;
  drawer.classList.toggle("broad", name !== "reserves");
  for (const one of buttons()) one.ariaExpanded = String(one.dataset.drawer === name);
}

/** Say at a drawer how much lies in it. @param {string} name @param {number} many */
export function count(name, many) {
  const button = buttons().find((one) => one.dataset.drawer === name);
  button.querySelector(".count").textContent = many ? String(many) : "";
}

/** Open a drawer as the page opens: what lies in it can be ordered. @param {string} name */
export function offer(name) {
  if (!settled && innerWidth >= ROOM) open(name);
}

export function settle() {
  settled = true;
}

/** @param {boolean} now */
export function menu(now) {
  the("menu").hidden = !now;
  the("menu-button").ariaExpanded = String(now);
}

/** Whether what happened is shown. @param {boolean} now */
function log(now) {
  document.body.classList.toggle("folded", !now);
  document.body.classList.toggle("logged", now);
  the("log-button").ariaExpanded = String(now);
}

/** The parts of a small screen. @param {string} name */
function tab(name) {
  document.body.dataset.tab = name;
  for (const one of /** @type {any[]} */ ([...the("tabs").children])) one.ariaPressed = String(one.dataset.tab === name);
  if (name === "units" && the("drawer").hidden) open("reserves");
}

export function begin() {
  for (const one of buttons()) one.addEventListener("click", () => open(one.ariaExpanded === "true" ? "" : one.dataset.drawer));
  the("shut").addEventListener("click", () => {
    const button = buttons().find((one) => one.ariaExpanded === "true");
    open("");
    button?.focus();
  });
  the("grip").addEventListener("click", () => { the("grip").ariaExpanded = String(the("dock").classList.toggle("open")); });
  the("menu-button").addEventListener("click", () => menu(the("menu").hidden));
  document.addEventListener("pointerdown", (/** @type {any} */ event) => { if (!event.target.closest("#menu, #menu-button")) menu(false); });
  const seen = () => the("side").getClientRects().length > 0 && !matchMedia("(max-width: 68.7rem)").matches ? !document.body.classList.contains("folded") : document.body.classList.contains("logged");
  the("log-button").addEventListener("click", () => log(!seen()));
  for (const one of /** @type {any[]} */ ([...the("tabs").children])) one.addEventListener("click", () => tab(one.dataset.tab));
  tab("map");
}
