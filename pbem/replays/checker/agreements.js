/**
 * Offers and answers (protocol, section 4).
 *
 * @typedef {{by: string, data: Record<string, any>, waiting: string[], yes: number | null}} Offer
 *   ``yes``: number of the last event in which somebody said yes
 */

const UNDO_MOST = 64;

/** @param {Table} table @param {LogEvent} event of kind ``offer`` @throws {Finding} */
async function takeOffer(table, { prev, by, data }) {
  const { roster } = table;
  if (data.what === "keys") {
    demand(has(data, "sign") === has(data, "proof") && (has(data, "sign") || has(data, "box")), "offer.wrong", "it offers no keys, or a signing key without its proof");
    if (has(data, "sign")) demand(!roster.keys.has(data.sign), "key.same", "the log has this signing key already");
    if (has(data, "sign")) demand(admitted(data.sign) !== null, "key.bad", "the signing key is not admissible");
    if (has(data, "box")) demand(isBoxKey(data.box), "key.bad", "the box key is not admissible");
    if (has(data, "sign")) {
      const proof = tagged("keys", `${table.game}\n${by}\n${prev}`);
      demand(await signed(data.sign, proof, data.proof), "key.proof", "the new signing key is not proven");
      table.counts.signatures++;
      roster.keys.add(data.sign);
    }
  }
  const waiting = roster.seated().map(({ handle }) => handle).filter((handle) => handle !== by);
  table.offer = { by, data, waiting, yes: null };
  if (waiting.length === 0) agreed(table);
  else if (data.what === "keys" && allInDoubt(waiting.map((handle) => roster.find(handle)))) perhapsAgreed(table);
}

/** @param {Table} table @param {LogEvent} event of kind ``answer``, to an offer */
function answerOffer(table, { by, data }) {
  const { offer, roster } = table;
  const offerer = roster.find(offer.by);
  if (!data.yes || offerer.out !== null) keepOldKey(offer, offerer);
  if (!data.yes) {
    table.offer = null;
    return;
  }
  offer.yes = table.good;
  offer.waiting = offer.waiting.slice(offer.waiting.indexOf(by) + 1);
  if (offer.waiting.length === 0) agreed(table);
  else if (offer.data.what === "keys" && allInDoubt(offer.waiting.map((handle) => roster.find(handle)))) perhapsAgreed(table);
}

/** Who answers is in the game, so nobody has agreed before. @param {Offer} offer @param {Person} offerer */
function keepOldKey(offer, offerer) {
  if (offerer.old !== null && offer.data.sign === offerer.sign) offerer.sign = offerer.old;
  offerer.old = null;
}

/** Only who is perhaps out has still to answer: new signing key and old one are both good. @param {Table} table */
function perhapsAgreed(table) {
  const { by, data, yes } = table.offer;
  const offerer = table.roster.find(by);
  if (!has(data, "sign") || offerer.out !== null) return;
  offerer.agreed = yes;
  if (offerer.sign === data.sign) return;
  offerer.old = offerer.sign;
  offerer.sign = data.sign;
}

/** The last yes. @param {Table} table */
function agreed(table) {
  const { by, data, yes } = table.offer;
  const offerer = table.roster.find(by);
  table.offer = null;
  if (offerer.out !== null) return; // a ruling has put them out since: it has no effect
  if (data.what === "tie") table.end();
  else if (data.what === "keys") {
    if (has(data, "sign")) {
      offerer.sign = data.sign;
      offerer.old = null;
      if (yes !== null) table.keyChanges.push({ handle: by, seq: yes }); // else it settles nothing
    }
    if (has(data, "box")) offerer.box = data.box;
  } else if (data.what === "undo") {
    const from = table.ids.get(data.to);
    if (from === undefined || !canUndo(table, from)) return; // how far it goes only rules know
    table.seals.takeBack(from);
    for (const event of table.authors.slice(from)) event.undone = true;
  } else if (data.what === "rules") table.barrier = table.good + 1;
}

/** @param {Table} table @param {number} from @returns {boolean} an undo can go back to before this event, as far as the log shows */
function canUndo(table, from) {
  if (from < table.barrier || table.authors[from].undone || !["orders", "seal"].includes(table.authors[from].kind)) return false;
  const since = table.authors.slice(from).filter(({ kind }) => !["offer", "answer", "ruling"].includes(kind));
  const plain = since.every(({ kind, proofs, by }) => (kind === "orders" || kind === "seal") && !proofs && by === since[0].by);
  const count = since.filter(({ undone }) => !undone).length;
  return plain && count >= 1 && count <= UNDO_MOST;
}
