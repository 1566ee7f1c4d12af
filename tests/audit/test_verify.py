"""Verifying logs: every fault is found where it is, and blames whom the log convicts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from long import far
from pbem.audit import report
from pbem.audit.verdict import Verdict
from pbem.audit.verify import verify, verify_many
from pbem.identity.card import Card, make_card, read_card
from pbem.log.codes import CODES
from pbem.log.disk import LogFileError
from pbem.log.file import to_bytes
from pbem.table.events import kinds
from pbem.table.library import Library
from toy.group import END, PASS, Group, attack, identity, move, plan, rules_id, toy_library

NO_RULES = Library(lambda _name, _version: None)


def written(group: Group, name: str = "game.pbem") -> Path:
    path = group.folder / name
    path.write_bytes(to_bytes(group.events))
    return path


def skirmish(folder: Path, **kwargs: Any) -> Group:
    """A game in which Ann moves and attacks, Bob does not fire, and rolls the dice."""
    group = Group.joined(folder, **kwargs)
    group.orders("ann", move(1), attack("blue"))
    group.orders("bob", PASS)
    group.roll()
    return group


@pytest.fixture
def group(tmp_path: Path) -> Group:
    return skirmish(tmp_path)


@pytest.fixture
def log(group: Group) -> Path:
    return written(group)


def card_of(handle: str, like: str | None = None) -> Card:
    """A card of ``handle``; with ``like``, one that has the keys of somebody else."""
    own = read_card(make_card(identity(handle)))
    if like is None:
        return own
    other = read_card(make_card(identity(like)))
    return Card(handle, other.sign, other.box, None, 1)


# --- good logs --------------------------------------------------------------------------------


def test_a_good_log(log: Path, group: Group) -> None:
    found = verify(log, toy_library())
    assert found.ok
    assert found.ok
    assert (found.level, found.lower) == (3, "")
    assert found.events == len(group.events)
    assert found.head == group.events[-1].id
    assert found.game == group.events[0].id
    assert (found.rules, found.scenario) == ("toy version 1", "duel")
    assert found.players == ("ann", "bob")
    assert found.result is None
    assert found.pen == group.table.active().why
    assert found.finding is None


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_level(log: Path, level: int) -> None:
    found = verify(log, toy_library(), level=level)
    assert found.ok
    assert found.level == level
    assert f"level {level} of 3" in "\n".join(report.lines(found))


def test_the_verdict_is_followed_by_the_dice(log: Path) -> None:
    said = report.lines(verify(log, toy_library()))
    assert said[0] == f"{log}: valid, 6 events"
    assert said[2] == (
        "Dice: kept by opponents. Only ann and bob together could have chosen a roll."
    )


def test_dice_kept_by_oneself_are_practice(tmp_path: Path) -> None:
    seats = {"red": "ann", "blue": "ann"}
    group = Group.joined(tmp_path, ("ann",), seats, dice="self")
    assert report.lines(verify(written(group), toy_library()))[2] == (
        "Dice: none were rolled yet. Honest practice only. ann keeps the dice alone and can choose "
        "any roll."
    )


def test_dice_kept_by_an_umpire(tmp_path: Path) -> None:
    group = Group.joined(tmp_path, umpire="una", dice="umpire")
    group.play("ann", "resign")
    found = verify(written(group), toy_library())
    assert found.dice == (
        "Dice: none were rolled. They are kept by the umpire una and by opponents. Only ann, bob "
        "and una together can choose a roll."
    )
    assert "counts only after the umpire's closing ruling" in found.counts
    result = group.table.result
    assert result is not None
    group.play("una", "ruling", kinds.Close(result=result))
    closed = verify(written(group), toy_library())
    assert closed.counts == "Result: blue (bob) wins (resigned)."
    assert closed.ruled_from == len(group.events) - 1


def test_after_a_ruling_the_log_rests_on_the_umpire(tmp_path: Path) -> None:
    group = Group.joined(tmp_path, umpire="una")
    group.play("una", "ruling", kinds.PutOut(out="ann", as_="forfeit", late=None))
    reported = report.lines(verify(written(group), toy_library()))
    assert reported[3] == "From event 4 on, the log rests on the word of the umpire una."


def test_a_sealed_choice_never_opened_keeps_a_result_from_counting(tmp_path: Path) -> None:
    group = Group.joined(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(2))
    group.play("bob", "resign")
    assert "only after what was sealed is opened" in verify(written(group), toy_library()).counts


# --- what is not here --------------------------------------------------------------------------


def test_rules_that_are_not_here(log: Path, group: Group) -> None:
    found = verify(log, NO_RULES)
    assert (found.valid, found.ok) == (True, False)
    assert verify(log, NO_RULES, level=2).ok
    assert (found.level, found.wanted) == (2, 3)
    assert found.lower.startswith("Only level 2 was reached. ")
    assert found.events == len(group.events)


def test_newer_rules_that_are_not_here(tmp_path: Path) -> None:
    group = Group.joined(tmp_path)
    group.play("ann", "offer_rules", rules_id(2))
    group.play("bob", "answer", True)
    old = Library(lambda name, version: toy_library().rules(name, 1) if version == 1 else None)
    found = verify(written(group), old)
    assert (found.valid, found.ok) == (True, False)
    assert found.level == 2
    assert found.lower.endswith("At level 3, the 3 events before it are good.")


def test_level_2_sees_dice_without_the_rules(group: Group) -> None:
    event = group.events[-1]
    data = {**event.data, "rolls": [[n, (got + 1) % n] for n, got in event.data["rolls"]]}
    del group.events[-1]
    group.events.append(group.forge(event.by, "dice", data))
    found = verify(written(group), NO_RULES)
    assert found.finding is not None
    assert (found.finding.code, found.finding.blame) == ("dice.rolls", ("ann",))


# --- cards ------------------------------------------------------------------------------------


def test_cards_that_fit(log: Path) -> None:
    found = verify(log, toy_library(), cards=[card_of("ann"), card_of("bob")])
    assert found.warnings == ()
    assert found.ok


def test_a_card_with_another_key(log: Path) -> None:
    found = verify(log, toy_library(), cards=[card_of("ann"), card_of("bob", "mallory")])
    assert (found.valid, found.ok) == (True, False)
    assert found.strangers == ("bob",)
    assert "WARNING: The card of bob has a different signing key" in "\n".join(report.lines(found))


def test_cards_that_are_missing_or_of_others(log: Path) -> None:
    found = verify(log, toy_library(), cards=[card_of("ann"), card_of("zoe")])
    assert [warning.split(",")[0] for warning in found.warnings] == [
        "You gave the card of zoe",
        "You gave no card of bob",
    ]


def test_of_an_address_book_only_other_keys_are_reported(log: Path) -> None:
    assert verify(log, toy_library(), book=[card_of("ann"), card_of("zoe")]).warnings == ()
    assert verify(log, toy_library(), book=[card_of("ann", "zoe")]).strangers == ("ann",)


def test_a_key_changed_by_agreement_still_fits(tmp_path: Path) -> None:
    group = Group.joined(tmp_path)
    group.play("ann", "offer", group.new_keys("ann", "ann2"))
    group.play("bob", "answer", True)
    for card in (card_of("ann"), card_of("ann", "ann2")):
        assert verify(written(group), toy_library(), cards=[card]).strangers == ()
    assert verify(written(group), toy_library(), cards=[card_of("ann", "eve")]).strangers


def test_in_an_address_book_a_replaced_card_fits_with_a_warning(log: Path) -> None:
    """The one that replaced it stands first; a card that the reader names has to fit itself."""
    new, old = card_of("ann", "ann2"), card_of("ann")
    found = verify(log, toy_library(), book=[new, old])
    assert found.ok
    assert ["a card that was replaced" in warning for warning in found.warnings] == [True]
    assert verify(log, toy_library(), book=[old, new]).warnings == ()
    assert verify(log, toy_library(), book=[new, card_of("ann", "eve")]).strangers == ("ann",)
    assert verify(log, toy_library(), cards=[new], book=[old]).strangers == ("ann",)


# --- tampering --------------------------------------------------------------------------------


def assert_found(found: Verdict, group: Group, line: int) -> None:
    """The log ends before the line (from 0) that was tampered with, or before."""
    assert not found.ok
    assert found.finding is not None
    assert found.finding.code in CODES
    assert found.events <= line
    assert found.head == (group.events[found.events - 1].id if found.events else None)
    assert found.finding.good == found.events
    assert report.lines(found)


def test_no_byte_can_be_changed(log: Path, group: Group) -> None:
    whole = log.read_bytes()
    for place in range(0, len(whole), far(11, of=5)):
        changed = bytearray(whole)
        changed[place] ^= 1
        log.write_bytes(changed)
        assert_found(verify(log, toy_library()), group, whole.count(b"\n", 0, place))


@pytest.mark.parametrize(
    ("tamper", "line", "codes"),
    [
        (lambda lines: [*lines[:3], *lines[4:]], 3, {"chain.seq"}),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 2, {"chain.seq"}),
        (lambda lines: [*lines[:4], lines[3], *lines[4:]], 4, {"chain.seq"}),
        (lambda lines: lines[2:], 0, {"chain.seq"}),
        (lambda lines: [*lines[:-1], lines[-1][:-1]], 5, {"file.torn"}),
        (lambda lines: [*lines[:-1], lines[-1][:99]], 5, {"file.torn"}),
        (lambda lines: [*lines[:2], b"\n", *lines[2:]], 2, {"file.line"}),
        (lambda lines: [lines[0].replace(b"\n", b"\r\n"), *lines[1:]], 0, {"file.line"}),
        (lambda lines: [*lines, b"a mail's last words\n"], 6, {"json.form"}),
        (lambda lines: [b"\xef\xbb\xbf" + lines[0], *lines[1:]], 0, {"json.form"}),
    ],
    ids=[
        "dropped", "swapped", "doubled", "stretch", "last newline", "torn", "empty line",
        "carriage returns", "more text", "byte order mark",
    ],
)  # fmt: skip
def test_no_line_can_be_moved(
    log: Path,
    group: Group,
    tamper: Callable[[list[bytes]], list[bytes]],
    line: int,
    codes: set[str],
) -> None:
    log.write_bytes(b"".join(tamper(log.read_bytes().splitlines(keepends=True))))
    found = verify(log, toy_library())
    assert_found(found, group, line)
    assert found.events == line
    assert found.finding is not None
    assert found.finding.code in codes
    assert found.finding.blame == ()


def test_a_log_cut_short_is_valid_and_shows_its_head(log: Path, group: Group) -> None:
    log.write_bytes(to_bytes(group.events[:-1]))
    found = verify(log, toy_library())
    assert found.ok
    assert found.head == group.events[-2].id
    assert "Waiting for ann's computer to roll (event 4)." in report.lines(found)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.pbem"
    path.write_bytes(b"")
    found = verify(path, toy_library())
    assert not found.ok
    assert found.finding is not None
    assert (found.finding.code, found.finding.good, found.finding.blame) == ("file.empty", 0, ())
    assert found.finding.message == "The file is empty. It has no events."
    assert found.advice.startswith("Ask the sender for the file again")
    reported = report.lines(found)
    assert reported[:2] == [
        f"{path}: NOT valid from event 0 on",
        "file.empty: the file has no events.",
    ]
    assert not any("WARNING" in line for line in reported)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LogFileError):
        verify(tmp_path / "none.pbem", toy_library())


# --- blame ------------------------------------------------------------------------------------


def illegal_and_answered(folder: Path) -> Group:
    """Ann orders what is illegal, and Bob's altered program gives dice on it all the same."""
    group = Group.joined(folder)
    illegal = group.forge("ann", "orders", group.orders_data("red", move(2), move(2)))
    group.events.append(illegal)
    group.events.append(group.forge("bob", "dice", {"proof": "00" * 80}))
    return group


