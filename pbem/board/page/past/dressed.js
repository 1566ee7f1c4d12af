/** What happened, as it is seen: turns as headings, dice as dice, and what was written to each other. */

import { fill, make, the } from "./build.js";
import { named } from "./meanings.js";

/** So many of the last messages are seen. */
const SAID = 12;

/** @typedef {{side: string, handle: string, name?: string}} Seat */

/** Dress events that came. @param {any} list all of them @param {any[]} items those that came @param {string|null} you @param {Seat[]} seats */
export function dress(list, items, you, seats) {
  for (const one of items) {
    const head = one.querySelector("p"), by = head?.querySelector("b")?.textContent ?? "";
    one.classList.toggle("own", Boolean(you) && by === you);
    const own = seats.filter(({ handle }) => handle === by), seat = own.find(({ name }) => name && head.textContent.includes(` for ${name}`)) ?? (own.length === 1 ? own[0] : null);
    if (seat) one.dataset.of = seat.side;
    for (const line of one.querySelectorAll(":is(.short, ol) > li")) calls(line);
    for (const face of one.querySelectorAll("b[aria-hidden]")) if (/^[1-6]$/.test(face.textContent)) face.dataset.face = face.textContent;
  }
  const all = [...list.children];
  all.forEach((one, number) => { one.style.order = String(-number); });
  folds(all);
  const said = all.filter((one) => one.querySelector(":scope > q")).slice(-SAID);
  fill(the("said"), ...said.map((one) => make("li", {}, make("b", {}, one.classList.contains("own") ? "you" : one.querySelector("p > b").textContent), ` ${one.querySelector(":scope > q").textContent}`)));
}

/** Call units by what they are. @param {any} line what happened */
function calls(line) {
  for (const text of [...line.childNodes, ...[...line.querySelectorAll(":scope small")].flatMap((/** @type {any} */ one) => [...one.childNodes])]) {
    if (text.nodeType !== Node.TEXT_NODE) continue;
    const words = named(text.data);
    if (words === text.data) continue;
    line.title = line.textContent; // by their short names
    text.data = words;
  }
}

/** Show of each line the last that has its name, and above the lines of a phase once what it is called; events without a line fold into the next that has one. @param {any[]} all the oldest first */
function folds(all) {
  const known = new Set();
  /** @type {{of: any, says: string, events: any[]}|null} */
  let phase = null;
  for (const event of all.toReversed()) {
    const lines = [...event.querySelectorAll(":scope > .short > li")];
    for (const line of lines) {
      line.hidden = known.has(line.dataset.line);
      known.add(line.dataset.line);
    }
    const mine = () => {
      if (!phase || phase.events.at(-1) === event) return;
      phase.events.push(event);
      counts(phase);
    };
    for (const one of event.querySelectorAll(":scope > .phase")) {
      one.hidden = [...one.nextElementSibling.children].every((line) => line.hidden);
      if (one.hidden) continue;
      const says = one.firstChild.textContent;
      if (phase?.says === says) one.hidden = true;
      else phase = { of: headed(one), says, events: [] };
      mine();
    }
    const has = lines.some((line) => !line.hidden), inPlay = Boolean(event.querySelector(":scope > :is(p[data-turn], ol)"));
    event.classList.toggle("briefed", has);
    event.classList.toggle("like", !has && inPlay && phase !== null && !event.querySelector(":scope > q"));
    if (inPlay) mine();
  }
}

/** The events of each phase, by the button that opens them. @type {WeakMap<any, any[]>} */
const within = new WeakMap();

/** The button at the end of a heading. @param {any} heading */
function headed(heading) {
  const there = heading.querySelector("button");
  if (there) return there;
  const made = make("button", { type: "button", className: "more", ariaExpanded: "false", on: { click: (/** @type {Event} */ event) => { event.stopPropagation(); opened(made); } } });
  heading.append(made);
  return made;
}

/** Say which events a phase has. @param {{of: any, events: any[]}} phase */
function counts({ of, events }) {
  const [last, first] = [events[0], events.at(-1)].map((one) => one.querySelector("p > a").textContent);
  of.textContent = events.length > 1 ? `events ${first} to ${last}` : `event ${first}`;
  of.title = "Show all that happened in them";
  within.set(of, events);
}

/** Open the events of a phase with all that came of them, or close them. @param {any} button */
function opened(button) {
  const open = button.ariaExpanded !== "true";
  button.ariaExpanded = String(open);
  for (const one of within.get(button) ?? []) one.classList.toggle("open", open);
}

/** Show all of an event. @param {any} one */
export function opens(one) {
  one?.classList.add("open");
}
