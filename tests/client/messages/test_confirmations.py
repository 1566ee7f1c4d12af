"""A confirmation that comes by mail is held against the log that is here (docs/mail.md)."""

from __future__ import annotations

import json
import shutil
from email.message import EmailMessage

import pytest
from msgspec.structs import replace

from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages import composing, reading
from pbem.client.messages.words import posted_lines
from pbem.client.play import acting
from pbem.log.event import Event
from pbem.log.head import head_to_bytes, make_head
from pbem.mail.letter import messages
from pbem.table.table import Table
from toy.group import identity


def message(*files: tuple[str, bytes]) -> bytes:
    made = EmailMessage()
    made["From"], made["Subject"] = "bob@example.org", "the end"
    made.set_content("As attached.")
    for name, data in files:
        made.add_attachment(data, "application", "octet-stream", filename=name)
    return bytes(made)


def reads(person, *files: tuple[str, bytes], **options) -> reading.Posted:
    wish = TakeOptions(person.handle)
    return reading.take_mail(person.client, [], wish, stdin=message(*files), **options)


def head(person, *, by: str = "", seq: int = -1, **changes) -> bytes:
    """The confirmation of an event of somebody's log, and what is false in it."""
    who = by or person.handle
    event = list(person.sits().since(0))[seq]
    made = json.loads(head_to_bytes(make_head(event, by=who, seed=identity(who).sign_seed)))
    return (json.dumps(made | changes, separators=(",", ":"), sort_keys=True) + "\n").encode()


def confirms(person, id_: str, seq: int) -> bytes:
    """A confirmation of any event, well signed: it may never have been."""
    event = list(person.sits().since(0))[-1]
    other = replace(event, id=id_, seq=seq)
    return head_to_bytes(make_head(other, by=person.handle, seed=identity(person.handle).sign_seed))


@pytest.fixture
def over(playing):
    """Ann has resigned, and both have the whole log."""
    ann, bob = playing
    ann.does(acting.resign)
    bob.takes(ann.sends())
    return ann, bob


def line(posted: reading.Posted, words: str) -> str:
    [found] = [one for one in posted_lines(posted) if words in one]
    return found


def test_a_confirmation_of_the_end_that_is_here_is_said_to_be_good(over):
    ann, bob = over
    got = reads(ann, ("x.head", head(bob)))
    assert got.good
    assert got.others == []
    last = ann.count - 1
    assert line(got, "bob confirms") == (
        f"standard input, x.head: game: bob confirms the log up to event {last}, its end."
    )


def test_one_of_an_earlier_end_is_good_too(over):
    ann, bob = over
    got = reads(ann, ("x.head", head(bob, seq=-2)))
    assert got.good
    assert "; 1 more came after it" in line(got, "bob confirms")


def test_one_of_a_longer_log_says_to_ask_for_that(playing):
    ann, bob = playing
    ann.does(acting.resign)
    got = reads(bob, ("x.head", head(ann)))
    assert not got.good
    said = line(got, "ann confirms")
    assert said.startswith("Please check: ")
    assert f"your log has only {bob.count} valid events" in said
    assert "Ask ann for the whole log" in said


def test_the_log_that_comes_with_it_is_taken_in_first(playing):
    ann, bob = playing
    ann.does(acting.resign)
    got = reads(bob, ("x.head", head(ann)), ("x.pbem", ann.log.read_bytes()))
    assert got.good
    assert line(got, "ann confirms").endswith("its end.")
    assert bob.log.read_bytes() == ann.log.read_bytes()


@pytest.fixture
def parted(playing, tmp_path):
    """Ann has signed two ends: bob has the first, and cat, with a copy of that home, the second."""
    ann, bob = playing
    ann.client.close()
    shutil.copytree(ann.folder, tmp_path / "second" / "ann")
    ann.does(acting.resign, note="the first")
    bob.takes(ann.sends())
    second = type(ann)("ann", tmp_path / "second")
    second.does(acting.resign, note="the second")
    yield second, bob
    second.client.close()


def test_one_of_another_history_says_to_ask_for_that(parted):
    second, bob = parted
    got = reads(bob, ("x.head", head(second)))
    assert not got.good
    said = line(got, "ann confirms")
    assert f"of another history: event {bob.count - 1} differs there" in said
    assert "Ask ann for that log" in said


