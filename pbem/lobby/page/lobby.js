/** The lobby: your games, mail in and out, players, and what begins a game. */

import { read } from "./ask.js";
import { fill, make, the } from "./build.js";
import { draw as cupDrawn, shown as cupShown } from "./cup.js";
import { cup, playCups } from "./cups.js";
import { backUp, check, firstGame, firstReplay, how, practice as practised, replay, restore } from "./errands.js";
import { foundCup } from "./founding.js";
import { invite } from "./invite.js";
import { pictures } from "./module.js";
import { games, join, open, practice } from "./opening.js";
import { avatar, board, came as said, hall, icon, listed, mark, named, of, site, trouble, whole, why } from "./parts.js";
import { identity, person, swap } from "./people.js";
import { came, paste, sendAll, toSend } from "./post.js";
import { bare, begin } from "./quoted.js";

/** @typedef {import("./parts.js").Tile} Tile */

/** A link that brings something, behind what no server reads. */
const BRINGS = /#(card|invite|log)=/;
/** How often the list is read again, in milliseconds: mail may be imported by a command or an agent. */
const AGAIN = 20_000;
const DAY = 86_400_000;
/** So many of a list are seen at once. */
const FEW = 3;
/** So many games that are over are. */
const OVER = 2;

/** What is shown, as it came: what is not new is not drawn anew, so that nobody loses their place. */
let drawn = "";
/** Whether the list could not be read at the last try; other trouble is not about it. */
let silent = false;

/** Read the list again, and draw what is new. */
export async function show() {
  let found = null;
  try {
    found = await read("hall");
    if (silent) trouble("");
    silent = false;
  } catch (error) {
    silent = true;
    trouble(why(error));
  }
  if (!found || JSON.stringify(found) === drawn) return;
  Object.assign(hall, found);
  drawn = JSON.stringify(found);
  const place = focused();
  keeping(draw);
  if (place && document.activeElement === document.body) back(place);
}

/** What tells a button of the lists from all others. @param {Element} one */
const called = (one) => `${one.closest("[data-of]")?.getAttribute("data-of")} ${one.tagName} ${one.textContent}`;
const focused = () => document.activeElement?.closest("[data-of]") ? called(document.activeElement) : "";

/** Give the focus back to what has replaced the element that had it. @param {string} place */
function back(place) {
  const same = [...document.querySelectorAll("[data-of] :is(button, summary)")].find((one) => called(one) === place);
  /** @type {any} */ (same)?.focus();
}

function draw() {
  const me = hall.me, none = !hall.games.length;
  fill(the("me"), ...(me ? [avatar(me.handle), make("span", {}, named(me.handle))] : [icon("people"), "Choose your name"]));
  the("new").className = me ? "primary" : "";
  the("first").hidden = !none;
  the("also").hidden = none;
  the("already").hidden = the("link").hidden = me !== null;
  the("look").hidden = !none;
  the("seen").hidden = !site() || !none;
  the("swap").hidden = the("invite").hidden = !me;
  the("people").hidden = !me && !hall.people.length;
  for (const status of ["yours", "waiting", "over", "wrong"]) group(status);
  const known = [...hall.people].sort((one, other) => Number(one.compared) - Number(other.compared));
  few(the("people").querySelector("ul"), known, (one) => of(one.handle, person(one)), "player");
  the("practices").hidden = !hall.practices.length;
  fill(the("practices").querySelector("ul"), ...hall.practices.map(practised));
  fill(the("cups").querySelector("ul"), ...hall.cups.map(cup));
  the("no-cups").hidden = hall.cups.length > 0;
  the("play-cups").hidden = !me || !hall.cups.some((one) => one.entered);
  closed();
  the("found-cup").hidden = !hall.agents;
  backup();
  toSend();
  cupDrawn();
}

/** Where no agent can work: who waits while this page is closed, and what helps. */
function closed() {
  const games = hall.games.filter((one) => one.status === "yours"), who = [...new Set(games.flatMap((one) => one.others))];
  the("closed").hidden = hall.agents || !games.length && !hall.games.some((one) => one.status === "waiting");
  const waits = who.length ? `${listed(who)} ${who.length === 1 ? "waits" : "wait"} for you.` : "Nobody waits for you now.";
  the("closed").querySelector("summary").textContent = `${waits} While this page is closed, pbem answers nothing.`;
}

function backup() {
  const due = hall.backup;
  the("backup").hidden = !due?.now;
  if (!due?.now) return;
  const many = due.events === 1 ? "1 event" : `${due.events} events`;
  the("backup").querySelector("b").textContent = due.last ? `Last backup ${since(due.last)}, ${many} since.` : `No backup yet of ${many}.`;
}

