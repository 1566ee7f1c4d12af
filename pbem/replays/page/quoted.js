/** Words between backticks are what somebody types at a command line: a page shows them without the marks. */

import { make } from "./build.js";

const QUOTED = /`([^`\n]+)`/;
/** What people wrote, and lists of orders, stay as they are. */
const NOT_IN = "pre, code, q, textarea, svg, #said";

/** Words without the marks, for what can hold no element. @param {string} words */
export const bare = (words) => words.replace(new RegExp(QUOTED, "g"), "$1");

/** @param {any} text */
function shows(text) {
  if (!QUOTED.test(text.data) || text.parentElement?.closest(NOT_IN)) return;
  text.replaceWith(...text.data.split(QUOTED).map((/** @type {string} */ part, /** @type {number} */ at) => at % 2 ? make("code", {}, part) : part));
}

/** @param {any} node */
function looks(node) {
  if (node.nodeType === Node.TEXT_NODE) return shows(node);
  if (node.nodeType !== Node.ELEMENT_NODE || node.closest(NOT_IN) || !node.textContent.includes("`")) return;
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const one of texts) shows(one);
}

/** Show all of the page so, whatever comes. */
export function begin() {
  looks(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) for (const one of type === "characterData" ? [target] : addedNodes) if (one.isConnected) looks(one);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
