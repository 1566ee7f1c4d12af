/** Bytes, hex and hashes (protocol, section 2). SHA-2 is the browser's own. */

const ENCODER = new TextEncoder();

/** @param {string} text @returns {Uint8Array} its UTF-8 */
function utf8(text) {
  return ENCODER.encode(text);
}

/** @param {string} digits lower-case hex, two for each byte @returns {Uint8Array} */
function fromHex(digits) {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (nibble(digits.charCodeAt(2 * i)) << 4) | nibble(digits.charCodeAt(2 * i + 1));
  return bytes;
}

/** @param {number} sign of a lower-case hex digit @returns {number} 0 to 15 */
function nibble(sign) {
  return sign < 0x3a ? sign - 0x30 : sign - 0x57;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** @param {Uint8Array} bytes @returns {string} */
function toHex(bytes) {
  let digits = "";
  for (const byte of bytes) digits += HEX[byte];
  return digits;
}

/** @param {...(Uint8Array | string)} parts a text stands for its UTF-8 @returns {Uint8Array} */
function joined(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? utf8(part) : part));
  const whole = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} one @param {Uint8Array} other @returns {boolean} */
function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** @param {number} number @returns {Uint8Array} 4 bytes, big-endian */
function fourBytes(number) {
  return Uint8Array.of(number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255);
}

/** @param {Uint8Array} bytes @returns {bigint} the number that they spell, little-endian */
function littleEndian(bytes) {
  let digits = "";
  for (let i = bytes.length - 1; i >= 0; i--) digits += HEX[bytes[i]];
  return BigInt("0x" + digits);
}

/** @param {bigint} number below 2^256 @returns {Uint8Array} 32 bytes, little-endian */
function thirtyTwoBytes(number) {
  return fromHex(number.toString(16).padStart(64, "0")).reverse();
}

/** @param {string} what @param {...(Uint8Array | string)} parts @returns {Uint8Array} with the tag before them */
function tagged(what, ...parts) {
  return joined(`pbem/${what}/v1\n`, ...parts);
}

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} 32 bytes */
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} 64 bytes */
async function sha512(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-512", bytes));
}
