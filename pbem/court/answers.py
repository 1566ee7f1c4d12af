"""What is said of each claim: proved, refuted, not shown, or that nobody can prove it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from email.utils import getaddresses
from typing import NamedTuple

from pbem.audit.differing import order_lines
from pbem.court import facts
from pbem.court.claim_words import WORDS
from pbem.court.claims import OF_ITS_AUTHOR, Claim
from pbem.court.facts import Fact, tag_of, with_article
from pbem.court.facts import ended as ended_words
from pbem.court.judging import Bench, GameRead, Read, event_at, keys_of, table_at
from pbem.court.verdict import Answer, Statement
from pbem.kit.suggest import did_you_mean
from pbem.kit.wording import listed, quoted
from pbem.log.event import Event, verify_signature
from pbem.mail.evidence import CUT
from pbem.table.kinds import Open, read_data


class Said(NamedTuple):
    """An answer, why in sentences, and the statements that it rests on."""

    answer: Answer
    why: str
    rests_on: Sequence[Statement] = ()


def answer(bench: Bench, games: Sequence[GameRead], claim: Claim) -> Said:
    """Answer one claim from all that was stated; further statements are made where it needs them.

    What it says rests on signatures and hashes where it says `proved` or `refuted`.
    """
    meant = [game for game in games if game.game.startswith(claim.game)]
    if len(meant) != 1:
        several = f"{len(meant)} games that were handed in: say which one, as 'game: 5f1c9a'"
        which = several if meant else "no game that was handed in: a log of it is needed"
        return Said("not shown", f"The claim fits {which}.")
    asked = _Asked(bench, meant[0], claim)
    about = [claim.against] if claim.against is not None else []
    about += [claim.by] if claim.claim in OF_ITS_AUTHOR else []
    for handle in about:
        if handle not in asked.party:
            return Said("not shown", f"{_nobody(handle, asked.party)} So nothing was examined.")
    said = _answered(asked)
    if claim.by in asked.party:
        return said
    return said._replace(why=f"{said.why} ({_nobody(claim.by, asked.party)})")


def _nobody(handle: str, party: Sequence[str]) -> str:
    """Tell that a name is nobody's in the game, and whose it may be."""
    near = did_you_mean(handle, party)
    in_it = f": in it {'is' if len(party) == 1 else 'are'} {listed(party)}."
    return f"Nobody in this game is called '{handle}'{near or in_it}"


def _answered(asked: _Asked) -> Said:
    claim = asked.claim
    if claim.event is not None and not asked.events:
        longest = max(len(one.events) for one in asked.game.copies)
        if claim.claim not in ("edited", "never-signed", "illegal") or claim.event > longest:
            return Said("not shown", f"No copy that was handed in has a good event {claim.event}.")
    return _ANSWERS[claim.claim](asked)


class _Asked:
    """A claim, the game that it is about, and what was stated of that."""

    def __init__(self, bench: Bench, game: GameRead, claim: Claim) -> None:
        self.bench = bench
        self.game = game
        self.claim = claim
        self.events = _events(game.copies, claim.event)
        self.party = _party(game.copies)

    def stated(self, *tags: str) -> list[Statement]:
        """Return the statements of these kinds about this game or its copies."""
        return list(self._stated(tags))

    def _stated(self, tags: Sequence[str]) -> Iterator[Statement]:
        mine = {one.digest for one in self.game.copies}
        for one in self.bench.statements:
            fact: Fact = one.fact
            copies = set(getattr(fact, "copies", ())) or {getattr(fact, "copy", None)}
            games = {getattr(fact, "game", None)}
            games |= {carried.game for carried in getattr(fact, "carries", ())}
            if tag_of(fact) in tags and (self.game.game in games or copies & mine):
                yield one

    def counting(self) -> Read | None:
        """Return the copy that counts."""
        return self.game.counting


def _party(copies: Sequence[Read]) -> list[str]:
    """Return who is or was in a game, by any copy: players, who was put in for one, the umpire."""
    names: dict[str, None] = {}
    for one in copies:
        umpire = () if one.verdict.umpire is None else (one.verdict.umpire,)
        names |= dict.fromkeys((*one.verdict.players, *umpire))
    return list(names)


