"""The lobby's words and acts: two people play from nothing, and nothing bad stops the rest."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from lobby.homes import PASSPHRASE, Home, lantern, two_homes
from pbem.board.game import BoardGame
from pbem.board.practising import PracticeBoard
from pbem.board.signing import Wish
from pbem.client import people
from pbem.client.client import Client, NotFound
from pbem.client.session import session
from pbem.client.storage.packs import newest
from pbem.errors import FormError, KeyFileError, PbemError
from pbem.games import registry
from pbem.kit.picture import AreaPicture
from pbem.lobby import cards, requests
from pbem.lobby.forms import (
    Joining,
    Mending,
    NewIdentity,
    OneGame,
    Opening,
    Practising,
    Scenario,
    Tile,
    Words,
)
from pbem.lobby.lobby import Lobby
from pbem.lobby.scenes import played, scene
from pbem.view.drawing import svg

ROOT = Path(__file__).resolve().parents[2]
LOG = ROOT / "logs" / "lantern" / "lantern.pbem"


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    with two_homes(tmp_path) as both:
        yield both


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path / "alone")
    yield home
    home.client.close()


def only(home: Home) -> Tile:
    [tile] = home.lobby.hall().games
    return tile


def test_somebody_new_is_nobody_and_can_play_the_computer(alone: Home) -> None:
    found = alone.lobby.hall()
    assert (found.me, found.games, found.people) == (None, [], [])
    there = alone.lobby.practice(Practising("lantern", "lantern", ["tarle"]))
    [board] = alone.boards
    assert there == "/0/"
    assert isinstance(board, PracticeBoard)
    assert board.state().asked is not None


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (NewIdentity("Ann Smith", PASSPHRASE), "ann smith"),
        (NewIdentity("ann", ""), "passphrase"),
        (NewIdentity("ann", PASSPHRASE, "no address"), "no address"),
    ],
)
def test_a_bad_identity_is_refused_and_leaves_nothing(
    alone: Home, wish: NewIdentity, why: str
) -> None:
    with pytest.raises(PbemError, match=why):
        alone.lobby.identity(wish)
    assert alone.lobby.hall().me is None


def test_cards_are_swapped_and_compared(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    [known] = ann.lobby.hall().people
    assert (known.handle, known.compared) == ("bob", False)
    wrong = ann.lobby.words(Words("bob", " ".join(["abandon"] * 12)))
    assert not wrong.good
    assert not ann.lobby.hall().people[0].compared
    me = bob.lobby.hall().me
    assert me is not None
    assert ann.lobby.words(Words("bob", " ".join(me.words))).good
    assert ann.lobby.hall().people[0].compared


def test_a_game_from_its_opening_to_the_first_turn(homes: tuple[Home, Home]) -> None:
    """Each sees what they have to do: send, join, wait, play."""
    ann, bob = homes
    game = lantern(ann)
    tile = only(ann)
    assert (tile.title, tile.side, tile.others) == ("Lantern Bridge", "Brask", ["bob"])
    assert (tile.status, tile.to_send, tile.begun) == ("waiting", True, False)
    opened = ann.mail(game)
    assert not only(ann).to_send
    came = bob.lobby.came(opened)
    assert (came.good, came.games) == (True, [game])
    assert (only(bob).status, only(bob).join, only(bob).side) == ("yours", True, "Tarle")
    with pytest.raises(KeyFileError):
        bob.lobby.join(Joining(game, "wrong"))
    bob.lobby.join(Joining(game, PASSPHRASE))
    assert (only(bob).status, only(bob).to_send) == ("waiting", True)
    assert ann.lobby.came(bob.mail(game)).good
    tile = only(ann)
    assert (tile.status, tile.join, tile.begun) == ("yours", False, True)
    assert "Move units" in tile.words
    assert ann.lobby.picture(game) is not None
    ann.lobby.board(OneGame(game))
    [board] = ann.boards
    assert isinstance(board, BoardGame)
    assert board.state().asked is not None


def test_no_mail_is_asked_for_where_nobody_waits_for_it(
    homes: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If you are asked yourself, your next mail has what you signed before."""
    ann, bob = homes
    game = lantern(ann)
    bob.joins(ann, game)
    ann.lobby.came(bob.mail(game))
    assert (only(ann).status, only(ann).to_send, only(ann).along) == ("yours", False, False)
    ann.lobby.board(OneGame(game))
    [board] = ann.boards
    assert isinstance(board, BoardGame)
    assert board.state().shown.you
    ann.client.config.mailed.clear()
    monkeypatch.setattr("pbem.lobby.lobby.known_to_all", lambda _: 0)
    assert (only(ann).to_send, only(ann).along) == (False, True)
    assert (only(bob).status, only(bob).along) == ("waiting", False)


