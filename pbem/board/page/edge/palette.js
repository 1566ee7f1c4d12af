/** The palette of an open table: kinds of pieces, by their pictures, each to be put where one clicks. */

import { address } from "./art.js";
import { fill, make } from "./build.js";

/** @typedef {[string, string, string[]]} Kind its name in orders, its title, and its pictures from below */

/** So many kinds are shown at once: a module can have a thousand. */
const MOST = 48;

/** The pictures of a counter on top of each other, small; those that are not here go. @param {string[]} images @returns {HTMLElement[]} */
export function small(images) {
  if (!images.length) return [];
  return [make("span", { className: "small", ariaHidden: "true" }, ...images.map((name) => {
    const made = make("img", { alt: "", on: { error: () => made.remove() } });
    address(name).then((found) => found ? made.setAttribute("src", found) : made.remove());
    return made;
  }))];
}

const word = make("input", { ariaLabel: "Find a kind of piece", placeholder: "Find a kind", maxLength: 40, on: { input: () => shows() } });
const grid = make("div", { className: "grid", role: "group", ariaLabel: "Kinds of pieces" }), more = make("p", { className: "help" });
const whole = make("details", { className: "kinds", on: { toggle: () => shows() } }, make("summary", {}, "Palette"), word, grid, more);
let shows = () => {};

/** A palette that stays one element, so that what was typed stays. @param {Kind[]} kinds @param {boolean} pictured @param {string} waits the kind that waits for a place, as orders write it @param {(kind: string) => void} take @returns {HTMLElement} */
export function palette(kinds, pictured, waits, take) {
  shows = () => {
    if (!whole.open) return fill(grid);
    const sought = word.value.trim().toLowerCase(), all = kinds.filter(([, title]) => title.toLowerCase().includes(sought));
    /** @type {Map<string, number>} */
    const titles = new Map();
    for (const [, title] of kinds) titles.set(title, (titles.get(title) ?? 0) + 1);
    fill(grid, ...all.slice(0, MOST).map(([name, title, images]) => {
      const written = titles.get(title) === 1 ? title : name;
      return make("button", { type: "button", title, ariaPressed: String(written === waits), on: { click: () => take(written) } }, ...pictured ? small(images) : [], make("span", {}, title));
    }));
    more.textContent = waits ? `Click where ${waits} goes.` : all.length > MOST ? `${all.length - MOST} more: type a part of the name.` : "";
  };
  shows();
  return whole;
}
