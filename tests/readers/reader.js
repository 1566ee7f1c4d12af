/**
 * The checker of the replay page, run by node: one long-lived process that reads logs from standard input.
 *
 * Each line in is a request as JSON, and one line goes out for each:
 *   {"on": NAME or null, "line": BASE64, "as": NAME}  takes one line behind the event NAME; what holds may be named
 *   {"file": BASE64, "scratch": true or false}        checks a whole file; from scratch nothing is remembered
 *   {"forget": true}                                  forgets all names
 *
 * A table behind an event is kept, and a copy of it takes the next line. A table that holds a function cannot be
 * copied: it is made again by taking every event from the first on. Only what is pure is remembered: lines that were
 * read, signatures, proofs.
 */

const readline = require("node:readline");
const { Finding, Table, check, readLine, remember } = globalThis.PbemChecker;

const MOST_LINES = 20_000;
/** @type {Map<string, {on: string | null, bytes: Uint8Array}>} */
const events = new Map();
/** @type {Map<string, LogEvent>} */
const read = new Map();
/** @type {Map<string | null, Table>} tables behind the newest events; nobody changes them */
const tables = new Map();
const MOST_TABLES = 64;

/** @param {any} value @returns {any} the same, which nobody can change any more */
function frozen(value) {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** @param {Uint8Array} bytes a line without its newline @returns {Promise<LogEvent>} */
async function eventOf(bytes) {
  const key = Buffer.from(bytes).toString("latin1");
  let found = read.get(key);
  if (found === undefined) {
    found = frozen(await readLine({ bytes, ended: true }));
    if (read.size >= MOST_LINES) read.clear();
    read.set(key, found);
  }
  return found;
}

/**
 * Copies whatever a table is made of: what refers to one thing in it twice does so in the copy.
 *
 * @template T @param {T} value @param {Map<any, any>} seen @returns {T} @throws {TypeError} a function is in it
 */
function copied(value, seen = new Map()) {
  if (typeof value === "function") throw new TypeError("a function cannot be copied");
  // Frozen is only what `frozen` has made so, whole; bytes are never written to.
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
  if (seen.has(value)) return seen.get(value);
  const made = Array.isArray(value) ? [] : value instanceof Map ? new Map() : value instanceof Set ? new Set() : Object.create(Object.getPrototypeOf(value));
  seen.set(value, made);
  if (value instanceof Map) for (const [key, one] of value) made.set(copied(key, seen), copied(one, seen));
  else if (value instanceof Set) for (const one of value) made.add(copied(one, seen));
  else for (const key of Object.keys(value)) made[key] = copied(value[key], seen);
  return made;
}

/** @param {string | null} name @returns {Promise<Table>} one of its own that took every event up to this one */
async function tableAt(name) {
  const kept = tables.get(name);
  if (kept !== undefined) {
    try {
      return copied(kept);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  const lines = [];
  for (let at = name; at !== null; at = events.get(at).on) lines.push(events.get(at).bytes);
  const table = new Table();
  for (const bytes of lines.reverse()) await table.take(await eventOf(bytes));
  return table;
}

/** @param {string} name @param {Table} table */
function keep(name, table) {
  if (tables.size >= MOST_TABLES) tables.delete(tables.keys().next().value);
  tables.set(name, table);
}

/** @param {{on: string | null, line: string, as: string}} asked */
async function take({ on, line, as }) {
  const bytes = new Uint8Array(Buffer.from(line, "base64"));
  const table = await tableAt(on);
  const good = table.good;
  try {
    await table.take(await eventOf(bytes));
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    return { code: error.code, event: error.seq, good };
  }
  events.set(as, { on, bytes });
  keep(as, table);
  return { code: null, event: null, good: table.good };
}

/** @param {{file: string, scratch: boolean}} asked */
async function whole({ file, scratch }) {
  remember(!scratch);
  const { finding, good } = await check(new Uint8Array(Buffer.from(file, "base64")));
  remember(true);
  return { code: finding && finding.code, event: finding && finding.event, good };
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    let said;
    try {
      if (asked.forget) {
        events.clear();
        tables.clear();
        said = {};
      } else said = await (asked.file === undefined ? take(asked) : whole(asked));
    } catch (error) {
      said = { crash: String(error && error.stack) };
    }
    process.stdout.write(`${JSON.stringify(said)}\n`);
  }
}

main();