def test_a_keeper_who_answered_an_illegal_list_is_blamed_second(tmp_path: Path) -> None:
    found = verify(written(illegal_and_answered(tmp_path)), toy_library())
    assert found.finding is not None
    assert (found.finding.code, found.finding.blame) == ("orders.illegal", ("ann", "bob"))
    assert found.events == 3
    assert "At fault, as far as the log proves it: ann; then bob, who rolled the dice for it." in (
        "\n".join(report.lines(found))
    )


def test_a_keeper_is_not_blamed_by_a_line_that_he_did_not_sign(tmp_path: Path) -> None:
    group = illegal_and_answered(tmp_path)
    group.events[-1] = group.forge(
        "bob", "dice", {"proof": "00" * 80}, seed=identity("eve").sign_seed,
        seq=4, prev=group.events[-2].id,
    )  # fmt: skip
    found = verify(written(group), toy_library())
    assert found.finding is not None
    assert found.finding.blame == ("ann",)


def test_dice_on_another_event_blame_nobody_else(tmp_path: Path) -> None:
    group = illegal_and_answered(tmp_path)
    group.events[-1] = group.forge("bob", "dice", {"proof": "00" * 80}, seq=4, prev="ab" * 32)
    found = verify(written(group), toy_library())
    assert found.finding is not None
    assert found.finding.blame == ("ann",)


