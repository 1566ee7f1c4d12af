"""The page beside the text of a mail: what it says, and that it says what everybody may know."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from board.playing import GAMES, sit_down
from hostile.base import fixed_chance
from pbem.client.messages.composing import compose
from pbem.client.messages.subjects import day_words
from pbem.client.play import acting
from pbem.client.session.next_step import deed
from pbem.client.views.hand import InHand, InStock, hand
from pbem.client.views.overview import overview
from pbem.kit.picture import Picture
from pbem.mail.letter import messages, text_of
from pbem.table.events.kinds import Clock
from pbem.view import raster
from toy.people import Person

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
IDS = re.compile(r"[0-9a-f]{20,64}")


def drawn(picture: Picture) -> bytes:
    """Return all that a map says, so that two can be compared."""
    return repr(picture).encode()


def mail(person: Person, **options: object) -> EmailMessage:
    [first, *_] = messages(compose(person.sits(), at=NOON, **options))  # type: ignore[arg-type]
    made = message_from_bytes(bytes(first), policy=policy.default)
    assert isinstance(made, EmailMessage)
    return made


def kinds(message: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in message.walk()]


# --- the subject ---------------------------------------------------------------------------------


def test_the_subject_says_what_matters_to_who_gets_it(playing):
    ann, bob = playing
    assert mail(bob)["Subject"] == "[PBEM] Your move: Skirmish"
    ann.orders("move 1")
    assert mail(ann)["Subject"] == "[PBEM] Still ann's move: Skirmish"
    ann.orders("end")
    assert mail(ann)["Subject"] == "[PBEM] Your move: Skirmish"


def test_an_invitation_and_a_game_with_turns_and_days(person, tmp_path):
    people = sit_down_open(tmp_path)
    assert mail(people[0])["Subject"] == "[PBEM] Join: Saipan"
    people[1].takes(people[0].sends())
    people[1].does(acting.join)
    assert mail(people[1])["Subject"] == "[PBEM] Your move: Saipan turn 1"
    for one in people:
        one.client.close()


def sit_down_open(folder: Path) -> list[Person]:
    people = [Person(handle, folder) for handle in ("ann", "bob")]
    people[0].meets(people[1])
    people[1].meets(people[0])
    people[0].opens("saipan", scenario="historical", seats={"us": "ann", "jp": "bob"})
    return people


def test_the_day_is_named_where_a_clock_runs(ann, bob):
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"}, clock=Clock(days=3, bank=10, grace=7, turn=None))
    bob.takes(ann.sends())
    bob.does(acting.join)
    [one] = overview(bob.client)
    day = date.fromisoformat(one.last_day)
    assert mail(bob)["Subject"] == f"[PBEM] Your move: Skirmish, due {day_words(day)}"


def test_who_only_looks_on_is_told_who_moves(ann, bob, person):
    cat = person("cat")
    for one in (ann, bob, cat):
        one.meets(*[other for other in (ann, bob, cat) if other is not one])
    ann.opens(seats={"red": "ann", "blue": "bob", "green": "cat"}, scenario="trio")
    assert mail(ann)["Subject"] == "[PBEM] Waiting for bob: Skirmish"


@pytest.mark.parametrize(
    ("day", "words"), [("2026-12-05", "Sat 5 Dec"), ("2026-03-31", "Tue 31 Mar")]
)
def test_a_day_is_said_in_english_whatever_the_systems_language_is(day, words):
    assert day_words(date.fromisoformat(day)) == words


# --- the parts -----------------------------------------------------------------------------------


def test_without_a_page_a_message_is_as_it_always_was(playing):
    ann, _ = playing
    ann.orders("move 1", "end")
    assert kinds(mail(ann)) == ["multipart/mixed", "text/plain", "application/octet-stream"]


def test_with_a_page_the_text_is_the_same_byte_by_byte(playing):
    ann, _ = playing
    ann.orders("move 1", "end")
    plain, paged = mail(ann), mail(ann, draw=lambda _: b"\x89PNG picture")
    assert kinds(paged) == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/octet-stream",
    ]
    texts = [one.get_body(("plain",)).get_content() for one in (plain, paged)]
    assert texts[0] == texts[1]
    unfolded = texts[0].replace("\r\n", "\n")
    assert unfolded == text_of(compose(ann.sits(), at=NOON))
    html = paged.get_body(("html",)).get_content()
    image = next(one for one in paged.walk() if one.get_content_type() == "image/png")
    assert f'src="cid:{image["Content-ID"].strip("<>")}"' in html
    assert "alert(1)" not in html  # a note stands in the text alone


# --- the picture ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["lantern", "tokyo"])
def test_the_map_is_a_picture_of_bounded_size(tmp_path, game):
    people = sit_down(tmp_path, GAMES[game])
    made = compose(people[0].sits(), draw=raster.png)
    assert made.picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert 10_000 < len(made.picture) <= raster.BYTES_MOST
    wide = int.from_bytes(made.picture[16:20], "big")
    assert wide in raster.WIDTHS
    for one in people:
        one.client.close()


def test_a_picture_that_is_too_large_is_drawn_smaller_and_then_left_out(tmp_path, monkeypatch):
    people = sit_down(tmp_path, GAMES["lantern"])
    for most, wide in ((60_000, 360), (1000, None)):
        raster._png.cache_clear()
        monkeypatch.setattr(raster, "BYTES_MOST", most)
        found = compose(people[0].sits(), draw=raster.png).picture
        assert (int.from_bytes(found[16:20], "big") if found else None) in (wide, 480)
        assert len(found) <= most
    raster._png.cache_clear()
    for one in people:
        one.client.close()


def test_a_map_leaves_out_words_that_nobody_could_read():
    """At 640 pixels, half of 1,280, letters of 8 are 4 pixels high: lower ones cannot be read."""
    low, least = (f'<text x="1" font-size="{size}"\n>0{size}</text>' for size in ("7.9", "8"))
    wide, whole = '<svg class="map" width="1280">', f"{low}<rect/>{least}</svg>"
    assert raster.legible(wide + whole) == f"{wide}<rect/>{least}</svg>"
    assert raster.legible(f"<svg>{whole}") == f"<svg>{whole}"  # it does not say how wide it is


def test_every_colour_is_known_to_the_renderer(tmp_path):
    """It knows no variables: what has one would be black."""
    from pbem.view.drawing import svg

    people = sit_down(tmp_path, GAMES["lantern"])
    play = people[0].sits().table.play
    made = raster.with_colours(svg(play.game.picture(play.game.view(play.position, None))))
    assert "var(" not in made
    for one in people:
        one.client.close()


# --- what everybody may know ---------------------------------------------------------------------


def played(folder: Path, *, tokens: str, until: Callable[[list[Person]], bool]) -> list[Person]:
    """Play Singapore with cards and hidden supplies until something holds.

    ``tokens``: how Britain divides what it has, which only the Commonwealth sees.
    """
    folder.mkdir()
    wanted = GAMES["map with cards"]
    people = sit_down(folder, wanted._replace(options={**wanted.options, "logistics": "hidden"}))
    while not until(people):
        one = next(person for person in people if person.sits().is_active)
        session = one.sits()
        if deed(session.table.active()) in acting.DEALS:
            one.does(acting.deal)
        else:
            play = session.table.play
            orders = play.game.sensible(play.seen_by(play.asked.side), 0)
            lines = [play.game.text(order) for order in orders]
            one.orders(*[tokens if line.startswith("split") else line for line in lines])
        for other in people:
            if other is not one:
                other.takes(one.sends())
    return people


def told(people: list[Person]) -> list[tuple[str, bytes]]:
    """Return page and map of each one's mail, and close the homes."""
    letters = [compose(one.sits(), at=NOON, draw=drawn) for one in people]
    for one in people:
        one.client.close()
    return [(IDS.sub("*", one.page), one.picture) for one in letters]