/** @param {string} day */
function since(day) {
  const many = -left(day);
  return many <= 0 ? "today" : many === 1 ? "yesterday" : `${many} days ago`;
}

/** Days from today (UTC, as deadlines are) to a day. @param {string} day */
const left = (day) => Math.round((Date.parse(`${day}T00:00:00Z`) - Math.floor(Date.now() / DAY) * DAY) / DAY);

/** @param {string} status */
function group(status) {
  const games = hall.games.filter((one) => one.status === status), section = the(status);
  section.hidden = !games.length;
  if (status !== "waiting") section.querySelector("h2 span").textContent = games.length > 1 ? `${games.length} games${status === "yours" ? ", the most urgent first" : ""}` : "1 game";
  few(section.querySelector("ul"), games, status === "yours" ? tile : row, "game", status === "over" ? OVER : Infinity);
}

/** @param {Tile} game */
function against(game) {
  const seated = game.others.filter((one) => !game.witnesses.includes(one));
  const played = seated.length ? `${game.side ? "against" : "played by"} ${listed(seated)}` : "alone";
  return game.witnesses.length ? `${played}, dice from ${listed(game.witnesses)}` : played;
}

/** The sides that you play, with their marks. @param {Tile} game */
const sides = (game) => game.mine.length ? [make("span", { className: "mine" }, ...game.mine.flatMap((one) => [mark(one), make("span", {}, one.name)]))] : [];

/** Where a game stands that waits for orders, as "Turn 7: U.S. movement". @param {Tile} game */
const stands = ({ turn, phase }) => turn ? `${named(turn)}: ${phase}` : phase;

/** The first few of a list; the others open below them. @template T @param {any} list @param {T[]} all @param {(one: T) => Node} item @param {string} word @param {number} [most] so many are seen at once */
export function few(list, all, item, word, most = FEW) {
  const left = all.slice(most).map(item);
  fill(list, ...all.slice(0, most).map(item), ...(left.length ? [make("li", {}, make("details", {}, make("summary", { className: "faint" }, `${left.length} more ${word}${left.length > 1 ? "s" : ""}`), make("ul", {}, ...left)))] : []));
}

