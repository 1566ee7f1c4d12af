/** The log inside a page, checked in the reader's own browser; what was found is told in words. */

import { fill, make, the } from "./build.js";

/**
 * What the checker finds, of which this page tells so much; the script before this one defines it.
 * @typedef {{code: string, event: number|null, promise: string, text: string}} Finding
 * @typedef {{rules: string, scenario: string, dice: string, umpire: string|null, players: {handle: string, sign: string, sides: string[]}[]}} Played
 * @typedef {{good: number, total: number, finding: Finding|null, fork: {by: string, event: number}|null, checked: string[], unchecked: string[], head: string|null, played: Played|null}} Found
 */

/** Check a log, or the proof of a fork, and tell what was found. @param {Uint8Array} log */
export async function check(log) {
  try {
    tell(await /** @type {any} */ (globalThis).PbemChecker.check(log, (/** @type {number} */ done, /** @type {number} */ total) => {
      the("progress").max = total;
      the("progress").value = done;
    }), strangers(log));
  } catch (error) {
    says("bad", `The log inside could not be checked in this browser (${error}). Save it, and have 'pbem verify' check it.`);
  }
  the("progress").hidden = true;
}

/** Say which events of the list stand otherwise in the log. @param {Uint8Array} log @returns {string[]} */
function strangers(log) {
  const bodies = new TextDecoder().decode(log).split("\n").map(body).filter((one) => one !== null);
  return [...the("past").children].flatMap((shown, number) => {
    const { by, at } = bodies[number] ?? {};
    const same = shown.querySelector("b")?.textContent === by && shown.querySelector("small")?.textContent?.startsWith(at ?? "?");
    return same ? [] : [shown.querySelector("a")?.textContent ?? ""];
  });
}

/** @param {string} line @returns {{by?: string, at?: string}|null} of an event, null where the line is none */
function body(line) {
  try {
    return JSON.parse(line).body ?? null;
  } catch {
    return null;
  }
}

/** @param {Found} found @param {string[]} strange */
function tell({ good, total, finding, fork, checked, unchecked, head, played }, strange) {
  const shown = the("past").childElementCount;
  if (finding) says("bad", `The log inside does NOT hold: ${words(finding)} Of its ${total} events the first ${good} hold.`);
  else if (shown !== total) says("bad", `The log inside holds, but of its ${total} events this page tells ${shown}: see above why, or do not believe it.`);
  else if (strange.length) says("bad", `The log inside holds, but this page shows something else: other authors or times at event ${strange.slice(0, 5).join(", ")}. Do not believe its map and words.`);
  else if (fork) says("good", `Both sides of the fork hold: ${fork.by} signed two different events ${fork.event}. The list names authors and times as they do.`);
  else says("good", `All ${total} events of the log inside hold, and the list names their authors and times as they do.`);
  fill(the("played"), ...(played ? lines(played, head) : []).map((one) => make("li", {}, one)));
  fill(the("checked"), ...checked.map((one) => make("li", {}, one)));
  fill(the("unchecked"), ...unchecked.map((one) => make("li", {}, one)));
  the("details").hidden = false;
}

/** What the log says itself, whatever the page shows. @param {Played} played @param {string|null} head */
const lines = (played, head) => [
  `Rules: ${played.rules}, scenario ${played.scenario}`,
  `Dice: ${played.dice}${played.umpire ? `; umpire ${played.umpire}` : ""}`,
  ...played.players.map((one) => `${one.handle} (${one.sides.join(", ")}), key ${one.sign}`),
  `Last event: ${head}`,
];

/** @param {Finding} one */
const words = (one) => `${one.event === null ? "" : `event ${one.event}, `}${one.code} (promise ${one.promise}): ${one.text}`;

/** @param {"good"|"bad"} how @param {string} told */
function says(how, told) {
  the("verdict").className = how;
  the("verdict").textContent = told;
}
