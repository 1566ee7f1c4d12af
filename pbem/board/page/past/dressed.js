/** What happened, as it is seen: turns as headings, dice as dice, and what was written to each other. */

import { fill, make, the } from "./build.js";
import { named } from "./meanings.js";

/** So many of the last messages are seen. */
const SAID = 12;

/** @typedef {{side: string, handle: string, name?: string}} Seat */

/** Dress events that came. @param {any} list all of them @param {any[]} items those that came @param {string|null} you @param {Seat[]} seats */
export function dress(list, items, you, seats) {
  for (const one of items) {
    const at = one.querySelector("small")?.textContent ?? "", [, turn = ""] = /, turn (.*)$/.exec(at) ?? [];
    one.dataset.inTurn = turn;
    const head = one.querySelector("p"), by = head?.querySelector("b")?.textContent ?? "";
    if (turn) head.dataset.turn = `Turn ${turn}`;
    one.classList.toggle("own", Boolean(you) && by === you);
    const own = seats.filter(({ handle }) => handle === by), seat = own.find(({ name }) => name && head.textContent.includes(` for ${name}`)) ?? (own.length === 1 ? own[0] : null);
    if (seat) one.dataset.of = seat.side;
    for (const line of one.querySelectorAll(":is(.short, ol) > li")) calls(line);
    for (const line of one.querySelectorAll(".short > li[data-result]")) spares(line);
    for (const text of head.childNodes) if (text.nodeType === Node.TEXT_NODE) text.data = text.data.replace(/ gives the dice for (event \d+)\. $/, " rolls for $1 ");
    answers(one);
    for (const face of one.querySelectorAll("b[aria-hidden]")) if (/^[1-6]$/.test(face.textContent)) face.dataset.face = face.textContent;
  }
  const all = [...list.children];
  all.forEach((one, number) => { one.style.order = String(-number); });
  // Above events in a row by which somebody did the same stands once what that was: above the newest.
  all.forEach((one, number) => one.classList.toggle("same", head(one) !== "" && head(one) === head(all[number + 1])));
  runs(all);
  const said = all.filter((one) => one.querySelector(":scope > q")).slice(-SAID);
  fill(the("said"), ...said.map((one) => make("li", {}, make("b", {}, one.classList.contains("own") ? "you" : one.querySelector("p > b").textContent), ` ${one.querySelector(":scope > q").textContent}`)));
}

/** Say the result of an attack in words alone: its sign stands beside the dice. @param {any} line */
function spares(line) {
  for (const text of [...line.childNodes, ...line.querySelector("small")?.childNodes ?? []]) if (text.nodeType === Node.TEXT_NODE) text.data = text.data.replace(`: ${line.dataset.result}, `, ", ");
}

/** Call units by what they are. @param {any} line what happened */
function calls(line) {
  for (const text of [...line.childNodes, ...[...line.querySelectorAll(":scope > small")].flatMap((/** @type {any} */ one) => [...one.childNodes])]) {
    if (text.nodeType !== Node.TEXT_NODE) continue;
    const words = named(text.data);
    if (words === text.data) continue;
    line.title = line.textContent; // by their short names
    text.data = words;
  }
}

/** So many events before its dice an attack was ordered, at most. */
const ANSWERS = 5;

/** What waits for dice in an event: an attack without a result. @param {any} event */
const pending = (event) => [...event?.querySelectorAll(":scope > .short > li") ?? []].findLast((one) => !one.dataset.result && !one.querySelector("b[aria-hidden]") && /\battacks?\b/i.test(one.textContent));

/** Of dice that were given for an attack of the event before say which it was, and whose. @param {any} event */
function answers(event) {
  if (!/ rolls for event /.test(event.querySelector("p").textContent)) return;
  let before = event.previousElementSibling, attack = pending(before);
  for (let back = 1; !attack && before && back < ANSWERS; back += 1) attack = pending(before = before.previousElementSibling); // answers may lie between
  const line = attack && [...event.querySelectorAll(":scope > .short > li")].find((one) => one.querySelector("b[aria-hidden]"));
  const told = [...line?.childNodes ?? []].filter((one) => one.nodeType === Node.TEXT_NODE), [words] = [...attack?.childNodes ?? []].filter((one) => one.nodeType === Node.TEXT_NODE);
  if (!line || !told.length || !words) return;
  const came = line.querySelector("small") ?? make("small"), result = told.map((one) => one.data).join("").replace(/\.$/, "");
  came.prepend(came.hasChildNodes() ? `${result}; ` : `${result}.`);
  told[0].replaceWith(words.data.replace(/\.$/, ""));
  for (const one of told.slice(1)) one.remove();
  line.append(came);
  if (before.dataset.of) event.dataset.of = before.dataset.of;
}

/** What stands above an event, but its number and time. @param {any} one */
function head(one) {
  const words = [...one?.querySelector(":scope > p")?.childNodes ?? []].filter((each) => !each.matches?.("a, small")).map((each) => each.textContent);
  return words.length ? `${one.dataset.inTurn} ${words.join("")}` : "";
}

/** From so many events in a row that say the same of one author on, the newest stands for them and opens to the others. */
const RUN = 4;

/** What an event says of its author, where nothing else came of it than who moved; empty of others. @param {any} one */
function says(one) {
  const plain = !one.querySelector("b[aria-hidden], :scope > q, .rolls") && one.querySelectorAll("ol > li").length === 1;
  const [, did = ""] = one.querySelector("p")?.textContent.match(/^\w+ (.*?) [0-9-]+T/) ?? [];
  return plain ? `${did} ${one.dataset.inTurn}` : "";
}

/** Fold runs of events. @param {any[]} all the oldest first */
function runs(all) {
  for (const one of all) one.querySelector(":scope > .more")?.remove();
  for (const one of all) one.classList.remove("like");
  for (let at = 0; at < all.length;) {
    const what = says(all[at]);
    let end = at + 1;
    while (what && end < all.length && says(all[end]) === what) end += 1;
    if (what && end - at >= RUN) fold(all.slice(at, end));
    at = end;
  }
}

/** @param {any[]} run */
function fold(run) {
  const others = run.slice(0, -1), last = run.at(-1);
  for (const one of others) one.classList.add("like");
  last.append(make("button", { type: "button", className: "more", on: { click: (/** @type {Event} */ event) => { event.stopPropagation(); opens(others[0]); } } }, `and ${others.length} more of the kind`));
}

/** Show all of the run that an event belongs to. @param {any} one */
export function opens(one) {
  let last = one;
  while (last?.classList.contains("like")) { last.classList.remove("like"); last = last.nextElementSibling; }
  last?.querySelector(":scope > .more")?.remove();
}
