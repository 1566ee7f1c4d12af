/** A log folded, event by event, into what a reader without rules knows (protocol, sections 3 to 10). */

const LOG_EVENTS = 160_000;
const MIB = 2 ** 20;
const LOG_BYTES = 64 * MIB;
const EXTRA_KINDS = ["dice", "reveal", "answer", "resign", "shuffle", "unmask", "lay-open"];
const CLEARS_DOUBT = ["orders", "dice", "seal", "offer", "answer", "resign", "shuffle", "unmask"];

class Table {
  constructor() {
    this.game = "";
    this.head = ZEROS;
    this.good = 0;
    this.version = 0; // of the protocol, as the first event has it
    this.bytes = 0;
    /** @type {Roster} */
    this.roster = /** @type {any} */ (null);
    /** @type {Record<string, any> | null} */
    this.opening = null; // once it is known to be good
    this.started = false;
    this.ruled = false; // somebody was put out after the last event that may have been a trigger
    /** @type {string | null} who opened stocks as an ally had left, with nothing but rulings after that */
    this.openedLast = null;
    this.over = false;
    this.laidOpen = false; // over, with whatever result, as somebody opened what they had hidden
    this.maybeOver = false; // it was over, perhaps, before a ruling put somebody out, and nothing since shows that it goes on
    this.closed = false;
    /** @type {Dice | null} what may be rolled now */
    this.dice = null;
    this.seals = new Seals();
    /** @type {Offer | null} */
    this.offer = null;
    this.offered = false;
    /** @type {Deck[]} */
    this.decks = [];
    this.pairs = new Pairs();
    /** @type {{by: string, waiting: string[], yes: string[], put: (yes: string[]) => void, refuse: () => void} | null} */
    this.boxes = null;
    /** @type {{by: string, prev: string, then: string}[]} */
    this.forks = [];
    /** @type {{handle: string, seq: number}[]} */
    this.keyChanges = [];
    /** @type {Map<string, number>} */
    this.ids = new Map();
    /** @type {{by: string, kind: string, proofs: boolean, undone: boolean}[]} of every event */
    this.authors = [];
    this.barrier = 0; // number of the last event that no undo goes back over, and one more
    /** @type {Uint8Array[]} */
    this.lines = [];
    this.again = false; // these events were judged once: no ruling on a fork goes back once more
    this.counts = { signatures: 0, proofs: 0, rolls: 0, seals: 0, cardProofs: 0, stockProofs: 0, rulings: 0 };
  }

  /** @param {LogEvent} event @throws {Finding} it is not valid here */
  async take(event) {
    try {
      this.demandChained(event);
      await this.demandSigned(event);
      await this.takeKind(event);
    } catch (error) {
      throw numbered(error, event.seq);
    }
    this.head = event.id;
    this.ids.set(event.id, this.good);
    this.authors.push({ by: event.by, kind: event.kind, proofs: has(event.data, "proofs"), undone: false });
    this.lines.push(event.bytes);
    this.good++;
    this.bytes += event.size;
  }

  /** @param {LogEvent} event @throws {Finding} */
  demandChained(event) {
    const { game, seq, prev, id } = event;
    const rightGame = this.good === 0 ? game === "" : (game || id) === this.game;
    if (this.good > 0) demand(rightGame, "chain.game", "the event is from another game");
    demand(seq === this.good, "chain.seq", `event ${this.good} should be here`);
    demand(rightGame, "chain.game", "the first event names a game");
    demand(prev === this.head, "chain.prev", "the event does not follow the one before it");
    demand(this.good < LOG_EVENTS && this.bytes + event.size <= LOG_BYTES, "file.limit", "no log is this long");
    demand(isKind(event.kind, event.data), "event.kind", "there is no such kind of event, or its data do not fit its kind");
    demand(event.kind !== "open" || (event.data.dice === "witnesses") === (event.v === 2), "event.kind", "version 2, and no other, is for witnesses who keep the dice");
    demand((event.kind === "open") === (this.good === 0), "kind.wrong", "a log begins with its one opening");
  }

