/** Recipes of a table: a name for several orders, written, tried, and given on as a file. */

import { tell } from "./ask.js";
import { fill, make } from "./build.js";
import { ask, field } from "./dialog.js";
import { packed } from "./errands.js";
import { button, choose, keep, why } from "./parts.js";

/** Write the recipes of a table file; resolves with the offer of the file that has them, or null. @param {any} offer @returns {Promise<any>} */
export function recipes(offer) {
  let now = offer;
  const list = make("ul", { className: "lines", ariaLabel: "Recipes" }), tried = make("div", { className: "lines", role: "status" });
  const name = field({ name: "name", label: "Name", type: "text", placeholder: "eliminate" });
  const steps = make("textarea", { name: "steps", rows: 4, placeholder: "step PIECE -1\nmove PIECE to PLACE" });
  const [named] = /** @type {any} */ (name).getElementsByTagName("input"), lines = () => steps.value.split("\n").filter((/** @type {string} */ one) => one.trim());
  const says = (/** @type {string[]} */ words) => fill(tried, ...words.map((one) => make("p", {}, one)));
  /** @param {() => Promise<any>} what */
  const does = async (what) => {
    try {
      await what();
    } catch (error) {
      says([why(error)]);
    }
  };
  const link = (/** @type {string} */ words, /** @type {string} */ called, /** @type {() => any} */ click) => make("button", { type: "button", className: "link", ariaLabel: `${words} ${called}`, on: { click } }, words);
  const shows = () => fill(list, ...Object.entries(now.recipes).map(([called, orders]) => make("li", {}, make("b", {}, called), `: ${orders.join(", then ")} `,
    link("Change", called, () => { [named.value, steps.value] = [called, orders.join("\n")]; named.focus(); }), " ",
    link("Remove", called, () => does(() => writes(Object.fromEntries(Object.entries(now.recipes).filter(([other]) => other !== called))))))));
  /** @param {Record<string, string[]>} all */
  const writes = async (all) => {
    now = await tell("recipes", { pack: now.pack, recipes: all });
    shows();
  };
  const tries = () => tell("try-recipe", { pack: now.pack, name: named.value, steps: lines() });
  const adds = async () => {
    says(await tries());
    await writes({ ...now.recipes, [named.value.trim()]: lines() });
    named.value = steps.value = "";
  };
  const takes = () => choose(false, ([file]) => does(async () => {
    if (!file) return;
    now = await tell("take-recipes", { pack: now.pack, file: (await packed(file)).data });
    shows();
  }));
  shows();
  return ask(`Recipes of ${offer.title}`, "Use these recipes", [
    make("p", { className: "lead" }, "A recipe is a name for several orders. All players get it with the game."), list,
    make("div", { className: "two" }, name, make("label", { className: "field" }, "Orders, one on each line", steps)),
    make("p", { className: "faint" }, "PIECE and PLACE stand for what you choose when you use it."),
    make("div", { className: "actions left" }, button("Try it", () => does(async () => says(await tries()))), button("Add it", () => does(adds))), tried,
    make("div", { className: "actions left" }, button("Save them as a file", () => does(() => keep("recipes-file", { pack: now.pack })), { className: "link" }), button("Add those of a file", takes, { className: "link" })),
  ], async () => {
    if (named.value.trim() || lines().length) await adds();
    return now;
  }, { wide: "mid", crossed: true });
}
