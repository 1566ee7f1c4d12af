/**
 * Choices that are sealed and opened later (protocol, 7.2).
 *
 * @typedef {{id: string, seq: number, prev: string, by: string, label: string, commit: string, opened: boolean}} Seal
 */

/** The seals of a log that were not taken back: each is found at once, however many there are. */
class Seals {
  constructor() {
    /** @type {Seal[]} in the order of the log */
    this.all = [];
    /** @type {Map<string, Seal>} */
    this.byId = new Map();
    /** @type {Map<string, number>} how many have a label */
    this.labels = new Map();
    /** @type {Map<string, number>} how many of somebody are not opened */
    this.owed = new Map();
  }

  /** @param {Seal} seal the next one */
  add(seal) {
    this.all.push(seal);
    this.byId.set(seal.id, seal);
    this.count(this.labels, seal.label, 1);
    this.count(this.owed, seal.by, 1);
  }

  /** @param {Seal} seal that is opened now */
  open(seal) {
    seal.opened = true;
    this.count(this.owed, seal.by, -1);
  }

  /** @param {string} label @returns {boolean} */
  used(label) {
    return (this.labels.get(label) ?? 0) > 0;
  }

  /** @param {string} handle @returns {boolean} they have still to open one */
  owes(handle) {
    return (this.owed.get(handle) ?? 0) > 0;
  }

  /** @param {number} from number of the first event that is taken back */
  takeBack(from) {
    while (this.all.length > 0 && this.all[this.all.length - 1].seq >= from) {
      const seal = this.all.pop();
      this.byId.delete(seal.id);
      this.count(this.labels, seal.label, -1);
      if (!seal.opened) this.count(this.owed, seal.by, -1);
    }
  }

  /** @param {Map<string, number>} counts @param {string} key @param {number} more */
  count(counts, key, more) {
    counts.set(key, (counts.get(key) ?? 0) + more);
  }
}

/** @param {Table} table @param {LogEvent} event of kind ``seal`` @throws {Finding} */
function takeSeal(table, { id, seq, prev, by, data }) {
  demand(!table.seals.used(data.label) || table.roster.anyDoubt(), "commit.label", `something was sealed as ${data.label} before`);
  table.seals.add({ id, seq, prev, by, label: data.label, commit: data.commit, opened: false });
}

/** @param {Table} table @param {LogEvent} event of kind ``reveal`` @throws {Finding} */
async function takeReveal(table, { by, data }) {
  const seal = table.seals.byId.get(data.of);
  demand(seal !== undefined && seal.by === by && !seal.opened, "commit.open", "they have nothing sealed there that is still closed");
  const sealed = tagged("commit", `${table.game}\n${by}\n${seal.prev}\n${seal.label}\n${data.salt}\n`, canonical(data.value));
  demand(toHex(await sha256(sealed)) === seal.commit, "commit.open", "it is not what was sealed");
  table.counts.seals++;
  table.seals.open(seal);
  const author = table.roster.find(by);
  const { dice } = table;
  const between = dice !== null && dice.given.length > 0 && !dice.done; // who keeps was decided before
  if (author.out === null && !between) author.doubt = true; // what they opened may not be legal, and only rules know
}