  /** @param {LogEvent} event @throws {Finding} */
  async demandSigned(event) {
    const { kind, by, size } = event;
    if (kind === "open") {
      this.roster = openGame(event);
      this.version = event.v;
      this.game = event.id;
    }
    const author = this.roster.find(by);
    demand(author !== null, "sig.unknown", `${by} is neither a player nor the umpire`);
    const key = await signingKey(author, event.signed, event.sig);
    demand(key !== null, "sig.bad", `the signature is not by the key of ${by} over this event`);
    this.counts.signatures++;
    if (author.old !== null && key === author.sign) {
      // now it is known that the change was agreed on
      if (author.agreed !== null) this.keyChanges.push({ handle: by, seq: author.agreed });
    } else if (author.old !== null) author.sign = author.old; // nobody agreed to it
    author.old = null;
    const most = (author.newcomer ? MIB : 4 * MIB) + this.extraShare(author, kind);
    demand(author.written + size <= most, "size.share", `${by} has written more than their share`);
    author.written += size;
  }

  /** @param {Person} author @param {string} kind @returns {number} bytes that they may still write with this kind */
  extraShare(author, kind) {
    if (author === this.roster.umpire) return kind === "ruling" ? 4 * MIB : 0;
    return EXTRA_KINDS.includes(kind) ? MIB : 0;
  }

  /** @param {LogEvent} event @throws {Finding} */
  async takeKind(event) {
    const { kind, by } = event;
    const author = /** @type {Person} */ (this.roster.find(by));
    if (kind === "open") {
      demand(author !== this.roster.umpire, "open.bad", "only a player opens a game");
      this.opening = event.data;
      return;
    }
    if (kind === "ruling") await takeRuling(this, event);
    else if (kind === "dice") await takeDice(this, event);
    else await this.takeInTurn(event);
    if (CLEARS_DOUBT.includes(kind)) author.doubt = false;
    if (!["ruling", "reveal", "lay-open"].includes(kind)) this.maybeOver = false;
    if (kind !== "answer") this.offered = kind === "offer";
  }

  /** @param {LogEvent} event of a kind that only the active player writes @throws {Finding} */
  async takeInTurn(event) {
    const { kind } = event;
    this.passOver(event);
    demandTurn(this, event);
    if (kind === "reveal" && perhapsOverBefore(this)) this.sayOver(); // else only stocks would be opened
    const moves = kind === "orders" && (event.data.proofs ?? []).some((part) => has(part, "split") || has(part, "give"));
    const toBox = moves || (kind === "answer" && this.boxes !== null);
    const { dice } = this;
    const given = dice !== null && dice.given.length > 0;
    const closing = kind === "reveal" && (this.roster.toJoin() !== null || (given && !dice.done)); // the game is over, perhaps
    if (kind === "join") await takeJoin(this, event);
    else if (kind === "orders") await this.takeOrders(event);
    else if (kind === "seal") takeSeal(this, event);
    else if (kind === "reveal") await takeReveal(this, event);
    else if (kind === "offer") await takeOffer(this, event);
    else if (kind === "answer") this.takeAnswer(event);
    else if (kind === "resign") this.leave(/** @type {Person} */ (this.roster.find(event.by)), "resigned");
    else if (kind === "shuffle") await takeShuffle(this, event);
    else if (kind === "unmask") await takeUnmask(this, event);
    else if (kind === "lay-open") await takeLayOpen(this, event);
    if (!this.over && this.roster.toJoin() === null) this.started = true;
    const early = kind === "lay-open" && !this.over;
    this.openedLast = early ? event.by : null;
    this.ruled &&= early;
    if (kind === "lay-open") this.dice = this.over ? null : dice;
    else if (closing) this.dice = given ? dice : null;
    else if (toBox || kind === "shuffle" || kind === "unmask") this.dice = null; // none of it is a trigger
    else this.dice = diceAfter(this, event);
  }

