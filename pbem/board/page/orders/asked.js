/** What is asked: whose pen it is, and until when; while a list is written, what is asked behind it. */

import * as bar from "./bar.js";
import { fill, make, the } from "./build.js";
import { count, written } from "./list.js";
import { bare } from "./quoted.js";

/** @typedef {{prompt: string, open: boolean, beforehand: boolean, paragraph: string, forms: string[], plain: string[], ends: string, turns: string[], comes: string, next: string, line: number, lapsing: string[], between: any, course?: any[]}} Question */

/** @type {any} */
let state = null;
/** What is asked behind the list; null where none is written that can be read. @type {Question|null} */
let behind = null;
/** @type {(line: string) => void} */
let take = () => {};

/** @param {(line: string) => void} taken what writes an order into the list */
export function begin(taken) {
  take = taken;
}

/** Whether orders wait that an answer puts an end to, unless they stand behind it in the list. */
export const waits = () => Boolean(state?.asked?.waiting.length);

/** The line of the list in front of which the next order is to stand; 0: behind all of it. */
export const line = () => behind?.line ?? 0;

/** What can be answered to a question that comes in between; as long as nothing but an answer is in the list, another can be chosen. @returns {{answers: any[], stake: string, usual: string, decline: string, always: string, fight: string}|null} */
export function between() {
  if (!state?.shown.yours) return null;
  if (behind?.open) return behind.between ?? null;
  return !behind || chosen() ? state.asked?.between ?? null : null;
}

/** The order that ends the phase that is asked about, empty where there is none. */
export const ends = () => (behind?.open ? behind : state?.asked)?.ends ?? "";

/** The answer that is all of the list, with a standing order or none; empty where there is more, or none. */
export function chosen() {
  const list = written().trim(), [first] = list.split("\n");
  return count() === 1 && !behind?.open && state?.asked?.between?.answers.some((/** @type {any} */ one) => one.line === first) ? list : "";
}

/** @param {any} now */
export function show(now) {
  state = now;
  tell();
}

/** Tell what is asked behind the list that is written. @param {Question|null} question */
export function follows(question) {
  behind = question;
  isRead = true;
  bar.course(question?.course);
  if (state) tell();
  for (const what of followed) what();
}

/** The list is another one, and is not read yet. */
export function changed() {
  isRead = false;
  for (const what of followed) what();
}

let isRead = true;

/** @type {(() => void)[]} */
const followed = [];

/** @param {() => void} what called whenever something else is asked after the list */
export function onFollowing(what) {
  followed.push(what);
}

/** What follows a signature, in a few words; empty while nobody knows. @param {boolean} [mails] whether mail goes then */
export function next(mails = true) {
  if (!behind || !isRead) return "";
  if (isMine()) return `still your move then${mails ? ", no mail yet" : ""}`;
  return behind.next;
}

/** Whether it is still one's own move after the list, as far as that is known. */
export const isMine = () => !behind || !isRead || (behind.open && !behind.beforehand);

function tell() {
  const { shown, asked } = state;
  const now = turn();
  const question = shown.yours && !shown.result ? behind : null;
  offer(question ?? (asked && shown.yours && !shown.result ? asked : null));
  tellWaiting();
  the("until").hidden = !shown.deadline;
  put("until", shown.deadline ? due(state.day) : "");
  the("until").title = shown.deadline ? `The answer is ${shown.deadline}.` : "";
  put("prompt", now);
  the("dock").dataset.yours = String(shown.yours && !shown.result);
  document.documentElement.dataset.side = asked && shown.yours ? asked.side : "";
  if (question) return question.line ? ask(`${stands(question)}${said(question)}`, begins(question)) : ask(said(question), begins(question), stands(question));
  ask(shown.result ?? (!asked ? [now, ...state.terms ?? []].join(" ") : shown.yours ? asked.prompt : `${now}: ${asked.prompt}`), asked && shown.yours && !shown.result ? begins(asked) : "");
}

/** Ask in the dock; what comes before it and how an answer begins is for who hears it, and for the rules. @param {string} words @param {string} how @param {string} [before] */
function ask(words, how, before = "") {
  const all = `${before}${words}${how && ` ${how}`}`;
  if (the("asked").textContent === bare(all)) return;
  const heard = (/** @type {string} */ one) => one ? [make("span", { className: "heard" }, one)] : [];
  fill(the("asked"), ...heard(before), words, ...heard(how && ` ${how}`));
  the("asked").title = bare(`${before}${words}`);
}

