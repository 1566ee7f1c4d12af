/** Opening a game and joining it (protocol, section 4). */

/** @param {LogEvent} event the first @returns {Roster} @throws {Finding} */
function openGame({ data }) {
  const handles = new Set();
  const keys = new Set();
  for (const { handle, sign } of [...data.players, ...(data.umpire ? [data.umpire] : [])]) {
    demand(!handles.has(handle), "open.bad", `${handle} is listed twice`);
    handles.add(handle);
    demand(!keys.has(sign), "key.same", `${handle} has the signing key of somebody else`);
    demand(admitted(sign) !== null, "key.bad", `the signing key of ${handle} is not admissible`);
    keys.add(sign);
  }
  const players = data.players.map(({ handle }) => handle);
  const holders = Object.values(data.seats);
  demand(holders.length > 0, "open.bad", "no side has a seat");
  demand(holders.every((handle) => players.includes(handle)), "open.bad", "somebody who does not play has a seat");
  if (data.groups) {
    const seated = players.filter((handle) => holders.includes(handle));
    const places = data.groups.map((group) => group.map((handle) => seated.indexOf(handle)));
    const rising = places.every((group) => group.every((place, i) => i === 0 || place > group[i - 1]));
    const each = places.flat().sort((a, b) => a - b).every((place, i) => place === i) && places.flat().length === seated.length;
    demand(rising && each && places[0][0] < places[1][0] && places.some((group) => group.length > 1), "open.bad", "the groups do not list all players with a seat in their order");
  }
  demand(data.dice !== "umpire" || data.umpire !== null, "open.bad", "there is no umpire to keep the dice");
  demand(data.dice !== "self" || players.length === 1, "open.bad", "only a player alone keeps their own dice");
  demand(data.dice !== "witnesses" || players.some((handle) => !holders.includes(handle)), "open.bad", "every player has a seat, so no witness keeps the dice");
  demand(data.dice !== "opponents" || players.length > 1, "open.bad", "there is no opponent to keep the dice");
  return new Roster(data);
}

/** @param {Table} table @param {LogEvent} event of kind ``join`` @throws {Finding} */
async function takeJoin(table, event) {
  const { roster, game } = table;
  const { by, data } = event;
  const newcomer = roster.find(by);
  demand(!roster.keys.has(data.vrf), "key.same", "the log has this dice key already");
  demand(admitted(data.vrf) !== null, "key.bad", "the dice key is not admissible");
  demand(data.box === null || isBoxKey(data.box), "key.bad", "the box key is not admissible");
  const group = roster.groups?.[roster.groupOf(by)];
  demand(data.box !== null || !group || group.length < 2, "key.bad", "a group with several players needs box keys");
  demand((await proven(data.vrf, tagged("join", `${game}\n${by}`), data.proof)) !== null, "join.proof", "the dice key is not proven");
  table.counts.proofs++;
  roster.keys.add(data.vrf);
  newcomer.vrf = data.vrf;
  newcomer.box = data.box;
  newcomer.joined = true;
}
