/** Who you are and whom you know: names, cards, twelve words. */

import { give, read, tell } from "./ask.js";
import { fill, make, the } from "./build.js";
import { ask, field, told } from "./dialog.js";
import { backUp, firstGame, restore } from "./errands.js";
import { avatar, became, button, came, hall, icon, named, of, site, trouble, tries, twelve, why } from "./parts.js";
import { show } from "./lobby.js";

/** @typedef {import("./parts.js").Known} Known */

/** Choose a name, or show who you are. @param {() => any} [then] what follows once there is a name */
export async function identity(then = () => {}) {
  if (hall.choose) return trouble(hall.choose);
  if (hall.me && !hall.me.words.length) return mend();
  if (hall.me) return swap();
  const keep = make("input", { type: "checkbox", name: "keep", checked: true });
  const done = await ask("Who are you?", "Make my keys", [
    make("p", { className: "lead" }, "One minute, once. Your keys stay on this computer. No server has them."),
    make("div", { className: "two" },
      field({ name: "handle", label: "Name", type: "text", help: "Your opponents see it. Letters and digits." }),
      field({ name: "email", label: "Mail address", type: "email", help: "For your opponents' moves. It may stay empty." }),
      field({ name: "passphrase", label: "Passphrase", type: "password", help: "12 letters or more. Nobody can reset it." }),
      field({ name: "again", label: "Once more", type: "password", help: "pbem asks for it when you sign." })),
    make("p", { className: "actions left" }, make("span", { className: "faint" }, "Just looking?"), button("Play the computer", () => { the("dialog").close(); firstGame(); }, { className: "link" }), make("span", { className: "faint" }, "without a name.")),
  ], async (said) => {
    if (said.passphrase !== said.again) throw new Error("The two passphrases differ. Type them again.");
    return { ...await tell("identity", { handle: said.handle, email: said.email, passphrase: said.passphrase }), keep: said.keep };
  }, { wide: "mid", crossed: true, hint: make("label", { className: "tick" }, keep, "Save a backup file now"), extra: [button("I have a backup", () => { the("dialog").close(); restore(); })] });
  if (!done) return;
  came(done);
  await show();
  if (done.keep) await backUp();
  await then();
}

/** Make one's own damaged card again. */
async function mend() {
  const done = await ask("Your card is missing or damaged", "Make it again", [
    make("p", {}, "Your keys are here. pbem makes the card again from them. Your twelve words stay the same."),
    field({ name: "email", label: "Mail address (you may leave it empty)", type: "email" }),
    field({ name: "passphrase", label: `Passphrase of ${named(hall.me?.handle ?? "")}`, type: "password" }),
  ], (said) => tell("mend-card", { passphrase: said.passphrase, email: said.email }));
  if (!done) return;
  came(done);
  await show();
}

/** Twelve words, and what is done with them. @param {Known} one @param {string} title */
const counted = (one, title) => of(one.handle, make("div", {}, make("h3", {}, avatar(one.handle), title), twelve(one.words)));

/** One's own words beside those of somebody. @param {Known} me @param {Known} one */
const both = (me, one) => [counted(me, `Your words: read them to ${named(one.handle)}`), counted(one, `${named(one.handle)}'s words: compare them`)];

const COMPARED = "By telephone. If all twelve are the same, nobody replaced a card.";

/** @param {Known} one */
const differs = (one) => button("One differs", () => {
  told("The words do not match", [make("p", {}, `Somebody may have replaced the card of ${named(one.handle)}. Ask for it again, over another channel, and do not play until the words match.`)]);
});

/** @param {Known} one */
const same = (one) => tell("compare", { handle: one.handle, words: one.words.join(" ") });

