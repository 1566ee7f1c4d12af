/** Games begin here: against a person, or as a practice against the computer. */

import { tell } from "./ask.js";
import { fill, make } from "./build.js";
import { ask, field } from "./dialog.js";
import { practise } from "./errands.js";
import { came, hall, offers } from "./parts.js";
import { invite } from "./invite.js";
import { identity } from "./people.js";
import { show } from "./lobby.js";

/** @param {string} name @param {string} words @param {[string, string][]} choices @param {string} [chosen] */
function select(name, words, choices, chosen) {
  const box = make("select", { name }), help = make("span", { className: "help" }), label = make("label", {}, words, box, help);
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

/** Choices of games, scenarios and sides, each following from the one before. @param {any[]} all */
export function choosing(all) {
  const first = all.find((one) => one.rules === "lantern") ?? all[0];
  const cards = make("div", { className: "games", role: "radiogroup", ariaLabel: "Game" }, ...all.map((one) => make("label", { className: "game", title: one.printed },
    make("input", { type: "radio", name: "rules", value: one.rules, checked: one === first }),
    make("span", {}, make("img", { src: `/scene?rules=${encodeURIComponent(one.rules)}`, alt: "", loading: "lazy" }), make("b", {}, one.title)))));
  const scenario = select("scenario", "Scenario", []), side = radios("side", "You play");
  const options = make("details", { className: "options" }), summary = make("summary", {});
  const offer = () => all.find((one) => one.rules === /** @type {any} */ (cards.querySelector("input:checked")).value);
  const sides = () => side.fills(offer().sides[scenario.box.value].map((/** @type {any} */ one) => [one.id, one.name]));
  const changed = () => {
    const many = [...options.querySelectorAll("select")].filter((one) => one.value !== one.dataset.usual).length;
    summary.textContent = many ? `Options: ${many} changed` : "Options: as printed";
  };
  const games = () => {
    const one = offer();
    scenario.fills(Object.entries(one.scenarios));
    scenario.label.hidden = scenario.box.options.length < 2;
    const choices = one.options.map((/** @type {any} */ option) => {
      const made = select(`option:${option.name}`, option.title, option.values.map((/** @type {string} */ value) => [value, value]), option.default);
      made.box.dataset.usual = option.default;
      return made.label;
    });
    options.hidden = !choices.length;
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
  return { cards, scenario: scenario.label, side: side.group, options, others, chosen, offer };
}

/** The choice of a clock. */
export function clocks() {
  const clock = radios("days", "Clock");
  clock.fills([["7", "7 days a mail"], ["14", "14 days"], ["", "No clock"]], "7");
  clock.group.append(make("span", { className: "help" }, "30 days in the bank, 7 days of grace."));
  return clock;
}

/** Play the computer. */
export async function practice() {
  const all = await offers();
  if (!all) return;
  const made = choosing(all);
  const said = await ask("Play the computer", "Play", [made.cards, make("div", { className: "two" }, made.scenario, made.side)], async (all_) => all_, { wide: true, hint: "Nothing is signed, and you can take everything back." });
  if (said) await practise(said.rules, said.scenario, made.others(said.side));
}

/** Open a game against somebody. */
export async function open() {
  if (!hall.me) await identity(() => {});
  if (!hall.me) return;
  if (!hall.people.length) return invite();
  const all = await offers();
  if (!all) return;
  const made = choosing(all), people = hall.people;
  const opponent = select("opponent", "Opponent", people.map((one) => [one.handle, one.handle]));
  const compared = () => { opponent.help.textContent = people.find((one) => one.handle === opponent.box.value)?.compared ? "Twelve words compared." : "Compare the twelve words by telephone before you trust a result."; };
  opponent.box.addEventListener("change", compared);
  compared();
  const clock = clocks();
  const done = await ask("New game", "Open the game", [made.cards,
    make("div", { className: "three" }, made.scenario, opponent.label, made.side, clock.group, made.options,
      field({ name: "note", label: "First words", type: "text", help: "A message to your opponent. You may leave it empty." }),
      field({ name: "passphrase", label: `Passphrase of ${hall.me.handle}`, type: "password", help: "It signs the invitation." })),
  ], (said) => {
    const seats = Object.fromEntries(made.others(said.side).map((/** @type {string} */ id) => [id, said.opponent]));
    return tell("new", { rules: said.rules, scenario: said.scenario, seats: { [said.side]: hall.me?.handle, ...seats }, passphrase: said.passphrase, days: said.days ? Number(said.days) : null, note: said.note, options: made.chosen(said) });
  }, { wide: true, hint: "Your opponent gets an invitation. The game begins when they have signed it too." });
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
