/** Tournaments: the list, and what can be done in one. */

import { tell } from "./ask.js";
import { make, the } from "./build.js";
import { ask, field, told } from "./dialog.js";
import { packed, withKey } from "./errands.js";
import { button, came, choose, hall, keep, named, of, tries } from "./parts.js";
import { show } from "./lobby.js";

/** A tournament in the list. @param {Named & {words: string, entered: boolean, over: boolean, wrong: string, can: string[], directs: boolean}} one */
export function cup(one) {
  if (one.wrong) return of(one.name, make("li", { className: "row plain" }, make("b", {}, one.title), make("span", {}, one.wrong)));
  const stands = [one.over && "it is over", one.directs && "you direct it", one.entered && hall.me && "you are in it"].filter(Boolean).join(", ");
  const enters = stands || !hall.me ? make("span", { className: "faint" }, stands) : button("Enter", () => enter(one));
  const more = one.can.map((what) => button(DEEDS[what].press, () => DEEDS[what].does(one)));
  const title = one.can.includes("look") ? make("a", { href: `#cup=${encodeURIComponent(one.name)}` }, one.title) : one.title;
  return of(one.name, make("li", { className: "row plain" }, make("b", {}, title), make("span", {}, one.words), enters, make("span", { className: "deeds" }, ...more)));
}

/** @typedef {{name: string, title: string, asks: string, round: number}} Named */
const passphrase = () => field({ name: "passphrase", label: `Passphrase of ${named(hall.me?.handle ?? "")}`, type: "password" });
const day = (/** @type {string} */ label) => field({ name: "until", label, type: "date" });

/** Sign a request to the director, and keep the mail that carries it. @param {Named} one @param {string} what @param {string} title @param {string} why @param {any[]} fields */
async function says(one, what, title, why, fields) {
  const done = await ask(`${title}: ${one.title}`, "Sign and write the mail", [make("p", { className: "faint" }, why), ...fields, passphrase()], (said) => {
    const { round, ...rest } = said;
    return keep("say", { name: one.name, what, ...rest, ...(round ? { round: Number(round) } : {}) });
  });
  if (done) came({ lines: [`${done} is saved. Open it and press Send in your mail program.`], good: true });
  await show();
}

/** Do something that needs the passphrase, and say what came of it. @param {Named} one @param {string} title @param {string} press @param {string} asked @param {{fields?: any[], asks?: string, brings?: (said: Record<string, string>) => object}} [more] */
async function directs(one, title, press, asked, more = {}) {
  const why = more.asks ? [make("p", {}, more.asks)] : [];
  const done = await ask(`${title}: ${one.title}`, press, [...why, ...(more.fields ?? []), passphrase()], (said) =>
    tell(asked, { name: one.name, passphrase: said.passphrase, ...more.brings?.(said) }));
  if (done) came(done);
  await show();
  if (done) the("came").scrollIntoView({ block: "nearest" });
}

const text = (/** @type {string} */ name, /** @type {string} */ label, value = "") => field({ name, label, type: "text", value });
const tick = (/** @type {string} */ name, /** @type {string} */ words) => make("label", { className: "tick" }, make("input", { name, type: "checkbox" }), make("span", {}, words));
const number = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number|string} */ value = "") => field({ name, label, type: "number", value: String(value) });

/** When a deadline is, in whose time zone, and why it moves. */
const moment = () => [field({ name: "until", label: "Day and time", type: "datetime-local" }), text("zone", "Time zone", Intl.DateTimeFormat().resolvedOptions().timeZone), text("why", "Reason, if it moves")];

/** Who wins a board of two; at a table the places are written. @param {string[]} players */
function wins(players) {
  if (players.length !== 2) return text("wins", "Who wins: handles in order of places, draw or none");
  return make("label", { className: "field" }, "Who wins", make("select", { name: "wins" }, ...[...players.map((one) => [one, named(one)]), ["draw", "A draw"], ["none", "Nobody"]].map(([value, said]) => make("option", { value }, said))));
}

