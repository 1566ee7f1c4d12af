/**
 * The form of events (protocol, sections 2 to 4 and 8, and cards, 6.1 and 6.6).
 *
 * @typedef {(value: any) => boolean} Form whether a value has this form
 */

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;
const ZEROS = "0".repeat(64);

/** @param {RegExp} pattern @returns {Form} */
const textOf = (pattern) => (value) => typeof value === "string" && pattern.test(value);
/** @param {number} bytes @returns {Form} */
const hexOf = (bytes) => textOf(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
/** @param {number} least @param {number} most @returns {Form} */
const numberOf = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most;
/** @param {...any} words @returns {Form} */
const wordOf = (...words) => (value) => words.includes(value);
/** @param {Form} form @returns {Form} */
const orNull = (form) => (value) => value === null || form(value);
/** @param {Form} form @param {number} least @param {number} most @returns {Form} */
const listOf = (form, least, most) => (value) => Array.isArray(value) && value.length >= least && value.length <= most && value.every(form);
/** @param {...Form} forms @returns {Form} */
const rowOf = (...forms) => (value) => Array.isArray(value) && value.length === forms.length && forms.every((form, i) => form(value[i]));
/** @param {Form} key @param {Form} form @param {number} least @param {number} most @returns {Form} */
const mapOf = (key, form, least = 0, most = Infinity) => (value) => {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length >= least && keys.length <= most && keys.every((each) => key(each) && form(value[each]));
};
/** @param {Record<string, Form>} fields @param {Record<string, Form>} [optional] @returns {Form} */
const fieldsOf = (fields, optional = {}) => (value) =>
  isObject(value) &&
  Object.keys(value).every((key) => has(fields, key) || has(optional, key)) &&
  Object.keys(fields).every((key) => has(value, key) && fields[key](value[key])) &&
  Object.keys(optional).every((key) => !has(value, key) || optional[key](value[key]));

const aName = textOf(NAME);
const anId = hexOf(32);
const aFlag = wordOf(true, false);
const cardNumber = numberOf(0, 249);
const amountForm = numberOf(0, 2 ** 32 - 1);
const aboveZero = numberOf(1, 2 ** 32 - 1);
const aChange = numberOf(-(2 ** 32 - 1), 2 ** 32 - 1);
const aRange = textOf(/^([0-9a-f]{320}){1,32}$/);
const deckName = textOf(/^[a-z0-9][a-z0-9._-]{0,31}#[1-9][0-9]{0,5}$/);
const aSigner = fieldsOf({ handle: aName, sign: anId });
const rulesForm = fieldsOf({ name: aName, version: numberOf(1, Infinity), data: anId });
const aStanding = mapOf(aName, isObject);
const amountBoxes = mapOf(aName, hexOf(84), 1, 7);
const aSpan = numberOf(0, 9_999_999);
const aDay = textOf(/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/);
const kindsOwed = ["join", "orders", "dice", "seal", "reveal", "answer", "shuffle", "unmask", "lay-open"];
const lateForm = fieldsOf({
  absent: aSpan, allowed: aSpan, bank: aSpan, day: aDay, event: anId, grace: aSpan, granted: aSpan, on: aDay, used: aSpan, owed: wordOf(...kindsOwed),
  turn: orNull(fieldsOf({ allowed: aSpan, used: aSpan, granted: aSpan, absent: aSpan })),
});

/** @type {Record<string, Form>} what can stand in one of the ``proofs`` of a list */
const PARTS = {
  show: fieldsOf({ deck: deckName, place: cardNumber, card: cardNumber, proof: hexOf(64) }),
  spend: fieldsOf({ stock: aName, changed: aChange, amount: aboveZero, proof: aRange }),
  capped: fieldsOf({ stock: aName, changed: aChange, cap: aboveZero, amount: amountForm, proof: aRange }),
  give: fieldsOf({ stock: aName, to: aName, changed: aChange, cap: aboveZero, point: anId, proofs: rowOf(aRange, aRange, aRange) }, { boxes: amountBoxes }),
  split: fieldsOf({ stocks: rowOf(aName, aName), bits: numberOf(1, 32), total: aboveZero, point: anId, proofs: rowOf(aRange, aRange) }, { boxes: amountBoxes }),
};

/** @type {Record<string, Form[]>} for each kind the forms that its ``data`` may have, without ``note`` */
const KINDS = {
  open: [
    fieldsOf(
      {
        rules: rulesForm,
        scenario: aName,
        options: (value) => isObject(value) && Object.values(value).every((option) => typeof option !== "object"),
        players: listOf(aSigner, 1, 8),
        seats: mapOf(aName, aName),
        umpire: orNull(aSigner),
        dice: wordOf("opponents", "umpire", "self", "witnesses"),
        clock: orNull(fieldsOf({ days: numberOf(1, 365), bank: numberOf(0, 3650), grace: numberOf(0, 365), turn: orNull(numberOf(1, 3650)) })),
      },
      { for: fieldsOf({ tournament: anId, pair: anId, board: numberOf(1, 10_000) }), groups: rowOf(listOf(aName, 1, 8), listOf(aName, 1, 8)) },
    ),
  ],
  join: [fieldsOf({ vrf: anId, proof: hexOf(80), box: orNull(anId) }, { standing: aStanding })],
  orders: [
    fieldsOf(
      { side: aName, orders: listOf(isObject, 1, 1000), state: anId },
      { standing: aStanding, proofs: listOf((part) => isObject(part) && Object.keys(part).length === 1 && fieldsOf({}, PARTS)(part), 1, 1000) },
    ),
  ],
  dice: [fieldsOf({ proof: hexOf(80) }, { rolls: listOf(rowOf(Number.isInteger, Number.isInteger), 0, Infinity), then: anId })],
  seal: [fieldsOf({ label: aName, commit: anId })],
  reveal: [fieldsOf({ of: anId, salt: hexOf(32), value: isObject })],
  offer: [
    fieldsOf({ what: wordOf("undo"), to: anId }),
    fieldsOf({ what: wordOf("tie") }),
    fieldsOf({ what: wordOf("keys") }, { sign: anId, proof: hexOf(64), box: anId }),
    fieldsOf({ what: wordOf("rules"), rules: rulesForm, state: anId }),
  ],
  answer: [fieldsOf({ yes: aFlag })],
  resign: [fieldsOf({})],
  ruling: [
    fieldsOf({ out: aName, as: wordOf("forfeit", "replace"), late: orNull(lateForm) }, { handle: aName, sign: anId, consent: listOf(fieldsOf({ by: aName, sig: hexOf(64) }), 0, Infinity) }),
    fieldsOf({ result: fieldsOf({ winner: orNull(aName), why: wordOf("victory", "resigned", "forfeit", "tie") }) }),
    fieldsOf({ fork: listOf(isObject, 1, 2), then: wordOf("forfeit", "branch") }),
    fieldsOf({ back: anId }),
  ],
  shuffle: [
    fieldsOf(
      { deck: deckName, of: listOf(cardNumber, 1, 250), ref: anId, cards: listOf(anId, 1, 250), proof: listOf(textOf(/^([0-9a-f]{320}|[0-9a-f]{256})$/), 2, 251) },
      { boxes: mapOf(aName, hexOf(80), 1, 7) },
    ),
  ],
  unmask: [fieldsOf({ deck: deckName, draws: listOf(rowOf(cardNumber, anId, hexOf(64)), 1, 250) })],
  "lay-open": [
    fieldsOf({}, { masks: listOf(fieldsOf({ deck: deckName, scalar: anId }), 1, Infinity), stocks: listOf(fieldsOf({ of: anId, amount: amountForm, scalar: anId }), 1, Infinity) }),
  ],
};

/** @param {string} kind @param {Record<string, any>} data @returns {boolean} a kind that there is, and exactly its fields */
function isKind(kind, data) {
  const { note: _, ...rest } = data;
  return has(KINDS, kind) && KINDS[kind].some((form) => form(rest));
}

/** @param {any} value @returns {boolean} a real second in UTC */
function isTime(value) {
  const found = typeof value === "string" && /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z$/.exec(value);
  if (!found) return false;
  const [year, month, dayOfMonth, hour, minute, second] = found.slice(1).map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return year >= 1 && length !== undefined && dayOfMonth >= 1 && dayOfMonth <= length && hour < 24 && minute < 60 && second < 60;
}

/** @param {any} note @returns {boolean} a text that may stand in an event */
function isNote(note) {
  if (typeof note !== "string" || utf8(note).length > 2000) return false;
  return !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(note);
}

/** @param {any} body @returns {boolean} exactly the nine fields, well formed, but for what the kind asks of ``data`` */
const isBody = fieldsOf({
  v: wordOf(1, 2),
  game: (value) => value === "" || anId(value),
  seq: numberOf(0, Number.MAX_SAFE_INTEGER),
  prev: anId,
  by: aName,
  at: isTime,
  kind: aName,
  salt: hexOf(16),
  data: isObject,
});
