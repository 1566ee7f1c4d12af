/** A game by one link: an invitation is made, shown and answered here; new events go as a link too. */

import { tell } from "./ask.js";
import { make, the } from "./build.js";
import { ask, field, labelled, told } from "./dialog.js";
import { packed } from "./errands.js";
import { choosing, clocks } from "./opening.js";
import { button, came, hall, icon, keep, mark, named, offers, site, tries } from "./parts.js";
import { identity } from "./people.js";
import { show } from "./lobby.js";

/** Which links are not for `came` alone. */
const INVITATION = /#invite=[\w-]*/;


/** A day as people write it. @param {string} day */
const written = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** The ways to hand over a link. @param {string} link @param {string} code @param {string} subject @param {string} words */
function ways(link, code, subject, words) {
  const copy = button("Copy the link", async () => { await navigator.clipboard.writeText(link); copy.lastChild.textContent = "Copied"; }, { icon: "link", className: "primary" });
  const share = "share" in navigator ? [button("Share", () => navigator.share({ text: `${words} ${link}` }).catch(() => {}), { icon: "give" })] : [];
  const mail = make("a", { className: "button", href: `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${words}\n\n${link}\n`)}` }, icon("mail"), "Mail it");
  const shown = code ? [document.importNode(new DOMParser().parseFromString(code, "image/svg+xml").documentElement, true)] : [];
  for (const one of shown) {
    one.setAttribute("role", "img");
    one.setAttribute("aria-label", "The link as a code for a camera");
  }
  const text = make("textarea", { readOnly: true, rows: 1, value: link, ariaLabel: "The link" });
  return { code: shown, ways: make("div", { className: "stack" }, make("div", { className: "pasted" }, text, copy), make("div", { className: "pair" }, ...share, mail)) };
}

/** Make a link that invites somebody. @param {string} [begins] the game that is chosen first */
export async function invite(begins) {
  if (!hall.me) await identity(() => {});
  if (!hall.me?.words.length) return;
  const all = (await offers())?.filter((one) => Object.values(one.sides).some((sides) => /** @type {any} */ (sides).length > 1));
  if (!all) return;
  const made = choosing(all, begins), clock = clocks();
  const found = await ask("Invite somebody", "Make the link", [
    make("p", { className: "lead" }, "They need no account."),
    made.cards, make("div", { className: "three" }, made.scenario, make("div", { className: "stack" }, made.side, clock.group), make("div", { className: "stack" }, field({ name: "words", label: "Your message", type: "text", placeholder: "Shall we?" }),
      ...(site() ? [] : [field({ name: "site", label: "A site with pbem", type: "url", value: localStorage.getItem("site") ?? "", help: "Such as https://play.example.org/. Leave it empty if they have the program." })]))), made.options,
  ], async (said) => {
    const sides = made.offer().sides[said.scenario], names = (/** @type {boolean} */ own) => sides.filter((/** @type {any} */ side) => (side.id === said.side) === own).map((/** @type {any} */ side) => side.name).join(" and ");
    const link = await tell("invite", { rules: made.offer().rules, pack: made.offer().pack, scenario: said.scenario, side: said.side, days: said.days ? Number(said.days) : null, words: said.words, options: made.chosen(said), site: said.site?.trim() || site() });
    return { ...link, sides: `You play ${names(true)}, they play ${names(false)}.`, clock: said.days ? `${said.days} days for each mail.` : "No clock." };
  }, { wide: "full", crossed: true });
  if (!found) return;
  const named = found.link.split("#")[0];
  if (named.startsWith("https:")) localStorage.setItem("site", named);
  const one = made.offer(), said = ways(found.link, found.code, "Shall we play?", "I invite you to a board wargame by mail. Open this link:");
  await told("Send this link to one person", [
    make("div", { className: "sends" },
      make("div", { className: "stack" },
        make("p", { className: "game wide" }, make("img", { src: `/scene?rules=${encodeURIComponent(one.rules)}`, alt: "" }), make("span", {}, make("b", {}, one.title), make("span", { className: "faint" }, found.sides, make("br"), found.clock))),
        said.ways,
        ...(found.file ? [make("p", { className: "told bad" }, `This table is too long for a link. Send its file, too: ${found.file}.`), button("Save the table file", () => tries(() => keep("table-file", { pack: one.pack })))] : []),
        make("ul", { className: "ticks" }, make("li", {}, `They can answer until ${written(found.until)}.`), make("li", {}, "No server reads what stands after # in the link."))),
      ...said.code.length ? [make("figure", {}, ...said.code, make("figcaption", { className: "faint" }, "Sitting together? Point their camera at this."))] : []),
  ], { wide: true, hint: "Their answer comes as a mail or a link. Drop it here." });
}

/** Show an invitation, and answer it. @param {string} text */
export async function answer(text) {
  const link = INVITATION.exec(text)?.[0] ?? "", one = await tries(() => tell("invitation", { link }));
  if (!one) return;
  if (!hall.me) await show();
  if (!hall.me) await identity(() => {});
  if (!hall.me) return;
  const sides = one.sides.join(" and ");
  const file = make("input", { type: "file", name: "table", accept: ".yaml,.yml" }), help = make("span", { className: "help" }, `${named(one.who)} sends it beside the link.`);
  const brought = async () => file.files?.[0] ? { file: (await packed(file.files[0])).data } : {};
  const done = await ask(`${named(one.who)} invites you`, "Open the game", [
    make("img", { src: `/scene?rules=${encodeURIComponent(one.rules)}&scenario=${encodeURIComponent(one.scenario_id)}`, alt: "", className: "map" }),
    make("p", {}, make("b", {}, one.title), one.scenario ? `, ${one.scenario}` : "", make("br"), `You play ${sides}, ${named(one.who)} plays ${one.side}.`),
    make("div", { className: "terms" }, .../** @type {string[]} */ (one.terms).map((line) => make("p", {}, line))),
    ...(one.words ? [make("blockquote", {}, one.words)] : []),
    ...(one.needs ? [labelled("Its table file (YAML)", file, help)] : []),
    make("p", { className: "faint" }, `Your passphrase signs the opening. Then you send one mail to ${named(one.who)}. The link ends on ${written(one.until)}.`),
  ], async (said) => tell("accept", { link, passphrase: said.passphrase, ...await brought() }), { wide: "mid", crossed: true, signs: hall.me.handle });
  if (!done) return;
  await show();
  came(done);
  the("send").scrollIntoView?.({ block: "nearest" });
}

/** Hand over the new events of a game as a link. @param {import("./parts.js").Tile} game */
export async function asLink(game) {
  const found = await tell("link", { game: game.game, site: site() });
  const { code, ways: handed } = ways(found.link, found.code, game.title, `My move in ${game.title}. Open this link:`);
  return make("div", { className: "give" }, ...code, handed);
}
