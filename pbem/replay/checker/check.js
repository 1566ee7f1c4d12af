/**
 * A file checked, and what is told of it.
 *
 * @typedef {{good: number, total: number, game: string | null, finding: null | {code: string, event: number | null, promise: string, text: string},
 *   checked: string[], unchecked: string[], counts: Record<string, number>}} Report
 *   ``good``: events that hold; ``total``: lines of the file; ``event``: the number of the one with the finding, null: it has none
 */

const BREATH = 50; // milliseconds after which a page may draw

/** @param {Table} table @returns {string[]} what held, for as many events as are good */
function whatHeld({ counts, good }) {
  const told = [
    [good, "the form of every line, its place in the chain, whose turn it was as far as that is known without rules"],
    [counts.signatures, "signatures"],
    [counts.proofs, "proofs of dice keys and dice"],
    [counts.rolls, "numbers rolled, as they follow from those proofs"],
    [counts.seals, "sealed choices, opened as they were sealed"],
    [counts.cardProofs, "proofs of cards: shuffles, masks taken off, cards shown, masks opened"],
    [counts.stockProofs, "proofs of hidden stocks"],
  ];
  return told.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
}

const NOT_CHECKED = [
  "that orders were legal, which dice were due, and what came of them: the program of the sender says so",
  "the digests of positions, standing answers, the result",
  "who sits behind a key: compare fingerprints; that nothing was cut off the end: compare heads",
];

/**
 * @param {string | Uint8Array | ArrayBuffer} given the bytes of a file; a text stands for its UTF-8
 * @param {(done: number, total: number) => void} [onProgress]
 * @returns {Promise<Report>}
 */
async function check(given, onProgress = () => {}) {
  const file = typeof given === "string" ? utf8(given) : new Uint8Array(given);
  const table = new Table();
  const lines = [...linesOf(file)];
  let finding = null;
  try {
    if (typeof given === "string" && /\p{Cs}/u.test(given)) throw new Finding("json.form", "it is no UTF-8");
    await takeAll(table, lines, onProgress);
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    const { promise, title, advice } = FINDINGS[error.code];
    finding = { code: error.code, event: error.seq, promise, text: `${title}: ${error.message}. ${advice}` };
  }
  return {
    good: table.good,
    total: lines.length,
    game: table.game || null,
    finding,
    checked: whatHeld(table),
    unchecked: NOT_CHECKED,
    counts: { ...table.counts },
  };
}

/** @param {Table} table @param {{bytes: Uint8Array, ended: boolean}[]} lines @param {(done: number, total: number) => void} onProgress @throws {Finding} */
async function takeAll(table, lines, onProgress) {
  let drawn = performance.now();
  for (const line of lines) {
    await table.take(await readLine(line));
    if (performance.now() - drawn > BREATH) {
      onProgress(table.good, lines.length);
      await new Promise((resolve) => setTimeout(resolve));
      drawn = performance.now();
    }
  }
  onProgress(table.good, lines.length);
}
