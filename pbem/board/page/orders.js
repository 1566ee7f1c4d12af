/** Orders: what was pointed at can do, the list that is written, tried and signed. */

import { Refused, tell } from "./ask.js";
import * as asked from "./asked.js";
import * as choosing from "./choosing.js";
import { fill, make, the } from "./build.js";
import * as leaving from "./leaving.js";
import * as map from "./map.js";
import * as next from "./next.js";
import { odds } from "./odds.js";

/** @typedef {choosing.Choice} Choice */

const WORDS = {
  orders: "Sign these orders", dice: "Give the dice", seal: "Seal the choice", reveal: "Open what I sealed",
  deal: "Do what is owed with the deck", join: "Join the game", answer: "",
};
/** So many milliseconds behind the last sign that was typed the list is read. */
const TYPED = 600;
const DEALS = ["shuffle", "unmask", "lay-open", "box"];

/** @type {any} */
let state = null;
/** @type {Choice[]} */
let choices = [];
let pointed = "";
/** Where that stands which was clicked on the map: several counters may have one name. */
let where = "";
/** @type {(act?: string) => Promise<void>} */
let signed = async () => {};

/** @returns {string} */
export const written = () => the("list").value;

/** Whether all standing answers are withdrawn with what is signed next. */
const clears = () => the("withdraw").ariaPressed === "true";

/** Show what can be written and signed now. @param {any} now */
export function show(now) {
  state = now;
  fill(the("offered"), ...now.offered.map((/** @type {string} */ line) => make("p", {}, line)));
  the("key").hidden = now.unlocked;
  the("open-key").hidden = !now.unlocked;
  const may = now.shown.yours ? now.shown.may : [];
  const writes = may.includes("orders") || may.includes("seal");
  the("writing").hidden = the("pointing").hidden = !writes;
  const standing = Object.entries(now.shown.standing).flatMap(([side, lines]) => lines.map((/** @type {string} */ line) => make("li", {}, `${side}: ${line}`)));
  fill(the("standing"), ...(standing.length ? standing : [make("li", {}, "You have given none: you are asked each time.")]));
  the("withdraw").hidden = !writes || !standing.length || Boolean(now.practice);
  the("signing").hidden = !now.shown.you || !may.length || Boolean(now.practice);
  fill(the("acts"), ...acts(may));
  the("offers").hidden = !may.includes("offer") || Boolean(now.practice);
  if (!the("offering").childElementCount) fill(the("offering"), button("offer", "Offer to take back", { offer: "undo" }), button("offer", "Offer a draw", { offer: "tie" }));
  leaving.show(may.includes("resign"));
  if (!written() && now.unsent && now.unsent !== kept) the("list").value = now.unsent;
  keep();
  takesStanding();
}

