/** Errands: backups, practices, replays, logs of others, the agent. */

import { give, tell } from "./ask.js";
import { make, the } from "./build.js";
import { ask, field, told } from "./dialog.js";
import { button, came, choose, hall, keep, named, of, tries } from "./parts.js";
import { show } from "./lobby.js";
import { identity } from "./people.js";

/** Whether the home is in this browser, which may throw it away. */
const isHere = parent !== globalThis;

/** Whether a backup is there, as its owner says: a page cannot see that. @param {string} name */
const isThere = (name) => ask("Is the backup there?", "The file is there", [make("p", {}, `Look in your downloads folder: '${name}' must be there. If it is not there, press Cancel, and save it once more.`)], async () => true);

/** Save a backup. */
export async function backUp() {
  const name = await tries(() => keep("backup", {}));
  if (name && (!isHere || await isThere(name)) && await tries(() => tell("backup-saved", {}))) came({ lines: [`${name} is saved. Keep it on another disk. Anyone who has it can see your hidden cards. Your keys stay locked.`], good: true });
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
export async function packed(file) {
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
  return told("Why nobody alone can choose the dice", [make("img", { src: "/page/trust.svg", className: "trust", alt: "Bob's dice key is fixed before the game. Alice's orders are signed. Key and orders together give one roll; every other roll is crossed out. Anyone can check it." })], { wide: true });
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
