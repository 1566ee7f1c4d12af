/** Pointing at units and places: what is meant by it is written, or offered where there are several. */

import * as asked from "./asked.js";
import * as attack from "./attack.js";
import * as ahead from "./ahead.js";
import { enemies } from "./ahead.js";
import { fill, make, the } from "./build.js";
import * as besieged from "./besieged.js";
import * as card from "./card.js";
import * as choosing from "./choosing.js";
import * as legend from "./legend.js";
import { keep } from "./list.js";
import * as map from "./map.js";
import * as next from "./next.js";
import { called } from "./meanings.js";
import { fought, looked, parts, reckoned, shows } from "./reading.js";
import * as targets from "./targets.js";
import { begins, hurried, outdated, said } from "./underway.js";

/** @typedef {choosing.Choice} Choice */

/** @type {Choice[]} */
let choices = [];
let pointed = "";
/** How often something was offered. */
let offers = 0;
/** Where that stands which was clicked on the map: several counters may have one name. */
let where = "";
/** @type {(meant: Choice[], first?: string[]) => Promise<void>} what writes orders into the list, and says something of them */
let write = async () => {};

/** Whether an order that is offered goes to a place, or is against it. @param {string} place */
export const leads = (place) => choices.some((one) => one.path.at(-1) === place || one.against.includes(place));

/** Point at a unit or a place. @param {string} place @param {string[]} units @param {boolean} [more] beside those that were pointed at before; those that all were are taken out again */
export async function point(place, units, more = false) {
  if (more && units.length) {
    const before = the("about").value.split(" ").filter(Boolean), all = units.every((one) => before.includes(one));
    const others = before.filter((/** @type {string} */ one) => !units.includes(one));
    where = "";
    the("about").value = (all ? others : [...before, ...units.filter((one) => !before.includes(one))]).join(" ");
    return about(true);
  }
  // Where answers stand unasked, whoever is in one of them is pointed at by a click.
  const mine = units.some((unit) => (pointed ? pointed.split(" ").includes(unit) : choices.some((one) => one.units.includes(unit))));
  const meant = mine && !pointed ? [] : meantAt(place);
  if (meant.length && plainly(meant) && !mine) return onMap(meant, place);
  if (meant.length) return offer(meant, `Orders to ${place}`, "", place);
  if (!units.length && the("about").value && map.isEmpty(place)) return unpoint();
  if (!units.length && !place) return;
  await pointAt(units[0] ?? place, units.length ? place : "");
}

/** The orders that lead to a place, or are against it; where whatever is pointed at goes there by one of them, and nobody beside, that alone. @param {string} place @returns {Choice[]} */
function meantAt(place) {
  const there = choices.filter((one) => one.path.at(-1) === place || one.against.includes(place));
  const named = names(pointed), alone = there.filter((one) => one.path.at(-1) === place && one.units.length === named.length && one.units.every((unit) => named.includes(unit.toLowerCase())));
  return alone.length === 1 ? alone : there;
}

/** Whether there is nothing to choose: one order is meant, or one for each of several units. @param {Choice[]} meant */
function plainly(meant) {
  const units = meant.flatMap((one) => one.units), named = names(pointed);
  const each = named.length > 1 && meant.every((one) => one.units.length === 1) && new Set(units).size === units.length;
  return meant.length === 1 || (each && units.every((unit) => named.includes(unit.toLowerCase())));
}

/** @param {string} words @returns {string[]} the names in it, in small letters */
const names = (words) => words.toLowerCase().split(" ").filter(Boolean);

/** Write the orders that were meant on the map, one or one of each unit; a unit can be typed then, as before. @param {Choice[]} meant @param {string} place */
function onMap(meant, place) {
  const go = meant.flatMap((one) => one.units), stay = meant.length > 1 ? pointed.split(" ").filter((unit) => !go.includes(unit)) : [];
  next.name();
  return write(meant, stay.length ? [`Cannot go to ${place}: ${stay.join(", ")}.`] : []).then(() => fights(meant, place));
}

