"""The conclusions from confirmations, cards, packs and mail that lie beside the logs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.court import facts
from pbem.court.exhibits import Exhibit, stored_name
from pbem.court.judging.bench import Bench, Read
from pbem.court.judging.signed import keys_of
from pbem.court.packs import Handed
from pbem.log.head import verify_head
from pbem.mail.evidence import evidence as evidence_of_mail
from pbem.mail.reading import MESSAGES_MOST


def state_heads(bench: Bench, game: str, copies: Sequence[Read]) -> None:
    """State what was confirmed, and which copies end before that."""
    for exhibit, head in bench.heads.get(game, ()):
        keys = {who.sign for one in copies for who in one.verdict.signers if who.handle == head.by}
        if not any(verify_head(head, bytes.fromhex(key)) for key in keys):
            continue
        seq, digest = head.seq, head.head
        have = [one for one in copies if len(one.events) > seq and one.events[seq].id == digest]
        bench.state(
            facts.Confirmed(
                game=game,
                by=head.by,
                seq=seq,
                head=digest,
                copies=tuple(one.digest for one in have),
            ),
            copies=[one.digest for one in have or copies[:1]],
            exhibits=[exhibit.digest],
            events=[have[0].events[seq]] if have else (),
        )
        if not have:
            _short(bench, copies, head.by, seq, exhibit)


def report_other_heads(bench: Bench, games: Collection[str]) -> None:
    """State which confirmations were held against nothing, because they are of another game."""
    for game in bench.heads.keys() - games:
        bench.evidence.unread += [
            f"{exhibit.label} was not compared: it confirms event {head.seq} of game "
            f"{game[:16]}..., of which no log was handed in"
            for exhibit, head in bench.heads[game]
        ]


def _short(bench: Bench, copies: Sequence[Read], by: str, seq: int, exhibit: Exhibit) -> None:
    """State that copies end before an event that somebody confirms: they say so, alone."""
    digests = tuple(one.digest for one in copies if len(one.events) <= seq)
    if not digests:
        return
    fact = facts.Short(
        copies=digests,
        events=max(len(one.events) for one in copies if one.digest in digests),
        shown=f"{by} confirms event {seq}",
    )
    bench.state(fact, "word", copies=digests, exhibits=[exhibit.digest])


def state_strangers(bench: Bench, game: str, copies: Sequence[Read]) -> None:
    """State which cards name another key than the game has for their handle."""
    parties = {who.handle for one in copies for who in one.verdict.signers}
    mine = [found for party in parties for found in bench.cards_of.get(party, ())]
    for exhibit, card in sorted(mine, key=lambda found: found[0].number):
        for one in copies:
            keys = keys_of(one, card.handle)
            if keys and card.sign not in keys:
                bench.state(
                    facts.Stranger(game=game, by=card.handle, card=exhibit.digest),
                    copies=[one.digest],
                    exhibits=[exhibit.digest],
                )
                break


def state_other_pack(bench: Bench, pack: Handed) -> None:
    """State that a pack is of no game here."""
    of_games = {one.events[0].data.get("rules", {}).get("data") for one in bench.read if one.events}
    if pack.digest in of_games:
        return
    fact = facts.OtherPack(
        exhibit=pack.exhibit, digest=pack.digest, rules=pack.rules, differs=pack.differs
    )
    bench.state(fact, exhibits=[pack.exhibit])


def state_mails(bench: Bench) -> None:
    """State what the headers of each message say that carries something."""
    for exhibit in bench.evidence.of("mail"):
        with bench.taking(exhibit.label):
            _state_mail(bench, exhibit)


def _state_mail(bench: Bench, exhibit: Exhibit) -> None:
    most = bench.evidence.messages.get(exhibit.digest, MESSAGES_MOST)
    found = evidence_of_mail([bench.evidence.path(exhibit)], most)
    for letter in found.messages:
        bench.state(
            facts.MailFact(
                exhibit=exhibit.digest,
                message=letter.number,
                id=letter.message_id,
                sender=letter.sender,
                to=letter.to,
                date=letter.date,
                received=tuple(one.reported for one in letter.stations),
                carries=tuple(
                    facts.Carries(one.game, one.first, one.last) for one in letter.carries
                ),
            ),
            "word",
            exhibits=[exhibit.digest],
            check=f"pbem mail evidence evidence/{stored_name(exhibit)}"
            if exhibit.within is None
            else None,
        )
    for reported in found.odd:
        odd = facts.MailOdd(exhibit=exhibit.digest, message=reported)
        bench.state(odd, "word", exhibits=[exhibit.digest])
