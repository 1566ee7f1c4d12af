/** Errands: backups, practices, replays, logs of others, the agent, tournaments. */

import { give, tell } from "./ask.js";
import { make, the } from "./build.js";
import { ask, field, told } from "./dialog.js";
import { button, came, choose, hall, keep, named, of, tries } from "./parts.js";
import { show } from "./lobby.js";
import { identity } from "./people.js";

/** Save a backup. */
export async function backUp() {
  const name = await tries(() => keep("backup", {}));
  if (name && await tries(() => tell("backup-saved", {}))) came({ lines: [`${name} is saved. Keep it on another disk. Whoever has it can see your hidden cards; your keys stay locked.`], good: true });
  await show();
}

/** Restore one that somebody made themselves. */
export function restore() {
  choose(false, async ([file]) => {
    const done = file && await tries(() => give("restore", file));
    if (!done) return;
    came(done);
    await show();
  });
}

/** @param {any} found */
const goes = (found) => { if (found) location.assign(found.there); };

/** @param {{rules: string, pack?: string}} game @param {string} scenario @param {string[]} opponents */
export async function practise({ rules, pack }, scenario, opponents) {
  goes(await tries(() => tell("practice", { rules, scenario, against: opponents, pack })));
}

/** The first game: one click. */
export const firstGame = () => practise({ rules: "lantern" }, "lantern", ["tarle"]);

/** A practice in the list. @param {{file: string, title: string, at: string}} one */
export function practice(one) {
  return of(one.file, make("li", { className: "row plain" }, make("b", {}, one.title), make("span", { className: "faint" }, `last step ${one.at} UTC`),
    button("Go on", async () => goes(await tries(() => tell("practised", { file: one.file }))))));
}

/** Open a page that was made, beside this one. @param {() => Promise<any>} made */
async function watches(made) {
  // A window that opens late, after an answer, is blocked: it opens with the click.
  const tab = window.open("about:blank", "_blank");
  if (tab) tab.document.body.textContent = "The replay is being made. This takes a few seconds.";
  const found = await tries(made);
  if (!found) tab?.close();
  else if (tab) tab.location.replace(new URL(found.there, location.href).href);
  else location.assign(found.there);
}

export const firstReplay = () => watches(() => tell("first-replay", {}));
export const replay = () => choose(false, ([file]) => { if (file) watches(() => give("replay", file)); });