# --- many, and elsewhere ------------------------------------------------------------------------


@pytest.mark.long
def test_many_logs_in_two_processes(tmp_path: Path) -> None:
    good = written(skirmish(tmp_path / "a"), "good.pbem")
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(good.read_bytes().replace(b"ann", b"bob", 1))
    paths = [good, bad, good, tmp_path / "a" / "good.pbem"]
    one = list(verify_many(paths, toy_library, processes=1))
    two = list(verify_many(paths, toy_library, processes=2))
    assert one == two
    assert [found.ok for found in two] == [True, False, True, True]
    assert report.one_line(two[0]) == f"ok   {good}  6 events, level 3"
    assert report.one_line(two[1]).endswith(two[1].finding.code if two[1].finding else "")


def test_json_has_everything(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-1])
    reported = json.loads(report.to_json(verify(log, toy_library())))
    assert reported["ok"] is False
    assert reported["finding"]["code"] == "file.torn"
    assert reported["advice"]
    assert reported["title"]


HASHED = """
import sys
from pathlib import Path
from pbem.audit.verify import verify
from pbem.selfplay.general import position_of
from pbem.selfplay.simulate import Setup, bind, answer_sensible
from pbem.selfplay.unsigned import begin
from pbem.crypto.digest import sha256_hex
from pbem.games import registry
from pbem.table.library import Library
from pbem.log.file import read_events
from pbem.table.table import Table
import random
for path in sorted(Path(sys.argv[1]).glob("*.pbem")):
    table = Table(Library(registry.find))
    for event in read_events(path):
        table.take(event)
        if table.play is not None:
            print(event.seq, table.digest(), sha256_hex(repr(table.reported()).encode()))
game = bind(Setup("saipan", "free"))
play = begin(game)
print(answer_sensible(play, random.Random(1)), list(game.legal(play.position))[:50])
"""