/** Where a move has led among enemies, offer the attack on them with its odds at once. @param {Choice[]} meant @param {string} place */
async function fights(meant, place) {
  if (pointed || meant.some((one) => one.against.length) || !meant[0].path.length || !enemies(place).length) return;
  await said("tried", async (newest) => {
    const found = await looked(place), attacks = found.choices.choices.filter((/** @type {Choice} */ one) => one.against.includes(place));
    if (newest() && !pointed && attacks.length) {
      the("about").value = pointed = place;
      choices = attacks;
      offer(attacks, "Attack now, or send more units first.", "", place);
    }
    return "";
  });
}

/** Point at units that are lifted from their place, unless they are those that are pointed at. @param {string} place @param {string[]} units */
export async function lift(place, units) {
  if (choices.length && units.every((unit) => pointed.split(" ").includes(unit))) return;
  await pointAt(units.join(" "), place);
}

/** @param {string} name of units or a place @param {string} at where they stand, of units */
function pointAt(name, at) {
  the("about").value = name;
  where = at;
  return about();
}

/** Write the order that takes what is pointed at to a place; where there are several offer these, where there is none say why. @param {string} place */
export async function drop(place) {
  const meant = meantAt(place);
  if (meant.length && plainly(meant)) return onMap(meant, place);
  if (meant.length) return offer(meant, `Orders to ${place}`, "", place);
  await said("tried", async (newest) => {
    const found = await looked(`${pointed} ${place}`);
    if (newest()) offer(choices, none(found.choices.note));
    return "";
  });
}

/** Point at nothing any more. What is under way about it is not shown. */
export function unpoint() {
  if (!the("about").value && !choices.length) return;
  outdated("tried");
  clear();
  between();
}

/** Have nothing pointed at, and nothing offered. */
export function clear() {
  offers += 1;
  choices = [];
  pointed = where = "";
  the("about").value = "";
  choosing.clear();
  map.unmark();
  ahead.away();
  explain();
}

/** Offer the few answers to a question that comes in between, as long as nothing is pointed at. */
export function between() {
  const found = asked.between();
  if (!found?.answers.length || pointed || the("writing").hidden) return;
  choices = found.answers;
  card.want();
  offer(choices, found.stake ? `As it stands: ${found.stake}.` : "Possible answers:", "", "", false, { ...found, chosen: asked.chosen() });
  const due = the("until").textContent;
  fill(the("card-title"), found.fight ? `${found.fight}.` : "Your answer.", ...due ? [make("span", { className: "due" }, ` Due ${due}.`)] : []);
  the("card-asked").textContent = found.asks;
}

/** Light again what the map lost as it was drawn anew, behind an empty list. */
export async function again() {
  if (pointed) await asks(!card.isOpen());
  else between();
}

/** What can follow the list, of what is pointed at if anything is. */
export const follows = () => looked(pointed || null, where);

/** Offer what is legal of what is pointed at, else the answers to a question. @param {any} found @param {boolean} [gathers] whether no card is to cover the map */
export function lights(found, gathers = !card.isOpen()) {
  if (!pointed) return between();
  offered(found, gathers);
}

/** Offer what was found. @param {any} found @param {boolean} gathers */
function offered(found, gathers) {
  choices = found.choices.choices;
  offer(choices, found.choices.open ? (choices.length ? heading(found.choices.more) : none(found.choices.note)) : found.choices.prompt, found.choices.later, "", gathers);
}

/** Ask what is legal of what stands in the field. @param {boolean} [gathers] whether more units are to come: then no card covers them */
function about(gathers = false) {
  hurried(); // the list is read here, and what comes of that is not to be put away by it
  keep();
  pointed = the("about").value.trim();
  if (document.activeElement === the("about")) the("about").select(); // what is typed next takes its place
  return asks(gathers);
}

/** @param {boolean} gathers */
async function asks(gathers) {
  await said("tried", async (newest) => {
    const found = await looked(pointed, where);
    if (!newest()) return "";
    shows(found);
    offered(found, gathers); // of nothing that is named all of it
    return "";
  });
}

/** What to do with what is pointed at, else how much is offered. @param {boolean} more whether that is not all */
function heading(more) {
  const goes = choices.some((one) => one.path.length), attacks = choices.some((one) => one.against.length || one.storms), many = pointed.includes(" ");
  const hither = choices.every((one) => one.path.at(-1) === pointed || one.against.includes(pointed));
  const own = choices.filter((one) => one.units.some((unit) => pointed.split(" ").includes(unit))).length > choices.length / 2; // else it is an enemy
  const name = called(pointed);
  if (pointed && !own && choices.every((one) => one.against.length)) return `Who attacks ${/^\?+$/.test(pointed) ? where : pointed}?`; // face down it has no name
  if (!pointed || !(goes || attacks) || hither || !own) return `${pointed || "All"}: ${counted(choices.length)}${more ? " and more" : ""}`;
  const ways = [goes && (many ? "where they go" : "where it goes"), attacks && (many ? "whom they attack" : "whom it attacks")];
  return `${name}: click ${ways.filter(Boolean).join(", or ")}.`;
}

