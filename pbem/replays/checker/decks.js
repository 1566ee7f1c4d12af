/**
 * Masked decks (cards, sections 3 and 6.1).
 *
 * @typedef {{deck: string, kind: string, number: number, of: number[], refs: Point[], points: Point[], owners: string[][], masks: (string | null)[],
 *   refused: string[], drawn: {point: Point, left: number[]}[]}} Deck
 *   ``refs``: R_0 and those after each layer; ``owners``: of each layer who has its key; ``masks``: scalars that were
 *   opened; ``left``: numbers of the masks that are still on
 */

const MASKS = 2;

/** @param {Table} table @returns {Deck | null} the one that is being made */
function inTheMaking(table) {
  const last = table.decks.at(-1);
  return last && last.owners.length < MASKS ? last : null;
}

/** @param {Table} table @param {Deck | null} deck @returns {string[]} who may be the one to shuffle */
function shufflers(table, deck) {
  const group = table.roster.groups?.[deck ? deck.owners.length : 0] ?? [];
  const there = table.roster.inGame().filter(({ handle }) => group.includes(handle));
  const fresh = there.filter(({ handle }) => !deck?.refused.includes(handle));
  if (fresh.length > 0 && !allInDoubt(fresh)) return firstOf(fresh);
  return [...firstOf(fresh), ...firstOf(there)];
}

/** @param {Table} table @param {LogEvent} event of kind ``shuffle`` @throws {Finding} */
async function takeShuffle(table, event) {
  const { roster, game } = table;
  const { prev, by, data } = event;
  const turn = (holds, told) => demand(holds, "deck.turn", told);
  turn(roster.groups !== null, "only a game with two groups has decks");
  let deck = inTheMaking(table);
  const [kind, number] = data.deck.split("#");
  if (deck) turn(deck.deck === data.deck && canonical(deck.of) === canonical(data.of), "another deck is being made");
  else {
    const last = Math.max(0, ...table.decks.filter((other) => other.kind === kind).map((other) => other.number));
    turn(Number(number) === last + 1, `this is not the next deck of ${kind}`);
    turn(data.of.every((card, i) => i === 0 || card > data.of[i - 1]), "its cards are not in ascending order");
  }
  turn(shufflers(table, deck).includes(by), "somebody else must shuffle");
  demandBoxes(table, by, data.boxes, "deck.turn");
  if (!deck) {
    const points = await Promise.all(data.of.map((card) => toGroup("card", `${game}\n${kind}\n${card}`)));
    deck = { deck: data.deck, kind, number: Number(number), of: data.of, refs: [BASE], points, owners: [], masks: [], refused: [], drawn: [] };
  }
  const good = await shuffleHolds({ game, prev, by }, data.deck, deck.refs[deck.refs.length - 1], deck.points, data.ref, data.cards, data.proof);
  demand(good, "deck.shuffle", "the proof does not show that the deck is the same");
  table.counts.cardProofs++;
  if (!table.decks.includes(deck)) table.decks.push(deck);
  const masked = { ref: /** @type {Point} */ (admitted(data.ref)), points: data.cards.map(admitted) };
  const put = (answered) => {
    deck.refs.push(masked.ref);
    deck.points = masked.points;
    deck.owners.push([by, ...answered]);
    deck.masks.push(null);
    deck.refused = [];
  };
  const refuse = () => {
    deck.refused.push(by);
    const there = [...(roster.groups[deck.owners.length] ?? [])].map((handle) => roster.find(handle)).filter(({ out }) => out === null);
    if (there.every(({ handle }) => deck.refused.includes(handle))) for (const someone of there) table.leave(someone, "forfeit");
  };
  table.sendBoxes(by, data.boxes, put, refuse);
}

/**
 * @param {Table} table @param {string} by @param {Record<string, string> | undefined} boxes @param {string} code
 * @throws {Finding} they are not for each other player of their group
 */
