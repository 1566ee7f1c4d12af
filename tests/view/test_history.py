"""The history of a log: every event, every die with its purpose, every skipped order and why."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pbem.games import registry
from pbem.log.file import to_bytes
from pbem.play.outcomes import Rolled
from pbem.table.events import kinds
from pbem.table.library import Library
from pbem.table.words.reporting import report_all
from pbem.view.history import Entry, Happening, History, history, lines
from toy.group import END, PASS, Group, attack, identity, move, plan, rules_id, toy_library, when

SAIPAN = Path(__file__).parents[2] / "logs" / "saipan"


def reported(group: Group, library: Library | None = None, **kwargs: int) -> History:
    path = group.folder / "game.pbem"
    path.write_bytes(to_bytes(group.events))
    return history(path, library or toy_library(), **kwargs)  # type: ignore[arg-type]


def text(found: History, width: int = 100) -> str:
    return "\n".join(lines(found, width=width, colour=False))


@pytest.mark.parametrize("name", ["historical", "free-deployment"])
def test_a_whole_game(name: str) -> None:
    found = history(SAIPAN / f"{name}.pbem", Library(registry.find))
    assert found.finding is None
    assert [entry.seq for entry in found.entries] == list(range(found.events))
    dice = [h for entry in found.entries for h in entry.happened if h.sort == "die"]
    assert all(h.text.startswith(("Die for ", "Dice for ")) and h.paragraph for h in dice)
    assert len(dice) > 20
    assert all(f" for {h.purpose}: " in h.text for h in dice)
    decided = [h for entry in found.entries for h in entry.happened if h.result]
    assert len(decided) > 10
    assert all(h.result in h.text for h in decided)
    dead = [h for entry in found.entries for h in entry.happened if h.lost]
    assert all(f"{unit} is eliminated" in h.text for h in dead for unit in h.lost)
    assert dead
    assert any(h.sort == "settled" for entry in found.entries for h in entry.happened)
    printed = text(found)
    assert printed.endswith("The game is over.")
    assert "alice opens saipan version 1" in printed
    assert max(map(len, printed.splitlines())) <= 100
    assert msgspec.json.decode(msgspec.json.encode(found))["entries"][0]["kind"] == "open"


def test_parts_of_a_game() -> None:
    path, library = SAIPAN / "historical.pbem", Library(registry.find)
    assert history(path, library, since=7).entries[0].seq == 7
    third = history(path, library, turn=3).entries
    assert third
    assert {entry.turn for entry in third} == {3}


def test_a_guard_that_does_not_hold_is_reported(tmp_path: Path) -> None:
    group = Group.joined(tmp_path)
    group.orders("ann", when(move(1), "round", op=">", value=1), move(1))
    found = reported(group)
    assert "ann's order 'move 1' is left out: 'round > 1' is not true. [3.0]" in text(found)
    assert next(h.sort for entry in found.entries for h in entry.happened) == "lapse"


def test_standing_answers_are_reported_as_lines(tmp_path: Path) -> None:
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"})
    group.orders("ann", move(1), standing={"red": {"retreat": 2}, "blue": {"fire": True}})
    group.orders("ann", move(1), standing={})
    first, second = reported(group, since=len(group.events) - 2).entries
    assert sorted(first.orders) == [
        "blue: standing fire True", "move 1", "red: standing retreat 2"
    ]  # fmt: skip
    assert second.orders == ("move 1",)
    assert "withdraws all standing orders" in second.did


def test_skips_and_notes(tmp_path: Path) -> None:
    group = Group.joined(tmp_path)
    never = {"red": {"advance": False}}
    list_ = (attack("blue"), move(2), attack("red"))
    group.orders("ann", *list_, standing=never, note="At them!\nNow.")
    group.orders("bob", PASS)
    group.roll()
    while group.table.play is not None and group.table.play.asked is not None:
        if group.table.play.asked.phase:
            break
        asked = group.table.play.asked
        first = next(iter(group.table.play.game.legal(group.table.play.position)))
        group.orders(group.table.seats[asked.side], group.table.play.game.write_order(first))
    found = reported(group)
    printed = text(found)
    assert '"At them!"' in printed
    assert '"Now."' in printed
    assert "> attack blue" in printed
    assert "> standing advance False" in printed
    assert any(h.sort == "lapse" for entry in found.entries for h in entry.happened)
    assert "is skipped: that is not possible here" in printed


def test_what_no_paragraph_caused_has_none_after_it() -> None:
    skip = Happening("ann's order 'move 1' is skipped: the game is over.", "", "lapse")
    entry = Entry(3, "", "12:00", "ann", "dice", 1, "gives dice.", (), (skip,), "")
    printed = text(History((entry,), 4, ""))
    assert printed.endswith("is skipped: the game is over.")


def test_every_kind_of_event_is_reported(tmp_path: Path) -> None:
    group = Group.joined(tmp_path, scenario="plans", umpire="una")
    group.play("ann", "seal", plan(2))
    group.play("bob", "seal", plan(3))
    group.play("ann", "offer", kinds.OfferTie())
    group.play("bob", "answer", False)
    group.orders("ann", move(1))
    group.play("ann", "offer", kinds.OfferUndo(to=group.events[-1].id))
    group.play("bob", "answer", True)
    group.orders("ann", END)
    group.play("bob", "offer", group.new_keys("bob", "bob2"))
    group.play("ann", "answer", False)
    group.orders("bob", END)
    group.play("ann", "reveal")
    group.play("bob", "reveal")
    group.play("ann", "offer_rules", rules_id(2))
    group.play("bob", "answer", False)
    group.play("una", "ruling", kinds.TakeBack(back="0" * 64))
    group.play("ann", "resign")
    result = group.table.result
    assert result is not None
    group.play("una", "ruling", kinds.Close(result=result))
    found = reported(group)
    assert found.finding is None, found.finding
    did = [entry.did for entry in found.entries]
    for words in (
        "opens toy version 1, scenario plans",
        "joins with a dice key",
        "seals the secret choice 'plan-red'",
        "offers a draw",
        "declines the offer",
        "offers to go back to before event",
        "agrees to the offer",
        "offers new keys",
        "reveals what was sealed: plan 2",
        "offers to continue with toy version 2",
        "withdraws the ruling 0000000000000000..., if that is in another log",
        "resigns.",
        "confirms the result: blue (bob) wins (resigned)",
    ):
        assert any(words in one for one in did), words


def test_dice_for_one_thing_are_one_line(tmp_path: Path) -> None:
    """Dice in a row are joined where purpose and paragraph are the same, and only there."""
    play = Group.joined(tmp_path).table.play
    assert play is not None

    def rolled(n: int, got: int, purpose: str = "supply", paragraph: str = "6.3") -> Rolled:
        return Rolled(paragraph=paragraph, n=n, got=got, purpose=purpose)

    def said(*dice: Rolled) -> list[tuple[str, str]]:
        return [(one.text, one.paragraph) for one in report_all(play, dice)]

    assert said(rolled(6, 4), rolled(6, 5), rolled(6, 2)) == [("Dice for supply: 5 6 3.", "6.3")]
    assert said(rolled(15, 4), rolled(16, 2)) == [("Dice for supply: 5 of 15, 3 of 16.", "6.3")]
    many = [rolled(n, 0, "the identity of U7") for n in range(9, 2, -1)]
    assert said(*many)[0][0].startswith("Dice for the identity of U7: 1 of 9, 1 of 8, ")
    [short] = report_all(play, many, short=True)
    assert short.text == "7 dice were rolled for the identity of U7; the log lists them."
    [few] = report_all(play, [rolled(6, 4), rolled(6, 5)], short=True)
    assert few.text == "Dice for supply: 5 6."
    assert said(rolled(6, 4)) == [("Die for supply: 5 (1 to 6).", "6.3")]
    assert len(said(rolled(6, 4), rolled(6, 4, "fire"))) == 2
    assert len(said(rolled(6, 4), rolled(6, 4, paragraph="6.4"))) == 2


def test_a_paragraph_of_the_protocol_is_not_taken_for_the_rulebooks(tmp_path: Path) -> None:
    group = Group.joined(tmp_path)
    group.play("ann", "resign")
    (over,) = reported(group).entries[-1].happened
    assert over.paragraph.startswith("protocol ")
    assert f"[{over.paragraph}]" in text(reported(group))


def test_who_was_put_out(tmp_path: Path) -> None:
    for ruling, words in (
        (kinds.PutOut(out="ann", as_="forfeit", late=None), "ann has forfeited"),
        (
            kinds.PutOut(
                out="ann",
                as_="replace",
                late=None,
                handle="zoe",
                sign=identity("zoe").sign_public.hex(),
            ),
            "zoe takes the place of ann",
        ),
    ):
        group = Group.joined(tmp_path / words[:3], umpire="una")
        group.play("una", "ruling", ruling)
        assert words in reported(group).entries[-1].did


def test_without_the_rules(tmp_path: Path) -> None:
    group = Group.joined(tmp_path)
    group.orders("ann", END, standing={"red": {"fire": True}})
    found = reported(group, Library(lambda _name, _version: None))
    assert [entry.happened for entry in found.entries] == [(), (), (), ()]
    assert found.entries[-1].did == "gives an order for red, with standing orders."


def test_up_to_what_is_not_valid(tmp_path: Path) -> None:
    group = Group.joined(tmp_path)
    group.events.append(group.forge("bob", "resign", {}))
    found = reported(group)
    assert found.events == 3
    assert found.finding is not None
    assert "\nNOT valid from here on (pen.wrong)" in text(found)
    assert max(map(len, text(found).splitlines())) <= 100


def test_colours_are_only_colours(tmp_path: Path) -> None:
    group = Group.joined(tmp_path)
    coloured = "\n".join(lines(reported(group), colour=True))
    assert "\x1b[2m" in coloured
