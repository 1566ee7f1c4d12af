/**
 * The proofs of decks and stocks (cards, 3.2, 3.3, 4.1). Each says no by false, whatever the reason.
 *
 * @typedef {{game: string, prev: string, by: string}} Where
 */

/** @param {Where} where @returns {string[]} */
const placed = ({ game, prev, by }) => [game, prev, by];

/**
 * That H1 = xG1 and H2 = xG2 for one x.
 * @param {string} what @param {Where} where @param {string[]} names
 * @param {[Point, Point, Point, Point]} points G1, H1, G2, H2, all of the subgroup @param {string} proof 128 hex digits
 * @returns {Promise<boolean>}
 */
async function equalityHolds(what, where, names, [G1, H1, G2, H2], proof) {
  const [c, s] = pieces(proof).map(scalar);
  if (c === null || s === null || [G1, H1, G2, H2].some(isIdentity)) return false;
  const spelled = encodeAll([G1, H1, G2, H2, sum([s, G1], [-c, H1]), sum([s, G2], [-c, H2])]);
  return (await challenge(what, ...placed(where), ...names, ...spelled)) === c;
}

/**
 * That (R', D') is (R, D) shuffled and multiplied by one scalar.
 * @param {Where} where @param {string} deck @param {Point} R @param {Point[]} before
 * @param {string} ref @param {string[]} cards R' and D' as the event spells them @param {string[]} proof
 * @returns {Promise<boolean>}
 */
async function shuffleHolds(where, deck, R, before, ref, cards, proof) {
  const n = before.length;
  const R2 = admitted(ref);
  const after = cards.map(admitted);
  if (cards.length !== n || R2 === null || after.includes(null) || new Set(cards).size !== n) return false;
  const [head, ...places] = proof.map(pieces);
  if (proof.length !== n + 1 || head.length !== 5 || places.some((place) => place.length !== 4)) return false;
  const [c, sa, sb, sd, sx] = head.map(scalar);
  const E = places.map((place) => admitted(place[0]));
  const F = places.map((place) => admitted(place[1]));
  const sf = places.map((place) => scalar(place[2]));
  const sv = places.map((place) => scalar(place[3]));
  if ([c, sa, sb, sd, sx, ...E, ...F, ...sf, ...sv].includes(null)) return false;
  const H = await secondBase();
  const G = await Promise.all(before.map((_, i) => toGroup("generator", String(i))));
  const bytes = (spelled) => spelled.map(fromHex);
  const w = await hashed("shuffle-weights", ...placed(where), deck, ...encodeAll([R, ...before]), fromHex(ref), ...bytes(cards), ...bytes(places.map((place) => place[0])));
  const u = await Promise.all(before.map((_, j) => challenge("weight", w, String(j))));
  const minus = modQ(-c);
  const U = sum(...u.map((weight, j) => [weight, before[j]]));
  const product = u.reduce((all, weight) => modQ(all * weight), 1n);
  const ones = subtract(E.reduce(add), G.reduce(add));
  const A1 = sum([sa, BASE], [minus, ones]);
  const A2 = sum([sb, BASE], [minus, F[n - 1]], [modQ(c * product), H]);
  const A3 = sum([sd, BASE], ...sv.map((each, i) => [each, G[i]]), ...u.map((weight, j) => [modQ(minus * weight), E[j]]));
  const A4 = sum(...sv.map((each, i) => [each, after[i]]), [modQ(-sx), U]);
  const A5 = sum([sx, R], [minus, R2]);
  const T = F.map((point, i) => sum([sf[i], BASE], [sv[i], i ? F[i - 1] : H], [minus, point]));
  const spelled = encodeAll([A1, A2, A3, A4, A5, ...T]);
  return (await challenge("shuffle", w, ...bytes(places.map((place) => place[1])), ...spelled)) === c;
}

/**
 * That C commits to an amount from 0 to 2^bits - 1.
 * @param {Where} where @param {(string | number)[]} names the first a word @param {number} bits @param {Point} C
 * @param {string} proof @returns {Promise<boolean>}
 */
async function rangeHolds(where, names, bits, C, proof) {
  const parts = pieces(proof);
  if (parts.length !== 5 * bits) return false;
  const H = await secondBase();
  const each = Array.from({ length: bits }, (_, i) => ({
    point: admitted(parts[5 * i]),
    scalars: parts.slice(5 * i + 1, 5 * i + 5).map(scalar),
  }));
  if (each.some(({ point, scalars }) => point === null || scalars.includes(null))) return false;
  let total = IDENTITY;
  for (const { point } of [...each].reverse()) total = add(doubled(total), point);
  if (!samePoint(total, C)) return false;
  const statement = [...placed(where), ...names.map(String), String(bits)];
  const nonces = each.flatMap(({ point, scalars: [e0, s0, e1, s1] }) => [
    sum([s0, H], [modQ(-e0), point]),
    sum([s1, H], [modQ(-e1), subtract(point, BASE)]),
  ]);
  const [spelledC, ...spelled] = encodeAll([C, ...nonces]);
  const bitPoints = each.map((_, i) => fromHex(parts[5 * i]));
  for (let i = 0; i < bits; i++) {
    const [e0, , e1] = each[i].scalars;
    const c = await challenge("bit", ...statement, String(i), spelledC, ...bitPoints, spelled[2 * i], spelled[2 * i + 1]);
    if (modQ(e0 + e1) !== c) return false;
  }
  return true;
}
