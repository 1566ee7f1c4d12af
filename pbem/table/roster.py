"""Players, keys and order (protocol sections 3, 4 and 8)."""

from __future__ import annotations

from typing import NoReturn

from msgspec import UNSET

from pbem.crypto import box, digest, signing
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table.events.kinds import REPLACEMENTS_MAX, Join, Open, Signer
from pbem.table.state import Player


def key_proof(game_id: str, handle: str, prev: str) -> bytes:
    """Return what a new signing key signs to prove itself in an offer (4).

    Args:
        game_id: The id of the game.
        handle: The player's handle.
        prev: The id of the event before the offer.
    """
    return digest.tagged("keys", f"{game_id}\n{handle}\n{prev}".encode())


class Roster:
    """The players in their order, the umpire, and every signing and VRF key the log ever had."""

    def __init__(self, players: list[Player], umpire: Player | None, keys: set[str]) -> None:
        self.players = players
        self.umpire = umpire
        self.keys = keys

    @classmethod
    def opened(cls, event: Event, data: Open) -> Roster:
        """Seat the players of an opening; raises BadLog ``open.bad``, ``key.bad``, ``key.same``."""
        roster = cls([], None, set())
        for signer in data.players:
            if roster.find(signer.handle):
                raise _bad(event, f"two players have the handle {signer.handle}")
            roster.players.append(Player(signer.handle, signer.sign))
            roster.admit(event, signer.sign)
        if data.umpire is not None:
            if roster.find(data.umpire.handle):
                raise _bad(event, f"the umpire {data.umpire.handle} is also a player")
            roster.umpire = Player(data.umpire.handle, data.umpire.sign)
            roster.admit(event, data.umpire.sign)
        if not data.seats:
            raise _bad(event, "no side has a seat")
        for side, handle in data.seats.items():
            if all(player.handle != handle for player in roster.players):
                raise _bad(event, f"{handle} holds the side {side}, but is not a player")
        _check_policy(event, data)
        if not _groups_fit(data):
            raise _bad(event, "its groups must list the players with seats, each once, in order")
        return roster

    def find(self, handle: str) -> Player | None:
        """Return the player or umpire with this handle; None if there is none."""
        for player in self.players:
            if player.handle == handle:
                return player
        if self.umpire is not None and self.umpire.handle == handle:
            return self.umpire
        return None

    def admit(self, event: Event, key: str) -> None:
        """Enter a new signing or VRF key; raises BadLog ``key.bad`` or ``key.same``."""
        self._enter(event, key, signing.admissible_key(bytes.fromhex(key)))

    def _enter(self, event: Event, key: str, admissible: bool) -> None:
        # Nobody's signature has been looked at yet when the opening brings its keys.
        blame = (event.by,) if event.seq else ()
        if key in self.keys:
            message = (
                f"Event {event.seq} brings a key that is already in the log. Every key must be new."
            )
            raise BadLog(finding("key.same", event, message=message, blame=blame))
        if not admissible:
            raise _bad_key(event, blame)
        self.keys.add(key)

    def joining(self) -> Player | None:
        """Return who must join next: the umpire first, then every player in order.

        None if all have joined.
        """
        if self.umpire is not None and self.umpire.vrf is None:
            return self.umpire
        for player in self.players:
            if player.vrf is None and player.out is None:
                return player
        return None

    def admit_join(self, event: Event, data: Join) -> None:
        """Admit the keys of a join but for one: whether the dice key is a point of the subgroup.

        A proof that is good shows that too, and to ask twice would double the cost; `refuse_dice`
        asks where it is not good. Raises BadLog ``key.bad`` or ``key.same``.
        """
        self._enter(event, data.vrf, admissible=True)
        if data.box is not None:
            admit_box(event, data.box)

    def refuse_dice(self, event: Event, data: Join) -> NoReturn:
        """Refuse a join whose proof is not good.

        Raises:
            BadLog: With ``key.bad`` or ``join.proof``.
        """
        self.keys.discard(data.vrf)
        self.admit(event, data.vrf)
        message = (
            f"Event {event.seq}: {event.by} has not proved that they own the dice key of this join."
        )
        raise BadLog(finding("join.proof", event, message=message, blame=(event.by,)))

    def join(self, event: Event, data: Join) -> None:
        """Enter the keys of a join that were admitted and whose proof was checked."""
        player = self.find(event.by)
        assert player is not None  # noqa: S101 - only who is in the roster is asked to join
        player.vrf = data.vrf
        player.box = data.box

    def replace(self, event: Event, old: Player, new: Signer) -> None:
        """Let a new player replace one who is out.

        Raises:
            BadLog: With ``ruling.wrong`` if the handle is taken or too many were replaced, or as
                `admit`.
        """
        message = ""
        if self.find(new.handle):
            message = f"Event {event.seq} puts in {new.handle}, but that handle is taken."
        elif sum(player.out == "replaced" for player in self.players) == REPLACEMENTS_MAX:
            message = (
                f"Event {event.seq} replaces a player, but {REPLACEMENTS_MAX} were already "
                "replaced."
            )
        if message:
            raise BadLog(finding("ruling.wrong", event, message=message, blame=(event.by,)))
        self.admit(event, new.sign)
        old.out = "replaced"
        self.players.insert(self.players.index(old) + 1, Player(new.handle, new.sign))

    def everybody(self) -> list[Player]:
        """Return all players, those who are out too, and the umpire."""
        return [*self.players, *([self.umpire] if self.umpire is not None else [])]

    def playing(self) -> list[Player]:
        """Return the players who are still in the game, in order."""
        return [player for player in self.players if player.out is None]

    def put_out(self, handle: str, why: str) -> None:
        """Enter why a player is no longer in the game.

        ``why``: ``resigned`` or ``forfeit``.
        """
        player = self.find(handle)
        assert player is not None  # noqa: S101 - callers have looked
        player.out = why

    def successor(self, handle: str) -> Player | None:
        """Return the player with this handle, or who is in their place since.

        None if there is none.
        """
        players = iter(self.players)
        found = next((player for player in players if player.handle == handle), None)
        while found is not None and found.out == "replaced":
            found = next(players)  # a replacement stands after whom they replace
        return found