/** What can be done in a tournament, beside entering and playing. @type {Record<string, {press: string, does: (one: Named, at?: {round: number, board: number, players: string[]}) => any}>} */
export const DEEDS = {
  substitute: { press: "Be away", does: (one) => says(one, "substitute", "Name a substitute", "They play your game until you are back. The director and the umpire put that into effect.", [
    field({ name: "who", label: "Their handle; you need their card", type: "text" }), day("Last day of your absence (UTC)")]) },
  back: { press: "Be back", does: (one) => says(one, "back", "Play again", "A game takes each handle once, so you return by a new identity of this home, with the same passphrase.", [
    field({ name: "who", label: "Your new handle", type: "text" })]) },
  pause: { press: "Pause", does: (one) => says(one, "pause", "Ask for a later deadline", "It moves once all players with open games in the round ask for the same day.", [
    field({ name: "round", label: "Round", type: "number" }), day("New last day (UTC)")]) },
  collect: { press: "Collect", does: (one) => choose(true, async (files) => {
    const brought = await Promise.all(files.map(packed));
    if (files.length) await directs(one, "Collect", "Collect", "collect", { brings: () => ({ files: brought }) });
  }) },
  enter: { press: "Play in it too", does: (one) => enter(one) },
  look: { press: "Boards and standings", does: (one) => location.assign(`#cup=${encodeURIComponent(one.name)}`) },
  pair: { press: "Pair", does: (one) => directs(one, "Pair the next round", "Pair", "pair", { asks: one.asks }) },
  entries: { press: "Entries until", does: (one) => directs(one, "Say until when people enter", "Set it", "due", { asks: "It closes nothing: entries are open until you pair round 1.", fields: moment(),
    brings: ({ until, zone, why }) => ({ until, zone, why }) }) },
  due: { press: "Deadline", does: (one) => directs(one, "Set a deadline", "Set it", "due", { asks: "It decides no game. The deadline of a paired round can only move to later, with a reason.", fields: [
    number("round", "Round", one.round || 1), ...moment()],
    brings: ({ round, until, zone, why }) => ({ round: Number(round), until, zone, why }) }) },
  rule: { press: "Rule", does: (one, at) => directs(one, at ? `Decide board ${at.board} of round ${at.round}` : "Decide a board", "Decide it", "rule", { asks: "Everybody can read that you decided this, and why.", fields: [
    ...(at ? [wins(at.players)] : [number("round", "Round", one.round), number("board", "Board"), text("wins", "Who wins: a handle, draw or none")]), text("why", "Reason"), tick("forfeit", "By forfeit: the game counts as not played"), tick("anyway", "Against the log of the game")],
    brings: ({ round, board, wins: who, why, forfeit, anyway }) => ({ round: at?.round ?? Number(round), board: at?.board ?? Number(board), wins: who, why, forfeit: Boolean(forfeit), anyway: Boolean(anyway) }) }) },
  out: { press: "Put out", does: (one) => directs(one, "Put a player out", "Put them out", "out", { asks: "They are out from the next round that is paired.", fields: [text("who", "Their handle"), text("why", "Reason")],
    brings: ({ who, why }) => ({ who, why }) }) },
  close: { press: "Close", does: (one) => directs(one, "Close", "Close it", "close", { asks: "This fixes the final order. After it, nothing can be paired or decided." }) },
  mail: { press: "Write the mail", does: async (one) => {
    const done = await tries(() => keep("cup-mail", { name: one.name }));
    if (done) came({ lines: [`${done} is saved. Open it and press Send in your mail program.`], good: true });
  } },
  log: { press: "Save its file", does: (one) => tries(() => keep("cup-log", { name: one.name })) },
  publish: { press: "Publish", does: async (one) => {
    const logs = make("input", { name: "logs", type: "file", multiple: true });
    const done = await ask(`Pages of ${one.title}`, "Make the pages", [
      make("p", { className: "faint" }, "You sign the state of the tournament's log. Each game whose log you collected, or choose here, gets a last map and a replay."),
      make("label", { className: "field" }, "More logs of games, if you did not collect them", logs), passphrase()], async (said) =>
      keep("publish", { name: one.name, passphrase: said.passphrase, files: await Promise.all([...logs.files].map(packed)) }));
    if (done) came({ lines: [`${done} is saved. Unpack it on any web space.`], good: true });
  } },
  verify: { press: "Verify", does: async (one) => {
    const done = await tries(() => tell("verify-cup", { name: one.name }));
    if (done) await told(done.good ? "This tournament is valid" : done.missing ? `${done.missing === 1 ? "The log of a game is" : `The logs of ${done.missing} games are`} missing` : "This tournament is not valid", [make("div", { className: "lines" }, ...done.lines.map((/** @type {string} */ line) => make("p", {}, line)))], { wide: "mid", ...(done.missing && one.can.includes("collect") ? { hint: button("Collect", () => DEEDS.collect.does(one)) } : {}) });
  } },
};

/** @param {{name: string, title: string}} one */
export async function enter(one) {
  const terms = await tries(() => tell("terms", { name: one.name }));
  if (!terms) return;
  const done = await ask(`Enter ${one.title}`, "Sign and write the mail", [
    make("div", { className: "lines" }, ...terms.lines.map((/** @type {string} */ line) => make("p", {}, line))),
    make("p", { className: "faint" }, "You sign an entry. The mail file has it and your card: open it and press Send in your mail program."),
    field({ name: "rating", label: "Your rating, if you have one", type: "text" }),
    field({ name: "passphrase", label: `Passphrase of ${named(hall.me?.handle ?? "")}`, type: "password" }),
  ], async (said) => {
    if (!/^[0-9]{0,5}$/.test(said.rating)) throw new Error("A rating is a whole number. Leave it empty if you have none.");
    return keep("enter", { name: one.name, passphrase: said.passphrase, rating: said.rating ? Number(said.rating) : null });
  }, { wide: true });
  if (done) came({ lines: [`${done} is saved. Open it and press Send in your mail program.`], good: true });
  await show();
}

export async function playCups() {
  const done = await withKey("Open and join my games", "Open and join", (passphrase) => tell("play-cups", { passphrase }));
  if (!done) return;
  came(done);
  await show();
}
