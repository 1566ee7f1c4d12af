/** Dice and cards of a game that stands elsewhere: buttons that write orders, and the last roll, large. */

import { fill, make, own, shape, the } from "./build.js";
import * as sheet from "./sheet.js";
import { add } from "./writing.js";

/** @typedef {{title: string, count: number, sides: number, says: string[], write: string}} Die */
/** @typedef {{side: string, label: string, got: number[], total: number, says: string[]}} Fell */

/** @type {any} */
let state = null;
/** The dice that were chosen last, by their order. */
let chosen = "";
/** The card that was chosen, by its deck and place. */
let card = "";

/** What can be done with a card: what its button says, and its order. */
const DEEDS = [["Play", "play CARD"], ["Keep on the table", "play CARD to table"], ["Discard", "discard CARD"], ["Out of the game", "remove CARD"]];
/** What a roll can be for where nothing was rolled yet. */
const FIRST = ["attack", "supply", "event"];
/** Where the pips of a die lie, in thirds of it. @type {Record<number, string>} */
const PIPS = { 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi" };

/** @param {any} now */
export function show(now) {
  state = now;
  const has = Boolean(now.at_hand && now.begun);
  the("at-hand").hidden = !has;
  the("map").classList.toggle("no-map", has);
  if (has) sheet.keepTyped(the("at-hand"), draw); // somebody may be typing while the log grows
}

/** Whether an open table has maps of its own, on which an earlier moment is seen too. */
export const isLaid = () => Boolean(state?.begun && state.at_hand?.sheets.length);

/** Show the pieces as they lay, or null: as they lie now. @param {any} then */
export function earlier(then) {
  the("at-hand").classList.toggle("earlier", Boolean(then));
  sheet.earlier(then);
}

function draw() {
  const { dice, supplies, fell } = state.at_hand, may = writes();
  if (!dice.some((/** @type {Die} */ one) => one.write === chosen)) chosen = dice[0].write;
  const table = sheet.show(state, may, add);
  the("at-hand").classList.toggle("with-map", table.length > 0);
  const cards = state.hand.length ? [hand(may)] : [], others = [
    ...fell.length ? [last(fell[0]), make("ol", { className: "earlier", ariaLabel: "Earlier rolls" }, ...fell.slice(1).map(line))] : [],
    ...tracks(may),
    ...may ? [rolling(dice)] : [],
    ...supplies.length ? [make("ul", { className: "supplies", ariaLabel: "Decks and cups" }, ...supplies.map((/** @type {any} */ one) => supply(one, may)))] : []];
  if (table.length) fill(the("at-hand"), make("div", { className: "left" }, ...table, ...cards), make("div", { className: "table-side" }, ...others));
  else fill(the("at-hand"), ...others, ...cards);
  sheet.draw();
}

/** Turn tracks: what each says, and a button each way. @param {boolean} may */
function tracks(may) {
  const { tracks: all = [] } = state.at_hand, step = (/** @type {string} */ order, /** @type {string} */ sign, /** @type {string} */ words) => may ? [make("button", { type: "button", disabled: !order, ariaLabel: words, on: { click: () => add(order) } }, sign)] : [];
  return all.length ? [make("ul", { className: "tracks", ariaLabel: "Turn tracks" }, ...all.map((/** @type {{title: string, now: string, back: string, on: string}} */ one) => make("li", {}, ...step(one.back, "<", `${one.title}: back`), make("span", {}, `${one.title}: `, make("b", {}, one.now)), ...step(one.on, ">", `${one.title}: on`))))] : [];
}

/** Whether orders can be written now. */
const writes = () => state.shown.yours && state.shown.may.includes("orders") && state.asked?.name !== "result";

/** @param {Fell} one */
function last(one) {
  const single = one.got.length === 1 && one.got[0] === one.total;
  return make("section", { className: "last", ariaLabel: "Last roll" },
    ...one.says.length ? [make("b", { className: "total" }, one.says.join(", "))] : [make("span", { className: "big" }, ...one.got.map((got) => die(got))), ...single ? [] : [make("b", { className: "total" }, String(one.total))]],
    make("p", {}, make("b", {}, one.label), make("small", {}, one.side)));
}

/** @param {Fell} one */
const line = (one) => make("li", {}, make("span", {}, `${one.side}: ${one.label}`), make("b", {}, one.says.length ? one.says.join(", ") : one.got.length > 1 ? `${one.got.join(" + ")} = ${one.total}` : String(one.total)));

/** A die as it lies; of more than six faces as a number. @param {number} got */
function die(got) {
  const drawn = shape("svg", { viewBox: "0 0 20 20", class: "die", role: "img", "aria-label": `die ${got}` }, shape("rect", { x: 0.8, y: 0.8, width: 18.4, height: 18.4, rx: 4 }));
  if (PIPS[got]) for (const pip of PIPS[got]) drawn.append(shape("circle", { cx: 5.5 + 4.5 * ("abcdefghi".indexOf(pip) % 3), cy: 5.5 + 4.5 * Math.floor("abcdefghi".indexOf(pip) / 3), r: 1.7 }));
  else {
    const words = shape("text", { x: 10, y: 14, "text-anchor": "middle" });
    words.textContent = String(got);
    drawn.append(words);
  }
  return drawn;
}

/** @param {Die[]} dice */
function rolling(dice) {
  const labels = [...new Set([...state.at_hand.labels, ...FIRST])].slice(0, 4);
  const other = make("input", { placeholder: "Something else", ariaLabel: "What the roll is for", maxLength: 80 });
  return make("section", { className: "rolling", ariaLabel: "Roll" },
    make("h2", {}, "Roll"),
    make("div", { className: "dice", role: "group", ariaLabel: "Dice" }, ...dice.map(choice)),
    make("form", { className: "labels", ariaLabel: "What the roll is for", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); roll(other.value); other.value = ""; } } },
      make("span", {}, "for"), ...labels.map((one) => make("button", { type: "button", on: { click: () => roll(one) } }, one)), other, make("button", {}, "Roll for that")));
}

