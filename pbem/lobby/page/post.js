/** Mail out and in: what waits to be sent, by one way that is remembered, and what is dropped. */

import { give, tell } from "./ask.js";
import { fill, make, the } from "./build.js";
import { ask } from "./dialog.js";
import { setUpAgent, withKey } from "./errands.js";
import { answer, asLink } from "./invite.js";
import { became, button, came as said, hall, icon, listed, of, opens, trouble, why } from "./parts.js";
import { few, show } from "./lobby.js";
import { given, isModule, next as moduleNext } from "./module.js";

/** @typedef {import("./parts.js").Tile} Tile */

const AGENT = "agent";
/** The ways to send; one that cannot work here is absent. @type {[string, string, string][]} */
const WAYS = [
  ["file", "Mail file", "Saves each mail as a file. Open it and press Send in your mail program."],
  ...("share" in navigator && "canShare" in navigator ? /** @type {[string, string, string][]} */ ([["share", "Share", "Opens the share sheet of this device, with the log as a file."]]) : []),
  ["link", "Link", "Shows the new events as a link, for any messenger. A long turn does not fit."],
  ["text", "Copy text", "Copies the whole mail. Paste it into a mail of your own."],
  [AGENT, "Agent", "The agent sends all mail by itself, and reads what came."],
];

/** The way that was used last. */
const way = () => ways().find(([id]) => id === localStorage.getItem("way")) ?? /** @type {[string, string, string]} */ (WAYS[0]);
const ways = () => WAYS.filter(([id]) => id !== AGENT || hall.agents);

/** What is in a mail. @param {Tile} game */
const brief = ({ status, brings }) => `${brings}${status === "over" ? "; the game is over" : ""}`;

/** What was handed over and waits for a yes. @type {Tile[]} */
let handed = [];

const waiting = () => hall.games.filter((one) => one.to_send);

/** What is said where nobody waits for a mail. */
const nothing = () => hall.games.some((one) => one.along) ? "no mail needed: what you signed goes with your next one" : "nothing waits";

/** Show what is to be sent. */
export function toSend() {
  const games = waiting(), [chosen, , help] = way();
  the("send").hidden = !hall.games.some((one) => one.side);
  for (const id of ["send-all", "ways", "way-help"]) the(id).hidden = !games.length;
  the("send").querySelector("h2 span").textContent = !games.length ? nothing() : games.length === 1 ? "1 mail" : `${games.length} mails`;
  few(the("send").querySelector("ul"), games, (one) => of(one.game, make("li", { className: "person" }, icon("mail"),
    make("span", {}, `To ${listed(one.others)}: ${[one.title, one.turn].filter(Boolean).join(", ")}`, make("br"), make("span", { className: "faint" }, brief(one))))), "mail");
  the("send-all").textContent = games.length > 1 ? (games.length === 2 ? "Send both" : "Send all") : "Send";
  fill(the("ways"), ...ways().map(([id, words]) => make("label", { className: "radio" }, make("input", { type: "radio", name: "way", value: id, checked: id === chosen, on: { change: () => { localStorage.setItem("way", id); toSend(); } } }), make("span", {}, words))));
  the("way-help").textContent = help;
  handed = handed.filter((one) => games.some((other) => other.game === one.game));
  if (!handed.length) fill(the("sent"));
  next();
}

/** Fill the button that is next: what was handed over is to be confirmed before anything goes again. */
const next = () => the("send-all").classList.toggle("primary", !handed.length);

/** Say what was done; ask whether what was handed over went. @param {string} words @param {Node[]} [more] */
function asks(words, ...more) {
  const yes = button(handed.length > 1 ? "They are sent" : "It is sent", async () => {
    await each(handed, (game) => tell("mailed", { game: game.game }));
    handed = [];
    await show();
  }, { className: "primary" });
  next();
  fill(the("sent"), make("p", {}, words), ...more, ...(handed.length ? [make("p", { className: "actions left" }, yes)] : []));
}

/** Do something for each of these games, and say what failed: one that fails keeps no other back. @template T @param {Tile[]} games @param {(game: Tile) => Promise<T>} does @returns {Promise<[Tile, T][]>} what it came to */
async function each(games, does) {
  /** @type {[Tile, T][]} */
  const done = [], wrong = [];
  for (const game of games) {
    try {
      done.push([game, await does(game)]);
    } catch (error) {
      wrong.push(`${game.title}: ${why(error)}`);
    }
  }
  trouble(wrong.join("\n"));
  return done;
}

/** To whom a mail goes. @param {{to: Record<string, string|null>}} mail */
const whom = ({ to }) => Object.entries(to).map(([handle, address]) => address ? `${handle} <${address}>` : handle);

