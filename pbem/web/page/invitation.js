/** The page of an invitation, before the program is there: who invites, to which game, how long it takes. */

/** @param {string} id @returns {any} */
const the = (id) => document.getElementById(id);

/** `needs`: its table file is to be given with the link. @typedef {{who: string, link: string, needs: boolean}} Invitation */

/** The text in base64url. @param {string} data */
const bytes = (data) => Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** Where the handle of a packed card begins: after version, two keys and a signature. */
const HANDLE = 1 + 64 + 64;

/** A message, a short name and a day, as the program takes them. */
const LINE = /^[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]{0,300}$/u, WORD = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/, DAY = /^\d{4}-\d\d-\d\d$/, NAME = /^.{1,80}$/u, DIGEST = /^[0-9a-f]{64}$/;
/** The newest version of a link that this page reads. */
const VERSION = 2;

/** @param {RegExp} form @param {any} one */
const fits = (form, one) => typeof one === "string" && form.test(one);

/** Whether an invitation says nothing that the program would refuse later: a page shows no text of others as its own. @param {any} said */
function plain({ v, words, until, rules, scenario, side, options, clock, table }) {
  if (table === undefined ? v > 1 : v !== VERSION || !isTable(table)) return false;
  const days = clock ? [clock.days, clock.bank, clock.grace, clock.turn ?? 0] : [];
  return fits(LINE, words) && fits(DAY, until) && [rules, scenario, side, ...Object.entries(options).flat()].every((one) => fits(WORD, one)) && days.every(Number.isInteger);
}

/** Whether a table file is named as the program names it. @param {any} table */
function isTable({ digest, file, sides, title }) {
  const names = [title, ...Object.values(sides)];
  return fits(DIGEST, digest) && typeof file === "string" && names.every((one) => fits(LINE, one) && fits(NAME, one)) && Object.keys(sides).every((one) => fits(WORD, one));
}

/** Read the address of this page; null: it invites to nothing. The program reads it strictly, later. @returns {any} */
function read() {
  const data = /^#invite=([\w-]{1,8000})$/.exec(location.hash)?.[1];
  if (data === undefined) return null;
  const said = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes(data)));
  const who = new TextDecoder().decode(bytes(said.card).subarray(HANDLE)).split("\0")[0];
  if (!/^[a-z0-9][a-z0-9._-]{0,31}$/.test(who)) throw new Error("no name");
  if (!(said.v > VERSION ? fits(DAY, said.until) : plain(said))) throw new Error("altered"); // of a newer one the day alone is shown
  return { ...said, who };
}

/** A figure with its words. @param {string} id @param {string} figure @param {string} words */
function figure(id, figure, words) {
  the(id).hidden = !figure;
  the(id).querySelector("b").textContent = figure;
  the(id).querySelector("span").textContent = words;
}

/** The usual days in the bank and of grace. */
const BANK = 30, GRACE = 7;

/** What else the answer signs: options that are not the usual ones, and the rest of the clock. @param {any} said @param {Record<string, {title: string, value: string}>} usual @returns {string[]} */
function terms({ options, clock }, usual) {
  const changed = Object.entries(options).filter(([name, value]) => !Object.hasOwn(usual, name) || usual[name].value !== value);
  const days = clock && (clock.bank !== BANK || clock.grace !== GRACE) ? [`${clock.bank} days more in the bank, and ${clock.grace} of grace.`] : [];
  const turn = clock?.turn ? [`${clock.turn} days for all answers in a turn.`] : [];
  return [...changed.map(([name, value]) => `Option: ${name}=${value}${Object.hasOwn(usual, name) ? ` (${usual[name].title})` : ""}.`), ...days, ...turn];
}

/** Show the invitation that the address has, if it has one; resolves when its map is there. @returns {Promise<Invitation|null>} */
export async function invitation() {
  if (!location.hash.startsWith("#invite=")) return null;
  the("invitation").hidden = false;
  let said, game, one, agreed;
  try {
    said = read();
    const offers = await (await fetch("page/offers.json")).json();
    if (said.until < new Date().toISOString().slice(0, 10)) throw new Error("old");
    const of = (/** @type {any} */ all, /** @type {string} */ name) => all && Object.hasOwn(all, name) ? all[name] : undefined;
    game = of(offers, said.rules);
    one = said.table ? { title: said.table.title, sides: said.table.sides, scene: "", mails: null } : of(game?.scenarios, said.scenario);
    if (said.v > VERSION || !game || !of(one?.sides, said.side)) throw new Error("unknown");
    agreed = terms(said, game.options);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    the("invited").textContent = "An invitation";
    the("take").hidden = the("proposal").hidden = true;
    the("no-invitation").hidden = false;
    the("avatar").hidden = true;
    the("no-invitation").firstChild.textContent = why === "old" ? `This invitation ended on ${said.until}. Ask ${said.who} for a new link.`
      : why === "unknown" ? `This site has another release than ${said.who}, and not this game. Ask ${said.who} for a link to their own site.`
        : "This link is not whole, or was altered. Copy all of it, or ask for it again.";
    return null;
  }
  const others = Object.entries(one.sides).filter(([side]) => side !== said.side).map(([, name]) => name);
  const title = said.table ? one.title : game.one ? game.title : `${game.title}: ${one.title}`;
  document.title = `${said.who} invites you to ${said.table ? one.title : game.title}`;
  the("avatar").textContent = said.who.slice(0, 1).toUpperCase();
  the("invited").textContent = `${said.who} invites you to a game`;
  the("message").textContent = said.words;
  the("message").hidden = !said.words;
  the("game").textContent = title;
  the("yours").textContent = others.join(", ");
  the("theirs").textContent = `${said.who}: ${one.sides[said.side]}`;
  figure("days", said.clock ? `${said.clock.days} days` : "No clock", said.clock ? "for each answer" : "answer when you like");
  figure("mails", one.mails ? `${one.mails} mails` : "", "in a whole game");
  figure("until", new Date(`${said.until}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }), "last day to answer");
  the("terms").replaceChildren(...agreed.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  the("terms").hidden = !the("terms").childElementCount;
  for (const name of document.querySelectorAll(".inviter")) name.textContent = said.who;
  the("scene").hidden = !one.scene;
  const needs = Boolean(said.table && !said.table.file);
  the("table").hidden = !needs;
  if (one.scene) {
    const drawn = new Promise((done) => { the("scene").onload = the("scene").onerror = done; });
    the("scene").src = one.scene;
    await drawn;
  }
  return { who: said.who, link: location.hash, needs };
}
