/** Recipes of an open table, beside its map: a word for several orders, used, made and changed. */

import { fill, make } from "./build.js";

/** @typedef {{name: string, piece: boolean, place: boolean, steps: string[]}} Recipe */

/** An order that writes a recipe, or makes its name free. */
const WRITES = /^\s*recipe ([A-Za-z0-9._-]+)(?:: *(.*?))?\s*$/;

/** So many recipes have a number as their key. */
const KEYED = 9;

/** The key that presses a button, for the eye: the list of keys says it too. @param {string} key @returns {HTMLElement[]} */
export const key = (key) => [make("kbd", { ariaHidden: "true" }, key)];

/** @param {string} name @param {string[]} steps @returns {Recipe} */
const recipe = (name, steps) => ({ name, steps, piece: steps.some((one) => one.includes("PIECE")), place: steps.some((one) => one.includes("PLACE")) });

/** The recipes that there are behind a list, which may write some. @param {Recipe[]} known @param {string} list @returns {Recipe[]} */
export function behind(known, list) {
  const all = new Map(known.map((one) => [one.name, one]));
  for (const line of list.split(/[\n;]/)) {
    const [whole, name = "", steps = ""] = WRITES.exec(line) ?? [];
    if (whole === undefined) continue;
    if (steps) all.set(name.toLowerCase(), recipe(name.toLowerCase(), steps.split(" then ")));
    else all.delete(name.toLowerCase());
  }
  return [...all.values()];
}

/** The orders that a line stands for, as far as it names a recipe: else itself. @param {Recipe[]} known @param {string} line @returns {string[]} */
export function spelled(known, line) {
  const [name, ...rest] = line.trim().split(/ +/), one = known.find((each) => each.name === name.toLowerCase());
  if (!one) return [line];
  const [, what = "", place = ""] = one.place ? /^(.*?) ?(?:at|to) (.+)$/.exec(rest.join(" ")) ?? [] : ["", rest.join(" ")];
  return one.steps.map((step) => step.replaceAll("PIECE", () => what).replaceAll("PLACE", () => place));
}

/** A button for each of them: its name, what it does, and its key. @param {Recipe[]} all @param {string} waits the one that waits for a place @param {(one: Recipe) => void} use @returns {HTMLElement[]} */
export const buttons = (all, waits, use) => all.length
  ? [make("div", { className: "recipes", role: "group", ariaLabel: "Recipes" }, ...all.map((one, at) => make("button", { type: "button", ariaPressed: String(one.name === waits), on: { click: () => use(one) } }, make("b", {}, one.name.replaceAll("-", " ")), make("small", {}, one.name === waits ? "click where to" : one.steps.join(", then ")), ...at < KEYED ? key(String(at + 1)) : [])))]
  : [];

const name = make("input", { ariaLabel: "Name of the recipe", placeholder: "eliminate", maxLength: 32, required: true });
const steps = make("textarea", { ariaLabel: "Its orders, one on each line", rows: 3, placeholder: "step PIECE -1\nmove PIECE to PLACE", required: true, spellcheck: false });
const known = make("p", { className: "known" });
/** @type {(order: string) => void} */
let write = () => {};

const called = () => name.value.trim().toLowerCase().replace(/\s+/g, "-");

/** @param {string} orders */
function writes(orders) {
  write(`recipe ${called()}${orders && ": "}${orders}`);
  name.value = steps.value = "";
}

/** What the orders of a recipe are written in: it is one element, so what was typed stays. */
const form = make("form", { ariaLabel: "Make or change a recipe", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); writes(steps.value.split(/[\n;]/).map((/** @type {string} */ one) => one.trim()).filter(Boolean).join(" then ")); } } },
  known, name, steps,
  make("p", { className: "help" }, "PIECE and PLACE stand for what is chosen when somebody uses it. All players get it."),
  make("button", {}, "Write it"),
  make("button", { type: "button", on: { click: () => { if (name.reportValidity()) writes(""); } } }, "Remove it"));
const whole = make("details", { className: "making" }, make("summary", {}, "Make or change a recipe"), form);

/** Where recipes are made and changed. @param {Recipe[]} all @param {(order: string) => void} add what writes an order @returns {HTMLElement} */
export function making(all, add) {
  write = add;
  fill(known, ...all.map((one) => make("button", { type: "button", ariaLabel: `Change ${one.name}`, on: { click: () => { [name.value, steps.value] = [one.name, one.steps.join("\n")]; steps.focus(); } } }, one.name)));
  return whole;
}
