/** Leaving the game for good: nobody does it by a slip, since it is written in words first. */

import { the } from "./build.js";

const WORDS = "i resign";

/** @param {boolean} may whether one can resign now */
export function show(may) {
  the("leaving").hidden = !may;
  if (!may) empty();
}

/** Whether that was written which says it. */
const isMeant = () => the("resigning").value.trim().replace(/\.$/, "").toLowerCase() === WORDS;

function empty() {
  the("resigning").value = "";
  the("resign").disabled = true;
  the("leaving").open = false;
}

/** @param {() => Promise<void>} resign what signs it */
export function begin(resign) {
  the("resign").addEventListener("click", resign);
  the("resigning").addEventListener("input", () => { the("resign").disabled = !isMeant(); });
  the("leaving").addEventListener("toggle", () => { if (!the("leaving").open) empty(); });
}
