/** Points and scalars of events, and the hashes of their proofs (cards, section 2). */

/** @type {Map<string, Promise<Point>>} */
const HASHED = new Map();

/** @param {string} what @param {string} text @returns {Promise<Point>} that nobody chose */
function toGroup(what, text) {
  const key = `${what}\n${text}`;
  let found = HASHED.get(key);
  if (found === undefined) {
    found = toCurve(utf8(`pbem/${what}/v1\n`), utf8(text));
    if (HASHED.size >= 4096) HASHED.clear();
    HASHED.set(key, found);
  }
  return found;
}

/** @type {Point | undefined} */
let second;

/** @returns {Promise<Point>} H */
async function secondBase() {
  second ??= kept(await toGroup("generator", "H"));
  return second;
}

/** @param {string} what @param {...(Uint8Array | string)} parts @returns {Promise<Uint8Array>} 64 bytes */
function hashed(what, ...parts) {
  const measured = parts.map((part) => (typeof part === "string" ? utf8(part) : part)).flatMap((part) => [fourBytes(part.length), part]);
  return sha512(tagged(what, ...measured));
}

/** @param {string} what @param {...(Uint8Array | string)} parts @returns {Promise<bigint>} modulo q */
async function challenge(what, ...parts) {
  return modQ(littleEndian(await hashed(what, ...parts)));
}

/** @param {string} digits 64 @returns {bigint | null} a scalar from 1 to q-1, as events spell it */
function scalar(digits) {
  const found = littleEndian(fromHex(digits));
  return found > 0n && found < Q ? found : null;
}

/** @param {string} digits @returns {string[]} cut into pieces of 32 bytes */
function pieces(digits) {
  return digits.match(/.{64}/g) ?? [];
}