function demandBoxes(table, by, boxes, code) {
  const allies = table.roster.allies(by);
  const to = Object.keys(boxes ?? {});
  const needed = allies.filter(({ doubt }) => !doubt);
  const all = to.every((handle) => allies.some((ally) => ally.handle === handle)) && needed.every(({ handle }) => to.includes(handle));
  demand(all, code, "the boxes are not for all other players of the group");
}

/** @param {Table} table @param {LogEvent} event of kind ``unmask`` @throws {Finding} */
async function takeUnmask(table, event) {
  const { game } = table;
  const { prev, by, data } = event;
  const turn = (holds, told) => demand(holds, "deck.turn", told);
  const deck = table.decks.find((other) => other.deck === data.deck);
  turn(deck !== undefined && deck.owners.length === MASKS, "there is no such deck");
  const mask = deck.owners.findIndex((owners) => owners.includes(by));
  turn(mask >= 0, "they have no key of it");
  turn(deck.masks.every((opened) => opened === null), "its keys were revealed");
  const places = data.draws.map(([place]) => place);
  const next = places.every((place, i) => place === deck.drawn.length + i) && deck.drawn.length + places.length <= deck.points.length;
  const first = deck.drawn.length - places.length; // of a run that ends at the last drawn place
  const own = places.every((place, i) => place === first + i && deck.drawn[place]?.left.join() === String(mask));
  turn(next || own, "it is not the turn of these places");
  for (const [place, spelled, proof] of data.draws) {
    const before = next ? deck.points[place] : deck.drawn[place].point;
    const point = admitted(spelled);
    const points = [deck.refs[mask], deck.refs[mask + 1], point ?? IDENTITY, before];
    demand(await equalityHolds("unmask", { game, prev, by }, [deck.deck, String(place)], points, proof), "deck.unmask", `place ${place} was not decrypted with the key that encrypted it`);
    table.counts.cardProofs++;
    if (next) deck.drawn.push({ point, left: [0, 1].filter((number) => number !== mask) });
    else Object.assign(deck.drawn[place], { point, left: [] });
  }
}

/** @param {Table} table @param {LogEvent} event @param {Record<string, any>} shown @throws {Finding} */
async function demandShown(table, { by, prev }, shown) {
  const deck = table.decks.find((other) => other.deck === shown.deck);
  const mask = deck ? deck.owners.findIndex((owners) => owners.includes(by)) : -1;
  const place = deck?.drawn[shown.place];
  const held = deck !== undefined && deck.of.includes(shown.card) && place !== undefined && place.left.length === 1 && place.left[0] === mask;
  demand(held, "deck.show", "they do not hold that card");
  const card = await toGroup("card", `${table.game}\n${deck.kind}\n${shown.card}`);
  const points = [deck.refs[mask], deck.refs[mask + 1], card, place.point];
  const names = [deck.deck, String(shown.place), String(shown.card)];
  demand(await equalityHolds("show", { game: table.game, prev, by }, names, points, shown.proof), "deck.show", "the proof is not for the card that is shown");
  table.counts.cardProofs++;
}

/** @param {Table} table @param {string} handle @returns {{deck: Deck, mask: number}[]} layers of theirs whose key nobody has opened */
function owedMasks(table, handle) {
  return table.decks.flatMap((deck) => deck.owners.flatMap((owners, mask) => (owners.includes(handle) && deck.masks[mask] === null ? [{ deck, mask }] : [])));
}

/** @param {Table} table @param {string} by @param {{deck: string, scalar: string}[]} masks @throws {Finding} */
function openMasks(table, by, masks) {
  const owed = owedMasks(table, by);
  demand(canonical(owed.map(({ deck }) => deck.deck)) === canonical(masks.map(({ deck }) => deck)), "deck.open", "these are not the decks that must be opened");
  owed.forEach(({ deck, mask }, i) => {
    const x = scalar(masks[i].scalar);
    demand(x !== null && samePoint(times(x, deck.refs[mask]), deck.refs[mask + 1]), "deck.open", `${deck.deck} was encrypted with another key`);
    deck.masks[mask] = masks[i].scalar;
    table.counts.cardProofs++;
  });
}