/** Whether there is an order in the list: standing answers alone cannot be given. */
const hasOrder = () => written().split("\n").some((line) => !/^\s*(standing\b|#|$)/.test(line));

/** Offer to put standing answers into the list where it can be signed with them. */
function takesStanding() {
  const takes = !the("writing").hidden && !state.asked?.secret && (hasOrder() || Boolean(state.asked?.between?.usual));
  the("usual").hidden = the("answered").hidden = !takes;
}

/** Have standing answers in the list, in place of all others where ``anew``; of an empty list the usual answer comes first, which they are signed with. @param {string[]} lines @param {boolean} anew */
export async function stand(lines, anew) {
  if (lines.length && !hasOrder() && state.asked?.between?.usual) await add(state.asked.between.usual);
  const before = written().split("\n").filter((line) => line.trim() && !(anew && /^\s*standing\b/.test(line)));
  await rewrite([...before, ...lines].map((line) => `${line}\n`).join(""));
}

/** The list as the program keeps it, where it does. @type {string|null} */
let kept = null;

/** Have the program keep the list, so that it is there when the page is not. */
async function keep() {
  const text = written();
  if (!state.shown.you || state.practice || (kept ?? state.unsent) === text) return;
  try {
    await tell("unsent", { text });
    kept = text;
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // it stands in the page, and is kept later
  }
}

/** @param {string[]} may */
function* acts(may) {
  for (const kind of ["orders", "seal", "dice", "reveal", "join"]) if (may.includes(kind)) yield button(kind);
  if (may.some((kind) => DEALS.includes(kind))) yield button("deal");
  if (may.includes("answer")) {
    yield button("answer", "Say yes", { yes: true });
    yield button("answer", "Say no", { yes: false });
  }
}

/** @param {string} act @param {string} [words] @param {object} [more] */
function button(act, words = WORDS[act], more = {}) {
  const made = make("button", { type: "button", on: { click: () => sign(act, words, more) } }, words);
  made.dataset.act = act;
  if (act !== "offer") made.className = "sign";
  return made;
}

/** @param {string} act @param {string} [words] what is asked once more, of an offer @param {object} [more] */
async function sign(act, words = "", more = {}) {
  if (signing) return; // pressed twice
  if (act === "offer" && !confirm(`${words}?`)) return;
  const text = act === "orders" || act === "seal" ? written() : "";
  signing = true;
  // A trial that is under way comes to its end first.
  await alone(() => said("tried", async () => {
    if (act === "orders") {
      const tried = await tell("try", { text, clear: clears() });
      const doubtful = [...tried.lapsing, ...tried.hopeless];
      if (doubtful.length && !confirm(`${doubtful.join("\n")}\nSign it all the same?`)) return "Nothing was signed.";
    }
    const wish = { act, text, head: state.shown.head, note: the("note").value, passphrase: the("passphrase").value, minutes: Number(the("minutes").value), ...more };
    if (act === "orders") wish.clear = clears();
    const done = await tell("sign", wish);
    for (const id of ["passphrase", "note"]) the(id).value = "";
    if (text) await emptied(); // else what is read next would still have the list
    clear();
    await signed();
    next.follow();
    const told = done.outcomes.map((/** @type {any} */ one) => one.text);
    inSight();
    return [`Signed: ${done.events.map((/** @type {any} */ e) => `event ${e.seq}, ${e.kind}`).join("; ")}.`, done.pen, ...asked.stillWaits(), ...told].join("\n");
  })).finally(() => { signing = false; });
}

let doing = Promise.resolve();
let typed = 0, underWay = 0, signing = false;

/** What changes the game is done alone: what comes of it is shown by it. @param {() => Promise<void>} what */
export function alone(what) {
  clearTimeout(typed);
  underWay += 1;
  const done = doing.then(what).finally(() => { underWay -= 1; });
  doing = done.catch(() => {});
  return done;
}

/** When nothing of the kind is under way. */
export const idle = () => doing;

/** How often something was begun of which a place is to say what came of it. @type {Record<string, number>} */
const begun = {};

/**
 * Do something and say what came of it, unless something else was begun meanwhile, which says its own.
 * @param {string} where @param {(newest: () => boolean) => Promise<string>} what
 */
export async function said(where, what) {
  const place = the(where), turn = begun[where] = (begun[where] ?? 0) + 1;
  const newest = () => begun[where] === turn;
  place.ariaBusy = "true"; // readers of screens wait for what comes
  try {
    const words = await what(newest);
    if (newest()) tellIn(place, words, false);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (newest()) tellIn(place, error.message, true);
  } finally {
    if (newest()) place.ariaBusy = null;
  }
}

/** @param {HTMLElement} place @param {string} words @param {boolean} wrong */
function tellIn(place, words, wrong) {
  place.textContent = words;
  place.classList.toggle("wrong", wrong);
  // What was pressed seems dead where its refusal is out of sight; a list that is being typed stays where it is.
  if (wrong && document.activeElement !== the("list")) place.scrollIntoView({ block: "nearest" });
}

/** Bring into sight what comes next: what can be answered, else what came of it and what is to be mailed. */
export function inSight() {
  for (const one of the("answer").querySelectorAll(choices.length ? "#choices-said" : "#tried, #outgoing")) begins(one);
}

/** Bring the beginning of something into sight, unless it is. @param {any} one */
function begins(one) {
  const above = one.getBoundingClientRect().top < the("acting").getBoundingClientRect().bottom;
  one.scrollIntoView({ block: above ? "start" : "nearest" });
}

/** Whether an order that is offered goes to a place, or is against it. @param {string} place */
export const leads = (place) => choices.some((one) => one.path.at(-1) === place || one.against.includes(place));

/** Point at a unit or a place. @param {string} place @param {string[]} units @param {boolean} [more] beside those that were pointed at before; those that all were are taken out again */
export async function point(place, units, more = false) {
  if (more && units.length) {
    const before = the("about").value.split(" ").filter(Boolean), all = units.every((one) => before.includes(one));
    const others = before.filter((/** @type {string} */ one) => !units.includes(one));
    where = "";
    the("about").value = (all ? others : [...before, ...units.filter((one) => !before.includes(one))]).join(" ");
    return about();
  }
  // Where answers stand unasked, whoever is in one of them is pointed at by a click.
  const mine = units.some((unit) => (pointed ? pointed.split(" ").includes(unit) : choices.some((one) => one.units.includes(unit))));
  const meant = mine && !pointed ? [] : meantAt(place);
  if (meant.length && plainly(meant) && !mine) return onMap(meant, place);
  if (meant.length) return offer(meant, `Orders to ${place}`);
  if (!units.length && the("about").value && map.isEmpty(place)) return unpoint();
  if (!units.length && !place) return;
  await pointAt(units[0] ?? place, units.length ? place : "");
}

/** The orders that lead to a place, or are against it; where whatever is pointed at goes there by one of them, and nobody beside, that alone. @param {string} place @returns {Choice[]} */
function meantAt(place) {
  const there = choices.filter((one) => one.path.at(-1) === place || one.against.includes(place));
  const named = names(pointed), alone = there.filter((one) => one.path.at(-1) === place && one.units.length === named.length && one.units.every((unit) => named.includes(unit.toLowerCase())));
  return alone.length === 1 ? alone : there;
}

/** Whether there is nothing to choose: one order is meant, or one for each of several units. @param {Choice[]} meant */
function plainly(meant) {
  const units = meant.flatMap((one) => one.units), named = names(pointed);
  const each = named.length > 1 && meant.every((one) => one.units.length === 1) && new Set(units).size === units.length;
  return meant.length === 1 || (each && units.every((unit) => named.includes(unit.toLowerCase())));
}

/** @param {string} words @returns {string[]} the names in it, in small letters */
const names = (words) => words.toLowerCase().split(" ").filter(Boolean);

/** Point at units that are lifted from their place, unless they are those that are pointed at. @param {string} place @param {string[]} units */
export async function lift(place, units) {
  if (choices.length && units.every((unit) => pointed.split(" ").includes(unit))) return;
  await pointAt(units.join(" "), place);
}

/** @param {string} name of units or a place @param {string} at where they stand, of units */
function pointAt(name, at) {
  the("about").value = name;
  where = at;
  return about();
}

/** Write the order that takes what is pointed at to a place; where there are several offer these, where there is none say why. @param {string} place */
export async function drop(place) {
  const meant = meantAt(place);
  if (meant.length && plainly(meant)) return onMap(meant, place);
  if (meant.length) return offer(meant, `Orders to ${place}`);
  await said("tried", async (newest) => {
    const found = await looked(`${pointed} ${place}`);
    if (newest()) offer(choices, none(found.choices.note));
    return "";
  });
}

/** Point at nothing any more. What is under way about it is not shown. */
export function unpoint() {
  if (!the("about").value && !choices.length) return;
  begun.tried = (begun.tried ?? 0) + 1;
  the("tried").ariaBusy = null;
  clear();
  between();
}

/** Offer the few answers to a question that comes in between, as long as nothing is pointed at. */
function between() {
  const found = asked.between();
  if (!found?.answers.length || pointed || the("writing").hidden) return;
  choices = found.answers;
  offer(choices, found.stake ? `As it stands: ${found.stake}.` : "What can be answered:");
}

/** Ask what is legal of what stands in the field. */
async function about() {
  clearTimeout(typed); // the list is read here, and what comes of that is not to be put away by it
  keep();
  pointed = the("about").value.trim();
  if (document.activeElement === the("about")) the("about").select(); // what is typed next takes its place
  await said("tried", async (newest) => {
    const found = await looked(pointed, where);
    if (!newest()) return "";
    choices = found.choices.choices;
    shows(found);
    offer(choices, found.choices.open ? (choices.length ? `${pointed || "All"}: ${counted(choices.length)}${found.choices.more ? " and more" : ""}` : none(found.choices.note)) : found.choices.prompt, found.choices.later);
    return "";
  });
}

/** @param {number} many */
const counted = (many) => `${many} ${many === 1 ? "order" : "orders"}`;

/** @param {string} note why nothing is offered */
const none = (note) => note ? `${note[0].toUpperCase()}${note.slice(1)}.` : "Nothing is legal now.";

/** @param {Choice[]} found @param {string} heading @param {string} [later] what comes in a later phase */
function offer(found, heading, later = "") {
  map.unmark();
  map.choose(pointed.split(" "), where);
  for (const one of found) {
    if (one.path.length) map.mark(one.path.at(-1) ?? "", "reach", found.length < 80 ? one.cost : null);
    for (const id of one.against) map.mark(id, "target");
  }
  map.reveal();
  choosing.offer(found, heading, later);
}

/** @param {string} line an order that is offered @returns {Promise<string>} its odds, in a few words */
async function promised(line) {
  try {
    return await tell("promised", { text: written(), line });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return ""; // the list or the game has become another meanwhile, and so have the choices
  }
}

/** Write a line into the list, and show the map behind it. @param {string} line */
async function take(line) {
  await add(line);
}

/** Write the orders that were meant on the map, one or one of each unit; a unit can be typed then, as before. @param {Choice[]} meant @param {string} place */
function onMap(meant, place) {
  const go = meant.flatMap((one) => one.units), stay = meant.length > 1 ? pointed.split(" ").filter((unit) => !go.includes(unit)) : [];
  next.name();
  return add(meant.map((one) => one.line).join("\n"), stay.length ? [`Not to ${place}, where they cannot go: ${stay.join(", ")}.`] : []);
}

/** Write lines into the list: behind it, or in front of the line that waits for them. @param {string} lines @param {string[]} [first] what is said of them */
export async function add(lines, first = []) {
  const before = written().trimEnd(), at = asked.line();
  if (!before && asked.waits()) return withWaiting(lines);
  const all = before ? before.split("\n") : [];
  all.splice(at ? at - 1 : all.length, 0, lines);
  await rewrite(all.map((one) => `${one}\n`).join(""), first);
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
    return between();
  }
  if (underWay) return; // it says itself what came of it
  await said("tried", async (newest) => {
    const found = await looked(null);
    if (!newest()) return ""; // the map is another's by now
    shows(found);
    between();
    return [...first, ...found.choices.outcomes.map((/** @type {any} */ one) => one.text)].join("\n");
  });
}

/** Ask what can follow the list; of one that cannot be read nothing does. @param {string|null} about null: only what is asked then, and no choices @param {string} [at] where that stands */
async function looked(about, at = "") {
  try {
    return await tell("choices", { text: written(), about, at });
  } catch (error) {
    asked.follows(null);
    throw error;
  }
}

/** Show the map behind the list, and what is asked there. @param {any} found */
function shows(found) {
  if (found.map) map.draw(found.map);
  map.write(found.choices.written, state.asked?.side);
  asked.follows(written().trim() ? found.choices : null);
}

/** Have another list. @param {string} text @param {string[]} [first] what is said of it */
export async function rewrite(text, first = []) {
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
  map.write([]);
  unsay();
  return keep();
}

/** The list is another one: what was said of it as it was goes, and what is still to be said too. */
function changed() {
  begun.tried = (begun.tried ?? 0) + 1;
  the("tried").ariaBusy = null;
  unsay();
}

/** Have nothing said of a list, and nothing offered behind it. */
function unsay() {
  takesStanding();
  tellIn(the("tried"), "", false);
  fill(the("odds"));
  clear();
}

function clear() {
  choices = [];
  pointed = where = "";
  the("about").value = "";
  choosing.clear();
  map.unmark();
}

/** Read the list that stands there now; of none the game is shown as it is. */
async function reads() {
  keep();
  if (written().trim()) return behind();
  await emptied();
  await signed();
}

/** Have what a field holds be typed over by whoever comes to it; a second click sets the cursor. @param {HTMLInputElement} field */
function selected(field) {
  let comes = false;
  field.addEventListener("pointerdown", () => { comes = document.activeElement !== field; });
  field.addEventListener("focus", () => field.select());
  field.addEventListener("click", () => {
    if (comes && field.selectionStart === field.selectionEnd) field.select(); // the click has set the cursor
  });
}

/** @param {() => Promise<void>} after what to do once something was signed */
export function begin(after) {
  signed = after;
  asked.begin(take);
  leaving.begin(() => sign("resign"));
  choosing.begin(take, promised);
  the("about").addEventListener("input", () => { where = ""; });
  selected(the("about"));
  the("pointing").addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); about(); });
  for (const id of ["writing", "signing"]) the(id).addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  the("try").addEventListener("click", async () => {
    const text = written();
    await alone(() => said("tried", async (newest) => {
      const tried = await tell("try", { text, clear: clears() });
      if (newest()) fill(the("odds"), ...tried.hopeless.map((/** @type {string} */ line) => make("p", { className: "told wrong", role: "alert" }, line)), ...odds(tried.trial));
      return [...tried.told, "What your list does:", ...tried.does].join("\n");
    }));
    begins(the("odds").firstElementChild ?? the("tried"));
    if (written() !== text) await reads(); // it was changed meanwhile
  });
  the("list").addEventListener("input", () => {
    changed();
    clearTimeout(typed);
    typed = setTimeout(reads, TYPED);
  });
  the("undo").addEventListener("click", () => {
    the("list").value = written().trimEnd().split("\n").slice(0, -1).map((line) => `${line}\n`).join("");
    changed();
    return reads();
  });
  the("keep").addEventListener("click", () => withWaiting(written().trimEnd()));
  the("usual").addEventListener("click", async () => { await stand(["standing usual"], false); next.onwards(the("usual"), the("list")); });
  the("lock").addEventListener("click", async () => { await tell("lock", {}); await after(); next.onwards(the("lock"), the("passphrase")); });
  the("passphrase").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const buttons = the("acts").querySelectorAll(".sign");
    if (event.key === "Enter" && buttons.length === 1) buttons[0].click();
  });
}
