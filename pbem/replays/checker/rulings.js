/** What an umpire may rule, as far as it can be judged without rules (protocol, section 8). */

const REPLACEMENTS = 8;

/** @param {Table} table @param {LogEvent} event of kind ``ruling`` @throws {Finding} */
async function takeRuling(table, event) {
  const { umpire } = table.roster;
  demand(umpire !== null && event.by === umpire.handle, "ruling.wrong", "only the umpire rules");
  demand(umpire.joined, "ruling.wrong", "the umpire has not joined");
  demand(!table.closed, "ruling.wrong", "the game was closed");
  const { data } = event;
  if (has(data, "out")) await putOut(table, event);
  else if (has(data, "result")) close(table);
  else if (has(data, "fork")) await ruleOnFork(table, event);
  table.counts.rulings++;
}

/** @param {Table} table @returns {boolean} it is not known whose turn it is, or whether anybody's */
function turnUnknown(table) {
  const active = activeOf(table);
  const perhapsOver = active !== null && active.owed === "join" && table.started && table.dice?.done === true;
  const overSomehow = table.laidOpen && !table.closed && active?.owed === "nothing"; // only rules know the result
  return active === null || active.perhaps === true || perhapsOver || perhapsOverBefore(table) || overSomehow || table.roster.anyDoubt();
}

/** @param {Table} table */
function close(table) {
  demand(table.over || turnUnknown(table), "ruling.wrong", "the game is not over");
  table.closed = true;
  if (!table.over) table.end();
}

/** @param {Table} table @param {LogEvent} event @throws {Finding} */
async function putOut(table, { prev, data }) {
  const { roster } = table;
  const replacing = data.as === "replace";
  demand(has(data, "handle") === replacing && has(data, "sign") === replacing, "ruling.wrong", "only a replacement has a handle and a key, and it has both");
  const leaver = roster.players.find(({ handle }) => handle === data.out) ?? null;
  demand(leaver !== null && leaver.out === null, "ruling.wrong", `${data.out} is not a player in the game`);
  const active = activeOf(table);
  const unknown = turnUnknown(table);
  demand(unknown || active.who.includes(leaver.handle), "ruling.wrong", `${data.out} is not the active player`);
  demand(!table.over || !replacing, "ruling.wrong", "nobody is replaced after the end");
  await demandConsent(table, prev, data, leaver);
  const kept = table.dice?.lists.filter((list) => list.includes(leaver.handle)) ?? [];
  if (kept.length > 0) table.dice = { ...table.dice, lists: kept }; // they were in the game at the trigger
  table.barrier = table.good + 1;
  table.maybeOver = unknown && !replacing;
  if (!replacing) {
    table.ruled = true;
    table.leave(leaver, "forfeit");
    return;
  }
  demand(roster.dice !== "witnesses" || roster.hasSeat(leaver), "ruling.wrong", "all agreed on this witness and on nobody else");
  demand(!holdsSecrets(table, leaver.handle), "ruling.wrong", "they have something sealed or hidden that nobody else could open");
  demand(roster.replaced < REPLACEMENTS, "ruling.wrong", "there were too many replacements");
  demand(roster.find(data.handle) === null, "ruling.wrong", "the handle is not new");
  demand(!roster.keys.has(data.sign), "key.same", "the log has the newcomer's key already");
  demand(admitted(data.sign) !== null, "key.bad", "the newcomer's key is not admissible");
  table.ruled = true;
  table.offer = null;
  roster.keys.add(data.sign);
  roster.replace(leaver, person(data.handle, data.sign, true));
}

/** @param {Table} table @param {string} handle @returns {boolean} they can be put out by forfeit only */
function holdsSecrets(table, handle) {
  return (
    (table.seals.owes(handle) && !table.roster.anyDoubt()) || // else an undo may have taken it back
    owedMasks(table, handle).length > 0 ||
    hiddenPairs(table).some(({ by }) => by.includes(handle)) ||
    (table.boxes !== null && (table.boxes.by === handle || table.boxes.waiting.includes(handle)))
  );
}