/** @param {Die} one */
function choice(one) {
  const shown = one.says.length ? [make("small", {}, [...new Set(one.says)].slice(0, 4).join(", "))] : Array.from({ length: Math.min(one.count, 3) }, (_, at) => die(one.sides > 6 ? one.sides : [5, 3, 6][at]));
  return make("button", { type: "button", ariaPressed: String(one.write === chosen), on: { click: () => { chosen = one.write; sheet.keepTyped(the("at-hand"), draw); focus(`.dice [aria-pressed=true]`); } } },
    make("span", { ariaHidden: "true" }, ...shown), `${one.title}${one.says.length ? "" : `, ${one.count}d${one.sides}`}`);
}

/** @param {string} label */
function roll(label) {
  if (label.trim()) add(`${chosen}${label.trim()}`);
}

/** @param {any} one @param {boolean} may */
function supply(one, may) {
  const words = `${one.title}: ${one.left} left`, lies = one.lies.map((/** @type {string} */ line) => make("small", {}, line));
  return make("li", {}, taking(one, words, may), ...lies);
}

/** @param {any} one @param {string} words @param {boolean} may */
function taking(one, words, may) {
  if (!may || !one.write) return make("span", {}, words);
  const what = one.write.startsWith("draw") ? "Draw" : "Pull";
  return make("button", { type: "button", on: { click: () => add(one.write) } }, `${what} 1`, make("small", {}, words));
}

/** The pictures of a card out of one's own module, on top of each other. @param {string} name */
function faces(name) {
  const images = ((state.pictured && own(state.at_hand.cards, name)) || []).map((/** @type {string} */ one) => make("img", { alt: "", src: `picture?name=${encodeURIComponent(one)}`, on: { error: (/** @type {any} */ event) => event.target.remove() } }));
  return images.length ? [make("span", { className: "faces" }, ...images)] : [];
}

/** @param {boolean} may */
function hand(may) {
  const cards = state.hand.filter((/** @type {any} */ one) => one.card !== undefined);
  const named = (/** @type {any} */ one) => `${one.deck} ${one.place}`, picked = cards.find((/** @type {any} */ one) => named(one) === card);
  return make("section", { className: "cards", ariaLabel: `Your hand: ${cards.length} cards` },
    make("h2", {}, "Your hand ", make("small", {}, cards.length === 1 ? "1 card" : `${cards.length} cards`)),
    make("div", { className: "fan" }, ...cards.map((/** @type {any} */ one) => make("span", {}, make("button", { type: "button", disabled: !may, ariaPressed: String(named(one) === card), on: { click: () => { card = named(one) === card ? "" : named(one); draw(); focus(".fan [aria-pressed=true]"); } } }, make("small", {}, one.deck.split("#")[0]), ...faces(one.card), make("b", {}, one.card))))),
    ...may && picked ? [make("div", { className: "deeds", role: "group", ariaLabel: picked.card }, ...DEEDS.map(([words, order]) => make("button", { type: "button", on: { click: () => { card = ""; add(order.replace("CARD", () => picked.card)); draw(); } } }, words)))] : [],
    ...picked && faces(picked.card).length ? [make("figure", { ariaLabel: picked.card }, ...faces(picked.card))] : []);
}

/** Whoever went there by keys stays there. @param {string} where */
const focus = (where) => /** @type {any} */ (the("at-hand").querySelector(where))?.focus({ preventScroll: true });
