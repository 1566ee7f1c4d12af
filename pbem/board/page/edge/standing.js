/** Standing orders: one choice for each question that can come, written into the list as lines. */

import { fill, make, own, the } from "./build.js";
import { stand } from "./writing.js";

/** @typedef {{name: string, usual: string[], mine: string[], means: string}} Question */

/** @type {Question[]} */
let questions = [];
/** The last event that was shown. */
let head = "";

/** @param {any} state */
export function show(state) {
  const now = state.questions;
  const given = Object.entries(state.shown.standing).flatMap(([side, lines]) => lines.map((/** @type {string} */ line) => make("li", {}, `${own(state.names, side) ?? side}: ${line.replace(/^standing /, "")}`)));
  fill(the("standing"), ...(given.length ? given : [make("li", {}, "None. You are asked each time.")]));
  the("withdraw").hidden = the("writing").hidden || !given.length || Boolean(state.practice);
  if (state.shown.head !== head) withdraw(false); // it was signed
  head = state.shown.head;
  the("answers").hidden = !now.length || the("writing").hidden;
  if (JSON.stringify(now) === JSON.stringify(questions)) return;
  questions = now;
  fill(the("answering"), ...questions.map(field));
}

/** @param {Question} one */
function field({ name, usual, mine, means }) {
  const given = mine.join("\n"), typed = make("textarea", { rows: 1, value: given === usual.join("\n") ? `standing ${name} ` : given || `standing ${name} `, ariaLabel: `${name}: lines of your own`, spellcheck: false });
  const how = make("select", { name, ariaLabel: `${name}: how it is answered` },
    ...Object.entries({ ask: "Ask me", usual: "As usual", own: "My own lines" }).map(([value, words]) => make("option", { value }, words)));
  how.value = !mine.length ? "ask" : given === usual.join("\n") ? "usual" : "own";
  const shows = () => { typed.hidden = how.value !== "own"; };
  how.addEventListener("change", shows);
  shows();
  return make("fieldset", {}, make("legend", {}, name), how, typed, make("p", { className: "help" }, `Usual: ${means}.`));
}

/** The lines that say what is chosen. */
function lines() {
  return questions.flatMap(({ name, usual }) => {
    const how = the("answering").elements[name];
    if (how.value === "usual") return usual;
    return how.value === "own" ? how.nextElementSibling.value.trim().split("\n") : [];
  });
}

/** Have all standing orders withdrawn with what is signed next, or not. @param {boolean} all */
function withdraw(all) {
  the("withdraw").ariaPressed = String(all);
  the("withdrawing").hidden = !all;
}

export function begin() {
  the("answering").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  the("answered").addEventListener("click", () => stand(lines(), true));
  the("withdraw").addEventListener("click", () => {
    const all = the("withdraw").ariaPressed !== "true";
    withdraw(all);
    if (all) stand([], true);
  });
}
