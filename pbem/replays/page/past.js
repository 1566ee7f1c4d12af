/** The past: every event with what came of it, and the map as it was, step by step. */

import { fill, the } from "./build.js";

/**
 * Where the maps come from, each as markup or as what else the page draws.
 * @template T
 * @typedef {object} Source
 * @property {(event: number, step: number) => Promise<T|null>} map the map at an event, behind so many of its steps; that of the beginning before the game begins; null: there is none
 * @property {() => Promise<T>} [now] the map as it is now, of a game that may go on; else its last event is the end
 * @property {(map: T) => void} draw
 * @property {string} here what is said of an earlier moment
 */

/** @type {Source<any>} */
let source;
/** The events as they stand in the list. @type {any[]} */
let events = [];
let at = 0, step = 0;
/** How often something was looked at: a map that comes late is not drawn. */
let turn = 0;
/** What the address named when the page was opened. */
let asked = "";

/** The list has changed; the present stays shown unless somebody looks back. */
export function grow() {
  const behind = looksBack();
  events = [...the("past").children];
  the("at").max = String(Math.max(0, events.length - 1));
  if (!behind && source.now) present();
}

/** Whether an earlier moment is shown than now. */
export const looksBack = () => events.length > 0 && at < events.length;

/** The number of the event that is looked at. */
export const looked = () => Number(events[at] && called(events[at]));

/** What is looked at, as a place in a log: `12`, or `12.3` behind the third step of an event. @returns {string} */
export const place = () => `${called(events[at])}${step ? `.${step}` : ""}`;

function present() {
  turn += 1;
  at = events.length;
  step = 0;
  the("at").value = String(events.length - 1);
  says("", null);
  history.replaceState(null, "", location.pathname);
  marked(null, null);
  shown(events.at(-1));
}

/** Say which moment is shown, and what came of it. @param {string} when @param {any} words */
function says(when, words) {
  the("when").textContent = when;
  the("at").setAttribute("aria-valuetext", when || "now");
  const copy = [...(words?.childNodes ?? [])].map((one) => one.cloneNode(true));
  fill(the("step"), ...copy);
}

/** @param {any} event @param {any} step */
function marked(event, step) {
  for (const one of the("past").querySelectorAll(".at")) one.classList.remove("at");
  for (const one of [event, step]) one?.classList.add("at");
}

/** Bring an event or step into view in its own list: the page stays where it is. @param {any} one */
function shown(one) {
  if (!one) return;
  const list = the("past"), top = one.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (top < 0 || top + one.offsetHeight > list.clientHeight) list.scrollTop += top - list.clientHeight / 4;
}

/** What an event is called. @param {any} event @returns {string} */
const called = (event) => event.querySelector("a").textContent;

/** The steps of an event. @param {number} event @returns {any[]} */
const steps = (event) => [...(events[event]?.querySelector("ol")?.children ?? [])];

/** Show the map at an event, behind so many of its steps. @param {number} event @param {number} behind */
export async function look(event, behind) {
  if (!events.length) return; // nothing was told yet
  if (event >= events.length && source.now) {
    present();
    await drawn(source.now());
    return;
  }
  at = Math.max(0, Math.min(event, events.length - 1));
  const all = steps(at);
  step = event > at ? all.length : Math.min(behind, all.length);
  const name = called(events[at]);
  the("at").value = String(at);
  history.replaceState(null, "", `#${name}.${step}`);
  const words = all[step - 1] ?? events[at].firstElementChild;
  says(`Event ${name}${all.length ? `, step ${step} of ${all.length}` : ""}${source.here}`, words);
  marked(events[at], all[step - 1]);
  shown(all[step - 1] ?? events[at]);
  ++turn;
  await drawn(source.map(at, step));
}

/** Draw a map when it comes, unless something else is looked at by then. @param {Promise<any>} coming */
async function drawn(coming) {
  const mine = turn;
  the("sheet").ariaBusy = "true"; // the map that stands there is of another moment
  try {
    const map = await coming;
    if (mine !== turn) return;
    if (map === null) the("when").textContent += "; no map yet";
    else source.draw(map);
  } finally {
    if (mine === turn) the("sheet").ariaBusy = null;
  }
}

/** Milliseconds that a step is shown while the past plays by itself. */
const SHOWN = 1200;
let playing = 0;

/** Play from an event on to the present, until somebody looks elsewhere. @param {number} event */
export async function play(event) {
  const mine = ++playing;
  await look(event, steps(event).length ? 1 : 0);
  while (looksBack()) {
    await new Promise((then) => setTimeout(then, SHOWN));
    if (mine !== playing) return;
    await on();
  }
}

/** Play no further. */
export function stop() {
  playing += 1;
}

/** One step on, into the next event behind the last of this one. */
function on() {
  if (step < steps(at).length) return look(at, step + 1);
  return look(at + 1, steps(at + 1).length ? 1 : 0);
}

function back() {
  if (step > 1) return look(at, step - 1);
  return look(at - 1, steps(at - 1).length);
}

/** The keys of the past, where no field has them. @type {Record<string, () => unknown>} */
const KEYS = { ArrowLeft: back, ArrowRight: on, Home: () => look(0, 0), End: () => look(events.length, 0) };

/** @param {any} where what has the focus */
const isField = (where) => where.matches?.("input, textarea, select, [contenteditable]") ?? false;

/** @param {MouseEvent} event */
function clicked(event) {
  const on = /** @type {any} */ (event.target), number = events.indexOf(on.closest("#past > li"));
  if (number < 0 || !(getSelection()?.isCollapsed ?? true)) return;
  event.preventDefault();
  look(number, 1 + steps(number).indexOf(on.closest("#past ol > li")));
}

/** @param {Source<any>} from where the maps come from */
export function begin(from) {
  source = from;
  asked = location.hash;
  the("first").addEventListener("click", KEYS.Home);
  the("back").addEventListener("click", back);
  the("on").addEventListener("click", on);
  the("now").addEventListener("click", KEYS.End);
  the("at").addEventListener("input", () => look(Number(the("at").value), 0));
  the("past").addEventListener("click", clicked);
  document.addEventListener("keydown", (event) => {
    const does = KEYS[event.key];
    if (!does || isField(event.target) || document.querySelector("dialog[open]") || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    does();
  });
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, stop, { capture: true });
  addEventListener("hashchange", named);
}

/** Show what the address named when the page was opened, or the end. */
export async function opened() {
  if (!await goes(asked) && !source.now) await look(events.length, 0);
}

/** Show what the address names. */
async function named() {
  await goes(location.hash);
}

/** @param {string} hash `#EVENT.STEP` @returns {Promise<boolean>} whether it names anything */
async function goes(hash) {
  const found = /^#(\w+)\.(\d{1,6})$/.exec(hash);
  const number = events.findIndex((one) => called(one) === found?.[1]);
  if (!found || number < 0) return false;
  await look(number, Number(found[2]));
  return true;
}
