"""Pieces on the open table: a module of our own, imported, and moved by two homes by mail."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import fords
from long import times
from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages import composing, reading
from pbem.client.play import acting
from pbem.client.storage.tables import as_yaml
from pbem.errors import FormError, IllegalOrder, PackError
from pbem.play.lists import read_text, write_text
from pbem.play.play import Play
from pbem.selfplay.general import check_game
from pbem.selfplay.unsigned import begin
from pbem.vassal import tables
from pbem.vassal.contents import unpack
from pbem.vassal.reading import describe
from toy.people import Person
from toy.tables import RULES, game


@cache
def pack(setup: str = "Long game", *, decks: bool = True) -> bytes:
    """Return the table file of *Two Fords*."""
    module = describe(unpack(BytesIO(fords.archive(fords.files()))))
    data = tables.table_of(module, setup).data
    return as_yaml({key: value for key, value in data.items() if decks or key != "decks"})


def played() -> Play:
    """Return a table without decks, at its first question."""
    return begin(game(pack(decks=False)))


def does(play: Any, text: str) -> list[str]:
    """Carry out lines of the side that is asked, and return what is reported."""
    side = play.position.turn
    play.forget()
    play.order(side, read_text(play, side, text).orders)
    return [play.game.report(one) for one in play.forget()]


@pytest.mark.parametrize("seed", range(times(4, 100)))
@pytest.mark.parametrize("setup", ["Long game", tables.START])
def test_it_holds_to_the_contract(setup: str, seed: int) -> None:
    assert check_game(game(pack(setup)), seed).decisions


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"name: Foot", b'name: "Fo\\x1bot"'),
        (b"+ (reduced)", b'"+ (re; duced)"'),
        (b"foot-back.png", b'"foot\\nback.png"'),
        (b"+ (reduced)", b"+ (" + b"r" * 90 + b")"),
    ],
)
def test_names_of_pieces_are_one_line_without_signs(old: bytes, new: bytes) -> None:
    with pytest.raises(PackError, match="types"):
        game(RULES.export().replace(old, new, 1))


def test_what_a_piece_shows_has_a_length() -> None:
    layers = (
        b"[" + b", ".join([b'{images: [a], level: 1, names: ["+%s"]}' % (b"x" * 70)] * 40) + b"]"
    )
    play = begin(
        game(RULES.export().replace(b"{name: Depot}", b"{name: Depot, layers: %s}" % layers))
    )
    [said] = does(play, "new depot at Vell")
    assert len(said) < 200
    assert max(map(len, play.game.describe(play.position))) < 300


def test_the_set_up_stands_on_the_table() -> None:
    found = played().position.pieces
    assert {name: one.at for name, one in found.items()} == {
        "p1": "field/0201", "p2": "field/0201", "p3": "field/North Ford",
        "p4": "field/South Ford", "p5": "record/B-2",
    }  # fmt: skip
    assert (found["p1"].up, found["p2"].z, found["p2"].facing) == ((2,), 1, 4)


def test_a_move_says_from_where_to_where() -> None:
    play = played()
    [said] = does(play, "move Red Horse III to 0202")
    assert said == "Red Horse III (p3): North Ford to 0202."
    [said] = does(play, "move p1, p2 to camp 0701")
    assert said == "1st Foot (reduced) (p1), Blue (p2): 0201 to Camp 0701."
    assert [play.position.pieces[name].z for name in ("p1", "p2")] == [0, 1]
    assert "0202: Red Horse III (p3)." in play.game.describe(play.position)


def test_stacks_keep_an_order() -> None:
    play = played()
    does(play, "stack p3 on p1")
    assert [play.position.pieces[name].z for name in ("p1", "p2", "p3")] == [0, 1, 2]
    does(play, "move p4 to 0201 under")
    assert [play.position.pieces[name].z for name in ("p4", "p1", "p2", "p3")] == [0, 1, 2, 3]


def test_faces_facings_the_box_and_new_pieces() -> None:
    play = played()
    assert does(play, "flip p1") == ["1st Foot (reduced) (p1) shows Blue now."]
    assert does(play, "step p3 -1") == ["Red Horse III (p3) shows Red Horse II now."]
    assert does(play, "turn p2 0") == ["Blue (p2) faces 0."]
    assert does(play, "box p4") == ["Trench (p4): South Ford to the box."]
    assert does(play, "new Trench at North Ford") == ["Trench (n1) comes to North Ford."]
    assert does(play, "move n1 to field@7,8") == ["Trench (n1): North Ford to field@7,8."]
    assert play.position.pieces["n1"].at == "field@7,8"


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("move p9 to 0201", FormError, "there is no piece 'p9'"),
        ("move p1 to 9999", FormError, "there is no place '9999'"),
        ("move p1 p1 to 0201", FormError, "p1 is named twice"),
        ("flip p5", FormError, "p5 has one face"),
        ("move p1 to moon@1,1", FormError, "there is no place"),
        ("move p1 to field/Nowhere", IllegalOrder, "field has no place Nowhere"),
        ("set p1 2 1", IllegalOrder, "p1 has 1 layers"),
        ("set p1 1 3", IllegalOrder, "levels 1 to 2"),
        ("set p1 1 2", IllegalOrder, "shows that already"),
        ("turn p1 3", IllegalOrder, "one facing"),
        ("turn p2 6", IllegalOrder, "facings 0 to 5"),
        ("turn p2 4", IllegalOrder, "faces that way already"),
        ("new Trench at box", IllegalOrder, "comes out of the box"),
        ("new Dragon to 0201", FormError, "no kind of piece 'Dragon'"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, error: type[Exception], said: str) -> None:
    play = played()

    with pytest.raises(error, match=re.escape(said)):
        does(play, text)


@pytest.mark.parametrize(
    "text",
    ["move p1 p2 to field/Camp 0701", "move p3 to record@-4,17 under", "set p1 1 1", "turn p2 3",
     "new 4 at field/0202", "move p1 to box"],
)  # fmt: skip
def test_orders_are_printed_as_they_are_read(text: str) -> None:
    play = played()
    orders = read_text(play, "blue", text).orders
    assert write_text(play, orders) == [text]


def test_no_order_makes_a_piece_that_the_file_does_not_have() -> None:
    """Whatever is played at random, pieces come from the set-up or from `new` alone."""
    play = played()
    before = set(play.position.pieces)
    for text in ("box p1", "new 4 to 0201", "stack n1 on p2", "move p1 to 0201"):
        does(play, text)
    assert set(play.position.pieces) == before | {"n1"}
    assert play.position.made == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"place: South Ford", b"place: West Ford", "field has no place West Ford"),
        (b"type: m1", b"type: m9", "there is no kind of piece m9"),
        (b"layers: [2]", b"layers: [2, 2]", "1 has 1 layers, not 2"),
        (b"facing: 4", b"facing: 400", "facing"),
        (b"  p1:", b"  n1:", "are called n1, n2 and so on"),
        (b"  p1:", b"  P2:", "cannot say whether this or P2 is meant"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(old: bytes, new: bytes, said: str) -> None:
    changed = pack().replace(old, new)
    assert changed != pack()
    with pytest.raises(PackError, match=said):
        game(changed)


class Home(Person):
    """A person who sends and reads mail."""

    def mails(self) -> Path:
        session = self.sits()
        folder = self.folder / "post"
        folder.mkdir(exist_ok=True)
        return Path(composing.write(session, composing.compose(session), folder).files[0])

    def reads(self, mail: Path) -> None:
        assert reading.take_mail(self.client, [mail], TakeOptions(self.handle)).good
        while (active := self.sits().table.active()).handle == self.handle:
            if active.kinds[0] not in ("shuffle", "unmask", "dice"):
                return
            self.does(acting.dice if active.kinds[0] == "dice" else acting.deal)


def test_two_homes_move_pieces_by_mail_and_one_has_no_module(tmp_path: Path) -> None:
    """Twenty moves: bob has neither the module nor its file, and gets all in the first mail."""
    ann, bob = Home("ann", tmp_path), Home("bob", tmp_path)
    ann.meets(bob)
    bob.meets(ann)
    file = tmp_path / "two-fords.yaml"
    file.write_bytes(pack(decks=False))
    ann.opens("table", seats={"blue": "ann", "red": "bob"}, pack=file)
    bob.reads(ann.mails())
    bob.does(acting.join)
    ann.reads(bob.mails())
    for turn in range(10):
        ann.orders(f"move p1 to 0{turn % 2 + 1}02; flip p1; over to red")
        bob.reads(ann.mails())
        bob.orders(f"move Red Horse III to 0{turn % 2 + 3}03; over to blue")
        ann.reads(bob.mails())
    for home in (ann, bob):
        position: Any = home.sits().table.play.position  # type: ignore[union-attr]
        assert position.pieces["p1"].at == "field/0202"
        assert position.pieces["p3"].at == "field/0403"
    pictures = [data for name, data in fords.files().items() if name.startswith("images/")]
    written = b"".join(one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())
    assert not [data for data in pictures if data[8:40] in written]
