/** The page of one tournament: the next step, boards, who is late, standings, and every deed. */

import { tell } from "./ask.js";
import { fill, make, the } from "./build.js";
import { DEEDS, enter } from "./cups.js";
import { button, hall, named, trouble, why } from "./parts.js";

/** @typedef {{round: number, board: number, players: string[], names: string[], result: string, more: string, open: boolean, late: boolean}} Board */
/** @typedef {{number: number, boards: Board[], byes: string[], until: string}} Round */
/** @typedef {{name: string, title: string, what: string, stage: string, notes: string[], heads: string[], rows: string[][], rounds: Round[], next: {deed: string, words: string}|null}} Cup */

const OF = "cup=";

/** The tournament whose page the address names; an address that is none names itself. */
export function shown() {
  if (!location.hash.startsWith(`#${OF}`)) return "";
  const name = location.hash.slice(1 + OF.length);
  try {
    return decodeURIComponent(name) || "?";
  } catch {
    return name;
  }
}

/** Draw the page that the address names, if it names one. */
export async function draw() {
  const name = shown();
  if (!name) return;
  try {
    const found = /** @type {Cup} */ (await tell("cup", { name }));
    if (shown() === name) drawn(found);
  } catch (error) {
    if (shown() !== name) return;
    if (the("cup").dataset.shows === name) return trouble(why(error)); // what is there stays
    delete the("cup").dataset.shows;
    fill(the("cup"), all(), make("p", { className: "bad" }, why(error)));
  }
}

/** The way back to all tournaments. */
const all = () => make("p", {}, make("a", { href: "#tournaments" }, "Tournaments"));

/** @param {Cup} cup */
function drawn(cup) {
  const one = hall.cups.find(({ name }) => name === cup.name);
  const can = one?.can.filter((what) => what !== "look" && what !== "collect" && what !== cup.next?.deed && !(what === "pair" && asksToPair(cup, one))) ?? [];
  const deeds = !one || one.directs || one.entered || one.over || !hall.me ? [] : [button("Enter", () => enter(one), { className: "primary" })];
  deeds.push(...can.map((what) => button(DEEDS[what].press, () => one && DEEDS[what].does(one))));
  the("cup").dataset.shows = cup.name;
  fill(the("cup"),
    all(),
    make("h1", {}, cup.title, " ", make("span", {}, cup.what)),
    ...next(cup, one),
    make("div", { className: "deeds" }, ...deeds),
    make("div", { className: "halves" }, card("Standings", cup.rows.length ? table(cup.heads, cup.rows) : make("p", { className: "faint" }, cup.stage)), ...cup.rounds.slice(0, 1).map((round) => roundOf(round, one))),
    ...cup.rounds.slice(1).map((round) => make("details", { className: "card" }, make("summary", {}, `Round ${round.number}`), ...boards(round, one))),
    ...cup.notes.map((note) => make("p", { className: "faint" }, note)));
}

/** Whether entries can be closed now, beside collecting more. @param {{next: Cup["next"]}} cup @param {any} one */
const asksToPair = (cup, one) => cup.next?.deed === "collect" && Boolean(one?.asks);

/** What the director does next. @param {Cup} cup @param {any} one */
function next({ next: step }, one) {
  if (!step || !one) return [];
  const also = step.deed === "collect" || !one.can.includes("collect") ? [] : [button("Collect", () => DEEDS.collect.does(one))];
  const pairs = asksToPair({ next: step }, one) ? [button("Pair", () => DEEDS.pair.does(one))] : [];
  const first = one.can.includes(step.deed) && step.deed !== "rule" ? [button(DEEDS[step.deed].press, () => DEEDS[step.deed].does(one), { className: "primary" })] : [];
  return [make("section", { className: "card next", ariaLabel: "What to do next" }, make("b", {}, step.words), make("span", { className: "actions" }, ...first, ...pairs, ...also))];
}

/** @param {string} title @param {...any} inside */
const card = (title, ...inside) => make("section", { className: "card" }, make("h2", {}, title), ...inside);

/** @param {string[]} heads @param {any[][]} rows */
const table = (heads, rows) => make("div", { className: "wide" }, make("table", { className: "standings" }, make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
  make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell)))))));

/** @param {Round} round @param {any} one */
const roundOf = (round, one) => card(`Round ${round.number}`, ...boards(round, one));

/** @param {Round} round @param {any} one */
function boards({ boards: all, byes, until }, one) {
  return [
    ...(until ? [make("p", { className: "faint" }, `Until ${until}`)] : []),
    make("ul", { className: "rows boards" }, ...all.map((at) => board(at, one))),
    ...(byes.length ? [make("p", { className: "faint" }, `A bye: ${byes.map(named).join(", ")}`)] : []),
  ];
}

/** @param {Board} at @param {any} one */
function board(at, one) {
  const rules = at.open && one?.can.includes("rule") ? [button("Decide", () => DEEDS.rule.does(one, at), { className: at.late ? "primary" : "" })] : [];
  return make("li", { className: "row plain" }, make("b", {}, `${at.board}. ${at.names.map(named).join(" \u2013 ")}`),
    make("span", { className: at.late ? "bad" : at.open ? "faint" : "" }, at.late ? "late" : at.result, ...(at.more ? [make("small", {}, ` ${at.more}`)] : [])), ...rules);
}
