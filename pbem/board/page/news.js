/** What came last: what others did since one's own last orders, in two lines that open to the rest. */

import { fill, the } from "./build.js";
import * as past from "./past.js";

/** What a program does without a choice of its player's. */
const OWED = ["dice", "reveal", "shuffle", "unmask", "lay-open", "box"];
/** So many throws are told before the rest is opened, and so many dice of one. */
const THROWS_MOST = 4, DICE_MOST = 6;

/** The first event that is told. */
let first = 0;

/** @param {any} state */
export function show(state) {
  const events = /** @type {any[]} */ ([...the("past").children]);
  const own = events.map((one) => isOwn(one, state)).lastIndexOf(true);
  first = own === events.length - 1 || !state.shown.you && !state.practice ? Math.max(0, own) : own + 1;
  const came = events.slice(first);
  the("news").hidden = !came.length || Boolean(state.practice) && events.length === 1; // it has just begun
  const lines = [came.map(deed).join(" "), results(came.flatMap(steps))].filter(Boolean);
  const told = lines.join("\n");
  if (the("news-told").textContent !== told) the("news-told").textContent = told;
  fill(the("news-all"), ...came.map((one) => one.cloneNode(true)));
  for (const one of the("news-all").querySelectorAll(".at")) one.classList.remove("at");
}

/** Whether what came last begins behind this event, or with it where nobody plays here. @param {any} event @param {any} state */
function isOwn(event, { shown, practice }) {
  const by = event.querySelector("b").textContent, kind = event.dataset.kind;
  if (practice) return by !== "practice" && !by.endsWith("(the program)");
  return shown.you ? by === shown.you && !OWED.includes(kind) : kind === "orders";
}

/** @param {any} event @returns {string} who did what */
const deed = (event) => [...event.firstElementChild.childNodes].slice(2, 4).map((one) => one.textContent).join("").trim();

/** @param {any} event @returns {any[]} */
const steps = (event) => [...event.querySelector("ol")?.children ?? []];

/** What the dice brought, and who was lost; of what had neither the last that came. @param {any[]} all */
function results(all) {
  /** @type {{words: string, result: string}[]} */
  const throws = [];
  for (const { dataset, children } of all) {
    if (dataset.purpose) throws.push({ words: `${dataset.purpose}: ${dice(children)}`, result: "" });
    if (!dataset.result) continue;
    const last = throws.at(-1);
    if (last && !last.result) last.result = dataset.result;
    else throws.push({ words: "", result: dataset.result });
  }
  const decided = throws.some((one) => one.result) ? throws.filter((one) => one.result) : throws;
  const told = decided.slice(0, THROWS_MOST).map(({ words, result }) => [words, result].filter(Boolean).join(", "));
  if (decided.length > THROWS_MOST) told.push(`and ${decided.length - THROWS_MOST} more`);
  const lost = all.flatMap(({ dataset }) => dataset.lost ?? []);
  if (!told.length && !lost.length) return all.at(-1)?.textContent ?? "";
  const thrown = told.join("; ");
  return [thrown ? `${thrown[0].toUpperCase()}${thrown.slice(1)}.` : "", lost.length ? `Lost: ${lost.join(", ")}.` : ""].filter(Boolean).join(" ");
}

/** @param {any} inside a step @returns {string} its dice */
function dice(inside) {
  const all = [...inside].filter((one) => one.matches("b[aria-hidden]")).map((one) => one.textContent);
  return all.length > DICE_MOST ? `${all.length} dice` : all.join(" ");
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
