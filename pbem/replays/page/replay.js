/** A replay: the past of a game in one file, which asks nobody for anything. */

import { fill, make, the } from "./build.js";
import * as checking from "./checking.js";
import * as handling from "./handling.js";
import * as map from "./map.js";
import * as past from "./past.js";
import * as stacks from "./stacks.js";

/** @typedef {{parts: string[], frames: [number, number, number[]][][], shown: number[][]}} Film */

const KEPT_EVERY = 64;
const KEYS = { "+": map.larger, "-": map.smaller, 0: map.whole, n: () => stacks.step(1), p: () => stacks.step(-1), c: () => the("bare").click() };

/** @type {Film} */
let film;
/** Drawings as lists of parts, kept now and then. @type {Map<number, number[]>} */
const kept = new Map();

/** What is packed in the page. @param {string} id @returns {Promise<Uint8Array>} */
async function unpacked(id) {
  const packed = Uint8Array.from(atob(the(id).textContent), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const RUN = 0xff;

/** A log, whose long runs of hex digits are packed apart, as bytes. @param {string} which of two: empty, or "-b" @returns {Promise<Uint8Array>} */
async function wholeLog(which) {
  const words = await unpacked(`log${which}`), digits = await unpacked(`digits${which}`);
  if (!digits.length) return words;
  const log = new Uint8Array(words.length + 2 * digits.length);
  let to = 0, next = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] !== RUN) { log[to++] = words[at]; continue; }
    const end = next + 256 * words[at + 1] + words[at + 2];
    for (; next < end; next += 1) {
      const two = digits[next].toString(16).padStart(2, "0");
      log[to++] = two.charCodeAt(0);
      log[to++] = two.charCodeAt(1);
    }
    at += 2;
  }
  return log.subarray(0, to);
}

/** @param {number} number of a drawing @returns {string} it, as SVG */
function drawn(number) {
  let near = number - number % KEPT_EVERY;
  while (near && !kept.has(near)) near -= KEPT_EVERY;
  const parts = [...kept.get(near) ?? []];
  for (let at = kept.has(near) ? near + 1 : 0; at <= number; at += 1) {
    for (const [place, many, put] of film.frames[at]) parts.splice(place, many, ...put);
    if (at % KEPT_EVERY === 0) kept.set(at, [...parts]);
  }
  return parts.map((part) => film.parts[part]).join("\n");
}

/** @type {past.Source<string>} */
const source = {
  here: "",
  map: async (event, step) => {
    const shown = film.shown[event].length ? film.shown[event] : film.shown.find((one) => one.length)?.slice(0, 1);
    return shown ? drawn(shown[Math.min(step, shown.length - 1)]) : null;
  },
  draw: map.draw,
};

/** Tell what stands where somebody points: its title, and those of all counters there. @param {string} place */
function stands(place) {
  const told = [...the("sheet").querySelectorAll(".place, .stack")]
    .filter((one) => one.dataset.place === place)
    .flatMap((one) => [...one.querySelectorAll("title")])
    .map((one) => one.textContent ?? "");
  fill(the("about"), ...told.map((one) => make("p", {}, one)));
}

/** @param {Uint8Array} log @param {string} which of two */
function saves(log, which) {
  the(`save${which}`).hidden = false;
  the(`save${which}`).addEventListener("click", () => {
    const href = URL.createObjectURL(new Blob([log]));
    make("a", { href, download: the(`log${which}`).dataset.name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  });
}

/** Draw the map at the end of each of two histories, beside each other. */
function ends() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-frame]"))) fill(one, map.still(drawn(Number(one.dataset.frame))));
}

/** The events of the list that a log is to have. @param {string} but how those end that it has not, empty for all @returns {any[]} */
const events = (but) => [...the("past").children].filter((one) => !but || !one.querySelector("a").textContent.endsWith(but));

/** Show the past, where what is packed of it can be read. */
async function shows() {
  try {
    film = JSON.parse(new TextDecoder().decode(await unpacked("film")));
  } catch (error) {
    the("when").textContent = `This browser cannot show the steps: it lacks something, or the file is damaged (${error}). You still see the last map and all events.`;
    return;
  }
  for (const id of ["larger", "smaller", "whole"]) the(id).addEventListener("click", map[id]);
  the("bare").addEventListener("click", () => the("bare").setAttribute("aria-pressed", String(map.bare())));
  the("sheet").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey) KEYS[event.key]?.();
  });
  handling.begin();
  stacks.begin(stands);
  map.onPointing(stands);
  map.onDrawn(stacks.prepare);
  ends();
  past.begin(source);
  past.grow();
  await past.opened();
  map.whole();
}

/** Check what is packed of the log, and say so where it cannot be read. */
async function checks() {
  /** @type {checking.Held[]} */
  const logs = [];
  try {
    const all = ["", ...the("log-b") ? ["-b"] : []];
    for (const which of all) {
      const log = await wholeLog(which);
      saves(log, which);
      logs.push({ name: the(`log${which}`).dataset.name, log, shown: events(all.length > 1 ? (which ? "a" : "b") : "") });
    }
    // As packed as the rest; the policy of this page knows its digest, as that of this script.
    document.body.append(make("script", { textContent: new TextDecoder().decode(await unpacked("checker")) }));
  } catch (error) {
    checking.fails(error);
    return;
  }
  await checking.check(logs);
}

async function begin() {
  document.body.classList.add("alive");
  await shows();
  await checks();
}

begin();
