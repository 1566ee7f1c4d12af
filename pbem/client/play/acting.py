"""Acting at a game: each function signs one kind of event and puts it into the log.

The order is always the same: signed and entered in the record, put into the log, then into the
database. If a crash left work between two of these steps, that is finished first and reported.

``note``: a message to the other players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from pbem.client import people
from pbem.client.exchange.divergence import second_trigger
from pbem.client.lock import locked_game
from pbem.client.session.bound import check_bound
from pbem.client.session.consents import gathered
from pbem.client.session.drafts import Draft
from pbem.client.session.keys import check_renewed, strangers
from pbem.client.session.next_step import BOX, GO_ON, deed
from pbem.client.session.session import Done, Session
from pbem.client.storage.sides import check_decided, ruled_for_another, sides, switch_without
from pbem.crypto import canonical
from pbem.crypto.text import escape
from pbem.errors import FormError, KeyFileError, NotYourPen, SecondTrigger
from pbem.games import registry
from pbem.identity.identity import Identity
from pbem.kit.contract import Outcome, RawOrder
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.log.fork import read_fork
from pbem.store.resume import fold
from pbem.table.events import kinds
from pbem.table.events.kinds import Standing
from pbem.table.library import UnknownRules, data_digest
from pbem.table.own.writer import Writer, check_active
from pbem.table.table import Table
from pbem.table.tabletop import Snapshot

Sign = Callable[[Writer], Event]

ID_DIGITS = 64
HEX = "0123456789abcdef"


def _act(session: Session, identity: Identity, *signs: Sign, ruling: bool = False) -> Done:
    """Sign and put into the log one event after the other.

    Nothing but a ruling where logs part and nothing decides which counts (protocol section 9).

    If a crash had left something signed that is not in the log, only that is put there: what was to
    be written now is, most likely, the same, or was meant for another position.
    """
    session.check_keys(identity)
    with locked_game(session.path, session.table.chain.head):
        finished = session.finish()
        if finished:
            return session.done(finished, [], len(finished))
        if not ruling:
            check_decided(session)
        events, outcomes = list[Event](), list[Outcome]()
        for sign in signs:
            event = sign(session.writer(identity))
            outcomes += session.put(event)
            events.append(event)
        return session.done(events, outcomes)


def join(
    session: Session,
    identity: Identity,
    *,
    standing: Standing | None = None,
    anyway: bool = False,
) -> Done:
    """Join the game.

    Args:
        session: The game.
        identity: The player who joins.
        standing: Standing orders to give at once.
        anyway: Join in spite of keys that differ or are unknown.

    Raises:
        KeyFileError: Others play with other keys than their cards have, or a witness who keeps all
            dice is unknown.
    """
    _check_strangers(session, anyway=anyway)
    return _act(session, identity, lambda writer: writer.join(standing))


def check_join(session: Session, *, anyway: bool = False) -> None:
    """Raise what `join` would, before a passphrase is asked for: NotYourPen or KeyFileError.

    ``anyway``: as for `join`.
    """
    check_may(session, "join")
    _check_strangers(session, anyway=anyway)


def _check_strangers(session: Session, *, anyway: bool) -> None:
    check_bound(session.client, session.path, session.table.opening, session.me)
    if anyway:
        return
    met = strangers(session)
    if met.wrong:
        raise KeyFileError(
            f"{', '.join(met.wrong)} would play with another key than your card of them has. "
            "Compare the words by telephone before you join. 'pbem join "
            f"{session.name} --anyway' joins in spite of this"
        )
    if nobody := next((one for one in _all_dice(session) if one in met.unknown), None):
        raise KeyFileError(
            f"{nobody} keeps all dice, and you have no card of {nobody}. An opponent who holds "
            "that key chooses rolls. Ask for the card, compare its words, and import it. 'pbem "
            f"join {session.name} --anyway' joins in spite of this"
        )


def check_compared(session: Session) -> None:
    """Raise KeyFileError before a join, if the words of who keeps all dice were not compared.

    For pages: they import every card that comes, so the mail of an opponent may have brought it.
    """
    for witness in _all_dice(session):
        known = people.known(session.client, witness)
        if not (known.own or known.compared):
            raise KeyFileError(
                f"{witness} keeps all dice, and you have not compared the words of {witness}. An "
                f"opponent who made that card chooses rolls. Telephone {witness}, then press "
                "'Compare' in the lobby"
            )


def _all_dice(session: Session) -> list[str]:
    """Return the witnesses who keep all dice of a game in which one has a seat."""
    table, seats = session.table, set(session.table.seats.values())
    if table.policy != "witnesses" or session.handle not in seats:
        return []
    return [one.handle for one in table.roster.players if one.handle not in seats]


def order(
    session: Session, identity: Identity, draft: Draft, *, note: str = ""
) -> Done:  # fmt: skip
    """Sign a draft; raises as the Writer does."""
    return _act(session, identity, lambda writer: writer.orders(draft.orders, draft.standing, note))


def dice(session: Session, identity: Identity) -> Done:
    """Give the dice that one owes.

    Raises NotYourPen where one owes none; SecondTrigger for another event on a predecessor whose
    dice were given, and keeps the proof that its author forked.
    """
    try:
        return _act(session, identity, lambda writer: writer.dice())
    except SecondTrigger as second:
        raise second_trigger(session, second) from None


def seal(session: Session, identity: Identity, value: RawOrder, *, note: str = "") -> Done:
    """Seal a secret choice; ``value``: the order, as a list has it."""
    return _act(session, identity, lambda writer: writer.seal(value, note))


def reveal(session: Session, identity: Identity, *, note: str = "") -> Done:
    """Reveal your sealed choice."""
    return _act(session, identity, lambda writer: writer.reveal(note))


def deal(session: Session, identity: Identity) -> Done:
    """Do what is owed with a deck or a hidden supply, in which no choice is.

    This shuffles, removes a layer of encryption, or opens layers and supplies. It says whether the
    box opens in which a layer or a part of a supply was sent. After supplies that were opened, it
    lets the game go on.

    Raises NotYourPen where one owes none of it.
    """
    now = session.table.active()
    owed = deed(now)
    if now.handle != session.me or owed not in DEALS:
        raise NotYourPen(f"You have no card work to do. {now.why}")
    return _act(session, identity, DEALS[owed])


DEALS: Mapping[str, Callable[[Writer], Event]] = {
    "shuffle": lambda writer: writer.shuffle(),
    "unmask": lambda writer: writer.unmask(),
    "lay-open": lambda writer: writer.lay_open(),
    BOX: lambda writer: writer.open_box(),
    GO_ON: lambda writer: writer.answer(yes=True),
}
"""The work that is owed with decks and supplies, by `pbem.client.session.next_step.deeds`."""


def answer(session: Session, identity: Identity, *, yes: bool, note: str = "") -> Done:
    """Answer the offer that is open; ``yes``: accept it."""
    return _act(session, identity, lambda writer: writer.answer(yes, note))


def resign(session: Session, identity: Identity, *, note: str = "") -> Done:
    """Resign the game."""
    return _act(session, identity, lambda writer: writer.resign(note))


def check_may(session: Session, kind: str) -> None:
    """Raise NotYourPen unless one may write an event of this kind now.

    Or has signed one that did not reach the log: it is put there by whatever is done next.
    """
    if not _is_unfinished(session):
        check_active(session.table.active(), session.me, kind)


def _is_unfinished(session: Session) -> bool:
    record = session.client.record(session.me, session.table.game_id)
    return record.signed_on(session.table.chain.head) is not None


def owes_dice(session: Session) -> bool:
    """Say whether one owes dice in this game."""
    now = session.table.active()
    return now.handle == session.handle and now.kinds == ("dice",)


def check_dice(session: Session) -> None:
    """Raise NotYourPen unless one owes dice, or has given them without their reaching the log."""
    if not owes_dice(session) and not _is_unfinished(session):
        raise NotYourPen(f"You have no dice to roll. {session.table.active().why}")


# --- offers ----------------------------------------------------------------------------------


def offer_tie(session: Session, identity: Identity, *, note: str = "") -> Done:
    """Offer a draw."""
    return _act(session, identity, lambda w: w.offer(kinds.OfferTie(note=note or msgspec.UNSET)))


def offer_undo(
    session: Session, identity: Identity, to: int | None = None, *, note: str = ""
) -> Done:
    """Offer to go back to before an event.

    Args:
        session: The game.
        identity: The player who offers.
        to: The event; by default the last one that can be undone.
        note: A message to the other players.
    """
    kept = taken_back_to(session, to)
    data = kinds.OfferUndo(to=kept.event, note=note or msgspec.UNSET)
    return _act(session, identity, lambda writer: writer.offer(data))


def taken_back_to(session: Session, to: int | None) -> Snapshot:
    """Return what the game would go back to, before event ``to``; raises FormError."""
    possible = {kept.seq: kept for kept in session.table.snapshots}
    if not possible:
        raise FormError(_why_no_undo(session))
    if to is None:
        to = max(possible)
    if to not in possible:
        known = ", ".join(str(seq) for seq in sorted(possible))
        raise FormError(f"You cannot go back to before event {to}, only to before {known}")
    return possible[to]


def _why_no_undo(session: Session) -> str:
    """Say why the last orders of a game cannot be undone: the one reason that holds."""
    events = list(enumerate(session.briefs()))
    ordered = max((seq for seq, one in events if one.kind in ("orders", "seal")), default=None)
    said = f"You cannot undo {'anything' if ordered is None else f'event {ordered}'}"
    play = session.table.play
    if play is not None and play.due is not None:
        due = f"dice are due for {play.due.purpose}"
        return f"{said}: {due}, and their keeper may have signed them already"
    if ordered is None:
        return f"{said}: nothing was ordered yet"
    since = [(seq, one) for seq, one in events[ordered + 1 :] if one.kind in _ENDS_UNDO]
    if not since:
        return f"{said}: the game went on"
    seq, one = since[0]
    return f"{said}: {_ENDS_UNDO[one.kind].format(one.by)} in event {seq}"


_ENDS_UNDO = {
    "dice": "its dice were rolled",
    "reveal": "a sealed choice was opened",
    "shuffle": "cards were shuffled",
    "unmask": "cards were drawn",
    "lay-open": "{} revealed what was hidden",
    "resign": "{} resigned",
    "ruling": "{} ruled",
    "answer": "{} answered an offer",
}
"""Why nothing before an event can be undone, by its kind and its author."""


def offer_keys(
    session: Session, identity: Identity, renewed: Identity, *, note: str = ""
) -> Done:  # fmt: skip
    """Offer new keys for those with which you play here.

    Args:
        session: The game.
        identity: Has the keys that the game knows.
        renewed: Has the new keys.
        note: A message to the other players.

    Raises:
        FormError: The keys are not new.
    """
    session.check_keys(identity)
    if session.table.offer is None:
        check_renewed(session, renewed)
    return _act(session, identity, lambda writer: writer.offer_keys(renewed, note))


def offer_rules(session: Session, identity: Identity, version: int | None = None) -> Done:
    """Offer to continue with a newer version of the rules.

    Args:
        session: The game.
        identity: The player who offers.
        version: The version; by default the newest.
    """
    rules_id = newer_rules(session, version)
    return _act(session, identity, lambda writer: writer.offer_rules(rules_id))


def newer_rules(session: Session, version: int | None) -> kinds.RulesId:
    """Return rules newer than those of the game; raises FormError.

    ``version``: the one wanted; None for the newest.
    """
    now = session.table.rules_now()
    wanted = version or registry.newest(now.name) or 0
    if wanted <= now.version:
        raise FormError(
            f"The game uses version {now.version} of its rules, and you have no newer one"
        )
    library = session.client.library
    if now.data == data_digest(library.own(now.name, now.version)):
        return kinds.RulesId(now.name, wanted, data_digest(library.own(now.name, wanted)))
    owners = kinds.RulesId(now.name, wanted, now.data)
    try:
        library.load(owners)
    except UnknownRules:
        raise FormError(
            f"The game uses an owner's data pack, and version {wanted} reads that pack "
            f"differently. Finish the game with version {now.version}"
        ) from None
    return owners


# --- the umpire ------------------------------------------------------------------------------


def check_umpire(session: Session) -> None:
    """Raise NotYourPen unless one is the umpire of this game."""
    umpire = session.table.roster.umpire
    if umpire is None:
        raise NotYourPen(f"{session.name} has no umpire, and only an umpire can rule")
    if umpire.handle != session.me:
        raise NotYourPen(f"Only the umpire, {umpire.handle}, rules in {session.name}")


def rule_out(
    session: Session,
    identity: Identity,
    out: str,
    replacement: str | None = None,
    *,
    late: kinds.Late | None = None,
    consents: Sequence[Path] = (),
    note: str = "",
) -> Done:
    """Put a player out, as the umpire: they forfeit or are replaced.

    Args:
        session: The game.
        identity: The umpire.
        out: The player.
        replacement: The handle of a card; None: the player forfeits.
        late: Why by the record of days; None if it is no matter of days.
        consents: Files of those who have to agree, if a player with a seat who owes dice is
            replaced.
        note: A message to the players.
    """
    data = kinds.PutOut(out=out, as_="forfeit", late=late, note=note or msgspec.UNSET)
    if replacement is not None:
        card = people.card_of(session.client, replacement)
        data = msgspec.structs.replace(data, as_="replace", handle=card.handle, sign=card.sign)
        if _owes_with_a_seat(session, out):
            agreed = gathered(session, out, replacement, consents)
            data = msgspec.structs.replace(data, consent=agreed)
    return _act(session, identity, lambda writer: writer.ruling(data), ruling=True)


def before_replacing(session: Session, out: str, replacement: str) -> list[str]:
    """Say what the umpire should know before ``replacement`` plays on for ``out`` for good.

    Raises:
        FormError: The replacement has, or had, a part in this game.
    """
    if session.table.roster.find(replacement) is not None:
        raise FormError(
            f"{escape(replacement)} has, or had, a part in this game, and nobody takes a seat "
            "twice under one handle. They make another identity with 'pbem identity new NAME', and "
            "you import its card"
        )
    good = (
        f"This is for good. {escape(out)} can come back to the seat only under another handle, "
        "with an identity of its own."
    )
    lines = [good]
    opening = session.table.opening
    if opening is not None and opening.for_ is not msgspec.UNSET:
        lines.append(
            f"This game is of a tournament. If somebody other than {escape(out)} has the seat at "
            "the end, its result does not count, and the director decides the board."
        )
    return lines


def _owes_with_a_seat(session: Session, handle: str) -> bool:
    owed = session.table.dicing
    keeps = owed is not None and any(keeper.handle == handle for keeper in owed.keepers)
    return keeps and handle in session.table.seats.values()


def after_ruling(session: Session) -> list[str]:
    """Say what is left to do for the umpire after putting a player out."""
    now, name = session.table.active(), session.name
    lines = []
    if now.handle == session.handle and now.kinds == ("dice",):
        lines.append(f"You keep these dice in place of the player who is out: pbem dice {name}")
    if session.table.result is not None:
        lines.append(f"To confirm the result: pbem rule {name} --result")
    return lines


def rule_result(session: Session, identity: Identity, *, note: str = "") -> Done:
    """Confirm the result of a finished game, as its umpire.

    Raises:
        NotYourPen: You are not the umpire, or the game is not over.
    """
    if session.table.result is None:
        raise NotYourPen(f"The game is not over. {session.table.active().why}")
    data = kinds.Close(result=session.table.result, note=note or msgspec.UNSET)
    return _act(session, identity, lambda writer: writer.ruling(data), ruling=True)


def rule_back(session: Session, identity: Identity, ruling: str, *, note: str = "") -> Done:
    """Withdraw a ruling, on the side of the branch point that does not have it.

    If the log here has the ruling, the log changes to the side that is kept beside it.

    Args:
        session: The game.
        identity: The umpire.
        ruling: The id of the ruling.
        note: A message to the players.

    Raises:
        FormError: It is no id, or there is no other side, or none that could count.
    """
    if len(ruling) != ID_DIGITS or ruling.strip(HEX):
        raise FormError(
            "Name a ruling by its id, 64 digits of 0-9 and a-f. 'pbem log' lists the ids"
        )
    data = kinds.TakeBack(back=ruling, note=note or msgspec.UNSET)
    switch_without(session, ruling)
    return _act(session, identity, lambda writer: writer.ruling(data), ruling=True)


def rule_fork(
    session: Session,
    identity: Identity,
    proof: Path,
    *,
    forfeit: bool,
    note: str = "",
) -> Done:
    """Rule on a fork: its author forfeits, or this log counts.

    Args:
        session: The game.
        identity: The umpire.
        proof: The fork file; without a folder, it is also searched beside the log. Another side of
            the game shows a fork too, if its author wrote on a predecessor here, and here after
            rulings on that.
        forfeit: The author forfeits.
        note: A message to the players.

    Raises:
        BadLog: The file is no proof, or not of a fork that can be ruled on.
        FormError: It would be a second ruling for another branch.
    """
    shown = _shown(session, proof)
    other = None if forfeit or not shown else ruled_for_another(session, shown[0])
    if other is not None:
        raise FormError(
            f"You ruled 'branch' on this fork on another side, in {other.name}. With a second "
            "'branch' you would rule for two sides, and every verdict would name you for it. "
            "'pbem show' shows which side counts; if none does, rule '--then forfeit'"
        )
    data = kinds.OnFork(
        fork=tuple(canonical.decode(event.line) for event in shown),
        then="forfeit" if forfeit else "branch",
        note=note or msgspec.UNSET,
    )
    return _act(session, identity, lambda writer: writer.ruling(data), ruling=True)


def asked_for_the_other(session: Session, proof: Path) -> list[str]:
    """Return who may have given dice for an event that a `branch` ruling lets not count.

    ``proof``: as for `rule_fork`. A dice keeper answers one event of an author on a predecessor,
    ever. So where this log has not their dice, they can give none after the ruling. Raises as
    `rule_fork` for what is no proof.
    """
    shown = _shown(session, proof)
    found = dict[str, None]()
    for one in shown:
        table = Table(session.client.library)
        fold(table, (event for event in session.since(0) if event.seq < one.seq))
        try:
            table.take(one)
        except BadLog:
            continue  # it is not valid there, as the ruling will say
        owed = table.dicing
        found |= dict.fromkeys(() if owed is None else (keeper.handle for keeper in owed.keepers))
    gave = (
        {event.by for event in session.since(shown[0].seq) if event.kind == "dice"} if shown else ()
    )
    return [handle for handle in found if handle not in gave]


def _shown(session: Session, proof: Path) -> list[Event]:
    """Return what a ruling shows of a fork: the events of it that the log here has not."""
    beside = session.path.with_name(proof.name)
    path = proof if proof.exists() or not beside.exists() else beside
    if path in sides(session.path):
        here = {event.id for event in session.since(0)}
        return [event for event in read_events(path) if event.id not in here][:1]
    fork = read_fork(path)
    first = next((event for event in session.since(fork.a.seq)), None)
    return [event for event in (fork.a, fork.b) if first is None or event.id != first.id]