/** Send what waits, by the way that is chosen. */
export async function sendAll() {
  const [chosen] = way(), games = waiting();
  if (chosen === AGENT) return byAgent();
  handed = [];
  if (chosen === "share") return oneByOne(games, "Share the next", shares);
  if (chosen === "text") return oneByOne(games, "Copy the next", copies);
  if (chosen === "link") return oneByOne(games, "The next", links);
  const mails = await each(games, (game) => tell("outgoing", { game: game.game }));
  if (!mails.length) return;
  handed = mails.map(([game]) => game);
  const files = mails.flatMap(([game, mail]) => Array.from({ length: mail.messages }, (_, number) => {
    const name = `${game.game}-${number}.eml`;
    const link = make("a", { href: `/message?game=${encodeURIComponent(game.game)}&number=${number}`, download: name }, name);
    setTimeout(() => link.click(), 300 * number);
    return make("li", {}, link);
  }));
  asks(`Saved. Open ${files.length > 1 ? "each" : "it"} and press Send in your mail program. To: ${[...new Set(mails.flatMap(([, mail]) => whom(mail)))].join(", ")}.`, make("ul", { className: "files" }, ...files));
}

/** Hand over one game after the other: a clipboard holds one mail, and each share needs a click of its own. @param {Tile[]} games @param {string} again @param {(game: Tile) => Promise<[string, ...Node[]]>} does what says what was done, and shows it */
async function oneByOne([game, ...rest], again, does) {
  const done = await each([game], does);
  if (done.length) handed = [...handed, game];
  const [words, ...more] = done.length ? done[0][1] : /** @type {[string]} */ (["Not sent."]);
  asks(words, ...more, ...(rest.length ? [button(again, () => oneByOne(rest, again, does))] : []));
}

/** @param {Tile} game @returns {Promise<[string, ...Node[]]>} */
async function shares(game) {
  const found = await fetch(`/log?game=${encodeURIComponent(game.game)}`);
  if (!found.ok) throw new Error((await found.json()).error);
  const data = await found.blob();
  const files = [new File([data], `${game.game}.pbem`, { type: "application/octet-stream" })];
  const what = { title: game.title, text: `${game.title}: ${game.words}`, files };
  await navigator.share(navigator.canShare(what) ? what : { title: game.title, files: [new File([data], `${game.game}.txt`, { type: "text/plain" })] });
  return ["Shared."];
}

/** @param {Tile} game @returns {Promise<[string, ...Node[]]>} */
async function copies(game) {
  const mail = await tell("outgoing", { game: game.game });
  if (!mail.text) throw new Error("This mail is too long for a text. Choose Mail file.");
  await navigator.clipboard.writeText(mail.text);
  return ["Copied. Paste it into a new mail.", make("p", {}, make("b", {}, "To: "), whom(mail).join(", "), make("br"), make("b", {}, "Subject: "), mail.subject),
    make("textarea", { readOnly: true, rows: 4, value: mail.text, ariaLabel: "The mail as text" })];
}

/** @param {Tile} game @returns {Promise<[string, ...Node[]]>} */
async function links(game) {
  return [`A link for ${listed(game.others)}:`, await asLink(game)];
}

async function byAgent() {
  if (!hall.agent && !await setUpAgent()) return;
  const done = await withKey(`Send from ${hall.agent ?? "your mailbox"}`, "Send and read mail", (passphrase) => tell("agent-once", { passphrase }));
  if (!done) return;
  said(done);
  await show();
}

/** Import files, one after the other; what each came to stays below. @param {Iterable<Blob>} files */
export async function came(files) {
  const told = [], games = new Set();
  for (const file of files) {
    const name = /** @type {any} */ (file).name;
    try {
      if (isModule(file)) {
        const found = await given(file);
        told.push(became({ lines: [`This is ${found.module}.`, ...found.lines], good: true }, name), moduleNext(found));
        continue;
      }
      const done = await give("came", file);
      if (done.invites) {
        await answer(await file.text());
        continue;
      }
      for (const game of done.games) games.add(game);
      told.push(became(done, name));
    } catch (error) {
      told.push(became({ lines: [why(error)], good: false }, name));
    }
  }
  await show();
  fill(the("came"), ...told, ...opens(games));
}

/** Import what somebody pastes: a mail, a card, a link. */
export async function paste() {
  const field = make("textarea", { name: "text", ariaLabel: "The text of a mail, a card or a link" });
  const all = await ask("Paste a mail, a card or a link", "Read it", [field], async (one) => one);
  if (all?.text) await came([new Blob([all.text])]);
}
