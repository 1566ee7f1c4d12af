/** ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381, suite 0x03): the verifying half. */

const SUITE = 3;

/**
 * A point out of a text (RFC 9381, 5.4.1.1).
 * @param {Uint8Array} salt @param {Uint8Array} alpha @returns {Promise<Point>} of the prime-order subgroup
 */
async function toCurve(salt, alpha) {
  for (let counter = 0; counter < 256; counter++) {
    const hash = await sha512(joined(Uint8Array.of(SUITE, 1), salt, alpha, Uint8Array.of(counter, 0)));
    const point = decode(hash.subarray(0, 32));
    if (point === null) continue;
    const cleared = clearCofactor(point);
    if (!isIdentity(cleared)) return cleared;
  }
  throw new Error("no point was found for a text"); // once in 2^256
}

/**
 * @param {string} key 64 hex digits, of an admitted VRF key @param {Uint8Array} alpha
 * @param {string} proof 160 hex digits
 * @returns {Promise<Uint8Array | null>} beta, the 64 bytes that it proves; null: it proves nothing
 */
async function proven(key, alpha, proof) {
  const Y = admitted(key);
  const gamma = decode(fromHex(proof.slice(0, 64)));
  const c = littleEndian(fromHex(proof.slice(64, 96)));
  const s = littleEndian(fromHex(proof.slice(96)));
  if (Y === null || gamma === null || s >= Q || !isIdentity(times(Q, gamma))) return null;
  const H = await toCurve(fromHex(key), alpha);
  const U = sum([s, BASE], [-c, Y]);
  const V = sum([s, H], [-c, gamma]);
  const spelled = encodeAll([H, U, V, clearCofactor(gamma)]);
  const challenge = await sha512(joined(Uint8Array.of(SUITE, 2), fromHex(key), spelled[0], fromHex(proof.slice(0, 64)), spelled[1], spelled[2], Uint8Array.of(0)));
  if (toHex(challenge.subarray(0, 16)) !== proof.slice(64, 96)) return null;
  return sha512(joined(Uint8Array.of(SUITE, 3), spelled[3], Uint8Array.of(0)));
}
