/** A page on which any log is dropped, chosen or pasted, and checked in the reader's own browser. */

import { fill, make, the } from "./build.js";

/**
 * What the checker finds; the script before this one defines it.
 * @typedef {{code: string, event: number|null, promise: string, text: string}} Finding
 * @typedef {{rules: string, scenario: string, dice: string, umpire: string|null, players: {handle: string, sign: string, sides: string[]}[]}} Played
 * @typedef {{good: number, total: number, finding: Finding|null, fork: {by: string, event: number}|null, checked: string[], unchecked: string[],
 *   game: string|null, head: string|null, played: Played|null}} Found
 */

const MOST = 65 * 2 ** 20; // bytes: no log has more than 64 MiB

/** Files wait for each other, however they come. @type {Promise<void>} */
let last = Promise.resolve();

/** @param {Iterable<{name: string, bytes: () => Promise<ArrayBuffer>, size: number}>} files */
function checkAll(files) {
  for (const file of files) {
    const shown = make("article", { tabIndex: -1 }, make("h2", {}, file.name), make("p", {}, "Waiting for its turn."));
    the("results").prepend(shown);
    last = last.then(() => checkOne(file, shown));
  }
}

/** @param {{name: string, bytes: () => Promise<ArrayBuffer>, size: number}} file @param {HTMLElement} shown */
async function checkOne(file, shown) {
  const bar = make("progress", { value: 0, max: 1 });
  const title = make("h2", {}, file.name);
  fill(shown, title, make("p", {}, "Checking."), bar);
  says(`Checking ${file.name}.`);
  try {
    if (file.size > MOST) throw new Error("the file has more than 64 MiB, and no log is that long");
    const bytes = await file.bytes();
    const started = performance.now();
    const found = await /** @type {any} */ (globalThis).PbemChecker.check(bytes, (/** @type {number} */ done, /** @type {number} */ total) => {
      bar.max = total;
      bar.value = done;
    });
    fill(shown, title, ...tell(found, new Uint8Array(bytes)), make("p", { className: "told" }, `Checked in ${((performance.now() - started) / 1000).toFixed(1)} seconds.`));
  } catch (error) {
    fill(shown, title, verdict(false, `This page could not check it: ${error instanceof Error ? error.message : error}. 'pbem verify' checks it without a browser.`));
  }
  says(`${file.name}: ${shown.querySelector(".verdict")?.textContent}`);
}

/** @param {Found} found @param {Uint8Array} bytes @returns {Node[]} */
function tell(found, bytes) {
  const { good, total, finding, fork, played } = found;
  const parts = [];
  if (finding) {
    const said = finding.event === null ? `${finding.text[0].toUpperCase()}${finding.text.slice(1)}` : `Event ${finding.event}: ${finding.text}`;
    parts.push(verdict(false, `NOT valid. ${said}`));
    parts.push(make("p", {}, `Finding ${finding.code}, against promise ${finding.promise}. Valid: the first ${good} of ${total} ${total === 1 ? "line" : "lines"}.`));
    if (bytes[0] !== 0x7b) parts.push(make("p", {}, "This file does not begin like a log. If it is a mail, save its attachment NAME.pbem, and drop that here."));
  } else if (fork) {
    parts.push(verdict(false, `${fork.by} signed two different events ${fork.event} after the same log. Both are valid, as far as this page can check without the rules of the game.`));
    parts.push(make("p", {}, "It is a fork only if the rules allow both events. 'pbem verify' checks that."));
  } else {
    parts.push(verdict(true, `All ${total} events are valid, as far as this page can check without the rules of the game.`));
  }
  if (played) parts.push(make("h3", {}, "The game"), make("ul", {}, ...whatItIs(found, played).map((line) => make("li", {}, line))));
  if (found.checked.length) parts.push(make("h3", {}, "Checked and valid"), make("ul", {}, ...found.checked.map((one) => make("li", {}, one))));
  parts.push(make("h3", {}, "Not checked here"), make("ul", {}, ...found.unchecked.map((one) => make("li", {}, one))));
  return parts;
}

/** @param {Found} found @param {Played} played @returns {string[]} */
function whatItIs({ game, head, good }, { rules, scenario, dice, umpire, players }) {
  const keepers = { opponents: "the opponents", umpire: "the umpire and the opponents", self: "the player alone", witnesses: "the witnesses, and last by the author of each event" };
  return [
    `${rules}, scenario ${scenario}; dice kept by ${keepers[/** @type {keyof keepers} */ (dice)]}${umpire ? `; umpire: ${umpire}` : ""}.`,
    ...players.map(({ handle, sign, sides }) => `${handle} plays ${sides.join(", ") || "no side"}; signing key at the start: ${sign}`),
    `Game id: ${game}`,
    `Head: the last valid event, number ${good - 1}: ${head}`,
  ];
}

/** @param {boolean} holds @param {string} words @returns {Node} */
function verdict(holds, words) {
  return make("p", { className: `verdict ${holds ? "good" : "bad"}` }, words);
}

/** @param {string} words for readers of screens */
function says(words) {
  the("status").textContent = words;
}

/** @param {FileList|undefined} files */
function take(files) {
  checkAll([...(files ?? [])].map((file) => ({ name: file.name, size: file.size, bytes: () => file.arrayBuffer() })));
}

document.body.classList.add("alive");
the("files").addEventListener("change", () => {
  take(the("files").files);
  the("files").value = "";
});
the("check").addEventListener("click", () => {
  const pasted = the("pasted").value;
  if (!pasted.trim()) {
    says("The field is empty. Paste the lines of a log first.");
    return;
  }
  const bytes = new TextEncoder().encode(pasted.endsWith("\n") ? pasted : `${pasted}\n`);
  checkAll([{ name: "Pasted lines", size: bytes.length, bytes: async () => bytes.buffer }]);
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
for (const gone of ["dragleave", "drop"]) addEventListener(gone, () => document.body.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  take(/** @type {DragEvent} */ (event).dataTransfer?.files);
});
