/** An attack that is offered in several manners: who of those there leads it, and with how much support of each kind. */

import { counter } from "./ahead.js";
import { fill, make, the } from "./build.js";

/** @typedef {import("./choosing.js").Choice} Choice */
/** @typedef {{key: string, amounts: Record<string, number>, one: Choice}} Manner what stands behind the words that all have in common, its numbers apart */

/** How high a counter stands beside its name, in pixels; so many manners are told apart in a card. */
const HIGH = 28, MOST = 7;

/** An amount of support in an order, as "engineer 2". */
const AMOUNT = / ([a-z]+) (\d+)(?= |$)/g;

/** @param {Choice} one @param {string} common @returns {Manner} */
function read(one, common) {
  const rest = one.line.slice(common.length), amounts = Object.fromEntries([...rest.matchAll(AMOUNT)].map(([, word, many]) => [word, Number(many)]));
  return { key: rest.replaceAll(AMOUNT, "").trim(), amounts, one };
}

/** Show those on the same enemies as the first, which all others begin with. @param {Choice[]} all @param {(one: Choice) => HTMLElement[]} told what is told of the one that is chosen */
export function show(all, told) {
  const [usual] = all, ways = all.filter(({ line, against }) => against.join(" ") === usual.against.join(" ") && (line === usual.line || line.startsWith(`${usual.line} `))).map((one) => read(one, usual.line));
  const keys = [...new Set(ways.map(({ key }) => key))];
  let now = ways[0];
  const take = (/** @type {Manner|undefined} */ way) => { if (way) { now = way; draw(); } };
  const draw = () => {
    const on = /** @type {any} */ (document.activeElement), had = the("attack").contains(on) ? on.dataset.what : null;
    const verb = keys.map((key) => key.split(" ")[0]).find(Boolean) ?? "", asks = make("p", { className: "help" }, `Who ${verb}s`);
    const who = keys.length > 1 && keys.length <= MOST ? [asks, ...keys.map((key) => lead(key, key === now.key, () => take(nearest(ways, key, now.amounts))))] : attackers(usual);
    const words = [...new Set(ways.filter(({ key }) => key === now.key).flatMap(({ amounts }) => Object.keys(amounts)))];
    const steps = keys.length <= MOST ? words.map((word) => stepper(word, now, ways, take)) : [];
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

/** @param {string} key as "lead 2/511" @param {boolean} chosen @param {() => void} take */
function lead(key, chosen, take) {
  const unit = key.split(" ").at(-1) ?? "", field = make("input", { type: "radio", name: "manner", checked: chosen, on: { change: take } });
  field.dataset.what = `manner ${key}`;
  return make("label", {}, field, ...counter(unit, HIGH), make("b", {}, unit || "Decide later"));
}

/** What differs least from the amounts that are set. @param {Manner[]} ways @param {string} key @param {Record<string, number>} amounts */
function nearest(ways, key, amounts) {
  const far = (/** @type {Manner} */ one) => [...new Set([...Object.keys(one.amounts), ...Object.keys(amounts)])].reduce((sum, word) => sum + Math.abs((one.amounts[word] ?? 0) - (amounts[word] ?? 0)), 0);
  return ways.filter((one) => one.key === key).toSorted((one, other) => far(one) - far(other))[0];
}

/** @param {string} word @param {Manner} now @param {Manner[]} ways @param {(way: Manner|undefined) => void} take */
function stepper(word, now, ways, take) {
  const many = now.amounts[word] ?? 0, named = `${word[0].toUpperCase()}${word.slice(1)}`;
  const turn = (/** @type {number} */ way, /** @type {string} */ sign, /** @type {string} */ name) => {
    const amounts = { ...now.amounts, [word]: many + way }, to = ways.find((one) => one.key === now.key && [...new Set([...Object.keys(one.amounts), ...Object.keys(amounts)])].every((each) => (one.amounts[each] ?? 0) === (amounts[each] ?? 0)));
    const button = make("button", { type: "button", ariaLabel: `${name}: ${word}`, disabled: !to, on: { click: () => take(to) } }, sign);
    button.dataset.what = `${name} ${word}`;
    return button;
  };
  return make("div", { className: "points" }, make("span", {}, named), turn(-1, "−", "fewer"), make("b", {}, String(many)), turn(1, "+", "more"));
}
