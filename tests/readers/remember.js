/** Stands at the end of the checker's script: what proofs and signatures say is asked once for the same words. */

const SAID = new Map();
let remembers = true;

/** @param {boolean} yes */
function remember(yes) {
  remembers = yes;
}

/** @param {string} key @param {any} value */
function worded(key, value) {
  if (typeof value === "bigint") return value.toString(36);
  return value instanceof Uint8Array ? toHex(value) : value;
}

/** @template F @param {string} name @param {F} pure @returns {F} */
function once(name, pure) {
  return (...args) => {
    if (!remembers) return pure(...args);
    const key = name + JSON.stringify(args, worded);
    let found = SAID.get(key);
    if (found === undefined) {
      found = pure(...args);
      if (SAID.size >= 20_000) SAID.clear();
      SAID.set(key, found);
    }
    return found;
  };
}

signed = once("signed", signed);
proven = once("proven", proven);
equalityHolds = once("equality", equalityHolds);
shuffleHolds = once("shuffle", shuffleHolds);
rangeHolds = once("range", rangeHolds);