/** Say whose turn it is, as players do; where nobody is asked what is waited for. */
function turn() {
  const { shown, asked } = state;
  if (shown.result || !asked) return shown.result ?? pen();
  if (!shown.yours) return state.waits;
  return `Your turn as ${asked.name}${shown.may.includes("seal") ? ", sealed until it is due" : ""}`;
}

/** So many milliseconds has a day. */
const DAY = 86_400_000;

/** A deadline in a few words: "Sat 5 Dec, 7 days". @param {string} day in UTC */
function due(day) {
  const at = Date.parse(`${day}T00:00:00Z`), many = Math.round((at - Math.floor(Date.now() / DAY) * DAY) / DAY);
  the("until").classList.toggle("soon", many <= 1);
  const left = many < 0 ? `${-many} ${many === -1 ? "day" : "days"} late` : many === 0 ? "today" : many === 1 ? "tomorrow" : `${many} days`;
  return `${new Date(at).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" })}, ${left}`;
}

/** Say whose turn it is; to the person at the board what they owe. */
export function pen() {
  const { shown, asked } = state, mine = state.owes || asked?.prompt;
  return shown.yours && mine ? `${shown.result ? "The game is over. " : ""}Your move: ${mine}` : shown.pen;
}

/** Which orders of one's own wait behind what another is asked, in a sentence, where any do. @returns {string[]} */
export function stillWaits() {
  const { yours, waiting } = state.shown, one = waiting?.length === 1;
  if (yours || !waiting?.length) return [];
  return [`${one ? "One order of yours waits" : `${waiting.length} orders of yours wait`} until that is answered: ${waiting.join("; ")}.`];
}

/** Say which orders wait, and what becomes of them. */
function tellWaiting() {
  const lapsing = behind ? behind.lapsing : state.shown.yours && state.asked?.waiting || [];
  const one = lapsing.length === 1, which = lapsing.join("; ");
  const many = one ? "One order of yours waits" : `${lapsing.length} orders of yours wait`;
  const stays = `${many} until this is answered: ${which}. ${one ? "It is" : "They are"} in your list again, after the answer that you choose.`;
  const lapses = `${many} and ${one ? "is" : "are"} not in your list; by this list ${one ? "it is skipped" : "they are skipped"}: ${which}.`;
  the("waits").hidden = !lapsing.length;
  the("keep").hidden = !behind || !lapsing.length;
  put("waits", !lapsing.length ? "" : behind ? lapses : stays);
}

/** Give a button to each order that means nothing on the map. @param {Question|null} question */
function offer(question) {
  // What is listed below with what it changes has no button besides.
  const listed = between()?.answers.map(({ line }) => line) ?? [], place = the("plain");
  const lines = question?.plain.filter((one) => !listed.includes(one) && (!state.at_hand || question?.turns.includes(one))) ?? [];
  const before = [...place.children, ...the("plain-too").children].map((/** @type {any} */ one) => one.value);
  if (lines.join("\n") === before.join("\n")) return; // whoever is on one by keys stays there
  const had = place.contains(document.activeElement);
  const [first, ...others] = lines.map((line) => make("button", { type: "button", value: line, on: { click: () => take(line.replaceAll("; ", "\n")) } }, label(line)));
  fill(place, ...first ? [first] : []);
  fill(the("plain-too"), ...others);
  if (had) place.querySelector("button")?.focus({ preventScroll: true });
}

/** What an order is called on its button: "End movement and combat". @param {string} line */
const label = (line) => `${line[0].toUpperCase()}${line.slice(1)}`.replaceAll("; end ", " and ");

/** @param {Question} question */
function said({ prompt, comes, beforehand }) {
  return `${comes || prompt}${beforehand ? " You can still add orders before that." : ""}`;
}

/** Where that is asked. @param {Question} question */
const stands = ({ beforehand, line }) => line && !beforehand ? `Before line ${line} of your list: ` : "After these orders: ";

/** @param {{paragraph: string, forms: string[]}} question how an answer to it begins */
function begins({ paragraph, forms }) {
  return forms.length ? `[${paragraph}] Begins with: ${forms.join(", ")}` : "";
}

/** What is the same as before is not told once more to who hears it. @param {string} id @param {string} words */
function put(id, words) {
  if (the(id).textContent !== bare(words)) the(id).textContent = words;
}
