/** The log inside a page, checked in the reader's own browser; what was found is told in words. */

import { fill, make, the } from "./build.js";

/**
 * What the checker finds, of which this page tells so much; the script before this one defines it.
 * @typedef {{code: string, event: number|null, promise: string, text: string}} Finding
 * @typedef {{rules: string, scenario: string, dice: string, umpire: string|null, players: {handle: string, sign: string, sides: string[]}[]}} Played
 * @typedef {{good: number, total: number, finding: Finding|null, fork: {by: string, event: number}|null, checked: string[], unchecked: string[], head: string|null, played: Played|null}} Found
 * @typedef {{name: string, log: Uint8Array, shown: any[]}} Held a log, or the proof of a fork, and the events that the page shows of it
 */

/** Check a log or the proof of a fork, or two logs that part, and tell what was found. @param {Held[]} logs */
export async function check(logs) {
  try {
    const all = [];
    for (const { log } of logs) all.push(await /** @type {any} */ (globalThis).PbemChecker.check(log, progress));
    tell(all, logs);
  } catch (error) {
    fails(error);
  }
  the("progress").hidden = true;
}

/** Say that no verdict came of it. @param {unknown} error */
export function fails(error) {
  const save = the("save").hidden ? "Ask for the log itself" : "Save the log";
  says("bad", `The log inside could not be checked in this browser, or this file was damaged (${error}). ${save}, and have 'pbem verify' check it.`);
  the("progress").hidden = true;
}

/** @param {number} done @param {number} total */
function progress(done, total) {
  the("progress").max = total;
  the("progress").value = done;
}

/** What the events of a log say. @param {Uint8Array} log */
const bodies = (log) => new TextDecoder().decode(log).split("\n").map(body).filter((one) => one !== null);

/** Say which events of the list stand otherwise in the log. @param {Held} held @returns {string[]} */
function strangers({ log, shown: list }) {
  const said = bodies(log);
  return list.flatMap((shown, number) => {
    const { by, at } = said[number] ?? {};
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

/** @param {Found[]} all @param {Held[]} logs */
function tell(all, logs) {
  const two = all.length > 1, wrong = all.map((found, number) => amiss(found, logs[number], two ? ` ${logs[number].name}` : ""));
  if (wrong.some(Boolean)) says("bad", wrong.filter(Boolean).join(" "));
  else if (two) says("good", `Both logs inside hold, and the list names their authors and times as they do. ${parts(logs)}`);
  else says("good", holds(all[0]));
  const told = (/** @type {(found: Found) => string[]} */ of) => all.flatMap((found, number) => of(found).map((one) => make("li", {}, two ? `${logs[number].name}: ${one}` : one)));
  fill(the("played"), ...told(({ played, head }) => played ? lines(played, head) : []));
  fill(the("checked"), ...told(({ checked }) => checked));
  fill(the("unchecked"), ...all[0].unchecked.map((one) => make("li", {}, one)));
  the("details").hidden = false;
}

/** What is wrong with a log, or with what the page shows of it; empty if nothing is. @param {Found} found @param {Held} held @param {string} which */
function amiss({ good, total, finding }, held, which) {
  const shown = held.shown.length, strange = strangers(held);
  if (finding) return `The log${which} inside does NOT hold: ${words(finding)} Of its ${total} events the first ${good} hold.`;
  if (shown !== total) return `The log${which} inside holds, but of its ${total} events this page tells ${shown}: see above why, or do not believe it.`;
  if (strange.length) return `The log${which} inside holds, but this page shows something else: other authors or times at event ${strange.slice(0, 5).join(", ")}. Do not believe its map and words.`;
  return "";
}

/** @param {Found} found */
function holds({ total, fork }) {
  if (fork) return `Both sides of the fork hold: ${fork.by} signed two different events ${fork.event}. The list names authors and times as they do.`;
  return `All ${total} events of the log inside hold, and the list names their authors and times as they do.`;
}

/** Where two logs that hold part, and who signed there. @param {Held[]} logs */
function parts(logs) {
  const [one, other] = logs.map(({ log }) => bodies(log));
  const at = one.findIndex((said, number) => JSON.stringify(said) !== JSON.stringify(other[number]));
  const [by, him] = [one[at]?.by, other[at]?.by];
  if (!by || !him) return "One goes on where the other ends.";
  return `They part at event ${at}: ${by === him ? `${by} signed both, two different events on one predecessor` : `${by} signed one, ${him} the other`}.`;
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