/** Until when an answer is due, short; by what that is counted opens. @param {Tile} game @returns {Node[]} */
function due(game) {
  if (!game.due) return game.status === "yours" ? [make("span", { className: "due when" }, icon("clock"), "No clock")] : [];
  const many = game.last_day ? left(game.last_day) : NaN;
  const day = game.last_day && new Date(`${game.last_day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
  const left_ = many < 0 ? `${-many} ${many === -1 ? "day" : "days"} late` : many === 0 ? "Today" : many === 1 ? "Tomorrow" : `${many} days`;
  const who = /^Waiting for (\S+?)(?:'s computer)?(?=[ :])/.exec(game.words)?.[1];
  if (game.status === "waiting" && who && many > 0) return [make("details", { className: "faint" }, make("summary", { className: "when" }, `${named(who)} has ${many === 1 ? "1 day" : `${many} days`}`), game.due)];
  const short = day ? [...(many === 0 || many === 1 ? [] : [make("span", { className: "day" }, `${day}, `)]), left_] : [game.due.replace(/\(.*$/s, "").trim()];
  return [make("details", { className: "faint" }, make("summary", { className: many <= 1 ? "due when soon" : "due when" }, icon("clock"), make("span", {}, ...short)), game.due)];
}

/** The pictures that stand, by all that is said of their games: what is drawn anew has the same picture. @type {Map<string, Element>} */
let standing = new Map();

/** Draw with the pictures that stand, and forget those that do not any more. @param {() => void} draws */
function keeping(draws) {
  const before = standing;
  standing = new Map();
  draws();
  for (const [said, one] of standing) {
    const same = before.get(said);
    if (same) one.replaceWith(same);
    if (same) standing.set(said, same);
  }
}

/** The map of a game, before it begins as it will begin, or plain water. It is fetched once the list is painted. @param {Tile} game */
function picture(game) {
  const plain = make("div", { className: "none" });
  if (!game.begun && !game.rules) return plain;
  const said = JSON.stringify(game), fails = () => { standing.delete(said); made.replaceWith(plain); };
  const made = make("img", { alt: "", loading: "lazy", on: { error: fails } });
  standing.set(said, made);
  const src = game.begun ? `/picture?game=${encodeURIComponent(game.game)}` : `/scene?rules=${encodeURIComponent(game.rules)}`;
  requestAnimationFrame(() => setTimeout(() => { if (made.isConnected) made.src = src; }));
  return made;
}

/** @param {Tile} game */
function tile(game) {
  const act = game.join ? whole("Join", () => join(game)) : whole("Play", () => board(game.game));
  return of(game.game, make("li", { className: "tile" }, picture(game), make("div", {}, ...sides(game),
    make("b", { title: game.scenario }, game.title), make("span", { className: "faint" }, [game.phase ? "" : named(game.turn), against(game)].filter(Boolean).join(", ")),
    make("span", { className: "asks", title: bare(game.words) }, game.phase ? stands(game) : game.words, ...pictures(game)),
    make("div", { className: "actions" }, ...due(game), act))));
}

/** Who is waited for and for what, once. @param {Tile} game */
function waits({ words, turn, phase }) {
  const short = words.replace(/^Waiting for (\S+) \(([^)]*)\): (?:\2: )?/, "$1: ").replace(/(?<=^Waiting for )\S+/, named), [, who] = /^(\S+): /.exec(short) ?? [];
  return who && phase ? `${named(who)} moves${turn && `, ${turn}`}: ${phase}.` : named(short);
}

/** @param {Tile} game */
function row(game) {
  const open_ = !game.begun ? "" : whole(game.status === "over" ? "Look back" : "Look", () => board(game.game));
  return of(game.game, make("li", { className: "row" }, picture(game), make("div", {}, make("b", {}, game.title), make("br"), make("span", { className: "faint" }, !game.phase && game.turn ? `${named(game.turn)}, ` : "", ...sides(game), " ", against(game))),
    make("div", { className: "state" }, make("span", { title: bare(game.words) }, waits(game), ...pictures(game)), ...due(game)), open_));
}

/** Show the part that the address names. */
function part() {
  const parts = [...document.querySelectorAll("[data-part]")], named = cupShown() ? "cup" : location.hash.slice(1);
  const shown = parts.some((one) => one.getAttribute("data-part") === named) ? named : "games";
  for (const one of parts) /** @type {any} */ (one).hidden = one.getAttribute("data-part") !== shown;
  for (const one of document.querySelectorAll("nav a")) one.toggleAttribute("aria-current", one.getAttribute("href") === (shown === "cup" ? "#tournaments" : `#${shown}`));
  for (const one of document.querySelectorAll("nav a[aria-current]")) one.setAttribute("aria-current", "page");
  if (shown === "practice") games();
  if (shown === "cup") cupDrawn();
  if (named === "send") show().then(() => the("send").scrollIntoView());
  // What the link of this page carries is read as if it were pasted, and leaves the address.
  if (!BRINGS.test(location.hash)) return;
  const link = location.href;
  history.replaceState(null, "", location.pathname);
  show().then(() => came([new Blob([link])]));
}

/** @type {Record<string, () => any>} */
const BUTTONS = {
  "#me": identity, "#new": open, "#begin": invite, "#own-table": () => open("table"), "#try": firstGame, "#watch": firstReplay, "#look": check, ".check": check, ".how": how,
  "#practise": practice, ".first-game": firstGame, ".first-replay": firstReplay, ".replay": replay, "#play-cups": playCups, "#found-cup": foundCup,
  "#paste": paste, ".choose": () => the("file").click(), "#swap": swap, "#invite": invite, "#restore": restore, ".back-up": backUp, "#send-all": sendAll,
};
for (const [where, does] of Object.entries(BUTTONS)) {
  for (const one of document.querySelectorAll(where)) one.addEventListener("click", () => does());
}
the("link").querySelector("form").addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  const link = event.target.link.value;
  if (!BRINGS.test(link)) return said({ lines: ["This link brings no card, invitation or move. Copy the whole of it."], good: false });
  came([new Blob([link])]).then(() => event.target.reset());
});
the("file").addEventListener("change", (/** @type {any} */ event) => came(event.target.files).then(() => { event.target.value = ""; }));
for (const kind of ["dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    event.preventDefault();
    document.body.classList.toggle("over", kind === "dragover");
    if (kind !== "drop" || !dataTransfer) return;
    const text = dataTransfer.getData("text");
    if (the("dialog").open) the("dialog").close();
    came(dataTransfer.files.length ? dataTransfer.files : text ? [new Blob([text])] : []);
  });
}
addEventListener("hashchange", part);
addEventListener("focus", show);
setInterval(() => { if (!document.hidden && !the("dialog").open) show(); }, AGAIN);
begin();
part();
show();
