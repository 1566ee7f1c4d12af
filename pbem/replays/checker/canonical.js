/** The one spelling of JSON that a line of a log may have (protocol, section 2). */

const LIMITS = {
  line: 120_000,
  ruling: 262_144,
  depth: 32,
  rulingDepth: 36,
  text: 16_384,
  members: 4_096,
};

/** @param {unknown} value @returns {value is Record<string, any>} an object, no list */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {object} object @param {string} name @returns {boolean} it has this field itself */
function has(object, name) {
  return Object.prototype.hasOwnProperty.call(object, name);
}

/**
 * @param {any} value
 * @returns {string} its canonical form
 * @throws {RangeError} it has none
 */
function canonical(value) {
  demandWithin(value);
  return spelled(value);
}

/** @param {any} value within what a line may have @returns {string} */
function spelled(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spelled).join(",")}]`;
  const fields = Object.keys(value).sort().map((key) => `"${key}":${spelled(value[key])}`);
  return `{${fields.join(",")}}`;
}

const KEY = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,64}$/;

/**
 * @param {any} value what JSON spells
 * @param {number} depth how deep lists and objects may still nest
 * @returns {boolean} whether all keys in it stand in their order: then JSON's own spelling is the canonical form
 * @throws {RangeError} it has more than a line may have
 */
function demandWithin(value, depth = LIMITS.rulingDepth) {
  if (typeof value === "string") demandText(value);
  else if (typeof value === "number" && !Number.isSafeInteger(value)) throw new RangeError("a number is not an integer below 2^53");
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0) throw new RangeError("it is nested too deep");
  let ordered = true;
  if (Array.isArray(value)) {
    if (value.length > LIMITS.members) throw new RangeError("a list is too long");
    for (const member of value) ordered = demandWithin(member, depth - 1) && ordered;
    return ordered;
  }
  let last = "";
  for (const key in value) {
    if (!KEY.test(key)) throw new RangeError("a key has a wrong character or a wrong length");
    ordered = demandWithin(value[key], depth - 1) && ordered && last < key;
    last = key;
  }
  return ordered;
}

/** @param {string} text @throws {RangeError} no line may have it */
function demandText(text) {
  if (text.length * 3 > LIMITS.text && utf8(text).length > LIMITS.text) throw new RangeError("a text is too long");
  if (/\p{Cs}/u.test(text)) throw new RangeError("a text has half a character");
}

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * @param {Uint8Array} bytes
 * @returns {{value: any, depth: number}} what they spell, and how deep it nests
 * @throws {RangeError} they are no canonical form
 */
function readCanonical(bytes) {
  const depth = nesting(bytes); // before anything is built of them
  if (depth > LIMITS.rulingDepth) throw new RangeError("it is nested too deep");
  let text, value;
  try {
    text = DECODER.decode(bytes);
  } catch {
    throw new RangeError("it is not UTF-8");
  }
  try {
    value = JSON.parse(text);
  } catch {
    throw new RangeError("it is not JSON");
  }
  const ordered = demandWithin(value);
  if ((ordered ? JSON.stringify(value) : spelled(value)) !== text) throw new RangeError("it is not spelled in its canonical form");
  return { value, depth };
}

/** @param {Uint8Array} bytes @returns {number} how deep lists and objects nest in them */
function nesting(bytes) {
  let deepest = 0;
  let depth = 0;
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const sign = bytes[i];
    if (inText) {
      if (sign === 0x5c) i++;
      else if (sign === 0x22) inText = false;
    } else if (sign === 0x22) inText = true;
    else if (sign === 0x7b || sign === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (sign === 0x7d || sign === 0x5d) depth--;
  }
  return deepest;
}
