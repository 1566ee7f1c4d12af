/** Games begin here: against a person, or as a practice against the computer. */

import { tell } from "./ask.js";
import { ownTable } from "./box.js";
import { fill, make, the } from "./build.js";
import { ask, choice, field, labelled } from "./dialog.js";
import { practise } from "./errands.js";
import { avatar, button, came, hall, icon, mark, named, offers, whole } from "./parts.js";
import { invite } from "./invite.js";
import { fromModule } from "./module.js";
import { identity } from "./people.js";
import { recipes } from "./recipes.js";
import { show } from "./lobby.js";

/** Above so many, people stand in a list. */
const PEOPLE_SEEN = 6;
/** The number of a paragraph of the rules, at the end of a title. */
const PARAGRAPH = / \([\d.]+\)$/;

/** An option of a game. @param {{name: string, title: string, default: string, values: string[]}} option */
function select({ name, title, values, default: usual }) {
  const box = make("select", { name: `option:${name}` }, ...values.map((value) => make("option", { value, selected: value === usual }, value)));
  box.dataset.usual = usual;
  return labelled(title, box, make("span", { className: "help" }));
}

/** What a game is like: how many play, how many mails it takes, when and on what. @param {any} one */
function about(one) {
  const sides = Object.values(one.sides).map((/** @type {any} */ some) => some.length), mails = /** @type {number[]} */ (Object.values(one.mails));
  const players = [...new Set(sides)].sort().join(" or "), least = Math.min(...mails);
  const many = `${players} ${players === "1" ? "player" : "players"}${mails.length ? `, ${least}${least < Math.max(...mails) ? "+" : ""} mails` : ""}`;
  return [many, ...(one.about ? [make("br"), one.about] : [])];
}

/** What tells a game from the others: games made of modules have the same rules. @param {any} one */
const key = (one) => one.pack || one.rules;

/** Cards in a row of the dialog. */
const CARDS = 4;

/** Have the last of the cards fill its row. @param {Element} last @param {number} before how many stand before it */
const fills = (last, before) => last.classList.add(`s${CARDS - before % CARDS}`);

/** Choices of games, scenarios and sides, each following from the one before. @param {any[]} all @param {string} [begins] the game that is chosen first @param {{beside?: Element, seldom?: Node}} [more] what stands beside the games, and what is asked beside the options */
export function choosing(all, begins = "lantern", { beside, seldom } = {}) {
  const first = all.find((one) => key(one) === begins) ?? all[0];
  // Dice and cards are for any game: they come last.
  const sorted = [...all].sort((one, other) => Number(key(one) === "table") - Number(key(other) === "table"));
  const cards = make("div", { role: "radiogroup", ariaLabel: "Game" }, ...sorted.map((one) => make("label", { className: "game", title: one.printed },
    make("input", { type: "radio", name: "rules", value: key(one), checked: one === first }),
    make("img", { src: `/scene?rules=${encodeURIComponent(one.rules)}`, alt: "", loading: "lazy" }), make("span", {}, make("b", {}, one.title), make("span", { className: "about" }, ...about(one))))));
  if (beside) fills(beside, all.length);
  else fills(cards.lastElementChild, all.length - 1);
  const scenario = choice("scenario", "Scenario"), side = choice("side", "You play");
  scenario.group.classList.add("down");
  const own = button("Your own dice and cards", ownTable, { className: "link", icon: "plus" });
  const written = button("Recipes", () => writes(offer()), { className: "link" });
  scenario.group.append(own, " ", written);
  const options = make("div", { className: "three" }), summary = make("summary", {});
  const advanced = make("details", { className: "options" }, summary, ...(seldom ? [seldom] : []), options);
  const offer = () => all.find((one) => key(one) === /** @type {any} */ (cards.querySelector("input:checked")).value);
  const sides = () => {
    const one = offer(), mails = one.mails[scenario.value()];
    side.fills(one.sides[scenario.value()].map((/** @type {any} */ found) => [found.id, found.name, mark(found)]));
    // A list that opens cuts its words off: what comes after the name stands below it.
    const rest = scenario.listed() ? /: (.*)/.exec(one.scenarios[scenario.value()].replace(PARAGRAPH, ""))?.[1] : "";
    scenario.help.textContent = [rest && `${rest}.`, mails && `About ${mails} mails.`].filter(Boolean).join(" ");
  };
  const changed = () => {
    const many = [...options.querySelectorAll("select")].filter((one) => one.value !== one.dataset.usual).length;
    fill(summary, seldom ? "Advanced" : "Options", make("small", {}, options.childElementCount ? (many ? `${many} of the options changed` : "as printed") : "who gives the dice"));
    advanced.hidden = !options.childElementCount && !seldom;
  };
  const games = () => {
    const one = offer();
    own.hidden = one.rules !== "table";
    written.hidden = !one.pack;
    scenario.fills(Object.entries(one.scenarios).map(([id, title]) => [id, String(title).replace(PARAGRAPH, "")]));
    fill(options, ...one.options.map(select));
    changed();
    sides();
  };
  cards.addEventListener("change", games);
  options.addEventListener("change", changed);
  scenario.group.addEventListener("change", sides);
  games();
  /** @param {string} own */
  const others = (own) => offer().sides[scenario.value()].map((/** @type {any} */ one) => one.id).filter((/** @type {string} */ id) => id !== own);
  /** @param {Record<string, string>} said */
  const chosen = (said) => Object.fromEntries(Object.entries(said).filter(([name]) => name.startsWith("option:")).map(([name, value]) => [name.slice(7), value]));
  return { cards: make("div", { className: "games" }, cards, ...(beside ? [beside] : [])), scenario: scenario.group, side: side.group, options: advanced, others, chosen, offer };
}

