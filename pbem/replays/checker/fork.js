/**
 * The file that proves a fork (protocol, section 3): a line that names it, the events before, then the two.
 *
 * @typedef {{by: string, event: number}} Fork who signed two events with this number
 */

const FORK_HEAD = /^\{"events":(0|[1-9][0-9]{0,6}),"pbem":"fork\/v1"\}$/;

/** @param {{bytes: Uint8Array, ended: boolean}} first a line @returns {number | null} how many events stand before a fork; null: it is no such file */
function forkedBehind({ bytes, ended }) {
  if (!ended || bytes.length > 64) return null;
  const found = FORK_HEAD.exec(new TextDecoder().decode(bytes));
  return found && Number(found[1]);
}

/**
 * @param {Table} table after the events before @param {{bytes: Uint8Array, ended: boolean}[]} two
 * @returns {Promise<Fork>} @throws {Finding} it is no fork, whatever the rules say
 */
async function readFork(table, two) {
  demand(two.length === 2, "fork.form", "the file does not end with two events");
  const [one, other] = [await readLine(two[0], [table.version]), await readLine(two[1], [table.version])];
  demand(one.by === other.by, "fork.form", `the events are by ${one.by} and ${other.by}: a fork has one author`);
  demand(table.roster.players.some(({ handle }) => handle === one.by), "fork.form", "their author does not play");
  demand(one.id < other.id, "fork.form", "the event with the lower id is not first, or both are the same");
  for (const event of [one, other]) await (await table.upTo(table.good)).take(event);
  return { by: one.by, event: table.good };
}