/** @param {Table} table @param {string} prev @param {Record<string, any>} data @param {Person} leaver @throws {Finding} */
async function demandConsent(table, prev, data, leaver) {
  const { roster, dice } = table;
  const owing = (dice?.done ? [] : dice?.lists ?? []).map((keepers) => keepers.slice(dice.given.length).includes(leaver.handle));
  const owes = data.as === "replace" && roster.hasSeat(leaver) && owing.includes(true);
  if (!has(data, "consent")) {
    demand(!owes || dice.given.length === 0, "ruling.wrong", "they must roll dice, and the others did not agree to the replacement");
    return;
  }
  demand(owes, "ruling.wrong", "there is consent, but nobody who must roll dice is replaced");
  const others = roster.seated().filter((other) => other !== leaver);
  demand(others.length > 0 && data.consent.length > 0, "ruling.wrong", "nobody agrees to the replacement");
  const { out, handle, sign } = data;
  const agreedOn = tagged("consent", canonical({ v: 1, game: table.game, prev, out, handle, sign }));
  let at = 0;
  for (const { by, sig } of data.consent) {
    while (at < others.length && others[at].handle !== by && others[at].doubt) at++;
    demand(at < others.length && others[at].handle === by, "ruling.wrong", "the people who agree are not the other players in their order");
    demand((await signingKey(others[at], agreedOn, sig)) !== null, "ruling.wrong", `${by} did not sign their agreement`);
    table.counts.signatures++;
    at++;
  }
  demand(others.slice(at).every(({ doubt }) => doubt), "ruling.wrong", "not all other players agreed");
}

/** @param {Table} table @param {LogEvent} event @throws {Finding} */
async function ruleOnFork(table, { data }) {
  const { roster } = table;
  const wrong = (told) => new Finding("ruling.wrong", told);
  const given = [];
  for (const line of data.fork) {
    try {
      given.push(await readLine({ bytes: utf8(canonical(line)), ended: true }, [table.version]));
    } catch (error) {
      if (error instanceof Finding || error instanceof RangeError) throw wrong("the ruling on a fork holds something that is no event");
      throw error;
    }
  }
  const [one, other] = given;
  const { by, prev } = one;
  const author = roster.players.find(({ handle }) => handle === by);
  demand(author !== undefined, "ruling.wrong", "the author of the fork is not a player");
  const behind = table.ids.get(prev);
  demand(behind !== undefined, "ruling.wrong", "the log lacks the event before the fork");
  demand(given.every((event) => !table.ids.has(event.id)), "ruling.wrong", "the log has the event itself");
  if (other) demand(other.by === by && other.prev === prev && one.id < other.id, "ruling.wrong", "the two events do not have one author and one predecessor, with the lower id first");
  else {
    const own = table.authors.slice(behind + 1).find(({ kind }) => kind !== "ruling");
    demand(own !== undefined && own.by === by, "ruling.wrong", "the log has no event of theirs on the same predecessor");
  }
  const before = table.forks.filter((fork) => fork.by === by);
  demand(!before.some((fork) => fork.prev === prev || fork.then === "forfeit" || (data.then === "branch" && fork.then === "branch")), "ruling.wrong", "there was a ruling on it before");
  demand(!table.keyChanges.some((change) => change.handle === by && change.seq > behind), "ruling.wrong", "that key was changed since then");
  for (const event of table.again ? [] : given) {
    try {
      const earlier = await table.upTo(behind + 1);
      await earlier.take(event);
    } catch (error) {
      if (error instanceof Finding) throw wrong(`an event of the fork is not valid: ${error.message}`);
      throw error;
    }
  }
  table.forks.push({ by, prev, then: data.then });
  const loser = roster.successor(author);
  if (data.then !== "forfeit" || loser.out !== null) return;
  table.ruled = true;
  table.maybeOver = turnUnknown(table);
  table.barrier = table.good + 1;
  table.leave(loser, "forfeit");
}