def _events(copies: Sequence[Read], number: int | None) -> dict[str, tuple[Event, Read]]:
    """Return the good events with a number by id, each with the first copy that has it."""
    found: dict[str, tuple[Event, Read]] = {}
    if number is not None:
        for one in copies:
            if len(one.events) > number:
                found.setdefault(one.events[number].id, (one.events[number], one))
    return found


# --- files and copies -----------------------------------------------------------------------------


def _edited(asked: _Asked) -> Said:
    seq = asked.claim.event
    edited = [one for one in asked.stated("edited") if getattr(one.fact, "seq", None) == seq]
    if edited:
        return Said("proved", _where_edited(asked, edited), edited)
    signed = _signed_there(asked)
    if len(asked.events) != 1:
        forks = [
            one
            for one in asked.stated("fork")
            if isinstance(one.fact, facts.Forked) and one.fact.renewed is None
            if set(one.fact.events) == set(asked.events)
        ]
        if forks:
            return Said(
                "refuted",
                "Nothing was changed without its author, who signed both.",
                forks,
            )
        if not asked.events and signed:
            return Said(
                "refuted",
                "What stands there has its author's signature, in every copy that has it: it is "
                "not valid, and it was not changed behind its author's back.",
                signed,
            )
        return Said("not shown", _none_to_compare(asked), asked.stated("parts"))
    broken = [
        one
        for one in asked.stated("fault", "version")
        if seq in (getattr(one.fact, "seq", None), getattr(one.fact, "good", None))
    ]
    if broken:
        return Said("not shown", "A copy is damaged there, and what stood there is not.", broken)
    return Said(
        "refuted",
        "Every copy that has the event has the same one, with its author's signature: whoever "
        "changed a letter of it would have broken that. That its author signed another one too, "
        "only that one would show.",
        signed,
    )


def _where_edited(asked: _Asked, edited: Sequence[Statement]) -> str:
    """Say who is not convicted by it, which copies were changed, which have what was signed."""
    found = [one.fact for one in edited if isinstance(one.fact, facts.Edited)]
    labels = asked.bench.labels
    changed, good = ({getattr(one, name) for one in found} for name in ("copy", "good"))
    against = asked.claim.against
    who = "NOT SHOWN: who did it" if against is None else f"NOT SHOWN: that {against} did it"
    return (
        f"{who}; whoever had the file can have done it. It stands changed in "
        f"{labels.with_files([*changed])}, and as it was signed in {labels.with_files([*good])}."
    )


def _none_to_compare(asked: _Asked) -> str:
    """Say why no two copies show one event, as it was signed and as it was changed."""
    seq = asked.claim.event
    if not asked.events:
        return f"No copy has a valid event {seq}, so nothing is known that could have been changed."
    kinds = [f"{with_article(event.kind)} by {event.by}" for event, _ in asked.events.values()]
    return (
        f"The copies have {len(kinds)} different events {seq}, {listed(kinds)}, and each bears a "
        "valid signature of its author: an event that somebody else changed has none. So each is "
        "as it was signed, as far as these copies show."
    )


def _signed_there(asked: _Asked) -> list[Statement]:
    """State who signed what stands in the place of the claim; nothing unless it is one event.

    Every copy that has something there must have that event, good or not, with its signature.
    """
    seq = asked.claim.event
    assert seq is not None  # noqa: S101 - the claim needs one
    have = [
        (one, event_at(asked.bench, one, seq))
        for one in asked.game.copies
        if len(one.events) > seq or _stops_at(one, seq)
    ]
    ids = {None if event is None else event.id for _, event in have}
    if len(ids) != 1 or None in ids:
        return []
    return [_signed(asked, event, one) for one, event in have[:1] if event is not None]


def _stops_at(one: Read, seq: int) -> bool:
    """Say whether the first event of a copy that is not good is the one with a number."""
    return one.verdict.finding is not None and len(one.events) == seq


