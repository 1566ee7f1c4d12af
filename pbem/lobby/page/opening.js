/** Games begin here: against a person, or as a practice against the computer. */

import { tell } from "./ask.js";
import { fill, make, the } from "./build.js";
import { ask, field, labelled } from "./dialog.js";
import { practise } from "./errands.js";
import { button, came, hall, offers, signs, whole } from "./parts.js";
import { invite } from "./invite.js";
import { fromModule } from "./module.js";
import { identity } from "./people.js";
import { show } from "./lobby.js";

/** @param {string} name @param {string} words @param {[string, string][]} choices @param {string} [chosen] */
export function select(name, words, choices, chosen) {
  const box = make("select", { name }), help = make("span", { className: "help" }), label = labelled(words, box, help);
  /** @param {[string, string][]} some */
  const fills = (some) => fill(box, ...some.map(([value, shown]) => make("option", { value, selected: value === chosen }, shown)));
  fills(choices);
  return { box, label, fills, help };
}

/** Buttons of which one is pressed. @param {string} name @param {string} words */
function radios(name, words) {
  const row = make("div", { className: "radios" }), group = make("fieldset", {}, make("legend", {}, words), row);
  /** @param {[string, string][]} some @param {string} [chosen] */
  const fills = (some, chosen = some[0]?.[0]) => fill(row, ...some.map(([value, shown]) => make("label", { className: "radio" }, make("input", { type: "radio", name, value, checked: value === chosen }), make("span", {}, shown))));
  return { group, fills, value: () => /** @type {any} */ (row.querySelector("input:checked"))?.value ?? "" };
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

/** Choices of games, scenarios and sides, each following from the one before. @param {any[]} all @param {string} [begins] the game that is chosen first */
export function choosing(all, begins = "lantern") {
  const first = all.find((one) => key(one) === begins) ?? all[0];
  const cards = make("div", { className: "games", role: "radiogroup", ariaLabel: "Game" }, ...all.map((one) => make("label", { className: "game", title: one.printed },
    make("input", { type: "radio", name: "rules", value: key(one), checked: one === first }),
    make("span", {}, make("img", { src: `/scene?rules=${encodeURIComponent(one.rules)}`, alt: "", loading: "lazy" }), make("b", {}, one.title), make("span", { className: "about" }, ...about(one))))));
  const scenario = select("scenario", "Scenario", []), side = radios("side", "You play");
  const options = make("details", { className: "options" }), summary = make("summary", {}), printed = make("p", { className: "box" }, "None in this game");
  const group = make("div", { className: "field", role: "group", ariaLabel: "Options" }, make("p", { className: "legend" }, "Options"), options, printed);
  const offer = () => all.find((one) => key(one) === /** @type {any} */ (cards.querySelector("input:checked")).value);
  const sides = () => {
    const one = offer(), mails = one.mails[scenario.box.value];
    side.fills(one.sides[scenario.box.value].map((/** @type {any} */ found) => [found.id, found.name]));
    scenario.help.textContent = mails ? `About ${mails} mails.` : "";
  };
  const changed = () => {
    const many = [...options.querySelectorAll("select")].filter((one) => one.value !== one.dataset.usual).length;
    summary.textContent = many ? `${many} changed` : "As printed";
  };
  const games = () => {
    const one = offer();
    scenario.fills(Object.entries(one.scenarios));
    const choices = one.options.map((/** @type {any} */ option) => {
      const made = select(`option:${option.name}`, option.title, option.values.map((/** @type {string} */ value) => [value, value]), option.default);
      made.box.dataset.usual = option.default;
      return made.label;
    });
    options.hidden = !choices.length;
    printed.hidden = choices.length > 0;
    fill(options, summary, ...choices);
    changed();
    sides();
  };
  cards.addEventListener("change", games);
  options.addEventListener("change", changed);
  scenario.box.addEventListener("change", sides);
  games();
  /** @param {string} own */
  const others = (own) => offer().sides[scenario.box.value].map((/** @type {any} */ one) => one.id).filter((/** @type {string} */ id) => id !== own);
  /** @param {Record<string, string>} said */
  const chosen = (said) => Object.fromEntries(Object.entries(said).filter(([name]) => name.startsWith("option:")).map(([name, value]) => [name.slice(7), value]));
  return { cards, scenario: scenario.label, side: side.group, options: group, others, chosen, offer };
}

/** The choice of a clock. */
export function clocks() {
  const clock = radios("days", "Clock");
  clock.fills([["7", "7 days"], ["14", "14 days"], ["", "No clock"]], "7");
  clock.group.append(make("span", { className: "help" }, "For each mail, with 30 days in the bank."));
  return clock;
}

/** Play the computer. @param {string} [begins] the game that is chosen first */
export async function practice(begins) {
  const all = await offers();
  if (!all) return;
  const made = choosing(all, begins);
  const said = await ask("Play the computer", "Play", [made.cards, make("div", { className: "two" }, made.scenario, made.side)], async (all_) => all_, { wide: true, crossed: true, hint: "Nothing is signed, and you can take everything back." });
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
  const made = choosing(all, begins), people = hall.people;
  const opponent = select("opponent", "Opponent", people.map((one) => [one.handle, one.handle]));
  const hint = make("span");
  const compared = () => {
    const known = people.find((one) => one.handle === opponent.box.value)?.compared;
    fill(opponent.help, known ? "Twelve words compared. " : "Compare the words before you trust a result. ", button("Somebody new", () => invite(made.offer().rules), { className: "link" }));
    hint.textContent = `${opponent.box.value} gets an invitation. The game begins when they have signed it too.`;
  };
  opponent.box.addEventListener("change", compared);
  const clock = clocks();
  compared();
  const done = await ask("New game", "Open the game", [made.cards,
    make("p", { className: "help" }, "Another game? ", button("Use your VASSAL module", () => fromModule(), { className: "link" })),
    make("div", { className: "three" }, made.scenario, opponent.label, made.side, clock.group, made.options,
      field({ name: "note", label: "First words", type: "text", help: "You may leave them empty." })),
  ], (said) => {
    const seats = Object.fromEntries(made.others(said.side).map((/** @type {string} */ id) => [id, said.opponent]));
    return tell("new", { rules: made.offer().rules, pack: made.offer().pack, scenario: said.scenario, seats: { [said.side]: hall.me?.handle, ...seats }, passphrase: said.passphrase, days: said.days ? Number(said.days) : null, note: said.note, options: made.chosen(said) });
  }, { wide: true, crossed: true, hint, extra: [signs(hall.me.handle)] });
  if (!done) return;
  came(done);
  await show();
}

/** @param {import("./parts.js").Tile} game */
export async function join(game) {
  const done = await ask(`Join ${game.title}`, "Join", [
    field({ name: "passphrase", label: `Passphrase of ${hall.me?.handle ?? ""}`, type: "password" }),
  ], (said) => tell("join", { game: game.game, passphrase: said.passphrase }));
  if (!done) return;
  came(done);
  await show();
}
