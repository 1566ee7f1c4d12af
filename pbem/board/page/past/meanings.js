/** What the abbreviations of a game mean: told beside each one that the pointer or the focus comes to. */

import { read, Refused } from "./ask.js";
import { make, the } from "./build.js";

/** Where they are told. In the list of events the focus does not come to them: it does in the step that is looked at. */
const WHERE = ["asked", "offered", "tried", "odds", "step"], POINTED = ["prompt", "news-told", "choices", "choices-said", "attack", "past"];
/** What is read otherwise than as text: who did what stands in the head of an event, a link is its number. */
const NOT_IN = "abbr, pre, a, option, #past > li > p";

/** Asked for at once: what is offered first is told by them. @type {Promise<Record<string, string>>} */
const coming = read("words").catch((error) => {
  if (!(error instanceof Refused)) throw error;
  return {}; // of a log whose rules are not here nothing is known
});
/** Word -> what it means. @type {Record<string, string>} */
let meanings = {};
/** What finds a word in a text; signs that are no letters are a word only where nothing stands beside them. @type {RegExp|null} */
let words = null;
/** Names of which single letters mean something, as `j..`: the last sign is a number of any length. @type {[RegExp, string][]} */
let patterns = [];
/** @type {any} */
let shown = null;

/** @param {string} word */
const pattern = (word) => new RegExp(`^${word.slice(0, -1).replaceAll(".", "[A-Za-z]")}\\d+$`);

/** @param {string} word @returns {string} what it means, empty where nothing is known of it */
export function means(word) {
  if (Object.hasOwn(meanings, word)) return meanings[word];
  return patterns.filter(([fits]) => fits.test(word)).map(([, meaning]) => meaning).join("; ");
}

/** Have the meanings, before anything is told. */
export async function know() {
  meanings = await coming;
}

/** What an abbreviation means, in few words. @param {string} word @returns {string} empty where nothing is known of it */
export const brief = (word) => (Object.hasOwn(meanings, word) ? meanings[word] : "").split(/[:,[]/)[0].trim();

/** A result in front of its chance; an abbreviation of two capital letters. */
const RESULT = /(?<![^\s:;,])([^\s:;,]{1,3})(?= (?:(?:under |over )?\d+%|always))/g, CAPITALS = /\b[A-Z]{2}\b/g;

/** Odds without abbreviations. @param {string} odds as "+9: Dr 67%, De 33%" @returns {string} "+9: defender retreats 67%, defender eliminated 33%" */
export const spelled = (odds) => odds.replace(RESULT, (word) => brief(word) || word).replace(CAPITALS, (word) => brief(word) || word);

/** Odds apart: the sum or the column, and the results in words. @param {string} odds @returns {[string, string]} */
export function parted(odds) {
  const [, sum = "", results] = /^(?:([^%,;]*): )?(.*)$/s.exec(odds) ?? ["", "", odds];
  return [spelled(sum), spelled(results)];
}

/** Results in words, what each of them begins with once. @param {string} words as "defender retreats 67%, defender eliminated 33%" @returns {string} "defender retreats 67%, eliminated 33%" */
export const shorter = (words) => words.replace(/\b([a-z]{5,}) ([^,;:]*%)((?:, \1 [^,;:]*%)+)/g, (_, who, first, others) => `${who} ${first}${others.replaceAll(`, ${who} `, ", ")}`);

/** What each letter of a unit's name says of it: "of a unit: bomber [1.2]" of `.b.`. */
const OF_UNIT = /^of a unit: (.*?)(?: \[.*)?$/;
/** Names of units in a row of which only the numbers differ: "ji3, ji4 and ji5". */
const ROW = /\b([A-Za-z]+)(\d+)((?:(?:, | and )\1\d+)*)\b/g;

/** A text with units called by what they are: "Japanese infantry 3, 4 and 5" for "ji3, ji4 and ji5". @param {string} text @returns {string} */
export function named(text) {
  const kinds = Object.entries(meanings).flatMap(([word, meaning]) => { const [, what = ""] = OF_UNIT.exec(meaning) ?? []; return what ? [{ fits: pattern(word), what }] : []; });
  if (!kinds.length) return text;
  const told = text.replace(ROW, (/** @type {string} */ row, /** @type {string} */ letters, /** @type {string} */ number, /** @type {string} */ others) => {
    const what = kinds.filter(({ fits }) => fits.test(`${letters}${number}`)).map((one) => one.what);
    if (what.length < letters.length) return row;
    const many = others && !/(infantry|artillery)$/.test(what.at(-1) ?? "") ? "s" : "";
    return `${what.join(" ")}${many} ${number}${others.replaceAll(letters, "")}`;
  });
  return told;
}

/** Have the abbreviations of a text marked. @param {any} where @param {boolean} focused whether the focus comes to them */
function mark(where, focused) {
  if (!words) return;
  const walker = document.createTreeWalker(where, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) if (!text.parentElement?.closest(NOT_IN)) split(text, focused);
}

/** @param {any} text @param {boolean} focused */
function split(text, focused) {
  const parts = Object.hasOwn(meanings, text.data.trim()) ? [text.data] : text.data.split(words);
  if (!parts.some(means)) return;
  text.replaceWith(...parts.map((/** @type {string} */ part) => {
    if (!means(part.trim())) return part;
    const made = make("abbr", {}, part);
    if (focused) Object.assign(made, { tabIndex: 0, role: "note", ariaLabel: `${part.trim()}: ${means(part.trim())}` }); // who hears it is told at once
    return made;
  }));
}

/** @param {any} event */
function shows(event) {
  const word = event.target.closest?.("abbr");
  if (!word || word === shown) return;
  shown = word;
  const told = the("meaning"), box = word.getBoundingClientRect();
  told.textContent = `${word.textContent.trim()}: ${means(word.textContent.trim())}`;
  told.hidden = false;
  const below = box.bottom + told.offsetHeight < innerHeight;
  told.style.left = `${Math.max(0, Math.min(box.left, innerWidth - told.offsetWidth))}px`;
  told.style.top = `${below ? box.bottom : box.top - told.offsetHeight}px`;
}

/** Tell nothing any more. */
export function hide() {
  shown = null;
  the("meaning").hidden = true;
}

/** @param {any} event where the pointer or the focus goes, it may be to what is told itself */
function leaves(event) {
  if (shown && event.relatedTarget !== the("meaning") && event.relatedTarget !== shown) hide();
}

/** Mark them wherever something is told. */
export function begin() {
  const plain = Object.keys(meanings).filter((word) => /^\w+$/.test(word));
  patterns = Object.keys(meanings).filter((word) => /^[\w.]*\.[\w.]*$/.test(word)).map((word) => [pattern(word), meanings[word]]);
  if (!plain.length && !patterns.length) return;
  const names = patterns.length ? [String.raw`[A-Za-z]+\d+`] : [];
  words = new RegExp(String.raw`(?<!\w)(${[...plain, ...names].join("|")})(?!\w)`);
  for (const id of [...WHERE, ...POINTED]) {
    const focused = WHERE.includes(id), place = the(id);
    const watch = new MutationObserver(() => {
      mark(place, focused);
      watch.takeRecords(); // of what was marked
      if (shown && !shown.isConnected) hide();
    });
    watch.observe(place, { childList: true, characterData: true, subtree: true });
    mark(place, focused);
  }
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, shows);
  for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, leaves);
}