def _cut_short(asked: _Asked) -> Said:
    # A copy that is damaged at its end is no copy that was cut short: what stood there is unknown.
    # Nor is what the court itself joined of parts, or read out of the proof of a fork.
    handed = {exhibit.digest for exhibit in asked.bench.evidence.of("log")}
    whole = {
        digest
        for one in asked.stated("copy")
        if isinstance(one.fact, facts.CopyFact) and one.fact.whole
        for digest in one.fact.copies
        if digest in handed
    }
    begins = [
        one
        for one in asked.stated("begins")
        if isinstance(one.fact, facts.Begins) and whole & set(one.fact.copies)
    ]
    if begins:
        return Said(
            "proved",
            "More of the game was signed than stands there. Who called it whole, and why it is "
            "short, nothing shows.",
            begins,
        )
    short = asked.stated("short")
    if short:
        return Said(
            "not shown",
            "That there is more is the word of who confirms it: a confirmation holds a number and "
            "an id, which its author can choose. The events themselves would show it.",
            short,
        )
    ended, opening = asked.stated("result"), asked.stated("opening")
    over = _over(asked)
    if over and isinstance(opening[0].fact, facts.Opening) and opening[0].fact.umpire is None:
        return Said(
            "refuted", "The game is over where the copy ends, and its result counts.", ended
        )
    return Said(
        "not shown",
        "A log that was cut short is a valid log of a game that goes on. A longer copy would show "
        "it. A head that somebody confirms is only the word of who confirms it.",
        [*asked.stated("copy"), *asked.stated("confirmed")],
    )


def _over(asked: _Asked) -> bool:
    """Say whether the copy that counts has an end that waits for nothing."""
    return any(
        isinstance(one.fact, facts.Outcome) and not one.fact.waits for one in asked.stated("result")
    )


def _two_histories(asked: _Asked) -> Said:
    against = asked.claim.against
    forks = [one for one in asked.stated("fork") if against in (None, getattr(one.fact, "by", ""))]
    proved = [one for one in forks if one.weight == "proved"]
    if proved:
        by = listed(sorted({one.fact.by for one in proved if isinstance(one.fact, facts.Forked)}))
        why = f"Both events bear a valid signature of {by}, and each is valid where it stands."
        return Said("proved", why, proved)
    if forks:
        if any(getattr(one.fact, "renewed", None) is not None for one in forks):
            return Said(
                "not shown",
                "Both are signed, and the key was changed later by agreement: what the old one "
                "signed on earlier events is settled by that, else a thief of it could convict "
                "its owner (protocol, section 8).",
                forks,
            )
        return Said(
            "not shown",
            "Both are signed; whether the rules allow both was not looked at, for they are not "
            "here.",
            forks,
        )
    others = asked.stated("fork")
    of = sorted({one.fact.by for one in others if isinstance(one.fact, facts.Forked)})
    besides = f" Two by {listed(of)} were, and they say nothing of {against}." if of else ""
    return Said(
        "not shown",
        f"No two good events by {against or 'one author'} on one predecessor, or on it and behind "
        f"rulings on it, were handed in.{besides} Two logs that part, or the proof of a fork, "
        "would show it.",
        [*others, *asked.stated("parts")],
    )


# --- who signed what ------------------------------------------------------------------------------


def _signed(asked: _Asked, event: Event, one: Read) -> Statement:
    """State who signed an event, with which key."""
    key = next((key for key in keys_at(one, event)), "")
    cards = [
        exhibit for exhibit, card in asked.bench.cards if card.handle == event.by
        and card.sign == key
    ]  # fmt: skip
    return asked.bench.state(
        facts.Signed(
            game=asked.game.game,
            seq=event.seq,
            event=event.id,
            kind=event.kind,
            by=event.by,
            key=key,
            card=bool(cards),
        ),
        copies=[one.digest],
        exhibits=[exhibit.digest for exhibit in cards[:1]],
        events=[event],
        check=_shows_key(asked.bench, one, event),
    )


def _shows_key(bench: Bench, one: Read, event: Event) -> str:
    """Return the command that prints with which key an event is signed."""
    if event.seq < len(one.events):
        return f"pbem explain {bench.file(one)} {event.seq}"
    return f"pbem verify {bench.file(one)}"  # the keys as they are before what is not valid


def keys_at(one: Read, event: Event) -> Iterator[str]:
    """Yield the key with which an event of a copy is signed, of those that its author had."""
    for key in keys_of(one, event.by):
        if verify_signature(event, bytes.fromhex(key)):
            yield key