@pytest.mark.long
def test_the_same_under_two_hash_seeds(logs: Path) -> None:
    reported = []
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [sys.executable, "-c", HASHED, str(logs)],
            capture_output=True, text=True, check=True, env=environment,
        )  # fmt: skip
        reported.append(ran.stdout)
    assert reported[0] == reported[1]
    assert reported[0].count("\n") > 50


def test_end_of_turn(tmp_path: Path) -> None:
    """A whole toy game to its end counts."""
    group = Group.joined(tmp_path)
    while group.table.result is None:
        active = group.table.active()
        assert active.handle is not None
        group.orders(active.handle, END)
    found = verify(written(group), toy_library())
    assert found.counts.startswith("Result: drawn (victory)")


# --- what is said of a log that is not valid ----------------------------------------------------


def test_only_the_good_events_are_praised(log: Path) -> None:
    """A byte of the last event, the dice, is changed: what is said is of the events before it."""
    log.write_bytes(log.read_bytes()[:-3] + b'x"}\n')
    found = verify(log, toy_library())
    reported = report.lines(found)
    assert reported[0] == f"{log}: NOT valid from event 5 on; the first 5 are valid"
    assert reported[1] == (
        "Those were checked at level 3 of 3: everything, with every order replayed by the rules."
    )
    assert any(
        line.startswith("Dice of the first 5 events, which are valid: none were rolled yet.")
        for line in reported
    )
    assert not any(line.startswith("Checked at") for line in reported)


