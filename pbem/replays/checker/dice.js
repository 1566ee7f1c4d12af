/**
 * Dice: whose they are, what proves them, and what they roll (protocol, section 6).
 *
 * @typedef {{trigger: string, lists: string[][], everybody: string[], given: Uint8Array[], alpha: Uint8Array, done: boolean}} Dice
 *   ``lists``: who keeps, in every reading of who is out; ``everybody``: who keeps if nobody is; ``given``: what was proven so far
 */

/** @param {Table} table @param {LogEvent} trigger @returns {Dice | null} what is due if it was one */
function diceAfter(table, trigger) {
  const lists = table.roster.keepers(trigger.by);
  const waits = (table.offer !== null || table.boxes !== null) && activeOf(table)?.perhaps !== true; // somebody has to answer first
  if (!table.started || table.over || lists.length === 0 || waits) return null;
  return { trigger: trigger.id, lists, everybody: lists[0], given: [], alpha: tagged("dice", `${table.game}\n${trigger.id}`), done: false };
}

/** @param {Table} table @param {string} keeper @returns {string} who gives dice in their place now */
function giverFor(table, keeper) {
  const someone = table.roster.find(keeper);
  return someone.out === null ? keeper : table.roster.umpire?.handle ?? keeper;
}

/** @param {Table} table @returns {string[][]} the lists of keepers without those with which the game would be over by now */
function possibleLists({ dice, roster }) {
  return dice.lists.filter((list) => !roster.endedBy(dice.everybody.filter((keeper) => !list.includes(keeper))));
}

/** @param {Table} table @returns {string[]} who may be the next to give */
function dueKeepers(table) {
  const { dice } = table;
  if (!dice || dice.done || table.over) return [];
  return possibleLists(table).filter((list) => list.length > dice.given.length).map((list) => giverFor(table, list[dice.given.length]));
}

/** @param {Table} table @param {LogEvent} event of kind ``dice`` @throws {Finding} */
async function takeDice(table, event) {
  const { roster } = table;
  const dice = table.dice && { ...table.dice, lists: possibleLists(table) };
  const { by, data } = event;
  const active = activeOf(table);
  demand(active?.owed !== "leaving", "pen.wrong", "somebody must open hidden supplies first");
  demand(active === null || active.perhaps || ["dice", "join"].includes(active.owed), "dice.keeper", "no dice are due");
  demand(dueKeepers(table).includes(by), "dice.keeper", "the author is not the dice keeper who must roll");
  const next = dice.given.length;
  const mine = dice.lists.filter((list) => list.length > next && giverFor(table, list[next]) === by);
  const whole = has(data, "rolls") && has(data, "then");
  const none = !has(data, "rolls") && !has(data, "then");
  const fitting = mine.filter((list) => (list.length === next + 1 ? whole : none));
  demand(fitting.length > 0, "dice.rolls", "only the last keeper's event has rolls and the digest after them");
  const proofs = new Map();
  for (const keeper of new Set(fitting.map((list) => list[next]))) {
    const own = keeper === by;
    const alpha = own ? dice.alpha : tagged("standin", `${table.game}\n${dice.trigger}\n${keeper}`);
    proofs.set(keeper, await proven(roster.find(by).vrf, alpha, data.proof));
  }
  const holding = fitting.filter((list) => proofs.get(list[next]));
  demand(holding.length > 0, "dice.proof", "the proof does not fit the keeper's key and these orders");
  table.counts.proofs++;
  const given = [...dice.given, proofs.get(holding[0][next])];
  if (whole) await demandRolls(dice.alpha, given, data.rolls, table);
  table.dice = { ...dice, lists: holding, given, done: whole };
  table.openedLast = null;
}

/** @param {Uint8Array} alpha @param {Uint8Array[]} betas @param {number[][]} rolls @param {Table} table @throws {Finding} */
async function demandRolls(alpha, betas, rolls, table) {
  const stream = await DiceStream.of(alpha, betas);
  for (const [n, got] of rolls) {
    demand(n >= 2 && n <= 65_536, "dice.rolls", `no die has ${n} faces`);
    const drawn = await stream.uniform(n);
    demand(drawn === got, "dice.rolls", `the proofs give ${drawn} of ${n}, but the event says ${got}`);
    table.counts.rolls++;
  }
}