def _never_signed(asked: _Asked) -> Said:
    claim = asked.claim
    mine = [(event, one) for event, one in asked.events.values() if event.by == claim.by]
    if mine:
        return Said(
            "refuted",
            f"It has it. Whether {claim.by}'s own hand signed, nobody can prove, for or against "
            f"{claim.by}.",
            [_signed(asked, event, one) for event, one in mine],
        )
    if asked.events:
        signed = [_signed(asked, event, one) for event, one in asked.events.values()]
        by = listed(dict.fromkeys(event.by for event, _ in asked.events.values()))
        return Said("proved", f"Event {claim.event} was signed with the key of {by}.", signed)
    for signed_there in _signed_there(asked):
        by = getattr(signed_there.fact, "by", "")
        told = f"What stands there is not valid, and has the signature of {by}'s key."
        return Said("refuted" if by == claim.by else "proved", told, [signed_there])
    bad = [
        one
        for one in asked.stated("fault")
        if isinstance(one.fact, facts.Fault)
        and one.fact.code in ("sig.bad", "sig.unknown")
        and claim.event in (one.fact.seq, one.fact.good)
    ]
    if bad:
        return Said(
            "not shown",
            "No valid signature stands there in what was handed in. That shows a damaged file: "
            "whoever had it can have broken a signature that was there.",
            bad,
        )
    return Said("not shown", "No copy that was handed in has that event whole.")


def _never_got(asked: _Asked) -> Said:
    claim = asked.claim
    for _, one in asked.events.values():
        assert claim.event is not None  # noqa: S101 - the claim needs one
        later = next(
            (event for event in one.events[claim.event + 1 :] if event.by == claim.by), None
        )
        if later is None:
            continue
        event = one.events[claim.event]
        stated = asked.bench.state(
            facts.BuiltOn(
                game=asked.game.game,
                seq=event.seq,
                event=event.id,
                by=claim.by,
                seq_after=later.seq,
            ),
            copies=[one.digest],
            events=[event, later],
            check=f"pbem log {asked.bench.file(one)} --since {event.seq}",
        )
        return Said("refuted", f"{claim.by} signed what comes after it.", [stated])
    return Said(
        "cannot be proved",
        f"Nothing handed in that {claim.by} signed comes after it. That a mail did not come, "
        f"nobody can show; that one was sent, only its headers say. {_went_to(asked)}",
        asked.stated("mail"),
    )


def _went_to(asked: _Asked) -> str:
    """Say to whom the headers say that the mail with an event went, beside the cards handed in."""
    by, seq = asked.claim.by, asked.claim.event
    assert seq is not None  # noqa: S101 - the claim needs one
    mails = [one.fact for one in asked.stated("mail") if isinstance(one.fact, facts.MailFact)]
    has = [one for one in mails if _carries(one, asked.game.game, seq)]
    if not has:
        return f"No mail handed in has event {seq}."
    written = [header for one in has for header in one.to]
    if not written:
        return f"No mail handed in that has event {seq} names anybody to whom it went."
    cards = [(exhibit, card) for exhibit, card in asked.bench.cards
             if card.handle == by and card.email is not None]  # fmt: skip
    if not cards:
        return (
            f"Whether the mail handed in that has event {seq} went to an address of {by}, the "
            f"court does not know: no card of {by} with an address was handed in."
        )
    named = {address.lower() for _, address in getaddresses(written)}
    found = [(exhibit, card) for exhibit, card in cards
             if str(card.email).lower() in named]  # fmt: skip
    for exhibit, card in found[:1]:
        return (
            f"A mail that has event {seq} names {quoted(str(card.email))}, which the card "
            f"{exhibit.label} says is the address of {by}; that it came, no header shows."
        )
    if any(CUT in header for header in written):
        return "One of them has a header too long to be told whole."
    addresses = listed(quoted(str(card.email)) for _, card in cards)
    return (
        f"No mail handed in that has event {seq} names an address that a card handed in has for "
        f"{by} ({addresses}), as far as a header can say."
    )


def _carries(mail: facts.MailFact, game: str, seq: int) -> bool:
    """Say whether a message carries an event with a number of a game."""
    return any(one.game == game and one.first <= seq <= one.last for one in mail.carries)


def _stolen_key(asked: _Asked) -> Said:
    by = asked.claim.by
    changed = [one for one in asked.stated("keys") if getattr(one.fact, "by", "") == by]
    told = [
        f"What the key {one.fact.was[:16]}... signed up to event {one.fact.event} counts; that key "
        f"was changed {one.fact.how()}."
        for one in changed
        if isinstance(one.fact, facts.Keys)
    ]
    nothing = f"No change of the key of {by} is in what was handed in, so what it signed counts."
    why = "A signature shows the key and not the hand."
    return Said("cannot be proved", " ".join([why, *(told or [nothing])]), changed)


