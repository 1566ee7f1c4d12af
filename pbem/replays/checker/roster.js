/**
 * Who is in a game, with which keys, seats and groups (protocol, sections 4 and 8; cards, 6.1).
 *
 * @typedef {{handle: string, sign: string, old: string | null, agreed: number | null, vrf: string | null, box: string | null,
 *   out: null | "resigned" | "forfeit" | "replaced", doubt: boolean, joined: boolean, newcomer: boolean, written: number}} Person
 *   ``old``: a signing key that is perhaps still theirs; ``agreed``: the event with the last yes to the other one; ``doubt``: an opening may have put them out (section 10)
 */

/** @param {string} handle @param {string} sign @param {boolean} newcomer @returns {Person} */
function person(handle, sign, newcomer = false) {
  return { handle, sign, old: null, agreed: null, vrf: null, box: null, out: null, doubt: false, joined: false, newcomer, written: 0 };
}

class Roster {
  /** @param {Record<string, any>} opening the data of an ``open`` */
  constructor(opening) {
    /** @type {Person[]} in order, a replacement after the player replaced */
    this.players = opening.players.map(({ handle, sign }) => person(handle, sign));
    this.umpire = opening.umpire && person(opening.umpire.handle, opening.umpire.sign);
    this.seats = new Map(Object.entries(opening.seats));
    this.dice = opening.dice;
    this.keys = new Set([...opening.players, ...(opening.umpire ? [opening.umpire] : [])].map(({ sign }) => sign));
    /** @type {string[][] | null} of games with decks or stocks */
    this.groups = opening.groups ?? null;
    if (this.groups === null) {
      const seated = this.seated();
      if (seated.length === 2) this.groups = seated.map(({ handle }) => [handle]);
    }
    this.groups = this.groups?.map((group) => [...group]) ?? null;
    this.replaced = 0;
  }

  /** @param {string} handle @returns {Person | null} */
  find(handle) {
    return this.everybody().find((someone) => someone.handle === handle) ?? null;
  }

  /** @returns {Person[]} */
  everybody() {
    return this.umpire ? [...this.players, this.umpire] : this.players;
  }

  /** @param {Person} someone @returns {boolean} */
  hasSeat(someone) {
    return [...this.seats.values()].includes(someone.handle);
  }

  /** @returns {Person[]} */
  inGame() {
    return this.players.filter(({ out }) => out === null);
  }

  /** @returns {Person[]} players in the game who have a seat */
  seated() {
    return this.inGame().filter((player) => this.hasSeat(player));
  }

  /** @returns {boolean} */
  anyDoubt() {
    return this.players.some(({ doubt }) => doubt);
  }

  /** @returns {Person[]} players in order, those who are out last */
  outLast() {
    return [...this.inGame(), ...this.players.filter(({ out }) => out !== null)];
  }

  /** @returns {Person | null} who has to join next */
  toJoin() {
    return [...(this.umpire ? [this.umpire] : []), ...this.inGame()].find(({ joined }) => !joined) ?? null;
  }

  /** @param {string} handle @returns {number} the number of their group, from 0; -1: there are no groups, or none with them */
  groupOf(handle) {
    return this.groups?.findIndex((group) => group.includes(handle)) ?? -1;
  }

  /** @param {string} handle @returns {Person[]} others of their group who are in the game */
  allies(handle) {
    const group = this.groups?.[this.groupOf(handle)] ?? [];
    return this.inGame().filter((other) => other.handle !== handle && group.includes(other.handle));
  }

  /** @param {Person[]} players @returns {number} how many players, or groups where there are such, they are */
  parties(players) {
    return new Set(players.map(({ handle }) => (this.groupOf(handle) < 0 ? handle : this.groupOf(handle)))).size;
  }

  /** @param {Person} leaver @param {Person} newcomer */
  replace(leaver, newcomer) {
    leaver.out = "replaced";
    this.players.splice(this.players.indexOf(leaver) + 1, 0, newcomer);
    for (const [side, holder] of this.seats) if (holder === leaver.handle) this.seats.set(side, newcomer.handle);
    for (const group of this.groups ?? []) {
      const at = group.indexOf(leaver.handle);
      if (at >= 0) group[at] = newcomer.handle;
    }
    this.replaced++;
  }

  /** @param {Person} someone @returns {Person} they, or who is in their place since */
  successor(someone) {
    let now = someone;
    while (now.out === "replaced") now = this.players[this.players.indexOf(now) + 1];
    return now;
  }

  /**
   * Whether the game is over because somebody left it.
   * @param {boolean} hadSeat whether they did
   * @returns {boolean}
   */
  overWithout(hadSeat) {
    if (hadSeat) return this.parties(this.seated()) <= 1;
    return ["opponents", "witnesses"].includes(this.dice) && this.inGame().length === 1;
  }

  /** @param {string[]} gone @returns {boolean} the game would be over if these were out already */
  endedBy(gone) {
    const here = this.seated();
    const left = here.filter(({ handle }) => !gone.includes(handle));
    return left.length < here.length && this.parties(left) < Math.min(2, this.parties(here));
  }

  /**
   * Who keeps the dice of a trigger, in every reading of who is out (section 6 (f), section 10).
   * @param {string} author @returns {string[][]} handles
   */
  keepers(author) {
    const doubtful = this.inGame().filter(({ doubt }) => doubt);
    const lists = new Map();
    for (let without = 0; without < 1 << doubtful.length; without++) {
      const players = this.inGame().filter((player) => !(without & (1 << doubtful.indexOf(player)) && player.doubt));
      const seated = players.filter((player) => this.hasSeat(player));
      if (this.endedBy(doubtful.filter((player) => !players.includes(player)).map(({ handle }) => handle))) continue;
      if (this.dice === "self") {
        lists.set(author, [author]);
        continue;
      }
      const agreed = players.filter((player) => !this.hasSeat(player) && player.handle !== author).map(({ handle }) => handle);
      if (this.dice === "witnesses" && agreed.length) { // the trigger's author closes the roll
        const keepers = [...agreed, ...seated.map(({ handle }) => handle).filter((handle) => handle === author)];
        lists.set(keepers.join(" "), keepers);
        continue;
      }
      const witnesses = seated.length <= 1 ? players.filter((player) => !this.hasSeat(player)) : [];
      const umpire = this.dice === "umpire" ? [this.umpire] : [];
      const keepers = [...witnesses, ...umpire, ...seated].map(({ handle }) => handle).filter((handle) => handle !== author);
      if (keepers.length) lists.set(keepers.join(" "), keepers);
    }
    return [...lists.values()];
  }
}

/** @param {Person} someone @param {Uint8Array} message @param {string} sig @returns {Promise<string | null>} their key that signed it */
async function signingKey({ sign, old }, message, sig) {
  if (await signed(sign, message, sig)) return sign;
  return old !== null && (await signed(old, message, sig)) ? old : null;
}
