/** What the abbreviations of a game mean: told beside each one that the pointer or the focus comes to. */

import { read, Refused } from "./ask.js";
import { make, the } from "./build.js";

/** Where they are told. In the list of events the focus does not come to them: it does in the step that is looked at. */
const WHERE = ["asked", "offered", "tried", "odds", "step"], POINTED = ["prompt", "news-told", "choices", "choices-said", "attack", "past"];
/** What is read otherwise than as text: who did what stands in the head of an event, a link is its number. */
const NOT_IN = "abbr, pre, a, option, #past > li > p";

/** @typedef {{means: string, short: string, bare: string, unit: string, units: string}} Meaning `unit`: what a letter of a unit's name says of it; `units`: of several */

/** Asked for at once: what is offered first is told by them. @type {Promise<Record<string, Meaning>>} */
const coming = read("words").catch((error) => {
  if (!(error instanceof Refused)) throw error;
  return {}; // of a log whose rules are not here nothing is known
});
/** Word -> what it means. @type {Record<string, Meaning>} */
let meanings = {};
/** What finds a word in a text; signs that are no letters are a word only where nothing stands beside them. @type {RegExp|null} */
let words = null;
/** Names of which single letters mean something, as `j..`: the last sign is a number of any length. @type {[RegExp, Meaning][]} */
let patterns = [];
/** @type {any} */
let shown = null;

/** @param {string} word */
const pattern = (word) => new RegExp(`^${word.slice(0, -1).replaceAll(".", "[A-Za-z]")}\\d+$`);

/** @param {string} word @returns {string} what it means, empty where nothing is known of it */
export function means(word) {
  if (Object.hasOwn(meanings, word)) return meanings[word].means;
  return patterns.filter(([fits]) => fits.test(word)).map(([, { means: said }]) => said).join("; ");
}

/** Have the meanings, before anything is told. */
export async function know() {
  meanings = await coming;
}

/** What an abbreviation means, in few words. @param {string} word @returns {string} empty where nothing is known of it */
export const brief = (word) => (Object.hasOwn(meanings, word) ? meanings[word].short : "");

/** A text with each abbreviation that the game has in a word or two. @param {string} text as "AV 9 to DV 8" */
export const spelled = (text) => text.split(/\b/).map((word) => brief(word) || word).join("");

/** A result in words beside those whom it befalls, as "eliminated" of defenders. @param {string} result */
export const befalls = (result) => (Object.hasOwn(meanings, result) ? meanings[result].bare : "") || result;

/** What the letters of a unit's name say of it, as "Japanese", "infantry". @param {string} name @returns {Meaning[]} */
export const kinds = (name) => Object.entries(meanings).filter(([word, { unit }]) => unit && pattern(word).test(name)).map(([, meaning]) => meaning);

/** Names of units in a row of which only the numbers differ: "ji3, ji4 and ji5". */
const ROW = /\b([A-Za-z]+)(\d+)((?:(?:, | and )\1\d+)*)\b/g;

/** A unit by its kind and number, as "Infantry 3"; any other name as it is. @param {string} name */
export function called(name) {
  const what = kinds(name).at(-1)?.unit;
  return what ? `${what[0].toUpperCase()}${what.slice(1)} ${name.replace(/^\D+/, "")}` : name;
}

/** A text with units called by what they are: "Japanese infantry 3, 4 and 5" for "ji3, ji4 and ji5". @param {string} text @returns {string} */
export function named(text) {
  if (!Object.values(meanings).some(({ unit }) => unit)) return text;
  return text.replace(ROW, (/** @type {string} */ row, /** @type {string} */ letters, /** @type {string} */ number, /** @type {string} */ others) => {
    const what = kinds(`${letters}${number}`), last = what.pop();
    if (!last || what.length + 1 < letters.length) return row;
    return `${[...what.map(({ unit }) => unit), others ? last.units : last.unit].join(" ")} ${number}${others.replaceAll(letters, "")}`;
  });
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