/** @param {number} many */
const counted = (many) => `${many} ${many === 1 ? "order" : "orders"}`;

/** @param {string} note why nothing is offered */
const none = (note) => note ? `${note[0].toUpperCase()}${note.slice(1)}.` : "Nothing is legal now.";

/** @param {Choice[]} found @param {string} heading @param {string} [later] what comes in a later phase @param {string} [to] the place that they all lead to @param {boolean} [gathers] whether more units are to come @param {choosing.Answering|null} [answering] of answers to a question */
function offer(found, heading, later = "", to = "", gathers = false, answering = null) {
  map.unmark();
  ahead.away();
  the("question").classList.toggle("pointed", Boolean(pointed));
  map.choose(pointed.split(" "), where);
  /** @type {Set<string>} */
  const lit = new Set(found.flatMap((one) => one.against));
  for (const id of lit) map.mark(id, "target");
  for (const one of found) {
    const end = one.path.at(-1) ?? "";
    if (end && !lit.has(end)) map.mark(end, one.storms ? "target" : "reach", found.length < 80 ? one.cost : null);
    lit.add(end); // alike for each of several units
  }
  map.enclose();
  const mine = offers += 1;
  choosing.offer(found, heading, later, answering); // first: what is measured after a change has all laid out again
  explain();
  map.reveal();
  const unseen = found.filter((one) => !one.path.length && !one.against.length).length > found.length / 2; // a few are listed when all are asked for
  const wanted = card.asked(), enemy = !wanted && found.length && found.every((one) => one.against.includes(pointed)) ? pointed : ""; // a place that is clicked, as who stands there
  const place = to || where || enemy, leads = Boolean(place) && found.every((one) => one.path.at(-1) === place || one.against.includes(place));
  const attacks = attack.show(leads ? found : []) || (leads && attack.usual(found));
  the("listed").open = !attacks;
  if (!attacks) targets.tell(found, reckoned, () => mine === offers); // else the card says it
  const fight = answering ? fought() : [];
  if (answering) besieged.show(found, fight, answering.chosen);
  if (found.length && (wanted || leads || (unseen && !gathers))) card.open(place || fight[0]?.against[0], leads ? found.flatMap((one) => one.units) : fight.flatMap((one) => one.units), Boolean(answering), answering ? found.flatMap((one) => one.path.slice(-1)) : []);
  else card.shut();
}

/** Have a legend while something is lit for what is pointed at. */
function explain() {
  legend.show(pointed ? ["reach", "target"].filter((how) => the("sheet").querySelector(`.outline.${how}`)) : []);
}

/** Bring into sight what comes next: what can be answered, else what came of it and what is to be mailed. */
export function inSight() {
  for (const one of the("answer").querySelectorAll("#tried")) begins(one);
}

/** Have what a field holds be typed over by whoever comes to it; a second click sets the cursor. @param {HTMLInputElement} field */
function selected(field) {
  let comes = false;
  field.addEventListener("pointerdown", () => { comes = document.activeElement !== field; });
  field.addEventListener("focus", () => field.select());
  field.addEventListener("click", () => {
    if (comes && field.selectionStart === field.selectionEnd) field.select(); // the click has set the cursor
  });
}

/** @param {(meant: Choice[], first?: string[]) => Promise<void>} written what writes orders into the list */
export function begin(written) {
  write = written;
  legend.begin();
  ahead.begin((place) => (pointed ? meantAt(place) : []), reckoned);
  attack.begin((one) => write([one]), reckoned, parts);
  choosing.begin((one) => write([one]), reckoned);
  the("about").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "ArrowDown" || !card.isOpen()) return;
    event.preventDefault();
    choosing.enter();
  });
  the("about").addEventListener("input", () => { where = ""; });
  selected(the("about"));
  the("pointing").addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); card.want(); about(); });
}