def admit_box(event: Event, key: str) -> None:
    """Admit a sealed-box key (X25519), which need not be new; raises BadLog ``key.bad``."""
    if not box.admissible_box_key(bytes.fromhex(key)):
        raise _bad_key(event, (event.by,))


def _bad_key(event: Event, blame: tuple[str, ...]) -> BadLog:
    message = (
        f"Event {event.seq} brings a public key that is not in its canonical form or has "
        "small order. Its owner must make a new identity."
    )
    return BadLog(finding("key.bad", event, message=message, blame=blame))


def _groups_fit(data: Open) -> bool:
    """Say whether groups are all players with seats, once and in order, and not all alone."""
    if data.groups is UNSET:
        return True
    held, groups = data.seats.values(), data.groups
    whole = [player.handle for player in data.players if player.handle in held]
    parts = [[player for player in whole if player in group] for group in groups]
    parts.sort(key=lambda part: whole.index(part[0]) if part else -1)
    flat = sorted(handle for group in groups for handle in group)
    given = [list(group) for group in groups]
    return flat == sorted(whole) and given == parts and any(len(part) > 1 for part in parts)


def _check_policy(event: Event, data: Open) -> None:
    if data.dice == "umpire" and data.umpire is None:
        raise _bad(event, "the umpire is to keep the dice, but the game has no umpire")
    if data.dice == "self" and len(data.players) != 1:
        raise _bad(event, "only a player alone can keep their own dice")
    if data.dice == "witnesses" and {one.handle for one in data.players} <= {*data.seats.values()}:
        raise _bad(event, "witnesses are to keep the dice, but every player has a seat")
    if data.dice == "opponents" and len(data.players) < 2:
        raise _bad(event, "dice kept by opponents need at least two players (one may be a witness)")


def _bad(event: Event, what: str) -> BadLog:
    message = f"The game cannot open like this: {what}. Correct it and open the game again."
    return BadLog(finding("open.bad", event, message=message))