def _other_key(asked: _Asked) -> Said:
    against = asked.claim.against
    found, cards = (
        [one for one in asked.stated(tag) if against in (None, getattr(one.fact, "by", ""))]
        for tag in ("keys", "stranger")
    )
    if found:
        why = (
            f"{_agreed(found)} From there on the new one is the key in this game. That by itself "
            "is no fault; whose hand is on the new key, nothing shows."
        )
        return Said("proved", why, found)
    if cards:
        return Said(
            "not shown",
            "A card names another key, and anybody can make a card with any handle: whose it is, "
            "nothing shows.",
            cards,
        )
    opening = asked.stated("opening")
    return Said(
        "refuted",
        "Whoever is meant signs with the key of the opening in every copy, and no card that was "
        "handed in has another.",
        opening,
    )


def _agreed(changes: Sequence[Statement]) -> str:
    """Say by which events keys were changed, and who agreed."""
    return " ".join(
        f"The key of {one.fact.by} was changed {one.fact.how()}."
        for one in changes
        if isinstance(one.fact, facts.Keys)
    )


# --- dice -----------------------------------------------------------------------------------------

_ORDER = re.compile(r"[a-z0-9/_ -]{1,60}", re.IGNORECASE)
"""What an order looks like that names units and places alone."""
_DICE = ("dice.proof", "dice.rolls", "dice.keeper")


def _dice(asked: _Asked) -> Said:
    against = asked.claim.against
    bad = [
        one
        for one in asked.stated("fault")
        if isinstance(one.fact, facts.Fault)
        and one.fact.code in _DICE
        and (against is None or against in one.fact.blame)
    ]
    if bad:
        return Said(
            "proved",
            "No reader takes such dice: the game stops before them. Whether that was meant, or a "
            "fault of a program, nothing shows.",
            bad,
        )
    stated = asked.stated("dice")
    one = asked.counting()
    if one is None or not stated:
        return Said("not shown", "Nothing decides which copy counts; the dice of each hold.")
    if one.verdict.level < 2:
        return Said("not shown", "Proofs of dice were not looked at.", stated)
    if one.verdict.policy == "self":
        return Said(
            "cannot be proved",
            "One person kept the dice alone and could choose any roll; that this was done, nothing "
            "would show.",
            stated,
        )
    return Said(
        "refuted",
        "Each roll follows from signed orders and a key that was fixed before them. That those "
        "who would have had to act together did, nobody can prove.",
        stated,
    )


def _saw_dice(asked: _Asked) -> Said:
    for event, one in asked.events.values():
        opening = read_data("open", one.events[0].data)
        assert isinstance(opening, Open)  # noqa: S101 - the first event of a game
        if opening.dice == "self":
            return Said(
                "cannot be proved",
                "Whoever plays keeps the dice too, alone, and can know every roll before choosing; "
                "that anybody looked, nothing would show.",
                asked.stated("opening"),
            )
        stated = _order_of(asked, event, one)
        if stated is not None:
            return Said("refuted", f"Alone, {event.by} could not know it.", [stated])
    return Said(
        "not shown",
        "No dice behind that event were handed in that others than its author gave.",
    )


def _order_of(asked: _Asked, event: Event, one: Read) -> Statement | None:
    """State that the next dice behind an event depend on a signature at or behind it."""
    for later in one.events[event.seq + 1 :]:
        if later.kind == "dice" and later.data.get("rolls") is not None:
            break
    else:
        return None
    keepers: list[str] = []
    trigger = later.seq
    while one.events[trigger].kind in ("dice", "ruling"):
        if one.events[trigger].kind == "dice":
            keepers.append(one.events[trigger].by)
        trigger -= 1
    if trigger < event.seq or event.by in keepers:
        return None
    return asked.bench.state(
        facts.OrderOf(
            game=asked.game.game,
            choice=event.seq,
            by=event.by,
            chose=_chose(asked.bench, event, one),
            trigger=trigger,
            dice=later.seq,
            keepers=tuple(dict.fromkeys(reversed(keepers))),
        ),
        copies=[one.digest],
        events=[event, one.events[trigger], later],
        check=f"pbem explain {asked.bench.file(one)} {later.seq}",
    )


ORDERS_TOLD = 3
"""So many orders of a choice are told."""


