/** Tries the list: what can become of it past all of its dice. */

import { tell } from "./ask.js";
import { fill, make, the } from "./build.js";
import { clears, written } from "./list.js";
import { odds } from "./odds.js";
import { alone, begins, said } from "./underway.js";
import { reads } from "./writing.js";

async function tries() {
  const text = written();
  await alone(() => said("tried", async (newest) => {
    const tried = await tell("try", { text, clear: clears() });
    if (newest()) fill(the("odds"), ...tried.hopeless.map((/** @type {string} */ line) => make("p", { className: "told wrong", role: "alert" }, line)), ...odds(tried.trial));
    return [...tried.told, "What your list does:", ...tried.does].join("\n");
  }));
  begins(the("odds").firstElementChild ?? the("tried"));
  the("log-button").dataset.new = "";
  if (written() !== text) await reads(); // it was changed meanwhile
}

export function begin() {
  the("try").addEventListener("click", tries);
}
