/** Dice and cards for a game on one's own table: a form, or a table file that one has. */

import { tell } from "./ask.js";
import { make } from "./build.js";
import { ask, field, labelled } from "./dialog.js";
import { packed } from "./errands.js";
import { begins } from "./opening.js";

/** The fields whose lines are titles of cards, in the order of their decks. */
const DECKS = ["cards-first", "cards-second", "cards-both"];

/** A deck: a title on each line. @param {string} name @param {string} label */
const deck = (name, label) => make("label", { className: "field" }, label, make("textarea", { name, rows: 3 }));

/** Make a game of dice and cards. */
export async function ownTable() {
  const file = make("input", { type: "file", name: "file", accept: ".yaml,.yml" });
  const done = await ask("Your own dice and cards", "Make the game", [
    make("p", { className: "lead" }, "Your game stands on a table or in another program. pbem rolls and deals."),
    make("div", { className: "three" }, field({ name: "title", label: "Title of the game", type: "text" }), field({ name: "first", label: "First side", type: "text" }), field({ name: "second", label: "Second side", type: "text" })),
    field({ name: "dice", label: "Dice", type: "text", value: "2d6", help: "Such as 2d6, or battle=2d6, with commas between them." }),
    make("div", { className: "three" }, deck(DECKS[0], "Cards of the first side"), deck(DECKS[1], "Cards of the second side"), deck(DECKS[2], "Cards from which both draw")),
    make("p", { className: "faint" }, "A card's title on each line. Leave a deck empty if there is none."),
    labelled("Or a table file that you have", file, make("span", { className: "help" }, "YAML. Then you can leave all else empty.")),
  ], async (said) => {
    const [chosen] = file.files ?? [];
    if (chosen) return tell("box", { file: (await packed(chosen)).data });
    return tell("box", { title: said.title, sides: [said.first, said.second], dice: said.dice, cards: DECKS.map((one) => said[one]) });
  }, { wide: "mid", crossed: true });
  if (done) await begins(done);
}
