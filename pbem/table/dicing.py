"""Dice that are owed: trigger, keepers, proofs, stream (protocol section 6)."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from pbem.crypto import dice as crypto_dice
from pbem.crypto import digest, vrf
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table.events.kinds import Dice, DiceData
from pbem.table.roster import Roster
from pbem.table.state import Player


class Trigger(msgspec.Struct, frozen=True):
    """An event that is neither dice nor ruling: its id, number and author.

    ``prev``: the last event before it that is no ruling. One trigger has one stream, once:
    ``rolled``: its dice were owed or given; ``ruled``: a ruling has put somebody out after it.
    No more dice than are owed already come of it then (protocol section 6 (a)).
    """

    id: str
    seq: int
    by: str
    prev: str
    rolled: bool = False
    ruled: bool = False

    @property
    def spent(self) -> bool:
        """Whether only keepers who already owe its dice may still roll for it."""
        return self.rolled or self.ruled


class Keeper(msgspec.Struct):
    """Somebody who owes dice: ``key`` is the VRF key at the trigger.

    ``stands_for`` is the player put out in whose place the umpire keeps, or null; ``perhaps``:
    below level 3, that player may have been out before the trigger. Then nobody keeps here.
    """

    handle: str
    key: str
    stands_for: str | None = None
    perhaps: bool = False


class Dicing(msgspec.Struct):
    """The dice owed for a trigger: event ``trigger`` (id) with number ``seq`` by ``by``.

    - ``on``: The last event before the trigger that is no ruling. For it a keeper answers one
      trigger of its author, ever.
    - ``keepers``: Those still to answer, in order.
    - ``betas``: The outputs so far, as hex.
    - ``passed``: Keepers who may be out and did not answer, below level 3.
    """

    trigger: str
    seq: int
    by: str
    on: str
    keepers: list[Keeper]
    betas: list[str] = []
    passed: list[str] = []


def owed(policy: Dice, roster: Roster, seated: Collection[str], trigger: Trigger) -> Dicing:
    """Say who keeps the dice of a trigger: the log up to it decides (section 6).

    A witness keeps dice for a player who plays alone. Between two players, a witness could refuse a
    roll that a friend has seen, and would lose nothing. So where all agreed on witnesses, the
    trigger's author closes the roll: no witness knows it before.

    Args:
        policy: The policy on dice keepers, as the game was opened.
        roster: The players and the umpire.
        seated: The handles with a seat, also of those who are out.
        trigger: The event that causes the dice.

    Source: docs/protocol.md, section 6.
    """
    if policy == "self":
        keepers = [player for player in roster.players if player.handle == trigger.by]
    else:
        players = [player for player in roster.playing() if player.handle in seated]
        witnesses = [player for player in roster.playing() if player.handle not in seated]
        keepers = [] if len(players) > 1 else witnesses
        agreed = [one for one in witnesses if one.handle != trigger.by]
        if policy == "witnesses" and agreed:
            closing = [one for one in players if one.handle == trigger.by]
            return _dicing(trigger, [*agreed, *closing])
        if policy == "umpire" and roster.umpire is not None:
            keepers.append(roster.umpire)
        keepers += players
        keepers = [player for player in keepers if player.handle != trigger.by]
    return _dicing(trigger, keepers)


def _dicing(trigger: Trigger, players: list[Player]) -> Dicing:
    keepers = [Keeper(player.handle, player.vrf or "") for player in players]
    return Dicing(trigger.id, trigger.seq, trigger.by, trigger.prev, keepers)


def alpha_of(game_id: str, dicing: Dicing, keeper: Keeper) -> bytes:
    """Return the VRF input that a keeper proves; another one if the umpire stands in.

    Args:
        game_id: The id of the game.
        dicing: The dice that are due.
        keeper: The keeper.

    Source: docs/protocol.md, sections 6 and 8.
    """
    if keeper.stands_for is None:
        return crypto_dice.alpha(game_id, dicing.trigger)
    names = f"{game_id}\n{dicing.trigger}\n{keeper.stands_for}"
    return digest.tagged("standin", names.encode())


def check_keeper(dicing: Dicing, event: Event, data: DiceData) -> Keeper:
    """Return the keeper who is due.

    Raises:
        BadLog: With ``dice.keeper`` if somebody else wrote the event, or if the rolls are in
            another event than the last keeper's.
    """
    if not dicing.keepers or dicing.keepers[0].handle != event.by:
        due = dicing.keepers[0].handle if dicing.keepers else "nobody"
        message = (
            f"Event {event.seq}: these dice are by {event.by}, but the dice keeper due is {due}."
        )
        raise BadLog(finding("dice.keeper", event, message=message, blame=(event.by,)))
    last = len(dicing.keepers) == 1
    whole = data.rolls is not msgspec.UNSET and data.then is not msgspec.UNSET
    none = data.rolls is msgspec.UNSET and data.then is msgspec.UNSET
    if not (whole if last else none):
        message = (
            f"Event {event.seq}: the last dice keeper, and nobody else, writes the rolls and "
            "the digest."
        )
        raise BadLog(finding("dice.rolls", event, message=message, blame=(event.by,)))
    return dicing.keepers[0]


def check_proof(game_id: str, dicing: Dicing, event: Event, data: DiceData) -> None:
    """Verify the proof of the keeper who is due, and add its output.

    ``game_id``: the game's. ``data``: the event's.

    Raises:
        BadLog: With ``dice.proof``.
    """
    keeper = dicing.keepers[0]
    proof = bytes.fromhex(data.proof)
    beta = vrf.verify(bytes.fromhex(keeper.key), alpha_of(game_id, dicing, keeper), proof)
    if beta is None:
        message = (
            f"Event {event.seq}: {event.by}'s dice proof does not match event "
            f"{dicing.seq}. These dice do not count. {event.by} must roll again."
        )
        raise BadLog(finding("dice.proof", event, message=message, blame=(event.by,)))
    dicing.betas.append(beta.hex())


def stream_of(game_id: str, dicing: Dicing) -> crypto_dice.Stream:
    """Return the stream that all outputs together give."""
    alpha = crypto_dice.alpha(game_id, dicing.trigger)
    betas = [bytes.fromhex(beta) for beta in dicing.betas]
    return crypto_dice.Stream(crypto_dice.seed(alpha, betas))


def check_rolls(event: Event, data: DiceData, rolls: list[list[int]]) -> None:
    """Check that an event lists exactly these rolls, ``[n, got]`` each.

    Raises:
        BadLog: With ``dice.rolls``.
    """
    listed = [] if data.rolls is msgspec.UNSET else [list(roll) for roll in data.rolls]
    if listed != rolls:
        first = next(
            (i for i, (a, b) in enumerate(zip(listed, rolls, strict=False)) if a != b),
            min(len(listed), len(rolls)),
        )
        message = (
            f"Event {event.seq}: roll {first + 1} should be "
            f"{rolls[first] if first < len(rolls) else 'absent'}, but it is "
            f"{listed[first] if first < len(listed) else 'missing'}."
        )
        raise BadLog(finding("dice.rolls", event, message=message, blame=(event.by,)))
