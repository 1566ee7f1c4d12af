/** An attack by ticks: who takes part, with how many points, and what can come of it; what is offered says which are legal. */

import { counter } from "./ahead.js";
import { aim } from "./arrows.js";
import { fill, make, the } from "./build.js";
import * as card from "./card.js";
import { chances, column, inWords, tone } from "./chances.js";
import { maybe } from "./chips.js";
import * as manner from "./manner.js";
import { brief } from "./meanings.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** @type {(one: Choice) => void} */
let take = () => {};
/** @type {(one: Choice) => Promise<void>} */
let reckon = async () => {};
/** @typedef {{terms: {what: string, amount: string, paragraph: string, unit: string, does: string}[], faces: Record<string, string>}} Made what odds are made of */
/** @type {(one: Choice) => Promise<Made|null>} */
let made = async () => null;
/** Order -> what its odds are made of. @type {Map<string, Made|null>} */
const known = new Map();
/** So many pixels are kept for dice, for each strength, and for the line above these: they come a little later, and nothing moves then. */
const DICE = 72, TERM = 18, LINE = 6;
/** How high a counter stands beside its name, in pixels. */
const HIGH = 32;
/** From so many units on their sum stands beside them, and not below. */
const TALL = 5;
/** The attacks that are offered. @type {Choice[]} */
let offered = [];
/** Who is ticked, and with how many points. @type {Set<string>} */
let ticked = new Set();
let points = 0;

/** Show the attacks on a place, of which the usual one comes first among those on fewest enemies: those on the same as it; other orders have no ticks. @param {Choice[]} all @returns {boolean} whether they have */
export function show(all) {
  const attacks = all[0]?.against.length ? all.filter(({ against }) => against.length) : all, [first] = attacks.toSorted((one, other) => one.against.length - other.against.length), found = all.filter(({ against }) => against.join(" ") === first.against.join(" "));
  const fits = found.length > 1 && first.units.length > 0 && first.against.length > 0 && found.every((one) => one.order.do === first.order.do && one.on.join(" ") === first.on.join(" "));
  offered = fits ? found : [];
  aim([], "");
  maybe(null, true);
  known.clear();
  the("attack").hidden = the("counts").hidden = !fits;
  fill(the("attack"));
  if (!fits) return false;
  ticked = new Set(first.units);
  points = first.number?.amount ?? 0;
  const [at] = first.against, target = first.on.join(", "), stands = [...new Set([target, at].map(words).filter(Boolean))];
  fill(the("card-title"), ...counter(target, HIGH), make("span", {}, `${first.order.do[0].toUpperCase()}${first.order.do.slice(1)} ${target}${target === at ? "" : ` in ${at}`}`, ...stands.length ? [make("small", {}, stands.join(", "))] : []));
  drawn();
  return true;
}

/** What the map says of a counter or a place beside its name. @param {string} name */
function words(name) {
  const all = the("sheet").querySelector(`:is(.stack .piece[data-unit="${CSS.escape(name)}"], .place[data-place="${CSS.escape(name)}"]) > title`)?.textContent ?? "";
  return all.startsWith(`${name}, `) ? all.slice(name.length + 2) : all === name ? "" : all;
}

/** Show what can come of an attack where nobody is ticked for it, and who it is by: the usual one first. @param {Choice[]} all @returns {boolean} whether it is one whose odds are known */
export function usual(all) {
  const [one] = all, told = Boolean(one?.against.length && one.odds);
  the("attack").hidden = the("counts").hidden = !told;
  if (!one || !told) return false;
  const sum = one.promises.slice(0, 1).map(column).join("");
  fill(the("card-title"), ...counter(one.units[0] ?? "", HIGH), make("span", {}, one.says || one.line, ...sum ? [make("small", {}, sum)] : []));
  manner.show(all, (now) => [result(now), ...replies(now), ...add(now)]);
  return true;
}

/** What is offered of just those who are ticked, by the number of points. @returns {Choice[]} */
const same = () => offered.filter(({ units }) => units.length === ticked.size && units.every((unit) => ticked.has(unit))).toSorted((one, other) => (one.number?.amount ?? 0) - (other.number?.amount ?? 0));

function drawn() {
  const on = /** @type {any} */ (document.activeElement), had = the("attack").contains(on) ? on.dataset.what : null;
  const units = [...new Set(offered.flatMap((one) => one.units))], all = same();
  const one = all.find(({ number }) => !number || number.amount === points) ?? all[0];
  const sums = [...one?.number ? [stepper(all, one)] : [], ...one ? sum(one) : []], isTall = units.length >= TALL;
  const half = isTall ? make("div", { className: "half" }, result(one), make("div", {}, ...sums)) : result(one);
  fill(the("attack"), make("div", { className: "who" }, ...units.map((unit) => tick(unit, one)), ...isTall ? [] : sums), half, ...replies(one), ...add(one));
  aim([...ticked], offered[0].against[0]);
  maybe(one ?? null, true);
  for (const field of the("attack").querySelectorAll("[data-what]")) if (field.dataset.what === had && !field.disabled) field.focus();
  if (!one) return;
  if (one.unreckoned && !one.odds) reckon(one).then(() => { if (one.odds && offered.includes(one)) drawn(); });
  if (known.has(one.line)) return;
  known.set(one.line, null);
  made(one).then((found) => {
    if (!found || !offered.includes(one)) return;
    known.set(one.line, found);
    drawn();
  });
}

/** What the usual strengths of an attack are of: one of its units each comes with that. @param {Choice|undefined} one */
const terms = (one) => (one && known.get(one.line)?.terms) ?? [];

