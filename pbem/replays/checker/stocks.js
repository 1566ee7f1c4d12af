/**
 * Hidden stocks (cards, sections 4 and 6.6).
 *
 * @typedef {{names: string[], bits: number, total: number, point: Point | null, by: string[], group: number,
 *   moves: {of: string, seq: number, point: Point}[], open: boolean, at: number}} Pair
 *   ``point``: C, null while its split waits for an answer; ``by``: who knows it; ``moves``: what has to be opened
 */

/** The pairs of a log: each is found at once, however many there are. */
class Pairs {
  constructor() {
    /** @type {Map<string, Pair>} */
    this.byStock = new Map();
    /** @type {Map<number, Set<Pair>>} those whose amounts are hidden, by group, in the order of their splits */
    this.hidden = new Map();
    this.count = 0;
  }

  /** @param {Pair} pair that is being split */
  add(pair) {
    pair.at = this.count++;
    for (const name of pair.names) this.byStock.set(name, pair);
  }

  /** @param {Pair} pair whose split counts */
  hide(pair) {
    if (!this.hidden.has(pair.group)) this.hidden.set(pair.group, new Set());
    this.hidden.get(pair.group).add(pair);
  }

  /** @param {Pair} pair that is hidden no longer */
  open(pair) {
    pair.open = true;
    this.hidden.get(pair.group)?.delete(pair);
  }
}

/** @param {Table} table @param {string} stock @returns {Pair | undefined} */
const pairOf = (table, stock) => table.pairs.byStock.get(stock);

/** @param {number} number @returns {Point} so many times the base point */
const amount = (number) => times(BigInt(number), BASE);

/** @param {Pair} pair @param {string} stock @param {number} changed @returns {Point} its commitment */
function commitment({ names, total, point }, stock, changed) {
  const left = stock === names[0] ? point : subtract(amount(total), point);
  return add(left, amount(changed));
}

/**
 * What ``proofs`` say of a stock.
 * @param {Table} table @param {LogEvent} event of kind ``orders`` @param {string} what @param {Record<string, any>} part
 * @throws {Finding}
 */
async function demandStock(table, event, what, part) {
  const { by, data } = event;
  const turn = (holds, told) => demand(holds, "stock.turn", told);
  const alone = data.orders.length === 1 && data.orders[0].do !== "if" && data.proofs.filter((other) => !has(other, "show")).length === 1;
  if (what === "split") {
    turn(table.roster.groupOf(by) >= 0, "only a game with two groups has hidden supplies");
    turn(part.stocks[0] !== part.stocks[1] && part.stocks.every((stock) => pairOf(table, stock) === undefined), "these supplies cannot be split");
    turn(alone, "an order that splits must be the only one");
    demandBoxes(table, by, part.boxes, "stock.turn");
  } else {
    const pair = pairOf(table, part.stock);
    turn(pair !== undefined && pair.point !== null && !pair.open && pair.by.includes(by), "they have no such hidden supply");
    if (what === "give") {
      turn(pair.names.includes(part.to) && part.to !== part.stock, "a supply hands over only to the other of its pair");
      turn(alone, "an order that hands over must be the only one");
      demandBoxes(table, by, part.boxes, "stock.turn");
    }
  }
  demand(await PROVEN[what](table, event, part), "stock.proof", "the proof of the supply does not fit");
  table.counts.stockProofs++;
}

/** @type {Record<string, (table: Table, event: LogEvent, part: any) => Promise<boolean>>} */
const PROVEN = {
  async spend(table, { by, prev }, { stock, changed, amount: d, proof }) {
    const pair = pairOf(table, stock);
    const C = commitment(pair, stock, changed);
    if (d >= 2 ** pair.bits || isIdentity(C)) return false;
    return rangeHolds({ game: table.game, prev, by }, ["spend", stock, d], pair.bits, subtract(C, amount(d)), proof);
  },
  async capped(table, { by, prev }, { stock, changed, cap: d, amount: h, proof }) {
    const pair = pairOf(table, stock);
    const C = commitment(pair, stock, changed);
    if (h > d || d >= 2 ** pair.bits || isIdentity(C)) return false;
    return rangeHolds({ game: table.game, prev, by }, ["capped", stock, d, h], h === d ? pair.bits : 1, subtract(C, amount(2 * h)), proof);
  },
  async give(table, { by, prev }, { stock, to, changed, cap, point, proofs }) {
    const pair = pairOf(table, stock);
    const C = commitment(pair, stock, changed);
    const T = admitted(point);
    if (T === null || cap >= 2 ** pair.bits || isIdentity(C)) return false;
    const where = { game: table.game, prev, by };
    const length = cap.toString(2).length;
    return (
      (await rangeHolds(where, ["give", stock, to, cap], length, T, proofs[0])) &&
      (await rangeHolds(where, ["rest", stock, to, cap], length, subtract(amount(cap), T), proofs[1])) &&
      (await rangeHolds(where, ["left", stock, to, cap], pair.bits, subtract(C, T), proofs[2]))
    );
  },
  async split(table, { by, prev }, { stocks: [first, other], bits, total, point, proofs }) {
    const C = admitted(point);
    if (C === null || total >= 2 ** bits) return false;
    const where = { game: table.game, prev, by };
    return (
      (await rangeHolds(where, ["split", first, other, total, 1], bits, C, proofs[0])) &&
      (await rangeHolds(where, ["split", first, other, total, 2], bits, subtract(amount(total), C), proofs[1]))
    );
  },
};