def of_kind(person: Person, kind: type) -> list[str]:
    held = hand(person.sits())
    return [
        str(one.card) if kind is InHand else str(one.amount) for one in held if type(one) is kind
    ]


@pytest.mark.long
def test_a_hand_is_on_no_page_and_no_map(tmp_path):
    """In two worlds somebody holds other cards, and their mails are the same."""
    hands, pages = [], []
    for world in ("w0", "w1"):
        with fixed_chance(world):
            people = played(
                tmp_path / world,
                tokens="split 11",
                until=lambda all_: len(of_kind(all_[0], InHand)) == 2,
            )
            hands.append(of_kind(people[0], InHand))
            pages.append(told(people))
    assert hands[0] != hands[1]
    assert pages[0] == pages[1]
    assert pages[0][0][1] == pages[0][1][1]  # the map of who holds them is that of all others


@pytest.mark.long
def test_a_hidden_supply_is_on_no_page_and_no_map(tmp_path):
    """In two worlds somebody divides a supply otherwise, and their mails are the same."""
    amounts, pages = [], []
    for world in ("11", "17"):
        with fixed_chance("same"):
            people = played(
                tmp_path / world,
                tokens=f"split {world}",
                until=lambda all_: len(of_kind(all_[1], InStock)) == 2,
            )
            amounts.append(of_kind(people[1], InStock))
            pages.append(told(people))
    assert amounts == [["11", "29"], ["17", "23"]]
    assert pages[0] == pages[1]
    assert pages[0][0][1] == pages[0][1][1]
