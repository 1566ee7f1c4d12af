/** Who may write, as far as a reader without rules knows (protocol, sections 5 and 10). */

const FREE_KINDS = ["orders", "seal", "reveal", "offer", "resign", "shuffle", "unmask", "lay-open"];

/**
 * @typedef {{who: string[], kinds: string[], owed: string, perhaps?: boolean}} Active
 *   ``who``: each of them, in doubt, may be the one; ``perhaps``: it may be nobody's, and something else valid
 */

/** @param {Person[]} people in order @returns {string[]} the first, and who comes next if those before are out */
function firstOf(people) {
  const certain = people.findIndex(({ doubt }) => !doubt);
  return people.slice(0, certain < 0 ? people.length : certain + 1).map(({ handle }) => handle);
}

/** @param {Person[]} people @returns {boolean} */
function allInDoubt(people) {
  return people.every(({ doubt }) => doubt);
}

/** @param {Table} table @returns {Active | null} null: only rules know it */
function activeOf(table) {
  const { roster, dice } = table;
  const opening = leavingOpening(table);
  if (opening && !opening.perhaps) return opening;
  if (!table.over && dice && dice.given.length > 0 && !dice.done) return { who: dueKeepers(table), kinds: ["dice"], owed: "dice" };
  if (!table.over) {
    const joiner = roster.toJoin();
    if (joiner) {
      const mayLeave = !table.started && joiner !== roster.umpire;
      return { who: [joiner.handle], kinds: mayLeave ? ["join", "resign"] : ["join"], owed: "join" };
    }
    if (!table.started) return { who: firstOf(roster.seated()), kinds: ["answer", "resign"], owed: "start" };
    if (table.boxes) {
      const waiting = table.boxes.waiting.map((handle) => roster.find(handle));
      return { who: firstOf(waiting), kinds: ["answer", "resign"], owed: "box", perhaps: allInDoubt(waiting) };
    }
    if (table.offer) {
      const waiting = table.offer.waiting.map((handle) => roster.find(handle));
      return { who: firstOf(waiting), kinds: ["answer", "resign"], owed: "offer", perhaps: allInDoubt(waiting) };
    }
    return null;
  }
  for (const player of roster.outLast()) {
    if (table.seals.owes(player.handle)) return { who: [player.handle], kinds: ["reveal"], owed: "reveal" };
  }
  const openers = roster.outLast().map(({ handle }) => handle).filter((handle) => owedMasks(table, handle).length > 0 || opensPair(table, handle));
  if (openers.length === 0) return { who: [], kinds: [], owed: "nothing" };
  return { who: openers.slice(0, 1), kinds: ["lay-open"], owed: "lay-open" }; // who is out comes last
}

/** @param {Table} table @returns {string[]} who may have to say yes, as no dice can follow from a ruling (section 5) */
function firstAfterRulings(table) {
  const opener = table.openedLast === null ? null : table.roster.find(table.openedLast);
  if (opener === null || !table.ruled) return [];
  return firstOf(opener.out === null ? [opener] : table.roster.seated());
}

/** @param {Table} table @param {string} handle @returns {boolean} at the end they have a card key or supplies to open */
function owesOpening(table, handle) {
  return owedMasks(table, handle).length > 0 || owesPair(table, handle);
}

/** @param {Table} table @returns {boolean} somebody who is in the game has to answer, now or once supplies are opened */
function surelyWaits({ over, roster, boxes, offer }) {
  const waiting = over ? [] : (boxes ?? offer)?.waiting ?? [];
  return !allInDoubt(waiting.map((handle) => roster.find(handle)));
}

/** @param {Table} table @returns {boolean} stocks are to be opened, as a ruling put an ally out; the game may have been over before it */
function perhapsOverBefore(table) {
  return table.maybeOver && leavingOpening(table) !== null;
}

/**
 * Refuses an event that stands where its kind or its author's turn is not.
 * @param {Table} table @param {LogEvent} event no ``open``, ``ruling`` or ``dice``
 * @throws {Finding}
 */
function demandTurn(table, event) {
  const { roster } = table;
  const { kind, by } = event;
  const active = activeOf(table);
  const mine = active !== null && active.who.includes(by);
  if (mine && active.kinds.includes(kind)) {
    demand(active.owed !== "start" || kind !== "answer" || event.data.yes, "answer.wrong", "the answer that starts the game must be yes");
    return;
  }
  const opening = kind === "reveal" || kind === "lay-open";
  const opens = kind === "reveal" || (kind === "lay-open" && owesOpening(table, by));
  if (opens && (roster.anyDoubt() || perhapsOverBefore(table)) && by !== roster.umpire?.handle) return; // no matter whose move it is
  const joining = !table.over && (roster.toJoin() !== null || active?.owed === "start");
  if (joining && active.owed === "join" && table.started && table.dice?.done && opens && by !== roster.umpire?.handle) return; // the dice may have ended the game
  demand(!joining, "join.order", "somebody must join first");
  if (table.over) {
    demand(!table.closed || opening, "end.over", "the game was closed");
    demand(active === null || active.owed !== "nothing", "end.over", "the game is over");
  }
  demand(kind !== "join", "join.order", "nobody must join");
  const known = active !== null && !active.perhaps;
  if (kind === "answer" && !known && firstAfterRulings(table).includes(by)) {
    demand(event.data.yes, "answer.wrong", "the answer that lets the game go on must be yes");
    return;
  }
  const later = !known && (table.boxes ?? table.offer)?.waiting.includes(by); // others are asked first
  demand(kind !== "answer" || !later, "pen.wrong", "somebody else must answer first");
  demand(kind !== "answer" || (known && surelyWaits(table)), "answer.wrong", "there is nothing to answer");
  demand(!known || (active.owed === "leaving" ? active.who[0] === by : mine), "pen.wrong", "somebody else is the active player");
  const author = roster.find(by);
  demand(mine || (author !== roster.umpire && (author.out === null || opening)), "pen.wrong", "a player who is out, or an umpire, can write nothing else");
  demand(kind !== "lay-open" || known || owesOpening(table, by), "pen.wrong", "they have nothing to open");
  const free = !known && FREE_KINDS.includes(kind);
  if (free && kind === "offer") demand(!table.offered, "offer.wrong", "there was an offer just before");
  if (free) return;
  if (kind === "offer") throw new Finding("offer.wrong", "no offer can be made there");
  if (kind === "resign") throw new Finding("resign.wrong", "nobody can resign there");
  throw new Finding("kind.wrong", `the active player must write something else than ${kind}`);
}