def _chose(bench: Bench, event: Event, one: Read) -> str:
    """Say what was chosen in an event, its first orders as they are written."""
    orders = event.data.get("orders")
    if not isinstance(orders, list) or not orders:
        return f"{event.by}: {event.kind}"
    lines = order_lines(event, ORDERS_TOLD, table_at(bench, one, event.seq))
    more = len(orders) - len(lines)
    return f"{event.by}: {'; '.join(map(_plain, lines))}{f'; and {more} more' if more else ''}"


def _plain(line: str) -> str:
    """Return an order as it is written, what could be a sentence of its author's quoted."""
    return line if _ORDER.fullmatch(line) else quoted(line)


# --- rules and data -------------------------------------------------------------------------------

_ILLEGAL = ("orders.illegal", "orders.form", "standing.form", "commit.label", "offer.wrong")


def _illegal(asked: _Asked) -> Said:
    seq = asked.claim.event
    bad = [
        one
        for one in asked.stated("fault")
        if isinstance(one.fact, facts.Fault)
        and one.fact.code in _ILLEGAL
        and seq in (one.fact.seq, one.fact.good)
    ]
    if bad:
        return Said(
            "proved", "It is not valid, and no reader takes it: the game stops before it.", bad
        )
    if not asked.events:
        return Said("not shown", f"No copy that was handed in has a good event {seq}.")
    event, one = next(iter(asked.events.values()))
    if one.verdict.level < 3:
        return Said("not shown", "The rules are not here, so nothing was replayed.")
    return Said(
        "refuted",
        f"{one.verdict.rules}, which the opening names and whoever joined agreed to, allows it. "
        "How it reads a paragraph that is open, its page of rulings says ('pbem why').",
        [_signed(asked, event, one), *_copy_of(asked, one)],
    )


def _copy_of(asked: _Asked, one: Read) -> list[Statement]:
    return [
        stated
        for stated in asked.stated("copy")
        if one.digest in getattr(stated.fact, "copies", ())
    ]


def _pack(asked: _Asked) -> Said:
    rules = asked.game.copies[0].verdict.rules or ""
    others = [
        one
        for one in asked.bench.statements
        if isinstance(one.fact, facts.OtherPack) and rules.startswith(f"{one.fact.rules} ")
    ]
    named = asked.stated("pack")
    if others:
        return Said(
            "not shown",
            "The opening, which whoever joined agreed to, names other data than the pack that was "
            "handed in. That anybody played with that pack, or who made it, nothing shows.",
            [*named, *others],
        )
    if named and getattr(named[0].fact, "handed", None) is not None:
        return Said("refuted", "The pack is the one that the opening names.", named)
    return Said(
        "not shown", "No pack of this game was handed in that is not the one it is played with.",
        named,
    )  # fmt: skip


def _version(asked: _Asked) -> Said:
    found = asked.stated("version")
    if found:
        why = "Whether another program made it so or its author, nothing shows: it blames nobody."
        return Said("proved", why, found)
    one = asked.counting()
    if one is not None and one.verdict.level == 3:
        return Said(
            "refuted", "Every digest of a position in it is the one that this version gets.",
            _copy_of(asked, one),
        )  # fmt: skip
    return Said("not shown", "The rules are not here, so no digest was compared.")


# --- the umpire, time, and the end ----------------------------------------------------------------


def _late(asked: _Asked) -> Said:
    against = asked.claim.against
    opening = next(iter(asked.stated("opening")), None)
    rulings = [
        one
        for one in asked.stated("ruling")
        if isinstance(one.fact, facts.Ruling) and one.fact.counts and one.fact.late
        and against in (None, one.fact.out)
    ]  # fmt: skip
    agree = [
        one
        for one in asked.stated("days")
        if isinstance(one.fact, facts.Day) and against in (None, one.fact.out)
    ]
    if rulings and agree:
        return Said(
            "proved",
            "By the umpire's word: on which day a mail came, only the umpire says, and signed it.",
            [*rulings, *agree],
        )
    differ = [
        one
        for one in asked.stated("days-differ")
        if isinstance(one.fact, facts.DaysDiffer)
        and (one.fact.ruling is None or against in (None, one.fact.out))
    ]
    if rulings and any(getattr(one.fact, "in_time", False) for one in differ):
        return Said(
            "refuted",
            "By the umpire's word: the days that the umpire signed do not agree with the ruling, "
            "and by them there was time.",
            [*rulings, *differ],
        )
    if rulings and differ:
        return Said(
            "not shown",
            "The umpire says two things: the days that were signed as mail came do not agree with "
            "the ruling, or with each other.",
            [*rulings, *differ],
        )
    if rulings:
        return Said(
            "not shown",
            "A ruling says so, which is the umpire's word; signed days for it were not handed in.",
            rulings,
        )
    if opening is not None and isinstance(opening.fact, facts.Opening) and opening.fact.umpire:
        return Said(
            "not shown",
            "No ruling that counts says so. The umpire's signed days, and a ruling by them, would "
            "show it.",
            asked.stated("going-on"),
        )
    return Said(
        "cannot be proved",
        "The game has no umpire, and times in a log are their authors' words. Who owes what "
        "is stated.",
        asked.stated("going-on", "mail"),
    )


