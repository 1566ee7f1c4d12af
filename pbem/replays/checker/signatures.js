/**
 * Ed25519 as libsodium verifies it (protocol, section 2): S canonical, equation without cofactor, no
 * key or R of small order. The browser's own verification does the work where it passes the trial below.
 */

/** Of key, message and signature: the first is good, the others would be for a laxer verifier. */
const TRIAL = {
  key: "899a781e4e3c63be59c48833b4d3c1eaf0508bf60c82c8a58481909ef314bd81",
  message: "pbem",
  good: "9dba6fd7f7218d1df3e50e047c5d8ce753fe551470df487e6803d05af719cf339c82bbc73deecf99c94330d55178f0272dd9bf36772df9df60ee8d455fa6ed0d",
  bad: [
    "607055ca3d4aa8af26961afb12b1e60a75fac88f9c260ff25806631dbb2691597c59be0411ceb2147aeff02d5f55376ca86f11de18dff70cf404c8241ca5250f", // only with the cofactor
    "9dba6fd7f7218d1df3e50e047c5d8ce753fe551470df487e6803d05af719cf338956b1245851e2f19fe027783072cf3c2dd9bf36772df9df60ee8d455fa6ed1d", // S is not below the order
  ],
};

/** @type {Promise<boolean> | undefined} */
let browserTried;

/** @returns {Promise<boolean>} whether the browser has Ed25519 and judges it as we have to */
function browserVerifies() {
  browserTried ??= (async () => {
    try {
      const key = await importedKey(TRIAL.key);
      const judged = (sig) => crypto.subtle.verify("Ed25519", key, fromHex(sig), utf8(TRIAL.message));
      const [good, ...bad] = await Promise.all([TRIAL.good, ...TRIAL.bad].map(judged));
      return good && !bad.includes(true);
    } catch {
      return false; // it has none: an older browser, or a page that is no secure context
    }
  })();
  return browserTried;
}

/** @type {Map<string, Promise<CryptoKey>>} */
const IMPORTED = new Map();

/** @param {string} key 64 hex digits @returns {Promise<CryptoKey>} */
function importedKey(key) {
  let found = IMPORTED.get(key);
  if (found === undefined) {
    found = crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]);
    if (IMPORTED.size >= 256) IMPORTED.clear();
    IMPORTED.set(key, found);
  }
  return found;
}

/**
 * @param {string} key 64 hex digits @param {Uint8Array} message @param {string} sig 128 hex digits
 * @returns {Promise<boolean>} whether the key is one that this protocol admits, and signed this
 */
async function signed(key, message, sig) {
  const point = admitted(key);
  if (point === null || littleEndian(fromHex(sig.slice(64))) >= Q || isSmallPoint(sig.slice(0, 64))) return false;
  if (await browserVerifies()) return crypto.subtle.verify("Ed25519", await importedKey(key), fromHex(sig), message);
  return signedByHand(key, point, message, sig);
}

/** The same by our own arithmetic. @param {string} key @param {Point} point @param {Uint8Array} message @param {string} sig */
async function signedByHand(key, point, message, sig) {
  const R = sig.slice(0, 64);
  const h = modQ(littleEndian(await sha512(joined(fromHex(R), fromHex(key), message))));
  return toHex(encode(sum([littleEndian(fromHex(sig.slice(64))), BASE], [-h, point]))) === R;
}

/** @type {Set<string>} every spelling of a point of small order */
let smallPoints;

/** @param {string} hex 64 digits @returns {boolean} they spell, canonically or not, a point of small order */
function isSmallPoint(hex) {
  if (smallPoints === undefined) {
    const order8 = /** @type {Point} */ (decode(fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")));
    smallPoints = new Set();
    let point = order8;
    for (let i = 0; i < 8; i++) {
      const shrink = inverse(point.z);
      const y = mod(point.y * shrink);
      for (const spelled of y < 19n ? [y, y + P] : [y]) {
        for (const sign of [0n, 1n]) smallPoints.add(toHex(thirtyTwoBytes(spelled | (sign << 255n))));
      }
      point = add(point, order8);
    }
  }
  return smallPoints.has(hex);
}