/** The choice of a clock. */
export function clocks() {
  const clock = choice("days", "Clock");
  clock.fills([["7", "7 days"], ["14", "14 days"], ["", "No clock"]]);
  clock.help.textContent = "For each mail; 30 days in the bank.";
  return clock;
}

/** Play the computer. @param {string} [begins] the game that is chosen first */
export async function practice(begins) {
  const all = await offers();
  if (!all) return;
  const made = choosing(all, begins);
  const said = await ask("Play the computer", "Play", [made.cards, make("div", { className: "two" }, made.scenario, made.side)], async (all_) => all_, { wide: "full", crossed: true, hint: "Nothing is signed, and you can take everything back." });
  if (said) await practise(made.offer(), said.scenario, made.others(said.side));
}

/** Show the games that the computer plays, once somebody looks. */
export async function games() {
  const list = the("computer").querySelector("ul");
  if (list.childElementCount) return;
  const all = await offers();
  if (all) fill(list, ...all.map((one) => make("li", { className: "tile" }, make("img", { src: `/scene?rules=${encodeURIComponent(one.rules)}`, alt: "", loading: "lazy" }), make("div", {},
    make("b", { title: one.printed }, one.title), make("span", { className: "faint asks" }, ...about(one)), make("div", { className: "actions" }, whole("Play", () => practice(key(one))))))));
}

/** Open a game against somebody. @param {string} [begins] the game that is chosen first */
export async function open(begins) {
  if (!hall.me) await identity(() => {});
  if (!hall.me) return;
  if (!hall.people.length) return invite(begins);
  const all = await offers();
  if (!all) return;
  const people = hall.people, opponent = choice("opponent", "Opponent", PEOPLE_SEEN);
  const witness = choice("witness", "Who gives the dice", PEOPLE_SEEN), seldom = make("div"), clock = clocks();
  const module = make("button", { type: "button", className: "game add", ariaLabel: "Use your VASSAL module", on: { click: () => fromModule() } }, icon("plus"), make("span", {}, make("b", {}, "Use your VASSAL module"), make("span", { className: "about" }, "any other game, with its own pictures")));
  const made = choosing(all, begins, { beside: module, seldom });
  const hint = make("span"), beside = make("div", { className: "stack" }), alone = () => made.others("").length < 2;
  const choices = (/** @type {typeof people} */ some) => some.map((one) => /** @type {[string, string, Node]} */ ([one.handle, named(one.handle), avatar(one.handle)]));
  const compared = () => {
    const who = opponent.value(), known = people.find((one) => one.handle === who)?.compared;
    fill(opponent.help, known ? "Twelve words compared. " : "Compare the words before you trust a result. ", button("Somebody new", () => invite(key(made.offer())), { className: "link" }));
    witness.fills([["", alone() ? "You alone" : "Each other"], ...choices(people.filter((one) => alone() || one.handle !== who))], alone() ? who : "");
    // Who plays alone is asked where others choose whom they play.
    if (alone()) beside.prepend(witness.group);
    else seldom.append(witness.group);
    says();
  };
  const says = () => {
    const who = named(opponent.value()), gives = named(witness.value());
    opponent.group.hidden = alone();
    witness.help.textContent = gives ? `${gives} gives all dice, from no seat. ${gives} and the player who rolls could choose a roll together.` : alone() ? "Such a game proves nothing about the dice." : "The computer of each rolls for the other.";
    hint.textContent = !alone() ? `${who} gets an invitation. The game begins when they have signed it too.` : gives ? `${gives} is asked to give the dice.` : "You play alone.";
  };
  opponent.fills(choices(people));
  beside.append(opponent.group, field({ name: "note", label: "Your message", type: "text", placeholder: "Shall we?" }));
  opponent.group.addEventListener("change", compared);
  witness.group.addEventListener("change", says);
  for (const one of [made.cards, made.scenario]) one.addEventListener("change", compared);
  compared();
  const done = await ask("New game", "Open the game", [made.cards,
    make("div", { className: "three" }, made.scenario, make("div", { className: "stack" }, made.side, clock.group), beside), made.options,
  ], (said) => {
    const seats = Object.fromEntries(made.others(said.side).map((/** @type {string} */ id) => [id, said.opponent])), { rules, pack } = made.offer();
    return tell("new", { rules, pack, scenario: said.scenario, seats: { [said.side]: hall.me?.handle, ...seats }, witnesses: said.witness ? [said.witness] : [], passphrase: said.passphrase, days: said.days ? Number(said.days) : null, note: said.note, options: made.chosen(said) });
  }, { wide: "full", crossed: true, hint, signs: hall.me.handle });
  if (!done) return;
  await show();
  came(done);
}

/** Go on with a game that was just made. @param {any} made its offer */
export async function begins(made) {
  const all = await offers();
  if (!all?.some((one) => one.pack === made.pack)) all?.push(made);
  await open(made.pack);
}

/** Write the recipes of a table, and go on with it. @param {any} one its offer */
async function writes(one) {
  const done = await recipes(one);
  if (done) await begins(Object.assign(one, done));
}

/** @param {import("./parts.js").Tile} game */
export async function join(game) {
  const done = await ask(`Join ${game.title}`, "Join", [
    make("div", { className: "terms" }, ...game.terms.map((line) => make("p", {}, line))),
    field({ name: "passphrase", label: `Passphrase of ${named(game.you)}`, type: "password" }),
  ], (said) => tell("join", { game: game.game, passphrase: said.passphrase }));
  if (!done) return;
  await show();
  came(done);
}
