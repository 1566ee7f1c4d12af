/** Writes into the list, takes lines out of it, and shows the game behind it. */

import { tell } from "./ask.js";
import * as asked from "./asked.js";
import { fill, the } from "./build.js";
import * as chips from "./chips.js";
import * as list from "./list.js";
import { hasOrder, keep, written } from "./list.js";
import * as map from "./map.js";
import * as next from "./next.js";
import * as pointing from "./pointing.js";
import * as promises from "./promises.js";
import * as reading from "./reading.js";
import * as sheet from "./sheet.js";
import { isBusy, outdated, said, tellIn, typing } from "./underway.js";

/** @typedef {import("./choosing.js").Choice} Choice */

/** @type {any} */
let state = null;
/** @type {() => Promise<void>} what shows the game as it is */
let refresh = async () => {};

/** Show what can be written now. @param {any} now */
export function show(now) {
  state = now;
  const may = now.shown.yours ? now.shown.may : [];
  the("writing").hidden = the("pointing").hidden = !may.includes("orders") && !may.includes("seal");
  the("undo").hidden = the("writing").hidden;
  the("try").hidden = !may.includes("orders"); // of what is sealed nothing can be tried
  reading.show(now);
  list.show(now);
  promises.go(now);
  if (the("writing").hidden || !written().trim()) reading.bare();
  takesStanding();
  chips.show();
}

/** Offer to put standing orders into the list where it can be signed with them. */
function takesStanding() {
  const takes = !the("writing").hidden && !state.asked?.secret && (hasOrder() || Boolean(state.asked?.between?.usual));
  the("usual").hidden = the("answered").hidden = !takes;
}

/** Have standing orders in the list, in place of all others where ``anew``; of an empty list the usual answer comes first, which they are signed with. @param {string[]} lines @param {boolean} anew */
export async function stand(lines, anew) {
  if (lines.length && !hasOrder() && state.asked?.between?.usual) await add(state.asked.between.usual);
  const before = written().split("\n").filter((line) => line.trim() && !(anew && /^\s*standing\b/.test(line)));
  await rewrite([...before, ...lines].map((line) => `${line}\n`).join(""));
}

/** Write lines into the list: behind it, or in front of the line that waits for them. @param {string} lines */
export const add = (lines) => put(lines);

/** Write orders that were chosen, and tell what they promise. @param {Choice[]} meant @param {string[]} [first] what is said of them */
const choose = (meant, first) => put(meant.map((one) => one.line).join("\n"), first, meant);

/** @param {string} lines @param {string[]} [first] @param {Choice[]} [meant] */
async function put(lines, first = [], meant = []) {
  const ahead = reading.ahead(), before = written().trimEnd(), behind = before ? before.split("\n").slice(ahead.length) : [];
  if (asked.chosen() && meant.length) {
    promises.note([], meant);
    return rewrite(`${lines}\n`, first);
  }
  promises.note(ahead, meant);
  if (!before && asked.waits()) return withWaiting(lines);
  await rewrite([...ahead, lines, ...behind].map((one) => `${one}\n`).join(""), first);
}

/** Have an answer in the list, and behind it what waited. @param {string} answer */
async function withWaiting(answer) {
  await said("tried", async (newest) => {
    const { text, gone } = await tell("kept", { text: answer });
    if (newest()) await rewrite(text, gone.map((/** @type {string} */ why) => `Left out, since it has become impossible: ${why}`));
    return "";
  });
}

/** Show the map behind the list, every line of it as an arrow, and what it leads to. @param {string[]} [first] what is said before that */
export async function behind(first = []) {
  if (the("writing").hidden) return;
  if (!written().trim()) {
    asked.follows(null);
    return pointing.again();
  }
  if (isBusy()) return; // it says itself what came of it
  await said("tried", async (newest) => {
    const found = await pointing.follows();
    if (!newest()) return ""; // the map is another's by now
    chips.show(found.choices.written);
    reading.shows(found);
    pointing.lights(found);
    return [...first, ...found.choices.outcomes.map((/** @type {any} */ one) => one.text)].join("\n");
  });
}

/** Have another list. @param {string} text @param {string[]} [first] what is said of it */
async function rewrite(text, first = []) {
  before.length = 0;
  the("list").value = text;
  the("list").scrollTop = the("list").scrollHeight;
  changed();
  next.follow();
  await behind(first);
  next.follow();
  keep();
}

/** Have an empty list. */
export function emptied() {
  the("list").value = "";
  asked.follows(null);
  reading.bare();
  unsay();
  return keep();
}

/** The list is another one: what was said of it as it was goes, and what is still to be said too. */
function changed() {
  outdated("tried");
  unsay();
}

/** Have nothing said of a list, and nothing offered behind it. */
function unsay() {
  takesStanding();
  chips.show();
  sheet.follow(written());
  asked.changed();
  tellIn(the("tried"), "", false);
  fill(the("odds"));
  promises.show();
  pointing.clear();
}

/** Read the list that stands there now; of none the game is shown as it is. */
export async function reads() {
  keep();
  if (written().trim()) return behind();
  await emptied();
  await refresh();
}

/** Have other lines than those that stand there. @param {string[]} lines */
function replace(lines) {
  before.push(written());
  the("list").value = lines.map((line) => `${line}\n`).join("");
  changed();
  return reads();
}

/** What stood there before chips were taken out or moved, the newest last. @type {string[]} */
const before = [];

/** Take back the last click: put back what a chip took out, else take the last line out. */
function undo() {
  const lines = before.pop() ?? written().trimEnd().split("\n").slice(0, -1).map((line) => `${line}\n`).join("");
  the("list").value = lines;
  changed();
  return reads();
}

/** @param {() => Promise<void>} shows what shows the game as it is */
export function begin(shows) {
  refresh = shows;
  asked.begin(add);
  pointing.begin(choose);
  the("writing").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  the("list").addEventListener("input", () => {
    before.length = 0;
    changed();
    typing(reads);
  });
  chips.begin(replace);
  the("undo").addEventListener("click", undo);
  the("keep").addEventListener("click", () => withWaiting(written().trimEnd()));
  the("usual").addEventListener("click", async () => { await stand(["standing usual"], false); next.onwards(the("usual"), the("list")); });
}
