/** Signs: the list, or whatever else is asked of the player, with their passphrase. */

import { tell } from "./ask.js";
import * as asked from "./asked.js";
import { fill, make, the } from "./build.js";
import * as leaving from "./leaving.js";
import { clears, count, written } from "./list.js";
import * as next from "./next.js";
import * as pointing from "./pointing.js";
import { bare } from "./quoted.js";
import { sure } from "./sure.js";
import { alone, said } from "./underway.js";
import { emptied } from "./writing.js";

const WORDS = {
  orders: "Sign", dice: "Roll", seal: "Seal the choice", reveal: "Open your sealed choice",
  deal: "Do your card work", join: "Join the game", answer: "",
};
const DEALS = ["shuffle", "unmask", "lay-open", "box", "go-on"];

/** @type {any} */
let state = null;
/** @type {() => Promise<void>} */
let signed = async () => {};
let isSigning = false;
/** The last event that was shown when the passphrase was asked for. */
let askedAt = "";

/** Show what can be signed now. @param {any} now */
export function show(now) {
  state = now;
  const may = now.shown.yours ? now.shown.may : [];
  fill(the("offered"), ...now.offered.map((/** @type {string} */ line) => make("p", {}, line)));
  the("open-key").hidden = !now.unlocked;
  // Who looks at the keys presses Enter, and would sign what came meanwhile.
  const isOther = the("dock").classList.contains("signs") && now.shown.head !== askedAt;
  if (isOther) the("passphrase").value = "";
  if (isOther || now.unlocked || !may.length) askKey(false);
  the("signing").hidden = !now.shown.you || !may.length || Boolean(now.practice);
  the("chat").hidden = !now.shown.you || Boolean(now.practice);
  fill(the("acts"), ...the("signing").hidden ? [] : acts(may));
  says();
  the("offers").hidden = !may.includes("offer") || Boolean(now.practice);
  if (!the("offering").childElementCount) fill(the("offering"), button("offer", "Offer to take back", { offer: "undo" }), button("offer", "Offer a draw", { offer: "tie" }));
  leaving.show(may.includes("resign"));
}

/** @param {string[]} may */
function* acts(may) {
  for (const kind of ["orders", "seal", "dice", "reveal", "join"]) if (may.includes(kind)) yield button(kind);
  if (may.some((kind) => DEALS.includes(kind))) yield button("deal");
  if (may.includes("answer")) {
    yield button("answer", "Say yes", { yes: true });
    yield button("answer", "Say no", { yes: false });
  }
}

/** Have the button say what it signs, and what follows. */
export function says() {
  const one = the("acts").querySelector("[data-act=orders]"), many = count();
  if (!one || !state) return;
  const others = [...new Set((state.shown.seats ?? []).map((/** @type {any} */ seat) => seat.handle))].filter((who) => who && who !== state.shown.you);
  const words = many ? `${WORDS.orders} ${many} ${many === 1 ? "order" : "orders"}` : "Nothing to sign yet";
  const mails = many && !asked.isMine() && others.length ? [" and mail ", others.length === 1 ? make("span", { className: "who" }, others[0]) : "the others"] : [];
  one.ariaDisabled = many ? null : "true";
  fill(one, make("span", {}, words, ...mails), make("small", {}, many ? asked.next() : asked.between() ? "choose an answer" : "click units, or write orders as text"));
  one.title = bare(asked.next());
}

/** Ask for the passphrase where the button is, or no more. @param {boolean} now */
function askKey(now) {
  if (now && !the("dock").classList.contains("signs")) askedAt = state?.shown.head ?? "";
  the("dock").classList.toggle("signs", now);
  if (now) the("passphrase").focus();
}

/** @param {string} act @param {string} [words] @param {object} [more] */
function button(act, words = WORDS[act] ?? "", more = {}) {
  const made = make("button", { type: "button", on: { click: () => sign(act, words, more) } }, words);
  made.dataset.act = act;
  if (act !== "offer") made.className = "sign";
  return made;
}

/** @param {string} act @param {string} [words] what is asked once more, of an offer @param {object} [more] */
async function sign(act, words = "", more = {}) {
  if (isSigning) return; // pressed twice
  isSigning = true;
  await signs(act, words, more).finally(() => { isSigning = false; });
}

/** @param {string} act @param {string} words @param {object} more */
async function signs(act, words, more) {
  const locked = !state.unlocked && !the("passphrase").value, apart = act === "offer" || act === "resign";
  // What stands there when it is pressed is meant: the game may go on before it is confirmed, or
  // while a trial comes to its end.
  const { head } = state.shown;
  if (apart && !await sure(`${act === "resign" ? "Resign the game" : words}?`, act === "resign" ? "Resign" : "Offer it", locked)) return;
  if (!apart && locked && !the("dock").classList.contains("signs")) return askKey(true);
  const text = act === "orders" || act === "seal" ? written() : "", passphrase = the("passphrase").value;
  // A trial that is under way comes to its end first.
  await alone(() => said("tried", async () => {
    if (act === "orders") {
      const doubts = await tell("doubts", { text, clear: clears() });
      if (doubts.length && !await sure(doubts.join("\n"), "Sign it all the same")) return "Nothing was signed.";
    }
    const wish = { act, text, head, note: the("note").value, passphrase, minutes: Number(the("minutes").value), ...more };
    if (act === "orders") wish.clear = clears();
    const done = await tell("sign", wish);
    for (const id of ["passphrase", "note"]) the(id).value = "";
    askKey(false);
    if (text) await emptied(); // else what is read next would still have the list
    pointing.clear();
    await signed();
    next.leave(the("passphrase"));
    next.follow();
    const told = done.outcomes.map((/** @type {any} */ one) => one.text);
    pointing.inSight();
    return [deed(done), asked.pen(), ...asked.stillWaits(), ...told, done.also].filter(Boolean).join("\n");
  }));
}

/** @param {any} done @returns {string} what was signed; or what was before, and came into the log only now */
function deed({ events, resumed }) {
  const which = events.map((/** @type {any} */ e) => `event ${e.seq}, ${e.kind}`).join("; ");
  return resumed ? `Signed before, and in the log only now: ${which}. Nothing else was signed: look at the game before you sign more.` : `Signed: ${which}.`;
}

/** @param {() => Promise<void>} after what to do once something was signed */
export function begin(after) {
  signed = after;
  leaving.begin(() => sign("resign"));
  asked.onFollowing(says);
  the("passphrase").addEventListener("focus", () => askKey(true));
  the("not-yet").addEventListener("click", () => {
    the("passphrase").value = "";
    askKey(false);
  });
  the("signing").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  the("lock").addEventListener("click", async () => { await tell("lock", {}); await after(); next.onwards(the("lock"), the("passphrase")); });
  the("passphrase").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const buttons = the("acts").querySelectorAll(".sign");
    if (event.key === "Enter" && buttons.length === 1) buttons[0].click();
  });
}
