/** Your own VASSAL module: boards show its pictures, and new games are made of it. */

import { give, tell } from "./ask.js";
import { fill, make, the } from "./build.js";
import { ask, choice, labelled } from "./dialog.js";
import { begins } from "./opening.js";
import { button, came as said, choose, hall, tries, why } from "./parts.js";
import { show } from "./lobby.js";

/** @typedef {{module: string, setups: string[], games: string[], lines: string[]}} Given */

/** Bytes of a module, at most. */
const MOST = 512 << 20;

/** Whether a file is a module, by its name. @param {Blob} file */
export const isModule = (file) => /\.vmod$/i.test(/** @type {any} */ (file).name ?? "");

/** Show the pictures of a module from now on. @param {Blob} file @param {string} [game] the one for which it was chosen @returns {Promise<Given>} */
export async function given(file, game = "") {
  if (file.size > MOST) throw new Error("This file has more than 512 MB, too much for a module.");
  return give(`module?game=${encodeURIComponent(game)}`, file);
}

/** What a module is good for, below what was said of it. @param {Given} found */
export const next = (found) => make("p", { className: "actions left" }, button("New game with it", () => fromModule(found)));

/** A button that chooses the module of a game, if the game has one that is not here. @param {import("./parts.js").Tile} game */
export function pictures(game) {
  if (!game.module) return [];
  const chooses = () => choose(false, async ([file]) => {
    if (!file) return;
    said({ lines: [`Reading ${file.name}.`], good: true });
    const found = await tries(() => given(file, game.game));
    if (found) said({ lines: found.lines, good: true });
    else fill(the("came"));
    await show();
  });
  return [" ", button("Choose its module", chooses, { className: "link" })];
}

/** Make a game of a module: its file, then a set-up of it. @param {Given|null} [found] the module that was chosen */
export async function fromModule(found = null) {
  const state = make("p", { role: "status" }), setups = choice("setup", "Set-up"), file = make("input", { type: "file", name: "file", accept: ".vmod" });
  const shows = () => {
    setups.group.hidden = !found;
    state.textContent = found ? `${found.module} is read.` : "";
    if (found) setups.fills(found.setups.map((one) => [one, one === "start" ? "Before any set-up" : one]));
  };
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    the("refused").textContent = "";
    found = null;
    shows();
    state.textContent = `Reading ${chosen.name}.`;
    try {
      found = await given(chosen);
    } catch (error) {
      the("refused").textContent = why(error);
    }
    shows();
  });
  shows();
  const help = make("span", { className: "help" }, hall.agents ? "pbem keeps a copy on this computer." : "It stays on your disk. Nothing is uploaded.");
  const done = await ask("A game from your VASSAL module", "Make the game", [
    make("p", { className: "lead" }, "Players mail names, sizes and places. Pictures are never mailed: each player uses their own module."),
    labelled("Your module (.vmod)", file, help), state, setups.group,
  ], async (all) => {
    if (!found) throw new Error("Choose the file of your module first.");
    state.textContent = "Making the game. A large module takes a minute.";
    return tell("table", { module: found.module, setup: all.setup });
  }, { wide: "mid", crossed: true });
  if (done) await begins(done);
}