@pytest.mark.parametrize("text", [b"", b"Dear judge,\n", b'{"torn'])
def test_nothing_is_said_of_what_was_not_looked_at(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "none.pbem"
    path.write_bytes(text)
    reported = "\n".join(report.lines(verify(path, toy_library())))
    assert "NOT valid" in reported
    assert "level" not in reported
    assert "Dice" not in reported


def test_a_part_of_a_log_is_reported_to_be_one(log: Path) -> None:
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[4:]))
    found = verify(log, toy_library())
    assert not found.ok
    assert found.part == 4
    reported = "\n".join(report.lines(found))
    assert f"{log}: NOT judged: it is a part of a log, from event 4 on" in reported
    assert "pbem take" in reported
    assert "as an attachment" not in reported


def test_that_nobody_is_to_blame_is_reported_once(log: Path) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole.replace(b'"n":1', b'"n":2', 1))
    reported = "\n".join(report.lines(verify(log, toy_library())))
    assert "sig.bad" in reported
    assert report.says_nobody(reported)
    assert "nobody's fault" not in reported
    log.write_bytes(whole[:-1])
    assert "nobody's fault" in "\n".join(report.lines(verify(log, toy_library())))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"move 1/2 1203\nend movement\n", "is not a pbem log (it begins with 'move 1/2 1203')"),
        (b"\x89PNG\r\n\x1a\n\0\0", "is not a pbem log (it begins with"),
        (b"PK\x03\x04\x14\0", "is a zip archive. Unpack it"),
        (
            b"From: ann\nSubject: [PBEM] game\n\nhello\n",
            "read the whole message with 'pbem mail read'",
        ),
    ],
)
def test_what_is_no_log_is_reported_as_what_it_is(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "other.pbem"
    path.write_bytes(data)
    found = verify(path, toy_library())
    assert not found.ok
    assert found.other is not None
    assert found.other in found.advice
    reported = report.lines(found)
    assert len(reported) == 1
    assert reported[0].startswith(f"{path}: NOT valid: it is")
    assert said in reported[0]


def test_a_log_that_was_altered_is_still_judged_as_one(log: Path) -> None:
    log.write_bytes(b"\xef\xbb\xbf" + log.read_bytes())
    found = verify(log, toy_library())
    assert found.other is None
    assert found.finding is not None


def test_a_sides_name_that_ends_with_a_full_stop_ends_the_sentence(log: Path) -> None:
    named = replace(verify(log, toy_library()), sides={"red": "U.S.", "blue": "Japan"})
    assert "Seats: bob plays Japan, ann plays U.S. Dice policy: " in "\n".join(report.lines(named))
