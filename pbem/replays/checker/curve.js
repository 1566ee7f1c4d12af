/**
 * Points of edwards25519 (RFC 8032) over BigInt, to verify with: nothing here is secret, so nothing
 * has to take the same time. A point is {x, y, z, t} in extended coordinates: x/z, y/z, t = xy/z.
 *
 * @typedef {{x: bigint, y: bigint, z: bigint, t: bigint}} Point
 */

const P = 2n ** 255n - 19n;
const LOW_255 = 2n ** 255n - 1n;
/** The order of the prime-order subgroup. */
const Q = 2n ** 252n + 27742317777372353535851937790883648493n;

/** @param {bigint} a @returns {bigint} a modulo 2^255-19, not negative */
function mod(a) {
  const rest = a % P;
  return rest < 0n ? rest + P : rest;
}

/** @param {bigint} a @returns {bigint} a modulo the order of the subgroup, not negative */
function modQ(a) {
  const rest = a % Q;
  return rest < 0n ? rest + Q : rest;
}

/** @param {bigint} base @param {bigint} exponent @returns {bigint} */
function power(base, exponent) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % P;
    if (bit === "1") result = (result * base) % P;
  }
  return result;
}

/** @param {bigint} a @param {number} times @returns {bigint} a to the 2^times */
function squared(a, times) {
  for (let i = 0; i < times; i++) a = (a * a) % P;
  return a;
}

/** @param {bigint} a @returns {bigint} a to the (P - 5) / 8, which is 2^252 - 3 */
function rootPower(a) {
  const b2 = (squared(a, 1) * a) % P;
  const b4 = (squared(b2, 2) * b2) % P;
  const b5 = (squared(b4, 1) * a) % P;
  const b10 = (squared(b5, 5) * b5) % P;
  const b20 = (squared(b10, 10) * b10) % P;
  const b40 = (squared(b20, 20) * b20) % P;
  const b80 = (squared(b40, 40) * b40) % P;
  const b160 = (squared(b80, 80) * b80) % P;
  const b240 = (squared(b160, 80) * b80) % P;
  const b250 = (squared(b240, 10) * b10) % P;
  return (squared(b250, 2) * a) % P;
}

/** @param {bigint} a not 0 modulo P @returns {bigint} */
function inverse(a) {
  return power(mod(a), P - 2n);
}

const D = mod(-121665n * inverse(121666n));
const D2 = (2n * D) % P;
const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);

/** @type {Point} */
const IDENTITY = { x: 0n, y: 1n, z: 1n, t: 0n };

/**
 * @param {Uint8Array} bytes 32
 * @returns {Point | null} what they spell canonically, anywhere on the curve; null: no point
 */
function decode(bytes) {
  const number = littleEndian(bytes);
  const y = number & LOW_255;
  const odd = number >> 255n;
  if (y >= P) return null;
  const y2 = (y * y) % P;
  const u = mod(y2 - 1n);
  const v = (D * y2 + 1n) % P;
  const v3 = (((v * v) % P) * v) % P;
  const v7 = (((v3 * v3) % P) * v) % P;
  let x = (((u * v3) % P) * rootPower((u * v7) % P)) % P;
  const check = (v * ((x * x) % P)) % P;
  if (check !== u) {
    if (check !== mod(-u)) return null;
    x = (x * ROOT_OF_MINUS_1) % P;
  }
  if (x === 0n && odd) return null; // the other spelling of 0
  if ((x & 1n) !== odd) x = P - x;
  return { x, y, z: 1n, t: (x * y) % P };
}

/** @param {Point} point @returns {Uint8Array} its canonical spelling */
function encode(point) {
  const shrink = inverse(point.z);
  return encoded(mod(point.x * shrink), mod(point.y * shrink));
}

/** @param {bigint} x @param {bigint} y @returns {Uint8Array} */
function encoded(x, y) {
  return thirtyTwoBytes(y | ((x & 1n) << 255n));
}

/** @param {Point[]} points @returns {Uint8Array[]} all their spellings, for the price of one inverse */
function encodeAll(points) {
  const before = [];
  let product = 1n;
  for (const { z } of points) {
    before.push(product);
    product = mod(product * z);
  }
  let rest = inverse(product);
  const spelled = new Array(points.length);
  for (let i = points.length - 1; i >= 0; i--) {
    const shrink = (rest * before[i]) % P;
    rest = mod(rest * points[i].z);
    spelled[i] = encoded(mod(points[i].x * shrink), mod(points[i].y * shrink));
  }
  return spelled;
}

/** @param {Point} a @param {Point} b @returns {Point} */
function add(a, b) {
  const A = ((a.y - a.x) * (b.y - b.x)) % P;
  const B = ((a.y + a.x) * (b.y + b.x)) % P;
  const C = (((a.t * D2) % P) * b.t) % P;
  const E = B - A;
  const F = 2n * a.z * b.z - C;
  const G = 2n * a.z * b.z + C;
  const H = B + A;
  const f = F % P;
  const g = G % P;
  return { x: (E * f) % P, y: (g * H) % P, z: (f * g) % P, t: (E * H) % P };
}

/** @param {Point} a @returns {Point} */
function negated(a) {
  return { x: -a.x, y: a.y, z: a.z, t: -a.t };
}

/** @param {Point} a @param {Point} b @returns {Point} */
function subtract(a, b) {
  return add(a, negated(b));
}

