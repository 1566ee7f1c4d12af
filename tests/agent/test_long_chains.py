"""A game in which an umpire chained rulings by the hundred: the round goes on with all games."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from agent.conftest import Secretary
from pbem.client.exchange import taking
from pbem.client.messages import sending
from pbem.client.play import acting
from pbem.client.play.opening import Wanted, new
from pbem.client.session import drafts
from pbem.client.session.session import Session, sit
from pbem.log.file import read_events, to_bytes
from toy.branches import following, rulings
from toy.people import Person

ORDERS = b"draw\nturn-up"
"""A list whose dice the opponent's agent gives."""


def sits(person: Person, game: str) -> Session:
    return sit(person.client, person.client.log_of(game), person.handle)


def mails(one: Person, other: Person, game: str) -> None:
    """Let one import what another sends of a game."""
    (one.folder / "out").mkdir(exist_ok=True)
    file = Path(sending.send(sits(one, game), None, one.folder / "out").file)
    taking.take(other.client, [file], taking.TakeOptions(other.handle))


def begins(name: str, ann: Person, bob: Person, uma: Person | None) -> str:
    """Open a game that all join; return its id."""
    wanted = Wanted(
        rules="toy", name=name, seats={"red": "ann", "blue": "bob"},
        umpire=None if uma is None else uma.handle,
    )  # fmt: skip
    new(ann.client, ann.identity, wanted)
    game = sit(ann.client, name, "ann").table.game_id
    if uma is not None:
        mails(ann, uma, game)
        acting.join(sits(uma, game), uma.identity)
        mails(uma, ann, game)
        acting.join(sits(ann, game), ann.identity)
    mails(ann, bob, game)
    acting.join(sits(bob, game), bob.identity)
    mails(bob, ann, game)
    return game


def test_the_round_goes_on_with_this_game_and_with_others(person, office):
    ann, bob, uma = people = [person(handle) for handle in ("ann", "bob", "uma")]
    for one in people:
        one.meets(*[other for other in people if other is not one])
    judged, other = begins("aaa", ann, bob, uma), begins("zzz", ann, bob, None)
    before = list(read_events(ann.client.log_of(judged)))
    for game in (judged, other):
        at = sits(ann, game)
        acting.order(at, ann.identity, drafts.draft(at, ORDERS))
    mails(ann, bob, judged)
    secretary = Secretary(bob, office)

    def arrives(data: bytes, sender: str) -> None:
        message = EmailMessage()
        message["From"], message["To"] = sender, "bob@example.org"
        message["Subject"], message["Message-ID"] = "turn", f"<{len(data)}@example.org>"
        message.set_content("a turn")
        message.add_attachment(
            data, maintype="application", subtype="octet-stream", filename="g.pbem"
        )
        office.deliver("bob@example.org", message.as_bytes())

    arrives(to_bytes(following(before, *rulings(400))), "uma@example.org")
    secretary.rounds()
    office.passes(minutes=20)
    secretary.rounds()
    arrives(ann.client.log_of(other).read_bytes(), "ann@example.org")
    for _ in range(3):
        office.passes(hours=1)
        secretary.rounds()
    for game in (judged, other):
        assert list(sits(bob, game).since(0))[-1].kind == "dice", game
    assert len(office.messages("ann@example.org")) >= 2
    secretary.agent.close()