/** What was proven takes effect, or waits for who got a box. @param {Table} table @param {LogEvent} event of kind ``orders`` */
function moveStocks(table, { id, by, seq, data }) {
  for (const { give, split } of data.proofs ?? []) {
    if (split) {
      const pair = { names: split.stocks, bits: split.bits, total: split.total, point: null, by: [by], group: table.roster.groupOf(by), moves: [], open: false, at: 0 };
      table.pairs.add(pair);
      const C = admitted(split.point);
      const put = (answered) => {
        Object.assign(pair, { point: C, by: [by, ...answered] });
        pair.moves.push({ of: id, seq, point: C });
        table.pairs.hide(pair);
      };
      table.sendBoxes(by, split.boxes, put, () => table.pairs.open(pair));
    } else if (give) {
      const pair = pairOf(table, give.stock);
      const T = admitted(give.point);
      const put = (answered) => {
        pair.point = give.stock === pair.names[0] ? subtract(pair.point, T) : add(pair.point, T);
        const knowing = [by, ...answered];
        pair.by = [...new Set([...pair.by, ...knowing])].filter((handle) => knowing.includes(handle));
        pair.moves.push({ of: id, seq, point: T });
      };
      table.sendBoxes(by, give.boxes, put, () => {});
    }
  }
}

/** @param {Table} table @param {Pair} pair @returns {Person[]} its knowers, those who are out last */
function knowers(table, pair) {
  const all = pair.by.map((handle) => table.roster.find(handle));
  return [...all.filter(({ out }) => out === null), ...all.filter(({ out }) => out !== null)];
}

/** @param {Pair[]} pairs @returns {{of: string, seq: number, point: Point, pair: Pair}[]} their moves, in the order of the log */
function movesOf(pairs) {
  return pairs.flatMap((pair) => pair.moves.map((move) => ({ ...move, pair }))).sort((a, b) => a.seq - b.seq);
}

/** @param {Table} table @returns {Pair[]} whose amounts are still hidden */
const hiddenPairs = (table) => [...table.pairs.hidden.values()].flatMap((some) => [...some]);

/** @param {Table} table @param {string} handle @returns {boolean} they are to open a pair at the end, if nobody in doubt is out */
const opensPair = (table, handle) => hiddenPairs(table).some((pair) => knowers(table, pair)[0].handle === handle);

/** @param {Table} table @param {string} handle @returns {boolean} they are to open a pair at the end, or if others are out */
const owesPair = (table, handle) => hiddenPairs(table).some((pair) => firstOf(knowers(table, pair)).includes(handle));

/**
 * @param {Table} table @param {LogEvent} event of kind ``lay-open`` @param {Pair[]} due @returns {Pair[]} which of those that are due its
 *   author is to open: those that nobody else would, and what it names of those that another would who is perhaps out
 */
function openedBy(table, { by, data }, due) {
  const named = new Set((data.stocks ?? []).map(({ of }) => of));
  return due.filter((pair) => {
    const first = firstOf(knowers(table, pair));
    return first.includes(by) && (first.length === 1 || pair.moves.some(({ of }) => named.has(of)));
  });
}

/** @param {Table} table @param {Pair} pair @returns {Person[]} of its group */
const groupMembers = (table, pair) => (table.roster.groups?.[pair.group] ?? []).map((handle) => table.roster.find(handle));

/** @param {Table} table @returns {Active | null} who has to open a pair at once, because an ally left */
function leavingOpening(table) {
  if (table.over || table.boxes) return null;
  let pair = null; // asked at each event, and there may be thousands
  for (const some of table.pairs.hidden.values()) {
    for (const first of some) {
      if ((pair === null || first.at < pair.at) && groupMembers(table, first).some(({ out }) => out !== null)) pair = first;
      break; // the others of this group are split later
    }
  }
  return pair ? { who: firstOf(knowers(table, pair)), kinds: ["lay-open"], owed: "leaving" } : null;
}

/** @param {Table} table @param {LogEvent} event of kind ``lay-open`` @throws {Finding} */
async function takeLayOpen(table, event) {
  const { roster } = table;
  const { by, data } = event;
  const due = hiddenPairs(table).filter((pair) => groupMembers(table, pair).some(({ out, doubt }) => out !== null || doubt)); // if the game goes on
  const leaving = leavingOpening(table) !== null && !table.maybeOver;
  const perhaps = !table.over && !table.boxes && !has(data, "masks") && has(data, "stocks") && openedBy(table, event, due).length > 0;
  const early = leaving || perhaps;
  demand(!leaving || !has(data, "masks"), "deck.open", "no deck must be opened there");
  if (!early) table.sayOver();
  const owed = movesOf(openedBy(table, event, early ? due : hiddenPairs(table)));
  if (!early) openMasks(table, by, data.masks ?? []);
  await openMoves(table, owed, data.stocks ?? []);
  if (!early && table.everyMaskOpen()) {
    for (const player of roster.inGame()) player.doubt ||= table.everMasked(player.handle); // they may have broken a duty
  }
}

/** @param {Table} table @param {ReturnType<typeof movesOf>} owed @param {{of: string, amount: number, scalar: string}[]} openings */
async function openMoves(table, owed, openings) {
  demand(canonical(owed.map(({ of }) => of)) === canonical(openings.map(({ of }) => of)), "stock.open", "these are not the supplies that must be opened");
  const H = await secondBase();
  owed.forEach(({ point, pair }, i) => {
    const r = scalar(openings[i].scalar);
    demand(r !== null && samePoint(sum([BigInt(openings[i].amount), BASE], [r, H]), point), "stock.open", "the supply held another amount");
    table.counts.stockProofs++;
    table.pairs.open(pair);
  });
}
