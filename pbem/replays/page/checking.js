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
  says("bad", `This browser could not check the log: it lacks something, or the file is damaged (${error}). ${save}, and check it with 'pbem verify'.`);
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
  else if (two) says("good", `Both logs check out, and this page shows their authors and times correctly. ${parts(logs)}`);
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
  if (finding) return `The log${which} is NOT valid: ${words(finding)} Valid: the first ${good} of ${total} events.`;
  if (shown !== total) return `The log${which} is valid, but this page shows ${shown} of its ${total} events. If nothing above explains that, do not trust this page.`;
  if (strange.length) return `The log${which} is valid, but this page shows other authors or times at event ${strange.slice(0, 5).join(", ")}. Do not trust its map and text.`;
  return "";
}

/** @param {Found} found */
function holds({ total, fork }) {
  if (fork) return `Both sides of the fork check out: ${fork.by} signed two different events ${fork.event}. This page shows their authors and times correctly.`;
  return `All ${total} events check out, and this page shows their authors and times correctly.`;
}

/** Where two logs that hold part, and who signed there. @param {Held[]} logs */
function parts(logs) {
  const [one, other] = logs.map(({ log }) => bodies(log));
  const at = one.findIndex((said, number) => JSON.stringify(said) !== JSON.stringify(other[number]));
  const [by, also] = [one[at]?.by, other[at]?.by];
  if (!by || !also) return "One continues where the other ends.";
  return `They differ from event ${at} on: ${by === also ? `${by} signed two different events after the same event` : `${by} signed one, ${also} the other`}.`;
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