/** Give one's card, take somebody else's, and compare the words of both. */
export async function swap() {
  if (!hall.me) return identity();
  if (!hall.me.words.length) return mend();
  const me = hall.me, { handle } = me, own = await tries(() => read(`own-card?site=${encodeURIComponent(site())}`));
  if (!own) return;
  const code = document.importNode(new DOMParser().parseFromString(own.code, "image/svg+xml").documentElement, true);
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", "Your card as a code for a camera");
  const copy = button("Copy the link", async () => { await navigator.clipboard.writeText(own.link); copy.lastChild.textContent = "Copied"; }, { icon: "link" });
  const share = "share" in navigator ? [button("Share", () => navigator.share({ text: own.link }).catch(() => {}), { icon: "give" })] : [];
  const body = encodeURIComponent(`This is my player card. Copy the whole link, and paste it into pbem under "Swap cards".\n\n${own.link}\n`);
  const mailed = make("a", { className: "button", href: `mailto:?subject=${encodeURIComponent(`Player card of ${handle}`)}&body=${body}` }, icon("mail"), "Mail it");
  const saved = make("a", { id: "card", className: "button", href: "/card", download: `${handle}.card` }, icon("disk"), "Save my card");
  const file = make("input", { type: "file", multiple: true, on: { change: (/** @type {any} */ event) => takes([...event.target.files]) } });
  const says = make("div", { className: "says", role: "status" });
  const text = make("textarea", { name: "text", rows: 1, ariaLabel: "The link or the text of their card", placeholder: "Or paste the link or the text" });
  const compares = make("div", { className: "two" }), waits = () => hall.people.filter((one) => !one.compared);
  /** Whose words are compared: the first who waits, or nobody. @type {Known|undefined} */
  let now;
  const next = () => {
    [now] = waits();
    fill(compares, ...(now ? both(me, now) : [counted(me, "Your words, for when you compare by telephone"), make("div", {}, make("h3", {}, "Their words"), make("p", { className: "box" }, "They come with their card. Then compare them by telephone."))]));
    copy.className = now ? "" : "primary";
    the("go").className = now ? "primary" : "";
    the("go").textContent = now ? "They are the same" : "Close";
    fill(the("extra"), ...(now ? [differs(now)] : []));
    fill(the("hint"), now ? COMPARED : "Twelve words are no secret. They show that nobody replaced a card.");
  };
  /** @param {Blob[]} blobs */
  async function takes(blobs) {
    for (const one of blobs) {
      const done = await give("came", one).catch((error) => ({ lines: [why(error)], good: false }));
      fill(says, became(done));
    }
    await show();
    next();
  }
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    event.stopPropagation(); // what is dropped elsewhere closes the dialog
    document.body.classList.remove("over");
    takes([...(event.dataTransfer?.files ?? [])]);
  };
  const closes = ask("Swap player cards", "Close", [
    make("p", { className: "lead" }, "A card says who you are: two public keys and a mail address. You swap once with each opponent."),
    make("div", { className: "two" },
      make("div", {}, make("h3", {}, "Give yours"), make("div", { className: "give" }, code, make("div", { className: "stack" }, copy, ...share, saved, mailed))),
      make("div", {}, make("h3", {}, "Take theirs"), make("p", { className: "drop inner", on: { drop } }, icon("take"), make("span", {}, make("b", {}, "Drop their card here"), make("br"), "or ", make("label", { className: "link" }, "choose a file", file), ".")), make("p", { className: "pasted" }, text, button("Add the card", () => takes([new Blob([text.value])]))), says)),
    compares,
  ], async () => now ? same(now) : null, { wide: true, crossed: true });
  next();
  const done = await closes;
  if (!done) return;
  came(done);
  await show();
  if (waits().length) await swap();
}

/** Compare the words of somebody whose card is here. @param {Known} one */
async function compare(one) {
  const done = await ask(`Is this the card of ${named(one.handle)}?`, "They are the same", [
    make("p", {}, `Telephone ${named(one.handle)}. They read their twelve words from their own screen.`), make("div", { className: "two" }, ...both(/** @type {Known} */ (hall.me), one)),
  ], () => same(one), { wide: true, extra: [differs(one)], hint: COMPARED });
  if (!done) return;
  came(done);
  await show();
}

/** The list of players. @param {Known} one */
export function person(one) {
  return make("li", { className: "person" }, avatar(one.handle),
    make("span", {}, make("b", {}, named(one.handle)), make("br"), make("span", { className: one.compared ? "faint good" : "faint" }, one.compared ? "twelve words compared" : "words not compared yet")),
    ...(one.compared ? [] : [button("Compare", () => compare(one))]));
}
