/** The past: every event with what came of it, and the map as it was, step by step. */

import { read, text } from "./ask.js";
import { fill, make, the } from "./build.js";
import * as map from "./map.js";

const AT_ONCE = 200;

/** @type {any[]} events with what came of them, as far as they were read */
let events = [];
/** @type {Map<number, any[]>} the steps of an event, of those that were looked at */
const steps = new Map();
let count = 0;
let at = 0, step = 0;

/** Show what came; the present stays shown unless somebody looks back. @param {number} many */
export async function grow(many) {
  const behind = looksBack();
  if (many < count) {
    events = [];
    steps.clear();
  }
  count = many;
  the("at").max = String(many - 1);
  while (events.length < count) {
    const more = await read(`/past?from=${events.length}`);
    if (!more.length) break;
    events.push(...more);
    if (more.length < AT_ONCE) break;
  }
  fill(the("past"), ...events.map(item));
  if (!behind) present();
}

/** Whether an earlier moment is shown than now. */
export const looksBack = () => count > 0 && at < count;

function present() {
  at = count;
  step = 0;
  the("at").value = String(count - 1);
  the("when").textContent = "";
  history.replaceState(null, "", location.pathname);
  for (const one of the("past").children) one.className = "";
  shown(the("past").lastElementChild);
}

/** Bring an event into view in its own list: the page stays where it is. @param {any} one */
function shown(one) {
  if (one) the("past").scrollTop = one.offsetTop;
}

/** @param {any} entry @param {number} number */
function item(entry, number) {
  return make("li", {},
    make("button", { type: "button", on: { click: () => look(number, 0) } }, `${entry.seq} ${entry.by}: ${entry.kind}`),
    ...(entry.orders.length ? [make("pre", {}, entry.orders.join("\n"))] : []),
    ...entry.told.map((/** @type {any} */ one) => make("div", { className: /\brolls?\b/.test(one.text) ? "dice" : "" }, one.paragraph ? `${one.text} [${one.paragraph}]` : one.text)),
    ...(entry.note ? [make("q", {}, entry.note)] : []));
}

/** Show the map at an event, behind so many of its steps. @param {number} event @param {number} behind */
async function look(event, behind) {
  if (event >= count) {
    present();
    map.draw(await text("/map"));
    return;
  }
  at = Math.max(0, event);
  step = behind;
  the("at").value = String(at);
  history.replaceState(null, "", `#${at}.${step}`);
  const many = (await stepsOf(at)).length;
  step = Math.min(step, many);
  the("when").textContent = `Event ${at}${many ? `, step ${step} of ${many}` : ""}: not the position of now`;
  [...the("past").children].forEach((one, number) => { one.className = number === at ? "at" : ""; });
  shown(the("past").children[at]);
  try {
    map.draw(await text(`/map?event=${at}&step=${step}`));
  } catch { the("when").textContent += "; there was no map yet"; }
  for (const one of step ? (await stepsOf(at))[step - 1].moved : []) {
    if (one.origin) map.mark(one.origin, "chosen");
    if (one.to) map.mark(one.to, "reach");
  }
}

/** @param {number} event @returns {Promise<any[]>} */
async function stepsOf(event) {
  if (event < 0 || event >= count) return [];
  if (!steps.has(event)) steps.set(event, await read(`/moment?event=${event}`));
  return steps.get(event) ?? [];
}

/** One step on, into the next event behind the last of this one. */
async function on() {
  if (step < (await stepsOf(at)).length) return look(at, step + 1);
  return look(at + 1, (await stepsOf(at + 1)).length ? 1 : 0);
}

async function back() {
  if (step > 1) return look(at, step - 1);
  return look(at - 1, (await stepsOf(at - 1)).length);
}

/** The keys of the past, where no field has them. @type {Record<string, () => unknown>} */
const KEYS = { ArrowLeft: back, ArrowRight: on, Home: () => look(0, 0), End: () => look(count, 0) };

export function begin() {
  the("first").addEventListener("click", KEYS.Home);
  the("back").addEventListener("click", back);
  the("on").addEventListener("click", on);
  the("now").addEventListener("click", KEYS.End);
  the("at").addEventListener("input", () => look(Number(the("at").value), 0));
  the("sheet").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const does = KEYS[event.key];
    if (!does || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    does();
  });
  addEventListener("hashchange", named);
}

/** Show what the address names: `#EVENT.STEP`. */
export async function named() {
  const found = /^#(\d+)\.(\d+)$/.exec(location.hash);
  if (found && Number(found[1]) < count) await look(Number(found[1]), Number(found[2]));
}