def _umpire(asked: _Asked) -> Said:
    found = asked.stated("two-faces") + [
        one for one in asked.stated("days-differ") if one.weight == "proved"
    ]
    if found:
        return Said("proved", "Each bears the umpire's valid signature.", found)
    differ = asked.stated("days-differ")
    if differ:
        return Said(
            "cannot be proved",
            "A ruling does not agree with the days that the umpire signed, and the umpire can be "
            "asked about that. Whether it was a mistake or a favour, no log shows.",
            [*asked.stated("ruling"), *differ],
        )
    return Said(
        "cannot be proved",
        "What lies in an umpire's discretion no log shows. What the umpire ruled is stated.",
        asked.stated("ruling"),
    )


def _resigned(asked: _Asked) -> Said:
    against = asked.claim.against
    found = [
        one for one in asked.stated("resigned") if against in (None, getattr(one.fact, "by", ""))
    ]
    if found:
        told = [
            f"{one.fact.by} signed a resignation, event {one.fact.seq}."
            for one in found
            if isinstance(one.fact, facts.Resigned)
        ]
        return Said("proved", " ".join(told), found)
    return _no_such(asked, "resignation")


def _no_such(asked: _Asked, what: str) -> Said:
    """Say of what stands in no copy that it is not so, as far as more could not be missing."""
    one = asked.counting()
    if one is not None and _over(asked):
        return Said(
            "refuted",
            f"No such {what} stands in the copy that counts, and the game is over there.",
            [*_copy_of(asked, one), *asked.stated("result")],
        )
    return Said(
        "not shown",
        f"No such {what} stands in what was handed in. A longer copy could have it.",
        asked.stated("copy"),
    )


def _replaced(asked: _Asked) -> Said:
    against = asked.claim.against
    found = [
        one
        for one in asked.stated("ruling")
        if isinstance(one.fact, facts.Ruling) and one.fact.counts
        and one.fact.out is not None and against in (None, one.fact.out)
    ]  # fmt: skip
    if found:
        told = [
            f"{one.fact.by}, the umpire, ruled so in event {one.fact.event}."
            for one in found
            if isinstance(one.fact, facts.Ruling)
        ]
        return Said("proved", " ".join(told), found)
    return _no_such(asked, "ruling")


def _result(asked: _Asked) -> Said:
    ended = asked.stated("result")
    if not ended:
        return Said("not shown", "The game goes on, or nothing decides which copy counts.",
                    asked.stated("going-on", "counts"))  # fmt: skip
    fact = ended[0].fact
    if isinstance(fact, facts.Outcome) and fact.waits:
        return Said("not shown", f"It does not count before {fact.waits}.", ended)
    won = isinstance(fact, facts.Outcome) and asked.claim.against in (None, fact.winner)
    if won:
        words = fact.words if isinstance(fact, facts.Outcome) else ""
        return Said("proved", f"The log ends so: {ended_words(words)}", ended)
    return Said("refuted", "The log ends otherwise.", ended)


_ANSWERS: dict[str, Callable[[_Asked], Said]] = {
    "edited": _edited,
    "cut-short": _cut_short,
    "two-histories": _two_histories,
    "never-signed": _never_signed,
    "never-got": _never_got,
    "dice": _dice,
    "saw-dice": _saw_dice,
    "late": _late,
    "illegal": _illegal,
    "pack": _pack,
    "umpire": _umpire,
    "stolen-key": _stolen_key,
    "other-key": _other_key,
    "resigned": _resigned,
    "replaced": _replaced,
    "version": _version,
    "result": _result,
}
assert _ANSWERS.keys() == WORDS.keys()  # noqa: S101 - a word that nobody can answer is no claim
