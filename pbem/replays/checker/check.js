/**
 * A file checked, and what is reported of it.
 *
 * @typedef {{code: string, event: number | null, promise: string, text: string}} Reported a finding; ``event``: its event's number, null: it has none
 * @typedef {{rules: string, scenario: string, dice: string, umpire: string | null, players: {handle: string, sign: string, sides: string[]}[]}} Played
 * @typedef {{good: number, total: number, finding: Reported | null, fork: Fork | null, checked: string[], unchecked: string[],
 *   counts: Record<string, number>, game: string | null, head: string | null, played: Played | null}} Report
 *   ``good``: events that hold; ``total``: events that the file has; ``fork``: two events on one predecessor, both good
 *   as far as can be known without rules; ``head``: id of the last event that holds
 */

const BREATH = 50; // milliseconds after which a page may draw

/** @param {Table} table @returns {string[]} what held */
function whatHeld({ counts, good }) {
  const told = [
    ["Events, each well formed, in its place in the chain, and by the active player as far as this page knows without the rules", good],
    ["Signatures (Ed25519)", counts.signatures],
    ["Proofs of dice keys and of dice (ECVRF)", counts.proofs],
    ["Dice rolled, all as those proofs give them", counts.rolls],
    ["Sealed choices, all opened as they were sealed", counts.seals],
    ["Proofs of cards: shuffles, decrypted cards, cards shown, keys revealed", counts.cardProofs],
    ["Proofs of hidden supplies: what was spent was there, what was opened was in them", counts.stockProofs],
    ["Rulings of the umpire (from the first on, the log rests on the umpire's word)", counts.rulings],
  ];
  return told.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`);
}

const NOT_CHECKED = [
  "Whether orders were legal, which dice were due, and their results. Only the sender's program says that.",
  "Positions, standing orders and the result. 'pbem verify' replays the game and checks them.",
  "The people: compare the keys with those that the players gave you. A log that was cut short: compare the id of its last event.",
];

/** @param {Table} table @returns {Played | null} */
function whatIsPlayed({ opening }) {
  if (opening === null) return null;
  const { rules, scenario, dice, umpire, players, seats } = opening;
  return {
    rules: `${rules.name} ${rules.version}`,
    scenario,
    dice,
    umpire: umpire && umpire.handle,
    players: players.map(({ handle, sign }) => ({ handle, sign, sides: Object.keys(seats).filter((side) => seats[side] === handle).sort() })),
  };
}

/**
 * @param {string | Uint8Array | ArrayBuffer} given the bytes of a file; a text stands for its UTF-8
 * @param {(done: number, total: number) => void} [onProgress]
 * @returns {Promise<Report>}
 */
async function check(given, onProgress = () => {}) {
  const file = typeof given === "string" ? utf8(given) : new Uint8Array(given);
  const lines = [...linesOf(file)];
  const before = lines.length > 0 ? forkedBehind(lines[0]) : null;
  const events = before === null ? lines : lines.slice(1);
  const table = new Table();
  let finding = null;
  let fork = null;
  try {
    if (typeof given === "string" && /\p{Cs}/u.test(given)) throw new Finding("json.form", "it is no UTF-8");
    demand(events.length > 0, "file.empty", "the file is empty");
    await takeAll(table, before === null ? events : events.slice(0, before), events.length, onProgress);
    if (before !== null) fork = await readFork(table, events.slice(before));
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    finding = told(before === null ? error : new Finding("fork.form", error.message));
  }
  onProgress(events.length, events.length);
  return {
    good: table.good,
    total: events.length,
    finding,
    fork,
    checked: whatHeld(table),
    unchecked: NOT_CHECKED,
    counts: { ...table.counts },
    game: table.game || null,
    head: table.good > 0 ? table.head : null,
    played: whatIsPlayed(table),
  };
}

/** @param {Finding} found @returns {Reported} */
function told({ code, seq, message }) {
  const { promise, title, advice } = FINDINGS[code];
  return { code, event: seq, promise, text: `${title}: ${message}. ${advice}` };
}

/** Let the page draw; a timer would wait for milliseconds, the more often it is set. @returns {Promise<void>} */
function breath() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Begin to read a line whose turn is still to come: what is wrong with it is said then. @param {{bytes: Uint8Array, ended: boolean} | undefined} line @param {number[]} [versions] */
function read(line, versions) {
  const found = line && readLine(line, versions);
  found?.catch(() => {});
  return /** @type {Promise<LogEvent>} */ (found);
}

/**
 * @param {Table} table @param {{bytes: Uint8Array, ended: boolean}[]} lines @param {number} total
 * @param {(done: number, total: number) => void} onProgress @throws {Finding}
 */
async function takeAll(table, lines, total, onProgress) {
  let drawn = performance.now();
  let next = read(lines[0]);
  /** @type {number[] | undefined} */
  let versions;
  for (let i = 0; i < lines.length; i++) {
    const event = await next;
    versions ??= [event.v];
    next = read(lines[i + 1], versions); // the browser hashes it while it verifies this one
    await table.take(event);
    if (performance.now() - drawn > BREATH) {
      onProgress(table.good, total);
      await breath();
      drawn = performance.now();
    }
  }
}