/** @param {Point} a @returns {Point} */
function doubled(a) {
  const A = (a.x * a.x) % P;
  const B = (a.y * a.y) % P;
  const C = 2n * a.z * a.z;
  const xy = a.x + a.y;
  const E = (xy * xy - A - B) % P;
  const G = B - A;
  const F = (G - C) % P;
  const H = -(A + B);
  return { x: (E * F) % P, y: (G * H) % P, z: (F * G) % P, t: (E * H) % P };
}

/** @param {Point} a @param {Point} b @returns {boolean} */
function samePoint(a, b) {
  return mod(a.x * b.z - b.x * a.z) === 0n && mod(a.y * b.z - b.y * a.z) === 0n;
}

/** @param {Point} a @returns {boolean} */
function isIdentity(a) {
  return mod(a.x) === 0n && mod(a.y - a.z) === 0n;
}

/**
 * The digits of a number in width-w non-adjacent form, lowest first: 0, or odd and below 2^(w-1).
 * @param {bigint} k not negative @param {number} width @returns {number[]}
 */
function sparseDigits(k, width) {
  const digits = [];
  const bits = k.toString(2);
  const size = 1 << width;
  let carry = 0;
  for (let at = 0; at < bits.length + 1; ) {
    const bit = (at < bits.length ? +bits[bits.length - 1 - at] : 0) + carry;
    if ((bit & 1) === 0) {
      digits.push(0);
      carry = bit >> 1;
      at++;
      continue;
    }
    let window = carry;
    for (let i = 0; i < width; i++) if (at + i < bits.length) window += +bits[bits.length - 1 - at - i] << i;
    carry = 0;
    let digit = window & (size - 1);
    if (window >= size) carry = 1;
    if (digit >= size / 2) {
      digit -= size;
      carry += 1;
    }
    digits.push(digit);
    for (let i = 1; i < width; i++) digits.push(0);
    at += width;
  }
  if (carry) digits.push(carry);
  return digits;
}

/** @param {Point} point @param {number} width @returns {Point[]} its odd multiples 1, 3, 5, ... */
function oddMultiples(point, width) {
  const twice = doubled(point);
  const multiples = [point];
  for (let i = 1; i < 1 << (width - 2); i++) multiples.push(add(multiples[i - 1], twice));
  return multiples;
}

/** @type {Map<Point, Point[]>} points that come again: the base point and generators */
const TABLES = new Map();
const FIXED_WIDTH = 8;

/** @param {Point} point it comes again and again: its multiples are kept @returns {Point} */
function kept(point) {
  TABLES.set(point, oddMultiples(point, FIXED_WIDTH));
  return point;
}

/**
 * @param {...[bigint, Point]} terms numbers and points @returns {Point} the sum of their products
 */
function sum(...terms) {
  const rows = terms.map(([number, point]) => {
    const positive = number < 0n ? -number : number;
    const known = TABLES.get(point);
    const width = known ? FIXED_WIDTH : positive < 2n ** 16n ? 2 : 5;
    const digits = sparseDigits(positive, width);
    return { digits: number < 0n ? digits.map((digit) => -digit) : digits, multiples: known ?? oddMultiples(point, width) };
  });
  let result = IDENTITY;
  for (let i = Math.max(0, ...rows.map(({ digits }) => digits.length)) - 1; i >= 0; i--) {
    result = doubled(result);
    for (const { digits, multiples } of rows) {
      const digit = digits[i];
      if (digit > 0) result = add(result, multiples[digit >> 1]);
      else if (digit < 0) result = subtract(result, multiples[-digit >> 1]);
    }
  }
  return result;
}

/** @param {bigint} number @param {Point} point @returns {Point} */
function times(number, point) {
  return sum([number, point]);
}

/** @param {Point} point @returns {Point} 8 times it, which lies in the prime-order subgroup */
function clearCofactor(point) {
  return doubled(doubled(doubled(point)));
}

/** @param {Point} point @returns {boolean} it is of small order: 1, 2, 4 or 8 */
function hasSmallOrder(point) {
  return isIdentity(clearCofactor(point));
}

/** @type {Map<string, Point | null>} spellings that were looked at: keys come again */
const ADMITTED = new Map();

/**
 * @param {string} hex 64 digits
 * @returns {Point | null} the point of the prime-order subgroup, not the identity, that they spell
 *   canonically: what a signing or VRF key must be, and every point in an event
 */
function admitted(hex) {
  let point = ADMITTED.get(hex);
  if (point === undefined) {
    point = decode(fromHex(hex));
    if (point !== null && (isIdentity(point) || !isIdentity(times(Q, point)))) point = null;
    if (ADMITTED.size >= 4096) ADMITTED.clear();
    ADMITTED.set(hex, point);
  }
  return point;
}

const BASE = kept(/** @type {Point} */ (decode(fromHex("58" + "66".repeat(31)))));

/** The points of small order of Curve25519, by their one coordinate below its prime. */
const SMALL_BOX_KEYS = new Set([
  0n,
  1n,
  P - 1n,
  325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n,
]);

/** @param {string} hex 64 digits @returns {boolean} it can be a box key (X25519) */
function isBoxKey(hex) {
  const u = littleEndian(fromHex(hex));
  return u < P && !SMALL_BOX_KEYS.has(u);
}
