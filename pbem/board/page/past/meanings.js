/** What the abbreviations of a game mean: told beside each one that the pointer or the focus comes to. */

import { read, Refused } from "./ask.js";
import { make, the } from "./build.js";

/** Where they are told. In the list of events the focus does not come to them: it does in the step that is looked at. */
const WHERE = ["asked", "offered", "tried", "odds", "step"], POINTED = ["prompt", "news-told", "news-all", "choices", "choices-said", "attack", "past"];
/** What is read otherwise than as text: who did what stands in the head of an event, a link is its number. */
const NOT_IN = "abbr, pre, a, option, #past > li > p";

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

/** Read what they mean, once, and mark them wherever something is told. */
export async function begin() {
  try {
    meanings = await read("words");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return; // of a log whose rules are not here nothing is known
  }
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
