/** Found a tournament: by a form, or by a plan that has every field. */

import { tell } from "./ask.js";
import { fill, make, the } from "./build.js";
import { ask, field, labelled } from "./dialog.js";
import { button, came, hall, named, offers, tries } from "./parts.js";
import { show } from "./lobby.js";
import { identity } from "./people.js";

/** The formats, by their names in a plan. @type {[string, string, string][]} */
const FORMATS = [
  ["swiss", "Swiss", "In each round you meet somebody with as many points."],
  ["round-robin", "Round robin", "Everybody meets everybody."],
  ["single-elimination", "Single elimination", "If you lose, you are out."],
  ["double-elimination", "Double elimination", "If you lose twice, you are out."],
  ["groups", "Groups and a final", "The best of each group play an elimination."],
  ["ladder", "Ladder", "You challenge somebody above you, and take their place if you win."],
  ["tables", "Tables of three", "Three play at a table. First, second and third get 12, 6 and 0 points."],
  ["score", "By score", "Everybody plays alone against the rules. The umpire keeps the dice."],
  ["list", "Rating list", "Open-ended: two play if each challenges the other."],
];
/** Which numbers a format asks for: field, label, usual value. @type {Record<string, [string, string, number][]>} */
const NUMBERS = {
  swiss: [["rounds", "Rounds", 3]],
  tables: [["rounds", "Rounds", 3]],
  score: [["rounds", "Rounds", 1]],
  groups: [["groups", "Groups", 4], ["best", "Best of each who advance", 2]],
  ladder: [["reach", "Places above that can be challenged", 3], ["idle", "Rounds without a game until a player falls (0: never)", 3]],
};
/** Formats whose games have no rounds that end together. */
const OPEN = ["ladder", "list"];

/** Whether so many sides are for a board of a format. @param {string} format @param {number} sides */
const fits = (format, sides) => format === "tables" ? sides === 3 : format === "score" ? sides === 1 : sides > 1;
/** The scenarios of a game that are for a format, with their names. @param {any} game @param {string} format */
const fitting = (game, format) => Object.entries(game?.scenarios ?? {}).filter(([id]) => fits(format, game.sides[id].length));

/** @param {string} name @param {string} label @param {[string, string][]} all @param {string} [help] */
function select(name, label, all, help = "") {
  const box = make("select", { name }, ...all.map(([value, said]) => make("option", { value }, said))), says = make("span", { className: "help" }, help);
  return { box, says, whole: labelled(label, box, says) };
}

/** @param {string} name @param {string} words */
const tick = (name, words) => make("label", { className: "tick" }, make("input", { name, type: "checkbox" }), make("span", {}, words));

/** Found a tournament by a form. */
export async function foundCup() {
  if (!hall.me) await identity(() => {});
  if (!hall.me) return;
  const all = await offers();
  if (!all) return;
  const games = all.filter((one) => one.rules !== "table" && !one.pack);
  const game = select("game", "Game", []);
  const scenario = select("scenario", "Scenario", []);
  const format = select("format", "Format", FORMATS.map(([id, said]) => [id, said]));
  const numbers = make("div", { className: "two" });
  const clock = select("days", "Time for each answer", [["", "No clock"], ["3", "3 days"], ["7", "7 days"], ["14", "14 days"]], "With a clock, 30 more days are in the bank.");
  const umpire = select("umpire", "Umpire", [["", "Nobody"], ...hall.people.filter((one) => !one.own).map((one) => /** @type {[string, string]} */ ([one.handle, named(one.handle)]))], "Decides questions during games.");
  const dates = make("div", { className: "two" },
    field({ name: "enter", label: "Entries until", type: "datetime-local", help: "Empty: until you pair round 1." }),
    field({ name: "until", label: "Deadline of round 1", type: "datetime-local", help: "Empty: no deadline." }),
    field({ name: "each", label: "Days for each later round", type: "number", value: "21" }),
    field({ name: "zone", label: "Time zone", type: "text", value: Intl.DateTimeFormat().resolvedOptions().timeZone }));
  const scenarios = () => {
    const one = games.find(({ rules }) => rules === game.box.value);
    fill(scenario.box, ...fitting(one, format.box.value).map(([id, said]) => make("option", { value: id }, String(said))));
  };
  const formats = () => {
    const chosen = format.box.value;
    format.says.textContent = FORMATS.find(([id]) => id === chosen)?.[2] ?? "";
    fill(numbers, ...(NUMBERS[chosen] ?? []).map(([name, label, value]) => field({ name, label, type: "number", value: String(value) })));
    dates.hidden = OPEN.includes(chosen);
    const before = game.box.value, can = games.filter((one) => fitting(one, chosen).length);
    fill(game.box, ...can.map((one) => make("option", { value: one.rules }, one.title)));
    if (can.some((one) => one.rules === before)) game.box.value = before;
    scenarios();
  };
  game.box.addEventListener("change", scenarios);
  format.box.addEventListener("change", formats);
  formats();
  const done = await ask("Found a tournament", "Found it", [
    make("div", { className: "two" }, field({ name: "name", label: "Name", type: "text", placeholder: "Spring Cup" }), format.whole, game.whole, scenario.whole),
    numbers, make("div", { className: "two" }, clock.whole, umpire.whole), dates,
    make("div", { className: "three" }, tick("ratings", "Rate the games (Elo)"), tick("pauses", "Players can agree on a later deadline"), tick("substitutes", "A substitute can play (needs an umpire)")),
  ], (said) => {
    const { passphrase, ratings, pauses, substitutes, ...rest } = said;
    const counts = Object.fromEntries(["days", "each", "rounds", "groups", "best", "reach", "idle"].map((name) => [name, rest[name] ? Number(rest[name]) : null]));
    return tell("found-form", { ...rest, ...counts, ...(dates.hidden ? { enter: "", until: "" } : {}), ratings: Boolean(ratings), pauses: Boolean(pauses), substitutes: Boolean(substitutes), passphrase });
  }, { wide: true, signs: hall.me.handle, hint: button("Write the plan yourself", byPlan, { className: "link" }) });
  if (done) await founded(done);
}

/** Found a tournament by the text of a plan. */
async function byPlan() {
  const plan = await tries(() => tell("plan", {}));
  if (!plan) return;
  const text = make("textarea", { name: "plan", rows: 18, spellcheck: false, value: plan.text });
  const done = await ask("Found a tournament", "Found it", [
    make("p", { className: "faint" }, "Change this plan: name, format and game come first. Lines that begin with # are only notes."),
    make("label", { className: "field" }, "Plan", text), field({ name: "passphrase", label: `Passphrase of ${named(hall.me?.handle ?? "")}`, type: "password" }),
  ], (said) => tell("found", { plan: said.plan, passphrase: said.passphrase }), { wide: true });
  if (done) await founded(done);
}

/** Say what came of it, and show the page of the new tournament. @param {any} done */
async function founded(done) {
  came(done);
  await show();
  if (done.cup) location.assign(`#cup=${encodeURIComponent(done.cup)}`);
  the("came").scrollIntoView({ block: "nearest" });
}