def test_with_the_other_history_beside_it_the_fork_is_reported_and_nothing_is_to_be_asked(parted):
    second, bob = parted
    got = reads(bob, ("x.head", head(second)), ("x.pbem", second.log.read_bytes()))
    assert [one.status for one in got.taken] == ["open"] or got.taken[0].proof
    assert list(bob.client.games.glob("*.fork"))
    assert "confirms the log in this mail" in line(got, "ann confirms")
    assert not any("Ask ann" in one for one in posted_lines(got))


def test_what_nobody_of_the_game_has_signed_confirms_nothing(over):
    ann, bob = over
    for data in (head(bob, sig="0" * 128), head(bob, by="eve"), head(bob, head="0" * 64)):
        got = reads(ann, ("x.head", data))
        assert not got.good
        assert "it confirms nothing" in line(got, "not signed by")


def test_it_is_kept_where_that_is_asked(over, tmp_path):
    ann, bob = over
    got = reads(ann, ("x.head", head(bob)), save=tmp_path / "kept")
    [kept] = (tmp_path / "kept").iterdir()
    assert kept.read_bytes() == head(bob)
    assert f"(stored as {kept})" in line(got, "bob confirms")


def test_one_of_a_game_that_is_not_here_is_named(over, person):
    _, bob = over
    eve = person("eve")
    got = reads(eve, ("x.head", head(bob)))
    assert got.heads == []
    [said] = got.others
    assert "a confirmation. " in said


@pytest.mark.parametrize(
    "data",
    [
        b'{"by":"bob","game":"' + b"0" * (1 << 20) + b'"}\n',
        b'{"by":"bob"}\n',
        b'{"by":' + b"[" * 5000 + b"\n",
        b'{"by":"bob","game":"\xff"}',
    ],
    ids=["1 MiB", "short", "deep", "no text"],
)
def test_what_cannot_be_read_is_a_file_of_which_nothing_is_known(over, data):
    ann, _ = over
    got = reads(ann, ("x.head", data))
    assert got.heads == []
    [said] = got.others
    assert len(said) < 300


def test_hundreds_in_one_mail_are_a_line_of_each_kind(over, monkeypatch):
    ann, bob = over
    files = [(f"{number}.head", confirms(bob, f"{number:064x}", 2)) for number in range(100)]
    files += [(f"s{n}.head", confirms(bob, f"{n:064x}", 50 + n)) for n in range(100)]
    files += [(f"f{n}.head", head(bob, sig=f"{n:0128x}", by=f"x{n}")) for n in range(100)]
    sat = []
    sit = reading.held.__globals__["sit"]
    monkeypatch.setitem(
        reading.held.__globals__, "sit", lambda *a, **k: sat.append(1) or sit(*a, **k)
    )
    got = reads(ann, *files)
    assert len(sat) == 1
    assert [one.count for one in got.heads] == [100, 100, 100]
    assert len(posted_lines(got)) == 3
    assert "(99 more like it)" in line(got, "another history")


def test_a_log_that_is_damaged_keeps_no_confirmation_out(over, tmp_path):
    ann, bob = over
    data = head(bob)
    log = ann.log
    log.write_bytes(log.read_bytes()[:-40])
    got = reads(ann, ("x.head", data), save=tmp_path / "kept")
    assert got.heads == []
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_the_mail_in_which_an_agent_confirms_is_read_by_hand(over):
    ann, bob = over
    letter = composing.compose(bob.sits(), confirms=bob.identity)
    [made] = messages(letter)
    got = reading.take_mail(ann.client, [], TakeOptions("ann"), stdin=bytes(made))
    assert got.good
    assert line(got, "bob confirms the log up to").endswith(", its end.")


def test_a_long_log_is_not_replayed_for_a_confirmation(over, monkeypatch):
    ann, bob = over
    data = head(bob)
    ann.sits()  # the database knows the end
    taken: list[int] = []
    monkeypatch.setattr("pbem.client.session.session.LIGHT_BYTES", 0)
    sound = Table.take

    def take(table: Table, event: Event) -> None:
        taken.append(event.seq)
        sound(table, event)

    monkeypatch.setattr(Table, "take", take)
    assert reads(ann, ("x.head", data)).heads
    assert taken == []