/** What a file holds, for JSON. @param {File} file @returns {Promise<{name: string, data: string}>} */
async function packed(file) {
  const address = await new Promise((/** @type {(value: string) => void} */ done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
  return { name: file.name, data: address.slice(address.indexOf(",") + 1) };
}

/** Verify files that are not imported: one log, or a heap of anything. */
export function check() {
  choose(true, async (files) => {
    const done = files.length && await tries(async () => tell("judge", { files: await Promise.all(files.map(packed)) }));
    if (!done) return;
    const what = files.length === 1 ? "This log is" : "These files are";
    const title = done.good ? `${what} valid` : files.length === 1 ? "This log is not valid" : "Some of these files are not valid";
    const names = files.map((one) => `${one.name}: `);
    await told(title, [make("div", { className: "lines" }, ...done.lines.map((/** @type {string} */ line) => make(names.some((name) => line.startsWith(name)) ? "h3" : "p", {}, line)))], { wide: true });
  });
}

/** One picture that says why. */
export function how() {
  return told("Why nobody can choose the dice", [make("img", { src: "/page/trust.svg", className: "trust", alt: "Bob's dice key is fixed before the game. Alice's orders are signed. Key and orders together give one roll; every other roll is crossed out. Anyone can check it." })], { wide: true });
}

/** Set up the agent. @returns {Promise<boolean>} */
export async function setUpAgent() {
  const done = await ask("Set up the agent", "Test and set up", [
    make("p", { className: "faint" }, "The agent reads a mailbox, rolls the dice that you owe, and sends your mail. It never chooses an order. Use a mailbox that is only for games, or an app password."),
    make("div", { className: "two" },
      field({ name: "address", label: "Address of the mailbox", type: "email", value: hall.me?.email ?? "" }),
      field({ name: "password", label: "Password of the mailbox", type: "password", help: "It goes into your system's keyring." }),
      field({ name: "imap", label: "Server that keeps the mail (IMAP)", type: "text", help: "Such as imap.example.org" }),
      field({ name: "smtp", label: "Server that sends (SMTP)", type: "text", help: "Leave it empty if it is the same." }),
      field({ name: "user", label: "User name", type: "text", help: "Leave it empty if it is the address." })),
    make("label", { className: "tick" }, make("input", { type: "checkbox", name: "starttls" }), "Encrypt after connecting (STARTTLS)"),
  ], (said) => tell("agent", { address: said.address, imap: said.imap, smtp: said.smtp, user: said.user, password: said.password, starttls: "starttls" in said }), { wide: true });
  if (!done) return false;
  came(done);
  await show();
  return true;
}

/** Ask for the passphrase, and do something with it. @param {string} title @param {string} press @param {(passphrase: string) => Promise<any>} does */
export function withKey(title, press, does) {
  return ask(title, press, [field({ name: "passphrase", label: `Passphrase of ${named(hall.me?.handle ?? "")}`, type: "password" })], (said) => does(said.passphrase));
}

/** A tournament in the list. @param {Named & {words: string, entered: boolean, over: boolean, wrong: string, can: string[], directs: boolean}} one */
export function cup(one) {
  if (one.wrong) return of(one.name, make("li", { className: "row plain" }, make("b", {}, one.title), make("span", {}, one.wrong)));
  const stands = [one.over && "it is over", one.directs && "you direct it", one.entered && hall.me && "you are in it"].filter(Boolean).join(", ");
  const enters = stands || !hall.me ? make("span", { className: "faint" }, stands) : button("Enter", () => enter(one));
  const more = one.can.map((what) => button(DEEDS[what].press, () => DEEDS[what].does(one)));
  return of(one.name, make("li", { className: "row plain" }, make("b", {}, one.title), make("span", {}, one.words), enters, make("span", { className: "deeds" }, ...more)));
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

/** What came of something, or how it stands, line by line. @param {string[]} lines */
function listed(lines) {
  const from = lines.findIndex((line) => line.startsWith("rank  "));
  // A row of the standings is no sentence: on a telephone it is moved sideways, and not broken.
  return make("div", { className: "lines report" }, ...lines.map((line, at) => make("p", { className: from >= 0 && at >= from && /^(rank| )/.test(line) ? "cells" : "" }, line)));
}

/** Do something that needs the passphrase, and say what came of it. @param {Named} one @param {string} title @param {string} press @param {string} asked @param {{fields?: any[], asks?: string, brings?: (said: Record<string, string>) => object}} [more] */
async function directs(one, title, press, asked, more = {}) {
  const why = more.asks ? [make("p", {}, more.asks)] : [];
  const done = await ask(`${title}: ${one.title}`, press, [...why, ...(more.fields ?? []), passphrase()], (said) =>
    tell(asked, { name: one.name, passphrase: said.passphrase, ...more.brings?.(said) }));
  if (done) came(done);
  await show();
  if (done) await told(`${title}: ${one.title}`, [listed(done.lines)], { wide: true });
}

const text = (/** @type {string} */ name, /** @type {string} */ label, value = "") => field({ name, label, type: "text", value });
const tick = (/** @type {string} */ name, /** @type {string} */ words) => make("label", { className: "tick" }, make("input", { name, type: "checkbox" }), make("span", {}, words));
const number = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number|string} */ value = "") => field({ name, label, type: "number", value: String(value) });

/** What can be done in a tournament, beside entering and playing. @type {Record<string, {press: string, does: (one: Named) => any}>} */
const DEEDS = {
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
  look: { press: "Boards and standings", does: async (one) => {
    const done = await tries(() => tell("look-cup", { name: one.name }));
    if (done) await told(one.title, [listed(done.lines)], { wide: true });
  } },
  pair: { press: "Pair", does: (one) => directs(one, "Pair the next round", "Pair", "pair", { asks: one.asks }) },
  due: { press: "Deadline", does: (one) => directs(one, "Set a deadline", "Set it", "due", { asks: "It decides no game. The deadline of a paired round can only move to later, with a reason.", fields: [
    number("round", "Round", one.round || 1), field({ name: "until", label: "Day and time", type: "datetime-local" }), text("zone", "Time zone", Intl.DateTimeFormat().resolvedOptions().timeZone), text("why", "Reason, if it moves")],
    brings: ({ round, until, zone, why }) => ({ round: Number(round), until, zone, why }) }) },
  rule: { press: "Rule", does: (one) => directs(one, "Decide a board", "Decide it", "rule", { asks: "Everybody reads that this is your word, and the reason.", fields: [
    number("round", "Round", one.round), number("board", "Board"), text("wins", "Who wins: a handle, draw or none"), text("why", "Reason"), tick("forfeit", "By forfeit: the game counts as not played"), tick("anyway", "Against the log of the game")],
    brings: ({ round, board, wins, why, forfeit, anyway }) => ({ round: Number(round), board: Number(board), wins, why, forfeit: Boolean(forfeit), anyway: Boolean(anyway) }) }) },
  out: { press: "Put out", does: (one) => directs(one, "Put a player out", "Put them out", "out", { asks: "They are out from the next round that is paired.", fields: [text("who", "Their handle"), text("why", "Reason")],
    brings: ({ who, why }) => ({ who, why }) }) },
  close: { press: "Close", does: (one) => directs(one, "Close", "Close it", "close", { asks: "The final order stands then, and nothing is paired or decided any more." }) },
  log: { press: "Save its file", does: (one) => tries(() => keep("cup-log", { name: one.name })) },
  publish: { press: "Publish", does: async (one) => {
    const logs = make("input", { name: "logs", type: "file", multiple: true });
    const done = await ask(`Pages of ${one.title}`, "Make the pages", [
      make("p", { className: "faint" }, "You sign the state of the tournament's log. Each game whose log is here, or is chosen, gets a last map and a replay."),
      make("label", { className: "field" }, "Logs of games that players handed in", logs), passphrase()], async (said) =>
      keep("publish", { name: one.name, passphrase: said.passphrase, files: await Promise.all([...logs.files].map(packed)) }));
    if (done) came({ lines: [`${done} is saved. Unpack it on any web space.`], good: true });
  } },
  verify: { press: "Verify", does: async (one) => {
    const done = await tries(() => tell("verify-cup", { name: one.name }));
    if (done) await told(done.good ? "This tournament is valid" : "This tournament is not valid", [make("div", { className: "lines" }, ...done.lines.map((/** @type {string} */ line) => make("p", {}, line)))], { wide: true });
  } },
};

/** Found a tournament by a plan. */
export async function foundCup() {
  if (!hall.me) return identity(foundCup);
  const plan = await tries(() => tell("plan", {}));
  if (!plan) return;
  const text = make("textarea", { name: "plan", rows: 18, spellcheck: false, value: plan.text });
  const done = await ask("Found a tournament", "Found it", [
    make("p", { className: "faint" }, "Change this plan: name, format and game come first. Lines that begin with # are only notes."),
    make("label", { className: "field" }, "Plan", text), passphrase()], (said) => tell("found", { plan: said.plan, passphrase: said.passphrase }), { wide: true });
  if (done) came(done);
  await show();
}

/** @param {{name: string, title: string}} one */
async function enter(one) {
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
