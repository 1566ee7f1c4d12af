/**
 * Choices that are sealed and opened later (protocol, 7.2).
 *
 * @typedef {{id: string, seq: number, prev: string, by: string, label: string, commit: string, opened: boolean, takenBack: boolean}} Seal
 */

/** @param {Table} table @param {LogEvent} event of kind ``seal`` @throws {Finding} */
function takeSeal(table, { id, seq, prev, by, data }) {
  const used = table.seals.some(({ label, takenBack }) => label === data.label && !takenBack);
  demand(!used || table.roster.anyDoubt(), "commit.label", `something was sealed as ${data.label} before`);
  table.seals.push({ id, seq, prev, by, label: data.label, commit: data.commit, opened: false, takenBack: false });
}

/** @param {Table} table @param {LogEvent} event of kind ``reveal`` @throws {Finding} */
async function takeReveal(table, { by, data }) {
  const seal = table.seals.find(({ id }) => id === data.of);
  demand(seal !== undefined && seal.by === by && !seal.opened && !seal.takenBack, "commit.open", "they have sealed nothing there that is still to be opened");
  const sealed = tagged("commit", `${table.game}\n${by}\n${seal.prev}\n${seal.label}\n${data.salt}\n`, canonical(data.value));
  demand(toHex(await sha256(sealed)) === seal.commit, "commit.open", "it is not what was sealed");
  table.counts.seals++;
  seal.opened = true;
  const author = table.roster.find(by);
  if (author.out === null) author.doubt = true; // what he opened may not be legal, and only rules know
}
