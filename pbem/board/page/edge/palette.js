/** The palette of an open table: kinds of pieces, by their pictures, each to be put where one clicks. */

import { address } from "./art.js";
import { fill, make } from "./build.js";

/** @typedef {[string, string, string[], number]} Kind its name in orders, its title, its pictures from below, and the number of its side */

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

/** A palette that stays one element, so that what was typed stays: kinds by their sides, each with how many lie on the maps. @param {{kinds: Kind[], sides: string[], pieces: {kind: string, at: string}[]}} state @param {boolean} pictured @param {string} waits the kind that waits for a place, as orders write it @param {(kind: string) => void} take @returns {HTMLElement} */
export function palette({ kinds, sides, pieces }, pictured, waits, take) {
  shows = () => {
    if (!whole.open) return fill(grid);
    const sought = word.value.trim().toLowerCase(), all = kinds.filter(([, title]) => title.toLowerCase().includes(sought));
    const shown = all.toSorted((one, other) => place(one) - place(other) || 0).slice(0, MOST), titles = counted(kinds.map(([, title]) => title)), lie = counted(pieces.filter((one) => one.at !== "box").map((one) => one.kind));
    const kind = (/** @type {Kind} */ [name, title, images, rank]) => {
      const written = titles.get(title) === 1 ? title : name, many = lie.get(name) ?? 0, face = pictured ? small(images) : [];
      return make("button", { type: "button", title: `${title}: ${many} on the maps`, ariaPressed: String(written === waits), on: { click: () => take(written) } }, ...face, make("span", { className: face.length ? "" : `flat rank${rank}` }, title), make("small", {}, String(many)));
    };
    fill(grid, ...[...sides.keys(), -1].flatMap((rank) => {
      const ones = shown.filter((one) => one[3] === rank);
      return ones.length ? [make("h3", {}, sides[rank] ?? "Others", make("small", {}, ones.length === 1 ? "1 kind" : `${ones.length} kinds`)), make("div", {}, ...ones.map(kind))] : [];
    }));
    more.textContent = waits ? `Click where ${waits} goes.` : all.length > MOST ? `${all.length - MOST} more: type a part of the name.` : "";
  };
  shows();
  return whole;
}

/** Where the kinds of a side stand: those of nobody come last. @param {Kind} one */
const place = ([, , , rank]) => rank < 0 ? Infinity : rank;

/** How often each of them is there. @param {string[]} all @returns {Map<string, number>} */
function counted(all) {
  const found = new Map();
  for (const one of all) found.set(one, (found.get(one) ?? 0) + 1);
  return found;
}
