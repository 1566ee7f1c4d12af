/**
 * The checker of the replay page, run by node: one long-lived process that reads logs from standard input.
 *
 * Each line in is a request as JSON, and one line goes out for each:
 *   {"on": NAME or null, "line": BASE64, "as": NAME}  takes one line behind the event NAME; what holds may be named
 *   {"file": BASE64, "scratch": true or false}        checks a whole file; from scratch nothing is remembered
 *   {"forget": true}                                  forgets all names
 *
 * A table that stands behind an event is made by taking every event from the first on. Only what is pure is
 * remembered: lines that were read, signatures, proofs.
 */

const readline = require("node:readline");
const { Finding, Table, check, readLine, remember } = globalThis.PbemChecker;

const MOST_LINES = 20_000;
/** @type {Map<string, {on: string | null, bytes: Uint8Array}>} */
const events = new Map();
/** @type {Map<string, LogEvent>} */
const read = new Map();
/** @type {{name: string | null, table: Table}} where one stands that took nothing bad */
let here = { name: null, table: new Table() };

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

/** @param {string | null} name @returns {Promise<Table>} one that took every event up to this one */
async function tableAt(name) {
  if (here.name === name) return here.table;
  const lines = [];
  for (let at = name; at !== null; at = events.get(at).on) lines.push(events.get(at).bytes);
  const table = new Table();
  for (const bytes of lines.reverse()) await table.take(await eventOf(bytes));
  return table;
}

/** @param {{on: string | null, line: string, as: string}} asked */
async function take({ on, line, as }) {
  const bytes = new Uint8Array(Buffer.from(line, "base64"));
  const table = await tableAt(on);
  here = { name: "?", table };
  const good = table.good;
  try {
    await table.take(await eventOf(bytes));
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    return { code: error.code, event: error.seq, good };
  }
  events.set(as, { on, bytes });
  here = { name: as, table };
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
        here = { name: null, table: new Table() };
        said = {};
      } else said = await (asked.file === undefined ? take(asked) : whole(asked));
    } catch (error) {
      said = { crash: String(error && error.stack) };
    }
    process.stdout.write(`${JSON.stringify(said)}\n`);
  }
}

main();
