"""Proposing a game to somebody new, and answering such a proposal.

The person who answers opens the game. Their client signs the opening and their joining, and their
first mail carries their card. The inviter then joins as in any game that somebody opened with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from pbem.client import people
from pbem.client.client import Client, NotFound
from pbem.client.invitations.carried import linked_files
from pbem.client.invitations.link import (
    PLAIN,
    VERSION,
    Invitation,
    TableFile,
    card_file_in,
    card_in,
    card_word,
    check,
    fitted,
    linked_invitation,
)
from pbem.client.invitations.tables import Proposed, needs_file, proposed, table_data, table_file
from pbem.client.logs import first_id
from pbem.client.play.opening import (
    Wanted,
    check_wanted,
    new,
    offering,
    read_options,
    read_pack,
    scenario_of,
)
from pbem.client.session.session import Done
from pbem.client.storage.packs import keep_pack, newest
from pbem.client.views.terms import proposed_lines
from pbem.errors import FormError, PbemError
from pbem.identity.card import SUFFIX
from pbem.identity.identity import Identity
from pbem.identity.link import linked_card
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.disk import write_new
from pbem.log.file import read_events
from pbem.play import fence
from pbem.table.events.kinds import Clock

BEGUN = "begun"
"""The game of an answer that is being given: its id is not known yet."""
DAYS = 14
"""So many days an invitation may be answered."""
OWN = "This is your own invitation. Send the link to the person with whom you want to play."
OLD = "This invitation ended on {day}. Ask {who} for a new link."
TWICE = "You answered this invitation already: the game is {game}. Send its mail to {who}."
BUSY = "Another program of yours answers this invitation just now. Look at 'pbem games'."
SAME_NAME = (
    "You are called {who}, and so is the player who invites you. Answer with another identity."
)
NO_TABLE = "{title} has no table file. Invite without one, or to a game of 'table'."


class Proposal(NamedTuple):
    """A game as the inviter wishes it; ``scenario``, ``side``: None for the first.

    ``pack``: the table file, for a game that has one of its own.
    """

    rules: str
    scenario: str | None
    side: str | None
    options: Mapping[str, str]
    clock: Clock | None
    words: str
    days: int = DAYS
    pack: Path | None = None


class Invited(msgspec.Struct, frozen=True):
    """The terms of an invitation, in words.

    ``who``, ``email``: the inviter; ``side``: theirs; ``sides``: yours; ``until``: the last day;
    ``scenario``: empty where there is only one; ``terms``: what else the answer signs, in lines.
    ``needs``: its table file is to be given with the link.
    """

    who: str
    email: str | None
    title: str
    scenario: str
    side: str
    sides: list[str]
    days: int | None
    until: str
    words: str
    rules: str
    scenario_id: str
    terms: list[str] = []
    needs: bool = False


def invite(client: Client, handle: str, wish: Proposal, today: date) -> Invitation:
    """Return an invitation to a game; nothing is signed.

    Args:
        client: The client.
        handle: The inviter, an identity of this client.
        wish: The game.
        today: The day (UTC).

    Raises:
        FormError: Nobody can be invited to such a game.
        NotFound: A name is unknown, or the card is missing.
        PackError: The table file cannot be played.
        LogFileError: It cannot be read.
    """
    pack = read_pack(wish.pack)
    rules = newest(wish.rules)
    if pack is not None and not getattr(rules, "carried", False):
        raise FormError(NO_TABLE.format(title=rules.title))
    rules, loaded = offering(rules, pack)
    scenario = scenario_of(rules, wish.scenario)
    options = read_options(rules, wish.options)
    sides = fence.bound(rules, scenario, options, loaded).sides
    side = sides[0] if wish.side is None else wish.side
    if side not in sides:
        raise NotFound(
            f"There is no side '{side}'{did_you_mean(side, sides) or '.'} Sides: {', '.join(sides)}"
        )
    if len(sides) < 2:
        raise FormError(f"{rules.title} has one side. Invite somebody to a game for two.")
    card = people.card_file(client, handle)
    if card is None:
        raise NotFound(f"There is no card of {handle} here")
    if not 1 <= wish.days <= 365:
        raise FormError("An invitation may be answered for 1 to 365 days.")
    made = Invitation(
        card=card_word(card),
        clock=wish.clock,
        options={name: str(value) for name, value in wish.options.items()},
        rules=rules.name,
        scenario=scenario,
        side=side,
        until=str(today + timedelta(days=wish.days)),
        v=PLAIN if pack is None else VERSION,
        version=rules.version,
        words=wish.words.strip(),
        table=msgspec.UNSET if pack is None else table_file(client, rules, pack, loaded),
    )
    check(made)
    return fitted(made)


def invited(invitation: Invitation, client: Client | None = None) -> Invited:
    """Return what an invitation says, in words; raises NotFound, FormError, LogFileError.

    ``client``: of the person who reads it, and may know somebody with a name like the inviter's.
    """
    rules, title, sides, needs = proposed(invitation, table_data(client, invitation))
    card, one = card_in(invitation), len(rules.scenarios) == 1
    return Invited(
        who=card.handle,
        email=card.email,
        title=title,
        scenario="" if one else str(rules.scenarios[invitation.scenario]),
        side=dict(sides)[invitation.side],
        sides=[side.name for side in sides if side.id != invitation.side],
        days=None if invitation.clock is None else invitation.clock.days,
        until=invitation.until,
        words=invitation.words,
        rules=rules.name,
        scenario_id=invitation.scenario,
        terms=[
            *([] if client is None else people.alike_words(client, card.handle)),
            *proposed_lines(rules, read_options(rules, invitation.options), invitation.clock),
            *([needs_file(invitation)] if needs else []),
        ],
        needs=needs,
    )


def check_accept(
    client: Client,
    handle: str,
    invitation: Invitation,
    today: date,
    beside: bytes | None = None,
) -> None:
    """Raise what `accept` would raise, before a passphrase is asked for; nothing is changed.

    Args:
        client: The client.
        handle: The identity that answers.
        invitation: The invitation.
        today: The day (UTC).
        beside: Its table file, if that came beside the link.

    Raises:
        FormError: It ended, is one's own, or was answered already. Or its table file is missing,
            altered or another one.
        NotFound: Its game is not here.
        LogFileError: This computer cannot read its table file now.
    """
    _checked(client, handle, invitation, today, beside)


def _checked(
    client: Client, handle: str, invitation: Invitation, today: date, beside: bytes | None
) -> tuple[bytes | None, Proposed]:
    """Return the table file and the game of an invitation that can be answered."""
    card = card_in(invitation)
    if card.handle in people.handles(client):
        own = people.find_card(client, card.handle)
        mine = own is not None and own.sign == card.sign
        raise FormError(OWN if mine else SAME_NAME.format(who=card.handle))
    if card.handle == handle:
        raise FormError(SAME_NAME.format(who=handle))
    here = _answered(client, handle, invitation, card.handle)
    if here is not None:
        raise FormError(TWICE.format(game=here.stem, who=card.handle))
    if invitation.until < str(today):
        raise FormError(OLD.format(day=invitation.until, who=card.handle))
    data = table_data(client, invitation, beside)
    game = proposed(invitation, data)
    if game.needs:
        raise FormError(needs_file(invitation))
    return data, game


def _answered(client: Client, handle: str, invitation: Invitation, who: str) -> Path | None:
    """Return the log of the game by which an invitation of ``who`` was answered; None: of none.

    A program that was ended as it answered did not say which. Then it is a game of theirs that no
    other answer opened.
    """
    known = client.config.answered
    game = known.get(_digest(invitation))
    if game != BEGUN:
        return None if game is None else client.log_of(game)
    for path in client.logs():
        with suppress(PbemError):
            first = next(read_events(path))
            opening = first.data if first.kind == "open" and first.by == handle else {}
            seats = opening.get("seats", {})
            if first.id not in known.values() and who == seats.get(invitation.side):
                return path
    return None


def accept(
    client: Client,
    identity: Identity,
    invitation: Invitation,
    today: date,
    beside: bytes | None = None,
) -> Done:
    """Answer an invitation: take the inviter's card, open the game, and join it.

    Args:
        client: The client.
        identity: The identity that answers.
        invitation: The invitation.
        today: The day (UTC).
        beside: Its table file, if that came beside the link.

    Raises:
        FormError: As `check_accept`.
        NotFound: As `check_accept`.
        LogFileError: As `check_accept`.
        KeyFileError: The inviter's handle is here with another key.
    """
    digest = _digest(invitation)
    before = client.config.answered.get(digest)
    data, game = _checked(client, identity.handle, invitation, today, beside)
    sides, table = [side.id for side in game.sides], invitation.table
    who = take_card(client, card_file_in(invitation)).handle
    pack = None
    if isinstance(table, TableFile) and data is not None:
        pack = client.packs / f"{table.digest}.yaml"
        keep_pack(client, table.digest, data)
    wanted = Wanted(
        rules=invitation.rules,
        version=invitation.version,
        scenario=invitation.scenario,
        options=invitation.options,
        seats={side: who if side == invitation.side else identity.handle for side in sides},
        clock=invitation.clock,
        pack=pack,
    )
    check_wanted(client, identity.handle, wanted)
    with client.remembering() as config:
        if config.answered.get(digest) != before:
            raise FormError(BUSY)
        config.answered[digest] = BEGUN
    done = new(client, identity, wanted)
    log = client.log_called(done.game)
    if log is not None:
        with client.remembering() as config:
            config.answered[digest] = first_id(log) or ""
    return done


def take_card(client: Client, data: bytes) -> people.Known:
    """Import the card in a file's bytes, ``data``; raises as `people.import_card`."""
    with TemporaryDirectory() as name:
        path = Path(name) / f"card{SUFFIX}"
        write_new(path, data)
        return people.import_card(client, path)


def _digest(invitation: Invitation) -> str:
    return sha256(msgspec.json.encode(invitation, order="sorted")).hexdigest()[:32]


def what_link(text: str) -> str:
    """Say what the first link in a text is: ``invitation``, ``events``, ``card``; empty: none.

    Raises FormError, KeyFileError for one that is not whole.
    """
    if linked_invitation(text) is not None:
        return "invitation"
    if linked_files(text) is not None:
        return "events"
    return "card" if linked_card(text) is not None else ""
