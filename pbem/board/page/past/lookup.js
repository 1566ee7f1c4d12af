/** What is looked up beside the map: charts, and why something is as it is. */

import { read, Refused } from "./ask.js";
import { fill, make, the } from "./build.js";
import * as past from "./past.js";

/** @type {any} */
let state = null;
/** How often something was asked for: what comes late is not shown. */
let turn = 0;
/** What was opened of a paragraph, by its button. @type {Map<any, any>} */
const opened = new Map();

/** @param {any} now */
export function show(now) {
  state = now;
}

/** Show the charts of the game. */
export const charts = () => shows("Charts", () => read("charts"));

/** Show why something is as it is: the step that is looked at; else why a list was refused, why a log or a fork is not good, what is asked, or what came last. */
export function why() {
  if (past.looksBack()) return state.practice ? meanings(the("step")) : reasons([past.place()]);
  if (the("tried").classList.contains("wrong")) return meanings(the("tried"));
  const { events } = state.shown;
  if (state.is_fork) return reasons([`${events}a`, `${events}b`]);
  if (state.trouble.length) return reasons([String(events)]);
  if (cited(the("asked")).length) return meanings(the("asked"));
  return state.practice ? meanings(the("past").lastElementChild) : reasons([String(events - 1)]);
}

/** @param {string[]} places in the log */
const reasons = (places) => shows("Why?", async () => (await Promise.all(places.map((at) => read(`why?at=${at}`)))).join(""));

/** Show what the paragraphs mean that are named somewhere. @param {any} where */
function meanings(where) {
  const names = cited(where);
  if (!names.length) return shows("Why?", async () => "No paragraph is named here.");
  return shows("Why?", () => read(`paragraph?${names.map((name) => `name=${encodeURIComponent(name)}`).join("&")}`));
}

/** The paragraphs that stand in brackets. @param {any} where @returns {string[]} */
function cited(where) {
  const found = [...where.textContent.matchAll(/\[([^[\]]+)\]/g)].flatMap((one) => one[1].split(", "));
  return [...new Set(found)].filter((name) => /\d/.test(name));
}

/** @param {string} title @param {() => Promise<string>} what markup of the program, in which words of others are quoted */
async function shows(title, what) {
  const mine = ++turn;
  the("lookup-title").textContent = title;
  fill(the("found"), "Reading.");
  opened.clear();
  if (!the("lookup").open) the("lookup").showModal();
  const made = await asked(what);
  if (mine !== turn) return;
  fill(the("found"), ...made);
  the("found").scrollTop = 0;
  the("found").focus(); // whoever hears the page begins there
}

/** @param {() => Promise<string>} what @returns {Promise<Node[]>} */
async function asked(what) {
  try {
    return [...new DOMParser().parseFromString(await what(), "text/html").body.childNodes];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [make("p", { className: "wrong" }, error.message)];
  }
}

/** Open what a paragraph means below what names it, or close it. @param {any} button */
async function paragraph(button) {
  const there = opened.get(button);
  there?.remove();
  opened.delete(button);
  button.ariaExpanded = String(!there);
  if (there) return;
  const made = make("section", { className: "meaning" }), block = button.closest("li, p, h3");
  opened.set(button, made);
  if (block.matches("li")) block.append(made); else block.after(made);
  fill(made, ...await asked(() => read(`paragraph?name=${encodeURIComponent(button.dataset.paragraph)}`)));
}

export function begin() {
  the("charts").addEventListener("click", charts);
  the("why").addEventListener("click", why);
  the("found").addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("[data-paragraph]");
    if (button) paragraph(button);
  });
}