  /** What only players in doubt had still to answer is dropped. @param {LogEvent} event */
  passOver({ kind, by }) {
    const active = activeOf(this);
    if (!active?.perhaps || (active.kinds.includes(kind) && (this.boxes ?? this.offer).waiting.includes(by))) return;
    if (!this.boxes) this.offer = null;
    else if (kind !== "reveal" && kind !== "lay-open") this.answered(); // else the game is over, and nothing comes of them
  }

  /** @param {LogEvent} event of kind ``orders`` @throws {Finding} */
  async takeOrders(event) {
    for (const part of event.data.proofs ?? []) {
      const [what] = Object.keys(part);
      if (what === "show") await demandShown(this, event, part.show);
      else await demandStock(this, event, what, part[what]);
    }
    moveStocks(this, event);
  }

  /** @param {LogEvent} event of kind ``answer`` */
  takeAnswer(event) {
    const { by, data } = event;
    if (this.boxes) {
      const { waiting, yes, refuse } = this.boxes;
      if (!data.yes) {
        this.boxes = null;
        refuse();
        return;
      }
      this.boxes = { ...this.boxes, waiting: waiting.slice(waiting.indexOf(by) + 1), yes: [...yes, by] };
      if (this.boxes.waiting.length === 0) this.answered();
    } else if (this.offer) answerOffer(this, event);
  }

  /**
   * Sealed boxes are sent to allies, who answer whether they open.
   * @param {string} by @param {Record<string, string> | undefined} boxes
   * @param {(yes: string[]) => void} put what comes of it @param {() => void} refuse what comes of a no
   */
  sendBoxes(by, boxes, put, refuse) {
    const waiting = this.roster.players.map(({ handle }) => handle).filter((handle) => has(boxes ?? {}, handle));
    this.boxes = { by, waiting, yes: [], put, refuse };
    if (waiting.length === 0) this.answered();
  }

  /** Nobody has to answer a box any more. */
  answered() {
    const { put, yes } = this.boxes;
    this.boxes = null;
    put(yes);
  }

  /** @param {Person} player @param {"resigned" | "forfeit"} how they go */
  leave(player, how) {
    const hadSeat = this.roster.hasSeat(player);
    player.out = how;
    this.waitFor(player, how);
    if (this.roster.overWithout(hadSeat)) {
      if (!this.over) this.end(); // a box that nobody answered holds nothing then
      this.laidOpen = false; // who has won is known
    }
    if (this.boxes) {
      this.boxes.waiting = this.boxes.waiting.filter((handle) => handle !== player.handle);
      if (this.boxes.waiting.length === 0) this.answered();
    }
  }

  /** Who is out answers no offer; it ends where nobody else has to. @param {Person} player @param {"resigned" | "forfeit"} how */
  waitFor(player, how) {
    if (!this.offer) return;
    const waiting = this.offer.waiting.filter((handle) => handle !== player.handle);
    this.offer = how === "resigned" || waiting.length === 0 ? null : { ...this.offer, waiting };
  }

  /** The game is over, no matter who has won. */
  end() {
    this.over = true;
    this.offer = null;
    this.boxes = null;
    this.dice = null;
  }

  /** An opening says that the game is over, with whatever result. */
  sayOver() {
    if (this.over) return;
    this.end();
    this.laidOpen = true;
  }

  /** @returns {boolean} every mask was opened */
  everyMaskOpen() {
    return this.decks.length > 0 && this.decks.every(({ masks }) => masks.every((mask) => mask !== null));
  }

  /** @param {string} handle @returns {boolean} they have, or had, a layer of a deck */
  everMasked(handle) {
    return this.decks.some(({ owners }) => owners.some((all) => all.includes(handle)));
  }

  /** @param {number} count @returns {Promise<Table>} the table after so many events */
  async upTo(count) {
    const table = new Table();
    table.again = true; // else forks on forks would be read twice as often with each
    for (const bytes of this.lines.slice(0, count)) await table.take(await readLine({ bytes, ended: true }));
    return table;
  }
}
