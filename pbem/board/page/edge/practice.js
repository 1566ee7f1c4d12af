/** Practice: things are tried on a copy of the game, for both sides, with dice as one likes. */

import { tell } from "./ask.js";
import * as asked from "./asked.js";
import { fill, make, the } from "./build.js";
import * as chips from "./chips.js";
import { count, written } from "./list.js";
import * as next from "./next.js";
import * as past from "./past.js";
import { inSight } from "./pointing.js";
import { alone, said } from "./underway.js";
import { add, emptied } from "./writing.js";

/** @type {any} */
let state = null;
/** @type {() => Promise<void>} */
let refresh = async () => {};

/** Show what can be done in a practice; outside of one, how to begin one. @param {any} now */
export function show(now) {
  state = now;
  const may = now.shown.may;
  the("practice").hidden = the("practising").hidden = !now.practice;
  the("rail").querySelector("[data-drawer=post]").hidden = Boolean(now.practice);
  the("elsewise").hidden = !now.begun;
  the("elsewise").title = the("elsewise").lastElementChild.textContent = now.practice ? "Back to here" : "Try things from here";
  if (!now.practice) return;
  the("practice").replaceChildren(
    `PRACTICE, ${now.practice}. Nothing here counts. `,
    make("span", {}, `It is kept in ${now.file}. `),
    ...(document.documentElement.dataset.behind ? [back()] : []));
  the("carry").hidden = the("sensible").hidden = !may.includes("orders");
  says();
  the("rolling").hidden = !may.includes("dice");
  the("due").textContent = now.due;
  the("take-back").hidden = now.shown.events < 2;
}

/** Have the button say what comes after it. */
function says() {
  const many = count();
  the("carry").ariaDisabled = many ? null : "true";
  fill(the("carry"), many ? chips.deed() : "No orders yet", make("small", {}, many ? asked.next(false) : "click a unit, or Suggest"));
}

function back() {
  const made = document.createElement("a");
  made.href = document.documentElement.dataset.behind ?? "/";
  made.textContent = "Back to the game";
  return made;
}

/** @param {string} where @param {object} [more] */
async function does(where, more = {}) {
  await alone(() => said("tried", async () => {
    const told = await tell(where, { head: state.shown.head, ...more });
    emptied();
    await refresh();
    next.follow();
    inSight();
    return (told ?? []).join("\n");
  }));
}

/** @returns {number[]} the dice that are wished for */
const faces = () => the("faces").value.split(/[ ,]+/).filter(Boolean).map(Number);

/** @param {boolean} every whether all that is due is rolled */
async function roll(every) {
  const wished = faces();
  the("faces").value = "";
  await does("roll", { faces: wished, every });
}

async function elsewise() {
  const event = past.looksBack() ? past.looked() : null;
  if (state.practice) return does("back", { to: event });
  await said("tried", async () => {
    // Looking at an event, one asks what else could have come of it; of the first, how it begins.
    const found = await tell("practice", { event: event === null ? null : Math.max(0, event - 1) });
    location.assign(found.there);
    return "";
  });
}

/** @param {() => Promise<void>} after */
export function begin(after) {
  refresh = after;
  the("practising").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    roll(false);
  });
  asked.onFollowing(says);
  the("carry").addEventListener("click", () => does("order", { text: written() }));
  the("roll-all").addEventListener("click", () => roll(true));
  the("take-back").addEventListener("click", () => does("back"));
  the("sensible").addEventListener("click", () => said("tried", async () => {
    await add((await tell("sensible", { head: state.shown.head, text: written() })).join("\n"));
    return "Your list now has the orders of the computer player.";
  }));
  the("elsewise").addEventListener("click", elsewise);
}
