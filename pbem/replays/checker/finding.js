/** What makes an event no part of a log: a code of docs/findings.md, and what is wrong, for a person. */

class Finding extends Error {
  /** @param {string} code @param {string} told */
  constructor(code, told) {
    super(told);
    this.code = code;
    /** @type {number | null} the event's own number, where it is known */
    this.seq = null;
  }
}

/** @param {boolean} holds @param {string} code @param {string} told if it does not hold @returns {asserts holds} */
function demand(holds, code, told) {
  if (!holds) throw new Finding(code, told);
}
