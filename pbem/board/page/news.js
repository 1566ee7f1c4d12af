/** What came last: what others did since one's own last orders, in a few lines that open to the rest. */

import { fill, the } from "./build.js";
import * as past from "./past.js";

/** What a program does without a choice of its player's, and what that is. @type {Record<string, string>} */
const OWED = { dice: "dice", reveal: "what was sealed", shuffle: "a shuffled deck", unmask: "masks of cards", "lay-open": "opened masks", box: "boxes" };
/** So many attacks, other things and units are told before the rest is opened; so many parts of an attack. */
const ATTACKS_MOST = 5, OTHERS_MOST = 4, UNITS_MOST = 8, PARTS_MOST = 4;

/** The first event that is told. */
let first = 0;

/** @param {any} state */
export function show(state) {
  const events = /** @type {any[]} */ ([...the("past").children]);
  const own = events.map((one) => isOwn(one, state)).lastIndexOf(true);
  first = own === events.length - 1 || !state.shown.you && !state.practice ? Math.max(0, own) : own + 1;
  const came = events.slice(first);
  the("news").hidden = !came.length || Boolean(state.practice) && events.length === 1; // it has just begun
  const told = lines(came, events.slice(0, first)).join("\n");
  if (the("news-told").textContent !== told) the("news-told").textContent = told;
  fill(the("news-all"), ...came.map((one) => one.cloneNode(true)));
  for (const one of the("news-all").querySelectorAll(".at")) one.classList.remove("at");
}

/** Whether what came last begins behind this event, or with it where nobody plays here. @param {any} event @param {any} state */
function isOwn(event, { shown, practice }) {
  const by = event.querySelector("b").textContent, kind = event.dataset.kind;
  if (practice) return by !== "practice" && !by.endsWith("(the program)");
  return shown.you ? by === shown.you && !(kind in OWED) : kind === "orders";
}

/** @param {any} event @returns {string} who did what */
const deed = (event) => [...event.firstElementChild.childNodes].slice(2, 4).map((one) => one.textContent).join("").trim();

/** @param {any} event @returns {any[]} */
const steps = (event) => [...event.querySelector("ol")?.children ?? []];

/** What happened: the end, losses, places, attacks, other things, moves, the phase; where nothing did, who did what. @param {any[]} events @param {any[]} before the events before them @returns {string[]} */
function lines(events, before) {
  /** @type {Record<string, string[]>} */
  const found = { end: [], lost: [], taken: [], event: [], moved: [], phase: [] };
  /** @type {string[][]} each with what came of it, first the one that waited */
  const attacks = [waiting(before)];
  for (const event of events) for (const { dataset: { news, brief } } of steps(event)) {
    if (news === "attack") attacks.push([brief]);
    else if (news === "result" || news === "after") attacks.at(-1)?.push(brief);
    else if (news === "moved") found.moved.push(...brief.split(", "));
    else if (news) found[news].push(brief);
  }
  const told = [
    ...found.end.map(sentence),
    ...some("Lost", found.lost, UNITS_MOST), ...some("Taken", found.taken, UNITS_MOST, "; "),
    ...few(attacks.slice(attacks[0].length > 1 && attacks[0][0] ? 0 : 1).map(attack), ATTACKS_MOST, "attack"),
    ...few(found.event.map(sentence), OTHERS_MOST, "thing"),
    ...some("Moved", [...new Set(found.moved)], UNITS_MOST),
    ...found.phase.slice(-1).map(sentence),
  ];
  const kinds = [...new Set(events.map((one) => OWED[one.dataset.kind] ?? ""))].filter(Boolean);
  const others = told.length ? [] : events.filter((one) => !(one.dataset.kind in OWED)).map(deed);
  const quiet = kinds.length ? [`By the programs: ${kinds.join(", ")}.`] : [];
  return [...told, ...others, ...(told.length || others.length ? quiet : events.map(deed))];
}

/** @param {string} words */
const sentence = (words) => `${words}.`;

/** An attack with the last parts of what came of it. @param {string[]} parts */
const attack = ([what, ...came]) => sentence([what, came.slice(-PARTS_MOST).map((one) => one.replace(/^The /, "the ")).join("; ")].filter(Boolean).join(": "));

/** The attack whose result was not told yet, as its only part; no words where there is none. @param {any[]} events @returns {string[]} */
function waiting(events) {
  const last = events.flatMap(steps).findLast(({ dataset: { news } }) => news === "attack" || news === "result");
  return [last?.dataset.news === "attack" ? last.dataset.brief : ""];
}

/** @param {string} what @param {string[]} names @param {number} most @param {string} [between] @returns {string[]} a sentence that names them, none where there are none */
function some(what, names, most, between = ", ") {
  if (!names.length) return [];
  const more = names.length > most ? `${between}and ${names.length - most} more` : "";
  return [`${what}: ${names.slice(0, most).join(between)}${more}.`];
}

/** The first of many, and how many more there are. @param {string[]} all @param {number} most @param {string} what @returns {string[]} */
function few(all, most, what) {
  const more = all.length - most;
  return more > 0 ? [...all.slice(0, most), `And ${more} more ${what}${more === 1 ? "" : "s"}.`] : all;
}

/** @param {any} event what was clicked: the step, or the event, is shown on the map */
function clicked(event) {
  const one = event.target.closest("#news-all > li");
  if (!one || !(getSelection()?.isCollapsed ?? true)) return;
  event.preventDefault();
  past.look(first + [...the("news-all").children].indexOf(one), 1 + steps(one).indexOf(event.target.closest("#news-all ol > li")));
}

export function begin() {
  the("news-all").addEventListener("click", clicked);
  the("news-play").addEventListener("click", () => past.play(first));
}
