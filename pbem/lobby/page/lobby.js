/** The lobby: your games, mail in and out, players, and what begins a game. */

import { give, read, tell } from "./ask.js";
import { fill, make, the } from "./build.js";
import { ask, told } from "./dialog.js";

/** @typedef {{game: string, title: string, scenario: string, others: string[], side: string, status: string, words: string, due: string|null, join: boolean, to_send: boolean, begun: boolean}} Tile */
/** @typedef {{handle: string, email: string|null, words: string[], own: boolean, compared: boolean}} Known */

/** How often the list is read again, in milliseconds: mail may be imported by a command or an agent. */
const AGAIN = 20_000;

/** What is shown. @type {{me: Known|null, games: Tile[], people: Known[], choose: string}} */
let hall = { me: null, games: [], people: [], choose: "" };

/** Say what is wrong, or nothing. @param {string} words */
function trouble(words) {
  the("trouble").textContent = words;
  the("trouble").hidden = !words;
}

/** Do something that is asked of the program; what it refuses is said above all. @param {() => Promise<any>} what */
async function tries(what) {
  try {
    const done = await what();
    trouble("");
    return done;
  } catch (error) {
    trouble(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** What is shown, as it came: what is not new is not drawn anew, so that nobody loses their place. */
let drawn = "";
/** Whether the list could not be read at the last try; other trouble is not about it. */
let silent = false;

async function show() {
  let found = null;
  try {
    found = await read("hall");
    if (silent) trouble("");
    silent = false;
  } catch (error) {
    silent = true;
    trouble(error instanceof Error ? error.message : String(error));
  }
  if (!found || JSON.stringify(found) === drawn) return;
  hall = found;
  drawn = JSON.stringify(found);
  const place = focused();
  draw();
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
  const known = hall.me !== null, none = !hall.games.length;
  the("me").textContent = hall.me ? hall.me.handle : "Choose your name";
  the("new").hidden = !known;
  the("card").hidden = !known;
  the("first").hidden = known || !none;
  the("also").hidden = !the("first").hidden;
  for (const status of ["yours", "waiting", "over", "wrong"]) group(status);
  people();
  toSend();
}

/** @param {string} status */
function group(status) {
  const games = hall.games.filter((one) => one.status === status), section = the(status);
  section.hidden = !games.length;
  fill(section.querySelector("ul"), ...games.map(status === "yours" ? tile : row));
}

/** @param {Tile} game */
const against = (game) => game.side
  ? `You play ${game.side}, ${game.others.length ? `against ${game.others.join(", ")}` : "alone"}`
  : game.others.length ? `Played by ${game.others.join(", ")}` : "";

/** Until when an answer is due; by what that is counted opens. @param {Tile} game @returns {Node[]} */
function due(game) {
  if (!game.due) return [];
  const [, day, how] = /^([^(]*)(.*)$/s.exec(game.due) ?? ["", game.due, ""];
  if (!how) return [make("span", { className: "due" }, day)];
  return [make("details", { className: "faint" }, make("summary", { className: "due" }, day.trim()), how)];
}

/** The map of a game, or plain water before it begins. @param {Tile} game */
function picture(game) {
  const plain = make("div", { className: "none" });
  if (!game.begun) return plain;
  return make("img", { src: `/picture?game=${encodeURIComponent(game.game)}`, alt: "", loading: "lazy", on: { error: (/** @type {any} */ event) => event.target.replaceWith(plain) } });
}

/** Mark whom or what an element is of. @param {string} name @param {any} made */
function of(name, made) {
  made.dataset.of = name;
  return made;
}

/** @param {Tile} game */
function tile(game) {
  const act = game.join
    ? make("button", { type: "button", className: "primary", on: { click: () => join(game) } }, "Join")
    : make("button", { type: "button", className: "primary", on: { click: () => board(game) } }, "Play");
  return of(game.game, make("li", { className: "tile" }, picture(game), make("div", {},
    make("b", {}, game.title), make("span", { className: "faint" }, [game.scenario, against(game)].filter(Boolean).join(" · ")),
    make("span", { className: "words" }, game.words), ...due(game),
    make("p", { className: "actions" }, act, make("span", { className: "faint" }, game.game)))));
}

/** @param {Tile} game */
function row(game) {
  const open = !game.begun ? "" : make("button", { type: "button", on: { click: () => board(game) } }, game.status === "over" ? "Look back" : "Look");
  return of(game.game, make("li", { className: "row" }, picture(game), make("div", {}, make("b", {}, game.title), make("br"), make("span", { className: "faint" }, against(game))),
    make("div", {}, game.words, ...due(game)), open));
}

function people() {
  const rows = hall.people.map((one) => of(one.handle, make("li", { className: "person" },
    make("span", {}, make("b", {}, one.handle), make("br"), make("span", { className: one.compared ? "faint good" : "faint" }, one.compared ? "twelve words compared" : "compare the twelve words by telephone")),
    ...(one.compared ? [] : [make("button", { type: "button", on: { click: () => compare(one) } }, "Compare")]))));
  fill(the("people").querySelector("ul"), ...rows);
}

function toSend() {
  const games = hall.games.filter((one) => one.to_send);
  the("send").hidden = !games.length;
  fill(the("send").querySelector("ul"), ...games.map((one) => of(one.game, make("li", { className: "person" },
    make("span", {}, make("b", {}, `To ${one.others.join(", ")}`), make("br"), make("span", { className: "faint" }, one.title)),
    make("button", { type: "button", className: "primary", on: { click: () => send(one) } }, "Send")))));
}

/** @param {Tile} game */
async function board(game) {
  const found = await tries(() => tell("board", { game: game.game }));
  if (found) location.assign(found.there);
}

/** @param {string} rules @param {string} scenario @param {string[]} opponents */
async function practise(rules, scenario, opponents) {
  const found = await tries(() => tell("practice", { rules, scenario, against: opponents }));
  if (found) location.assign(found.there);
}

/** @param {Tile} game */
async function join(game) {
  const done = await ask(`Join ${game.title}`, "Join", [
    { name: "passphrase", label: `Passphrase of ${hall.me?.handle ?? ""}`, type: "password" },
  ], (said) => tell("join", { game: game.game, passphrase: said.passphrase }));
  if (done) await after(done);
}

/** Say what was done, and show the list again. @param {{lines: string[], good: boolean}} done */
async function after(done) {
  fill(the("came"), ...done.lines.map((line) => make("p", { className: done.good ? "" : "bad" }, line)));
  await show();
}

/** @param {Tile} game */
async function send(game) {
  const mail = await tries(() => tell("outgoing", { game: game.game }));
  if (!mail) return;
  const to = Object.entries(mail.to).map(([handle, address]) => address ? `${handle} <${address}>` : handle).join(", ");
  const files = Array.from({ length: mail.messages }, (_, number) => make("a", { className: "button", href: `/message?game=${encodeURIComponent(game.game)}&number=${number}`, download: `${game.game}-${number}.eml` }, mail.messages > 1 ? `Mail file ${number + 1}` : "Save the mail file"));
  const text = make("textarea", { readOnly: true, value: mail.text, ariaLabel: "The mail as text" });
  const copy = make("button", { type: "button", on: { click: async () => { await navigator.clipboard.writeText(mail.text); copy.textContent = "Copied"; } } }, "Copy the text");
  const done = await ask(`Mail to ${Object.keys(mail.to).join(", ")}`, "It is sent", [
    make("p", {}, make("b", {}, "To: "), to), make("p", {}, make("b", {}, "Subject: "), mail.subject),
    make("p", { className: "actions" }, ...files, ...(mail.text ? [copy] : [])),
    make("p", { className: "help" }, "Open the mail file in your mail program and press Send. Or paste the text into a new mail."),
    ...(mail.text ? [text] : []),
  ], () => tell("mailed", { game: game.game }));
  if (done) await after(done);
}

/** @param {Known} one */
async function compare(one) {
  const done = await ask(`Is this the card of ${one.handle}?`, "Compare", [
    make("p", {}, `Ask ${one.handle} by telephone to read their twelve words aloud, and type them here. If they match, nobody swapped the card.`),
    { name: "words", label: `The words of ${one.handle}`, type: "text" },
    make("p", { className: "help" }, "Your own words, for them to type:"), make("p", { className: "words" }, hall.me?.words.join(" ") ?? ""),
  ], (said) => tell("compare", { handle: one.handle, words: said.words }));
  if (done) await after(done);
}

async function identity() {
  if (hall.choose) return trouble(hall.choose);
  if (hall.me) {
    await told(`You are ${hall.me.handle}`, [make("p", {}, "Read these twelve words to your opponents by telephone. They prove that the card is yours."), make("p", { className: "words" }, hall.me.words.join(" "))]);
    return;
  }
  const done = await ask("Choose your name", "Make my keys", [
    { name: "handle", label: "Name (small letters and digits)", type: "text" },
    { name: "email", label: "Mail address, for your card (you may leave it empty)", type: "email" },
    { name: "passphrase", label: "Passphrase", type: "password" },
    { name: "again", label: "Passphrase once more", type: "password" },
    make("p", { className: "help" }, "The passphrase locks your keys on this computer. Nobody can give it back to you."),
  ], async (said) => {
    if (said.passphrase !== said.again) throw new Error("The two passphrases differ. Type them again.");
    return tell("identity", { handle: said.handle, email: said.email, passphrase: said.passphrase });
  });
  if (!done) return;
  await after(done);
  await identity();
}

/** Choices of games, scenarios and sides, each following from the one before. @param {any[]} offers */
function choosing(offers) {
  const game = select("rules", "Game", offers.map((one) => [one.rules, one.title]));
  const scenario = select("scenario", "Scenario", []), side = select("side", "You play", []);
  const offer = () => offers.find((one) => one.rules === game.field.value);
  const sides = () => side.fills(offer().sides[scenario.field.value].map((/** @type {any} */ one) => [one.id, one.name]));
  const scenarios = () => { scenario.fills(Object.entries(offer().scenarios)); scenario.label.hidden = scenario.field.options.length < 2; sides(); };
  game.field.addEventListener("change", scenarios);
  scenario.field.addEventListener("change", sides);
  scenarios();
  /** @param {string} own */
  const others = (own) => offer().sides[scenario.field.value].map((/** @type {any} */ one) => one.id).filter((/** @type {string} */ id) => id !== own);
  return { fields: [game.label, scenario.label, side.label], others };
}

/** @param {string} name @param {string} words @param {any[]} choices */
function select(name, words, choices) {
  const field = make("select", { name }), label = make("label", {}, words, field);
  /** @param {any[]} some */
  const fills = (some) => fill(field, ...some.map(([value, shown]) => make("option", { value }, shown)));
  fills(choices);
  return { field, label, fills };
}

async function practice() {
  const offers = await tries(() => read("offers"));
  if (!offers) return;
  const { fields, others } = choosing(offers);
  const said = await ask("Play the computer", "Play", [...fields, make("p", { className: "help" }, "Nothing is signed, and you can take everything back.")], async (all) => all);
  if (said) await practise(said.rules, said.scenario, others(said.side));
}

async function open() {
  if (!hall.people.length) {
    await told("First, swap cards", [make("p", {}, "You need the card of your opponent. Mail them your card (Save my card), ask for theirs, and drop it on this page.")]);
    return;
  }
  const offers = await tries(() => read("offers"));
  if (!offers) return;
  const { fields, others } = choosing(offers);
  const opponent = select("opponent", "Opponent", hall.people.map((one) => [one.handle, one.compared ? one.handle : `${one.handle} (words not compared)`]));
  const days = select("days", "Days for each answer", [["", "no clock"], ["3", "3"], ["7", "7"], ["14", "14"]]);
  const done = await ask("New game", "Open the game", [...fields, opponent.label, days.label,
    { name: "note", label: "Message to your opponent (you may leave it empty)", type: "text" },
    { name: "passphrase", label: `Passphrase of ${hall.me?.handle ?? ""}`, type: "password" },
  ], (said) => {
    const seats = Object.fromEntries(others(said.side).map((/** @type {string} */ id) => [id, said.opponent]));
    return tell("new", { rules: said.rules, scenario: said.scenario, seats: { [said.side]: hall.me?.handle, ...seats }, passphrase: said.passphrase, days: said.days ? Number(said.days) : null, note: said.note });
  });
  if (done) await after(done);
}

/** Import files, one after the other; what each came to stays below. @param {Iterable<Blob>} files */
async function came(files) {
  const lines = [];
  for (const file of files) {
    const name = /** @type {any} */ (file).name;
    try {
      const done = await give("came", file);
      lines.push(...done.lines.map((/** @type {string} */ line) => make("p", { className: done.good ? "" : "bad" }, name ? `${name}: ${line}` : line)));
    } catch (error) {
      lines.push(make("p", { className: "bad" }, `${name ? `${name}: ` : ""}${error instanceof Error ? error.message : error}`));
    }
  }
  await show();
  fill(the("came"), ...lines);
}

async function paste() {
  const field = make("textarea", { name: "text", ariaLabel: "The text of a mail" });
  const said = await ask("Paste the text of a mail", "Read it", [field], async (all) => all);
  if (said?.text) await came([new Blob([said.text])]);
}

/** Verify a log that is not imported. */
function check() {
  const field = make("input", { type: "file", on: { change: async () => {
    const [file] = field.files ?? [];
    const done = file && await tries(() => give("check", file));
    if (done) await told(done.good ? "This log is valid" : "This log is not valid", done.lines.map((/** @type {string} */ line) => make("p", {}, line)));
  } } });
  field.click();
}

the("me").addEventListener("click", identity);
the("new").addEventListener("click", open);
the("begin").addEventListener("click", identity);
the("try").addEventListener("click", () => practise("lantern", "lantern", ["tarle"]));
the("practise").addEventListener("click", practice);
the("look").addEventListener("click", check);
the("check").addEventListener("click", check);
the("paste").addEventListener("click", paste);
the("file").addEventListener("change", (/** @type {any} */ event) => came(event.target.files).then(() => { event.target.value = ""; }));
for (const kind of ["dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    event.preventDefault();
    document.body.classList.toggle("over", kind === "dragover");
    if (kind !== "drop" || !dataTransfer) return;
    const text = dataTransfer.getData("text");
    came(dataTransfer.files.length ? dataTransfer.files : text ? [new Blob([text])] : []);
  });
}
addEventListener("focus", show);
setInterval(() => { if (!document.hidden && !the("dialog").open) show(); }, AGAIN);
show();
