/** What several parts of the lobby share: what is shown, trouble, small drawings, files in and out. */

import { read, send, tell } from "./ask.js";
import { fill, make, shape, the } from "./build.js";

/** @typedef {{game: string, title: string, scenario: string, others: string[], witnesses: string[], side: string, status: string, words: string, due: string|null, last_day: string|null, join: boolean, to_send: boolean, along: boolean, brings: string, mine: Side[], begun: boolean, rules: string, turn: string, phase: string, module: string, you: string, terms: string[]}} Tile */
/** @typedef {{id: string, name: string, colour: string, place: number}} Side */
/** @typedef {{handle: string, email: string|null, words: string[], own: boolean, compared: boolean}} Known */
/** @typedef {{me: Known|null, games: Tile[], people: Known[], choose: string, backup: {last: string|null, events: number, now: boolean}|null, practices: {file: string, title: string, at: string}[], cups: {name: string, title: string, words: string, entered: boolean, over: boolean, wrong: string, can: string[], directs: boolean, asks: string, round: number}[], agent: string|null, agents: boolean}} Hall */
/** @typedef {{lines: string[], good: boolean, games?: string[]}} Did */

/** What is shown. @type {Hall} */
export const hall = { me: null, games: [], people: [], choose: "", backup: null, practices: [], cups: [], agent: null, agents: true };

/** Say what is wrong, or nothing. @param {string} words */
export function trouble(words) {
  the("trouble").textContent = words;
  the("trouble").hidden = !words;
}

/** What an error says. @param {unknown} error */
export const why = (error) => error instanceof Error ? error.message : String(error);

/** Do something that is asked of the program; what it refuses is said above all. @param {() => Promise<any>} what */
export async function tries(what) {
  try {
    const done = await what();
    trouble("");
    return done;
  } catch (error) {
    trouble(why(error));
    return null;
  }
}

/** What became of something: its name above, if it has one, and each line below. @param {Did} done @param {string} [name] */
export function became(done, name) {
  return make("div", { className: done.good ? "told" : "told bad" }, ...(name ? [make("b", {}, name)] : []), ...done.lines.map((line) => make("p", {}, line)));
}

/** Say what became of something where mail is dropped, with a button for each game that can be opened now. @param {Did} done */
export function came(done) {
  fill(the("came"), became(done), ...opens(done.games ?? []));
}

/** The buttons that open some games; one that has not begun has none. @param {Iterable<string>} names */
export function opens(names) {
  const games = new Set(names), made = hall.games.filter((one) => games.has(one.game) && one.begun).map((one) => button(`Open ${one.title}`, () => board(one.game)));
  return made.length ? [make("p", { className: "actions left" }, ...made)] : [];
}

/** Go to the board of a game. @param {string} game */
export async function board(game) {
  const found = await tries(() => tell("board", { game }));
  if (found) location.assign(found.there);
}

/** A handle as people write a name. @param {string} handle */
export const named = (handle) => handle.slice(0, 1).toUpperCase() + handle.slice(1);

/** Several names, as a sentence has them. @param {string[]} handles */
export const listed = (handles) => handles.map(named).join(" and ");

/** The mark of a side in its colour. @param {Side} side */
export function mark({ colour, place }) {
  const made = make("i", { className: `mark m${place % 3}`, ariaHidden: "true" });
  made.style.background = colour;
  return made;
}

/** Where others can open this page, if they can: in a browser the page around this one. */
export const site = () => location.protocol === "https:" ? new URL("./", location.href).href : "";

/** A small drawing. @param {string} name */
export function icon(name) {
  return shape("svg", { class: "ico", "aria-hidden": "true" }, shape("use", { href: `/page/icons.svg#${name}` }));
}

/** A button. @param {string} words @param {() => any} click @param {{icon?: string, className?: string}} [more] */
export function button(words, click, more = {}) {
  return make("button", { type: "button", className: more.className ?? "", on: { click } }, ...(more.icon ? [icon(more.icon)] : []), words);
}

/** The button of a tile or a row, all of which is pressed with it. @param {string} words @param {() => any} does */
export function whole(words, does) {
  const made = button(words, does, { className: "whole" });
  made.append(icon("on"));
  return made;
}

/** Twelve words with their numbers. @param {string[]} words */
export function twelve(words) {
  return make("ol", { className: "words" }, ...words.map((word) => make("li", {}, word)));
}

/** Have the browser keep a file. @param {string} where @param {object} what */
export async function keep(where, what) {
  const found = await send(where, what);
  const name = /filename="([^"]*)"/.exec(found.headers.get("content-disposition") ?? "")?.[1] ?? "pbem";
  const address = URL.createObjectURL(await found.blob());
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return name;
}

/** Have somebody choose files. @param {boolean} many @param {(files: File[]) => any} then */
export function choose(many, then) {
  const field = make("input", { type: "file", multiple: many, on: { change: () => then([...(field.files ?? [])]) } });
  field.click();
}

/** The games that can be opened, read once. @type {any[]|null} */
let known = null;

/** @returns {Promise<any[]|null>} */
export async function offers() {
  known ??= await tries(() => read("offers"));
  return known;
}

/** The circle before a name; one's own is blue. @param {string} handle */
export function avatar(handle) {
  const place = 1 + hall.people.findIndex((one) => one.handle === handle);
  return make("span", { className: `avatar a${place % 6}`, ariaHidden: "true" }, handle.slice(0, 1).toUpperCase());
}

/** Mark whom or what an element is of. @param {string} name @param {any} made */
export function of(name, made) {
  made.dataset.of = name;
  return made;
}