def test_an_event_that_is_signed_before_the_mail_goes_is_still_to_be_sent(
    homes: tuple[Home, Home],
) -> None:
    """It is in no mail: else the other waits for it, and the page says that nothing is to send."""
    ann, bob = homes
    game = lantern(ann)
    bob.joins(ann, game)
    ann.lobby.came(bob.mail(game))
    kept = ann.lobby.message(game).data
    ann.lobby.board(OneGame(game))
    [board] = ann.boards
    assert isinstance(board, BoardGame)
    wish = Wish("resign", board.state().shown.head, passphrase=PASSPHRASE)
    board.sign(wish)
    ann.lobby.mailed(OneGame(game))
    assert only(ann).to_send
    assert kept != ann.mail(game)
    assert not only(ann).to_send


def test_mail_that_comes_twice_does_no_harm(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    opened = ann.mail(lantern(ann))
    bob.lobby.came(opened)
    assert bob.lobby.came(opened).good
    assert len(bob.lobby.hall().games) == 1


def test_the_mail_as_text_is_read_as_the_file_is(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    mail = ann.lobby.outgoing(OneGame(lantern(ann)))
    assert mail.to == {"bob": "bob@example.org"}
    assert bob.lobby.came(mail.text.encode()).games == [mail.game]


@pytest.mark.parametrize("junk", [b"", b"hello", b"\xff\x00" * 50, b"{}", b"PK\x03\x04"])
def test_what_is_nothing_of_ours_is_said_and_changes_nothing(alone: Home, junk: bytes) -> None:
    found = alone.lobby.came(junk)
    assert found.lines
    assert found.games == []
    assert alone.lobby.hall().games == []


def test_another_card_of_a_known_name_is_refused(homes: tuple[Home, Home], tmp_path: Path) -> None:
    ann, _ = homes
    other = Home(tmp_path / "other")
    other.lobby.identity(NewIdentity("bob", PASSPHRASE))
    found = ann.lobby.came(other.lobby.card().data)
    other.client.close()
    assert not found.good
    assert "other keys" in found.lines[0]


def test_a_damaged_game_keeps_no_other_out(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    lantern(ann)
    (ann.client.games / "broken.pbem").write_bytes(b"no log\n")
    found = {one.game: one.status for one in ann.lobby.hall().games}
    assert found == {"lantern-ann-bob": "waiting", "broken": "wrong"}


def test_every_game_is_offered_with_the_names_of_its_sides(alone: Home) -> None:
    found = {one.rules: one for one in alone.lobby.offers()}
    assert sorted(found) == sorted(registry.names())
    assert [side.name for side in found["saipan"].sides["historical"]] == ["U.S.", "Japan"]
    assert all(one.sides.keys() == one.scenarios.keys() for one in found.values())


def test_a_module_that_fails_keeps_no_other_game_out(
    alone: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Python of an installed module can raise anything, also where only its form is asked."""

    class Failing:
        title = "Failing"

        @property
        def scenarios(self) -> dict[str, str]:
            raise RuntimeError("no scenarios today")

    monkeypatch.setattr(
        "pbem.lobby.offers.newest", lambda name: Failing() if name == "tokyo" else newest(name)
    )
    offered = {one.rules for one in alone.lobby.offers()}
    assert offered == set(registry.names()) - {"tokyo"}


def test_a_game_against_nobody_who_is_known_is_refused(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    seats = {"brask": "ann", "tarle": "carol"}
    with pytest.raises(PbemError, match="carol"):
        ann.lobby.new(Opening("lantern", "lantern", seats, PASSPHRASE))
    assert ann.lobby.hall().games == []


@pytest.mark.parametrize(
    ("rules", "seats", "opened"),
    [
        ("lantern", {"brask": "ann", "tarle": "bob"}, ("witnesses", ["ann", "bob", "wil"])),
        ("manila", {"us": "ann"}, ("opponents", ["wil", "ann"])),
    ],
)
def test_a_witness_gives_the_dice(
    homes: tuple[Home, Home],
    tmp_path: Path,
    rules: str,
    seats: dict[str, str],
    opened: tuple[str, list[str]],
) -> None:
    """As `pbem new --witness wil --dice witnesses` opens it; alone, no other policy is needed."""
    ann, _ = homes
    wil = Home(tmp_path / "wil")
    wil.lobby.identity(NewIdentity("wil", PASSPHRASE))
    ann.lobby.came(wil.lobby.card().data)
    wil.client.close()
    scenario = next(iter(newest(rules).scenarios))
    wish = Opening(rules, scenario, seats, PASSPHRASE, witnesses=["wil"])
    [game] = ann.lobby.new(wish).games
    found = session.sit(ann.client, game).table.opening
    assert found is not None
    assert (found.dice, [one.handle for one in found.players]) == opened
    assert (only(ann).witnesses, "wil" in only(ann).others) == (["wil"], True)


def test_an_opponent_is_no_witness(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    seats = {"brask": "ann", "tarle": "bob"}
    with pytest.raises(FormError, match="no seat"):
        ann.lobby.new(Opening("lantern", "lantern", seats, PASSPHRASE, witnesses=["bob"]))


def test_a_side_has_the_colour_of_its_counters(alone: Home) -> None:
    offers = {one.rules: one for one in alone.lobby.offers()}
    for rules, scenario in (("saipan", "historical"), ("singapore", "division")):
        colours = {side.id: side.colour for side in offers[rules].sides[scenario]}
        assert colours["jp"] == "#ad3410"
        assert len(set(colours.values())) == len(colours)


def test_a_message_that_there_is_not(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    with pytest.raises(FormError, match="no message 7"):
        ann.lobby.message(lantern(ann), 7)


def test_no_name_stands_twice_in_the_table_of_requests() -> None:
    assert not requests.READ.keys() & requests.CHANGE.keys()


def mail(*attached: Path) -> bytes:
    """Return a stranger's message with files."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "eve@example.org", "ann@example.org", "hello"
    made.set_content("hello")
    for one in attached:
        made.add_attachment(
            one.read_bytes(), maintype="application", subtype="octet-stream", filename=one.name
        )
    return bytes(made)


FORK = ROOT / "logs" / "hostile" / "fork.author-two-thoughts.fork"


@pytest.mark.parametrize("data", [FORK.read_bytes(), mail(FORK)], ids=["dropped", "attached"])
def test_a_proof_that_is_said_to_be_saved_is_there(alone: Home, data: bytes) -> None:
    found = alone.lobby.came(data)
    [where] = re.findall(r"saved as (\S+\.fork)", " ".join(found.lines))
    assert Path(where).read_bytes() == FORK.read_bytes()
    assert alone.client.folder in Path(where).parents


def test_a_card_in_mail_is_added_and_nothing_is_left_to_type(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    ann, _ = homes
    eve = Home(tmp_path / "eve")
    eve.lobby.identity(NewIdentity("eve", PASSPHRASE))
    card = eve.lobby.card()
    name, data = card.name, card.data
    eve.client.close()
    (tmp_path / name).write_bytes(data)
    found = ann.lobby.came(mail(tmp_path / name))
    assert found.lines == ["The card of eve is here. Compare the twelve words by telephone."]
    assert "eve" in [one.handle for one in ann.lobby.hall().people]
    assert not list(ann.client.folder.glob("**/mail-*"))


def test_a_refused_card_in_mail_is_no_success(homes: tuple[Home, Home], tmp_path: Path) -> None:
    ann, _ = homes
    other = Home(tmp_path / "other")
    other.lobby.identity(NewIdentity("ann", PASSPHRASE))
    card = other.lobby.card()
    name, data = card.name, card.data
    other.client.close()
    (tmp_path / name).write_bytes(data)
    assert not ann.lobby.came(mail(tmp_path / name)).good


def test_a_card_at_which_the_program_fails_stops_nothing_else_that_came(
    homes: tuple[Home, Home], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = homes
    cards = []
    for handle in ("eve", "fay"):
        other = Home(tmp_path / handle)
        other.lobby.identity(NewIdentity(handle, PASSPHRASE))
        cards.append(tmp_path / f"{handle}.card")
        cards[-1].write_bytes(other.lobby.card().data)
        other.client.close()
    known, tried = people.import_card, list[Path]()

    def fails(client: Client, path: Path) -> people.Known:
        tried.append(path)
        if len(tried) == 1:
            raise RuntimeError("odd")
        return known(client, path)

    monkeypatch.setattr(people, "import_card", fails)
    found = ann.lobby.came(mail(*cards))
    assert not found.good
    assert ["RuntimeError" in line for line in found.lines] == [True, False]
    assert len(ann.lobby.hall().people) == 2


def test_what_one_client_remembers_no_other_of_the_home_forgets(homes: tuple[Home, Home]) -> None:
    """A lobby stays open for hours beside its boards, commands and an agent."""
    ann, bob = homes
    game = lantern(ann)
    board = ann.client.twin()
    assert not board.config.compared
    me = bob.lobby.hall().me
    assert me is not None
    assert ann.lobby.words(Words("bob", " ".join(me.words))).good
    ann.mail(game)
    with board.remembering() as config:
        config.looked["ann"] = {"x": 1}
    assert ann.lobby.hall().people[0].compared
    assert not only(ann).to_send
    assert ann.client.config.looked == {"ann": {"x": 1}}
    board.close()


@pytest.mark.parametrize("broken", [b"junk", None], ids=["damaged", "gone"])
def test_without_a_card_one_is_still_oneself_and_has_all_games(
    homes: tuple[Home, Home], broken: bytes | None
) -> None:
    ann, _ = homes
    lantern(ann)
    card = ann.client.identities / "ann.card"
    card.unlink()
    if broken is not None:
        card.write_bytes(broken)
    found = ann.lobby.hall()
    assert found.me is not None
    assert (found.me.handle, found.me.words) == ("ann", [])
    assert [one.game for one in found.games] == ["lantern-ann-bob"]


@pytest.mark.parametrize("broken", [b"junk", None], ids=["damaged", "gone"])
def test_a_card_that_is_missing_is_made_again_from_the_keys(
    homes: tuple[Home, Home], broken: bytes | None
) -> None:
    ann, _ = homes
    before, card = ann.lobby.hall().me, ann.client.identities / "ann.card"
    card.unlink()
    if broken is not None:
        card.write_bytes(broken)
    assert cards.mend_card(ann.client, Mending(PASSPHRASE, "ann@example.org")).good
    assert ann.lobby.hall().me == before


def test_who_has_several_identities_is_told_to_choose_one(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    ann.lobby.identity(NewIdentity("zed", PASSPHRASE))
    (ann.client.folder / "config.json").write_bytes(b"{}")
    found = ann.lobby.hall()
    assert found.me is None
    assert "ann, zed" in found.choose
    assert "pbem identity default" in found.choose


@pytest.mark.parametrize("named", ["lant", "", "..", "{games}/lantern-ann-bob.pbem"])
def test_a_game_is_one_of_the_list_and_no_other_file(homes: tuple[Home, Home], named: str) -> None:
    """A command may name any file; what a browser asks for is in the list."""
    ann, _ = homes
    lantern(ann)
    wanted = named.format(games=ann.client.games)
    for asked in (
        lambda: ann.lobby.message(wanted, 0),
        lambda: ann.lobby.picture(wanted),
        lambda: ann.lobby.board(OneGame(wanted)),
        lambda: ann.lobby.outgoing(OneGame(wanted)),
    ):
        with pytest.raises(NotFound):
            asked()
    assert ann.boards == []


def test_a_game_of_others_is_told_as_theirs(alone: Home) -> None:
    alone.lobby.came(LOG.read_bytes())
    tile = only(alone)
    assert (tile.side, len(tile.others)) == ("", 2)


def test_each_log_is_read_once_for_the_whole_list(
    homes: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody with sixty games waits for sixty logs, and not for twice as many."""
    ann, _ = homes
    made = lantern(ann)
    log = (ann.client.games / f"{made}.pbem").read_bytes()
    for number in range(12):
        (ann.client.games / f"copy-{number}.pbem").write_bytes(log)
    read: list[str] = []
    table = session._table

    def counted(client: Client, path: Path, *more: object, **named: object) -> object:
        read.append(path.stem)
        return table(client, path, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(session, "_table", counted)
    assert len(ann.lobby.hall().games) == 13
    assert sorted(read) == sorted([made, *(f"copy-{number}" for number in range(12))])


def test_a_map_is_drawn_once_while_its_log_stays_as_it_is(
    homes: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list shows all maps again whenever anything in it is new."""
    ann, bob = homes
    game = lantern(ann)
    bob.joins(ann, game)
    drawn: list[str] = []
    picture = Lobby.picture
    monkeypatch.setattr(
        Lobby, "picture", lambda self, game: (drawn.append(game), picture(self, game))[1]
    )
    first = bob.lobby.drawing(game)
    assert bob.lobby.drawing(game) is first
    assert drawn == [game]
    log = bob.client.games / f"{game}.pbem"
    log.write_bytes(log.read_bytes())
    os.utime(log, ns=(1, 1))
    assert bob.lobby.drawing(game) == first
    assert drawn == [game, game]


def test_a_game_without_a_map_is_shown_by_dice(alone: Home) -> None:
    """Dice and cards have no ground: no legend of borders that are not there."""
    bare = AreaPicture(title="Dice", areas=(), counters=(), sides={}, kinds={}, boxes=())
    drawn = scene(bare)
    assert drawn.count(b'class="die"') == 4  # two dice, two cards
    assert alone.lobby.scene(Scenario("table", "")).data == drawn
    assert b"border" not in alone.lobby.scene(Scenario("lantern", "")).data


@pytest.mark.parametrize("name", [name for name in registry.names() if name != "table"])
def test_a_small_picture_is_of_where_the_sides_meet(alone: Home, name: str) -> None:
    """The counters of both are distinct in it, and nothing beside the map is seen."""
    drawn = alone.lobby.scene(Scenario(name, "")).data.decode()
    [box] = re.findall(r'<svg [^>]*viewBox="([^"]*)"', drawn)
    left, top, wide, high = map(float, box.split())
    picture = played(newest(name), "")
    whole = svg(picture, words=False, beside=False, titled=False, legend=False)
    [sheet] = re.findall(r'<rect class="sheet" width="([^"]*)" height="([^"]*)"', whole)
    assert left >= 0 <= top
    assert left + wide <= float(sheet[0])
    assert top + high <= float(sheet[1])
    counter = r'<rect class="counter (?:spent )?(?:c|rim)(\d)[^>]* x="([\d.]+)" y="([\d.]+)"'
    seen = [
        side
        for side, x, y in re.findall(counter, drawn)
        if left < float(x) < left + wide and top < float(y) < top + high
    ]
    assert len(seen) >= 4
    assert len(set(seen)) >= 2
    widths = re.findall(r'<rect class="counter [^>]* width="([\d.]+)"', drawn)
    assert wide < 12.5 * max(map(float, widths))  # so a counter can be read