/** @param {string} what @param {string} amount */
const term = (what, amount) => make("span", { className: "term" }, make("span", {}, what), make("b", {}, amount));

/** @param {string} unit @param {Choice|undefined} one */
function tick(unit, one) {
  const box = make("input", { type: "checkbox", checked: ticked.has(unit), on: { change: () => {
    if (!ticked.delete(unit)) ticked.add(unit);
    drawn();
  } } });
  box.dataset.what = `unit ${unit}`;
  const [strength] = ticked.has(unit) ? terms(one).filter((each) => each.unit === unit) : [];
  return make("label", {}, box, ...counter(unit, HIGH), make("b", {}, unit), ...strength ? [" ", term(strength.does, strength.amount)] : []);
}

/** @param {Choice[]} all @param {Choice} one */
function stepper(all, one) {
  const at = all.indexOf(one), word = brief(one.number?.word ?? "") || (one.number?.word ?? "");
  const turn = (/** @type {number} */ way, /** @type {string} */ sign, /** @type {string} */ name) => {
    const to = all[at + way], button = make("button", { type: "button", ariaLabel: `${name}: ${word}`, disabled: !to, on: { click: () => { points = to.number?.amount ?? 0; drawn(); } } }, sign);
    button.dataset.what = name;
    return button;
  };
  const last = all.at(-1), left = typeof last?.left === "number" ? last.left + (last.number?.amount ?? 0) - (one.number?.amount ?? 0) : null;
  return make("div", { className: "points" }, make("span", {}, `${word[0].toUpperCase()}${word.slice(1)}`, ...left === null ? [] : [make("small", {}, `${left} left`)]), turn(-1, "−", "fewer"), make("b", {}, String(one.number?.amount)), turn(1, "+", "more"));
}

/** What can come of it. @param {Choice|undefined} one */
function result(one) {
  if (!one) return make("p", { className: "help" }, ticked.size ? "No attack is offered with just these units." : "Tick who attacks.");
  const [first] = one.promises, rows = first ? chances(first.chances) : [make("p", { className: "help" }, one.odds ? inWords(one) : one.unreckoned ? "Computing the odds" : "")];
  const { faces = {} } = known.get(one.line) ?? {};
  const found = [...new Set(Object.values(faces))].map((what) => ({ what, of: Object.keys(faces).filter((face) => faces[face] === what) }));
  const dice = found.map(({ what, of }) => {
    const favour = first?.chances.find(({ result: one }) => one === what)?.favour ?? 0, made = make("li", { className: `${tone(favour)} tinted` }, make("div", {}, ...of.map(die)), make("span", { title: what }, brief(what) || what));
    made.style.flexGrow = String(of.length);
    return made;
  });
  const fall = make("ol", { className: "dice", ariaLabel: "What each face of the die gives" }, ...dice);
  fall.style.minHeight = `${DICE}px`;
  return make("div", { className: "chances", role: "status" }, fall, ...rows, ...one.price && !one.number ? [make("p", { className: "help" }, one.price)] : []);
}

/** What each side puts in, and the sum, below who takes part. @param {Choice} one @returns {HTMLElement[]} */
function sum(one) {
  const [first] = one.promises, others = terms(one).filter(({ unit }) => !ticked.has(unit));
  const strengths = make("div", { className: "strengths" }, ...others.map(({ what, amount }) => term(what, amount)));
  strengths.style.minHeight = `${TERM * (one.number?.amount ? 2 : 1) + LINE}px`;
  return [strengths, make("div", { className: "total" }, make("span", {}, against(terms(one), first?.column ?? "")), make("b", { className: "sum" }, first ? column(first) : ""))];
}

/** What both sides have together, where that is how the sum comes about: "13 against 6". @param {{amount: string}[]} all @param {string} sum as "+7" */
function against(all, sum) {
  const amounts = all.map(({ amount }) => Number(amount.replace("−", "-"))), [ours, theirs] = [1, -1].map((way) => amounts.filter((one) => one * way > 0).reduce((one, other) => one + other, 0));
  return all.length && ours + theirs === Number(sum) ? `${ours} against ${-theirs}` : "";
}

/** @param {string} face */
function die(face) {
  const one = make("b", { role: "img", ariaLabel: `die ${face}` }, face);
  one.dataset.face = face;
  return one;
}

/** What others may answer, below all else, as wide as the card. @param {Choice|undefined} one */
const replies = (one) => (one?.promises.slice(1) ?? []).map(reply);

/** What another side may answer, and what can come of it then. @param {import("./chances.js").Promised} one */
function reply(one) {
  const [first] = one.answers, then = inWords({ odds: "", promises: [one] }), what = one.answers.map((each) => each.what).join("; ");
  return make("p", { className: "reply" }, ...first ? [make("b", {}, `${first.who} may answer: ${what[0].toLowerCase()}${what.slice(1)}.`), ` Then ${then}.`] : [`If ${one.supposed}: ${then}.`]);
}

/** @param {Choice|undefined} one */
function add(one) {
  const button = make("button", { type: "button", className: "sign", disabled: !one, on: { click: () => { if (one) take(one); } } }, "Add this attack");
  button.dataset.what = "add";
  return [make("button", { type: "button", className: "later", on: { click: card.shut } }, "Not now"), button];
}

/** @param {(one: Choice) => void} taken @param {(one: Choice) => Promise<void>} odds @param {(one: Choice) => Promise<Made|null>} parts what the odds are made of */
export function begin(taken, odds, parts) {
  take = taken;
  reckon = odds;
  made = parts;
}
