/** An attack that is offered in several manners: who of those there leads it, and with how much support of each kind. */

import { counter } from "./ahead.js";
import { fill, make, the } from "./build.js";

/** @typedef {import("./choosing.js").Choice} Choice */
/** @typedef {{verb: string, who: string, amounts: Record<string, number>, one: Choice}} Manner what an order has beside what all have in common: who does what, and its numbers */

/** How high a counter stands beside its name, in pixels; so many manners are told apart in a card. */
const HIGH = 28, MOST = 7;

/** An order by what it has more than another, null where it lacks something of that. @param {Choice} one @param {Record<string, any>} common @returns {Manner|null} */
function read(one, common) {
  const own = Object.entries(one.order).filter(([name, value]) => JSON.stringify(common[name]) !== JSON.stringify(value));
  if (Object.keys(common).some((name) => JSON.stringify(one.order[name]) !== JSON.stringify(common[name]))) return null;
  const amounts = own.filter(([, value]) => typeof value === "number"), deeds = own.filter(([, value]) => typeof value !== "number");
  return { verb: deeds[0]?.[0] ?? "", who: deeds.map(([, value]) => value).flat().join(" "), amounts: Object.fromEntries(amounts), one };
}

/** Show those on the same enemies as the first, which all others begin with. @param {Choice[]} all @param {(one: Choice) => HTMLElement[]} told what is told of the one that is chosen */
export function show(all, told) {
  const [usual] = all, ways = all.filter(({ against }) => against.join(" ") === usual.against.join(" ")).flatMap((one) => read(one, usual.order) ?? []);
  const leads = [...new Set(ways.map(({ who }) => who))];
  let now = ways[0];
  const take = (/** @type {Manner|undefined} */ way) => { if (way) { now = way; draw(); } };
  const draw = () => {
    const on = /** @type {any} */ (document.activeElement), had = the("attack").contains(on) ? on.dataset.what : null;
    const verb = ways.map((one) => one.verb).find(Boolean) ?? "", asks = make("p", { className: "help" }, `Who ${verb}s`);
    const who = leads.length > 1 && leads.length <= MOST ? [asks, ...leads.map((one) => lead(one, verb, one === now.who, () => take(nearest(ways, one, now.amounts))))] : attackers(usual);
    const words = [...new Set(ways.filter((one) => one.who === now.who).flatMap(({ amounts }) => Object.keys(amounts)))];
    const steps = leads.length <= MOST ? words.map((word) => stepper(word, now, ways, take)) : [];
    fill(the("attack"), ...who.length || steps.length ? [make("div", { className: "who" }, ...who, ...steps)] : [], ...told(now.one));
    for (const field of the("attack").querySelectorAll("[data-what]")) if (field.dataset.what === had && !field.disabled) field.focus();
  };
  draw();
}

/** The counters of the own side that stand where it attacks, each with its name. @param {Choice} one */
function attackers({ units, against }) {
  const side = document.documentElement.dataset.side, all = units.length ? units : [...the("sheet").querySelectorAll(".stack .piece[data-unit]")].filter((each) => against.includes(each.closest("[data-place]")?.dataset.place ?? "") && each.dataset.side === side && !each.querySelector(".counter.spent")).map((each) => each.dataset.unit ?? "");
  return [...new Set(all)].slice(0, MOST).map((unit) => make("div", { className: "attacker" }, ...counter(unit, HIGH), make("b", {}, unit)));
}

/** @param {string} unit @param {string} verb @param {boolean} chosen @param {() => void} take */
function lead(unit, verb, chosen, take) {
  const field = make("input", { type: "radio", name: "manner", checked: chosen, on: { change: take } });
  field.dataset.what = `manner ${[verb, unit].filter(Boolean).join(" ")}`;
  return make("label", {}, field, ...counter(unit, HIGH), make("b", {}, unit || "Decide later"));
}

/** What differs least from the amounts that are set. @param {Manner[]} ways @param {string} who @param {Record<string, number>} amounts */
function nearest(ways, who, amounts) {
  const far = (/** @type {Manner} */ one) => [...new Set([...Object.keys(one.amounts), ...Object.keys(amounts)])].reduce((sum, word) => sum + Math.abs((one.amounts[word] ?? 0) - (amounts[word] ?? 0)), 0);
  return ways.filter((one) => one.who === who).toSorted((one, other) => far(one) - far(other))[0];
}

/** @param {string} word @param {Manner} now @param {Manner[]} ways @param {(way: Manner|undefined) => void} take */
function stepper(word, now, ways, take) {
  const many = now.amounts[word] ?? 0, named = `${word[0].toUpperCase()}${word.slice(1)}`;
  const turn = (/** @type {number} */ way, /** @type {string} */ sign, /** @type {string} */ name) => {
    const amounts = { ...now.amounts, [word]: many + way }, to = ways.find((one) => one.who === now.who && [...new Set([...Object.keys(one.amounts), ...Object.keys(amounts)])].every((each) => (one.amounts[each] ?? 0) === (amounts[each] ?? 0)));
    const button = make("button", { type: "button", ariaLabel: `${name}: ${word}`, disabled: !to, on: { click: () => take(to) } }, sign);
    button.dataset.what = `${name} ${word}`;
    return button;
  };
  return make("div", { className: "points" }, make("span", {}, named), turn(-1, "−", "fewer"), make("b", {}, String(many)), turn(1, "+", "more"));
}
