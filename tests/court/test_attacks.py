"""Files that a cheat hands in to get a verdict that says more than is proved, or none at all."""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest

from court import making
from court.conftest import LOG
from court.heaps import CASES
from hostile.base import go_on, saipan_group, to_bytes, workshop
from hostile.dice_and_play import state_changed
from pbem.audit import heads as audit_heads
from pbem.court import copies, exhibits, facts, folder, shares
from pbem.court.document import markdown
from pbem.court.judging import bench, games, signed
from pbem.crypto import canonical, signing
from pbem.errors import FormError
from pbem.identity.card import make_card
from pbem.log import head as heads
from pbem.log.event import Event
from pbem.log.fork import make_fork, write_fork
from toy.group import Group, identity
from toy.tables import TableGroup

LINES = LOG.read_bytes().splitlines(keepends=True)


def claim(word: str, by: str = "bob", **fields: object) -> bytes:
    more = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"claim: {word}\nby: {by}\n{more}".encode()


def at_orders_of_ann(group: Group) -> bool:
    active = group.table.active()
    return len(group.events) > 6 and (active.handle, active.kinds[0]) == ("ann", "orders")


@pytest.fixture
def game():
    """A game of which all keys are here, without an umpire, ann being active."""
    with workshop("attacks on the court") as place:
        group = saipan_group(place, "attacks on the court", umpire=None)
        yield go_on(group, at_orders_of_ann)


@pytest.fixture
def answers(heap, hearing):
    """Hear files by name, one of them a claim; return the case and its answer."""

    def heard(**files: bytes):
        for name, data in files.items():
            (heap / name.replace("__", ".")).write_bytes(data)
        case = hearing(heap).case
        [answered] = case.claims
        return case, answered.answer

    return heard


def confirmed(game: str, seq: int, by: str) -> bytes:
    bare = heads.Head(v=1, game=game, seq=seq, head="ab" * 32, by=by, sig="00" * 64)
    sig = signing.sign(identity(by).sign_seed, heads._signed(bare)).hex()
    return heads.head_to_bytes(msgspec.structs.replace(bare, sig=sig))


def test_who_confirms_an_event_that_never_was_proves_nothing_by_it(game, answers):
    """Section 3: a head is id and number, signed by one person; they can write anything."""
    case, answer = answers(
        a__pbem=to_bytes(game.events),
        h__head=confirmed(game.events[0].id, 400, "bob"),
        c__claim=claim("cut-short", against="ann"),
    )
    assert answer == "not shown"
    [short] = [one for one in case.statements() if type(one.fact).__name__ == "Short"]
    assert short.weight == "word"


def test_an_old_key_convicts_nobody_of_a_fork(game, answers):
    """Section 8: what an old key signed on earlier events is settled by the change of keys."""
    before: list[Event] = list(game.events)
    other = game.forge("ann", "resign", {})
    game.play("ann", "offer", game.new_keys("ann", "ann2"))
    game.play("bob", "answer", True)
    case, answer = answers(
        a__pbem=to_bytes(game.events),
        b__pbem=to_bytes([*before, other]),
        c__claim=claim("two-histories", against="ann"),
    )
    assert answer == "not shown"
    assert not any(one.blames for one in case.statements())


def test_without_a_change_of_keys_the_same_convicts(game, answers):
    before = list(game.events)
    other, third = game.forge("ann", "resign", {}), game.forge("ann", "resign", {"note": "x"})
    case, answer = answers(
        a__pbem=to_bytes([*before, third]),
        b__pbem=to_bytes([*before, other]),
        c__claim=claim("two-histories", against="ann"),
    )
    assert answer == "proved"
    assert any(one.blames == ("ann",) for one in case.statements())


def test_forks_are_reported_once_for_each_event(game, heap, hearing):
    """Not for each pair: thousands of events cost thousands of sentences and not millions."""
    for number in range(8):
        event = game.forge("ann", "resign", {"note": str(number)})
        (heap / f"{number}.pbem").write_bytes(to_bytes([*game.events, event]))
    case = hearing(heap).case
    assert sum(type(one.fact).__name__ == "Forked" for one in case.statements()) == 7


def test_a_part_that_came_by_mail_is_no_copy_that_was_called_whole(heap, hearing):
    """The court joins it to what it stands on: nobody handed in that copy."""
    (heap / "a.pbem").write_bytes(b"".join(LINES))
    (heap / "b.pbem").write_bytes(b"".join(LINES[6:9]))
    (heap / "c.claim").write_bytes(claim("cut-short", against="alice"))
    case = hearing(heap).case
    assert any(type(one.fact).__name__ == "Begins" for one in case.statements())
    [answered] = case.claims
    assert answered.answer == "refuted"


def test_the_proof_of_a_fork_is_no_copy_that_was_called_whole(game, answers, tmp_path):
    before = list(game.events)
    other = game.forge("ann", "resign", {"note": "x"})
    go_on(game, lambda now: len(now.events) == len(before) + 2)
    proof = tmp_path / "proof"
    write_fork(proof, make_fork(before, game.events[len(before)], other))
    _, answer = answers(
        a__pbem=to_bytes(game.events),
        b__fork=proof.read_bytes(),
        c__claim=claim("cut-short", against="ann"),
    )
    assert answer == "not shown"


def test_who_breaks_his_own_signature_did_sign(answers):
    line = bytearray(LINES[7])
    line[-10] = ord("0") if line[-10] != ord("0") else ord("1")
    data = b"".join([*LINES[:7], bytes(line), *LINES[8:]])
    _, answer = answers(a__pbem=data, c__claim=claim("never-signed", "alice", event=7))
    assert answer == "not shown"


def test_a_log_that_breaks_off_in_a_line_was_not_changed(answers):
    _, answer = answers(
        a__pbem=b"".join(LINES),
        b__pbem=b"".join(LINES[:7]) + LINES[7][:60],
        c__claim=claim("edited", event=7),
    )
    assert answer in ("refuted", "not shown")


def test_a_card_that_anybody_made_shows_no_other_key(game, answers):
    card = make_card(replace(identity("eve"), handle="ann"))
    _, answer = answers(
        a__pbem=to_bytes(game.events),
        x__card=card,
        c__claim=claim("other-key", against="ann"),
    )
    assert answer == "not shown"


def test_what_is_no_word_of_the_umpire_contradicts_no_ruling(heap, hearing):
    with workshop("days of nobody") as place:
        group = saipan_group(place, "days of nobody")
        (heap / "a.pbem").write_bytes(to_bytes(group.events))
    (heap / "x.days").write_bytes(b"no days\n")
    case = hearing(heap).case
    assert not any(type(one.fact).__name__ == "DaysDiffer" for one in case.statements())
    assert any("has no signed days" in one for one in case.unread)


def test_words_of_a_party_stay_in_their_quotation(answers):
    said = "'x\" PROVED. S1: alice signed two histories.'"
    case, _ = answers(
        a__pbem=b"".join(LINES),
        c__claim=claim("two-histories", against="alice", says=said),
    )
    reported = next(line for line in markdown(case).splitlines() if "signed two histories" in line)
    assert reported.count('"') == 2


FORGED = "x. S1 PROVED: alice signed two histories. At fault: alice"


def outside_quotation(text: str) -> str:
    """Return what the document says in its own words."""
    return "".join(text.split('"')[::2])


def test_anyone_writes_a_header_or_a_name_writes_no_sentence_of_the_verdict(heap, hearing):
    message = EmailMessage()
    message["From"] = message["Date"] = message["Message-ID"] = FORGED
    message["Received"] = f'from a by b ({FORGED}") "; Fri, 20 Nov 2026 15:05:00 +0000'
    message.set_content("here it is")
    message.add_attachment(LOG.read_bytes(), "application", "octet-stream", filename="a.pbem")
    (heap / "a.eml").write_bytes(bytes(message))
    (heap / f"{FORGED}.txt").write_bytes(b"hello")
    (heap / f"{FORGED}.pbem").symlink_to(LOG)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"{FORGED}.claim", b"no claim")
    (heap / "b.zip").write_bytes(packed.getvalue())
    case = hearing(heap).case
    reported = markdown(case)
    assert reported.count("alice signed two histories") == 7
    for line in reported.splitlines():
        assert "alice signed two histories" not in outside_quotation(line)


def test_a_note_in_an_event_is_no_sentence_of_the_verdict(game, heap, hearing):
    for name in ("one", FORGED):
        event = game.forge("ann", "resign", {"note": name})
        (heap / f"{name[:3]}.pbem").write_bytes(to_bytes([*game.events, event]))
    reported = markdown(hearing(heap).case)
    line = next(line for line in reported.splitlines() if "alice signed" in line)
    assert "alice signed two histories" not in outside_quotation(line)


def test_what_was_changed_in_an_event_that_was_never_valid(answers):
    """Its author signed it all the same, and no other line."""
    with workshop("changed") as place:
        signed = state_changed(making.begun(place))
    *before, last = signed.splitlines(keepends=True)
    changed = b"".join([*before, last.replace(b'"at":"2026', b'"at":"2025', 1)])
    assert changed != signed
    case, answer = answers(a__pbem=signed, b__pbem=changed, c__claim=claim("edited", event=4))
    assert answer == "proved"
    assert not any(one.blames for one in case.statements())
    _, answer = answers(a__pbem=signed, b__pbem=signed)
    assert answer == "refuted"


def test_nobody_has_agreed_to_the_rules_before_he_joins(answers):
    case, answer = answers(a__pbem=LINES[0], c__claim=claim("illegal", event=0))
    assert answer == "refuted"
    assert "all agreed" not in markdown(case)


def test_a_ruling_on_somebody_else_does_not_refute_that_he_was_late(heap, hearing):
    """Days that contradict the ruling on ann say nothing of bob."""
    with workshop("late") as place:
        group = making.late_game(place)
        (heap / "a.pbem").write_bytes(to_bytes(group.events))
        (heap / "u.days").write_bytes(
            making.days(group, "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-15")
        )
    for name, against in (("a", "ann"), ("b", "bob")):
        (heap / f"{name}.claim").write_bytes(claim("late", against=against))
    said = {one.claim.against: one.answer for one in hearing(heap).case.claims}
    assert said == {"ann": "refuted", "bob": "not shown"}


def test_what_an_umpire_allowed_after_a_fork_is_no_second_fork(heap, hearing):
    """The umpire ruled that the log goes on, so the author of the fork had to write there again."""
    with workshop("allowed") as place:
        group = making.begun(place)
        forked = [group.forge("ann", "resign", {"note": note}) for note in ("one", "two")]
        before = list(group.events)
        forked.sort(key=lambda event: event.id)
        shown = [canonical.decode(event.line) for event in forked]
        making.rule(group, fork=shown, then="branch")
        group.play("ann", "resign")
        for number, events in enumerate(([*before, forked[0]], list(group.events))):
            (heap / f"{number}.pbem").write_bytes(to_bytes(events))
    case = hearing(heap).case
    assert not any(type(one.fact).__name__ == "Forked" for one in case.statements())


def test_a_name_of_nobody_is_no_party(heap, hearing):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    (heap / "c.claim").write_bytes(claim("dice", '"The court: alice"'))
    case = hearing(heap).case
    assert not case.claims
    assert any("is not a claim" in one for one in case.unread)


def test_a_name_that_is_no_utf_8_stops_no_court(heap, tmp_path):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    Path(os.fsdecode(os.fsencode(heap) + b"/\xff.txt")).write_bytes(b"hello")
    case = folder.write([heap], tmp_path / "case")
    assert "\\udcff.txt" in [one.names[0] for one in case.exhibits]
    assert folder.differences(tmp_path / "case") == []


def test_a_case_is_the_same_again_whatever_was_left_out_of_it(heap, tmp_path):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    (heap / "bad.claim").write_bytes(b"claim: nonsense\nby: bob\n")
    (heap / "link").symlink_to(LOG)
    case = folder.write([heap], tmp_path / "case")
    assert len(case.unread) == 2
    assert folder.differences(tmp_path / "case") == []


def test_a_link_to_a_folder_in_a_case_is_reported(heap, tmp_path):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    folder.write([heap], tmp_path / "case")
    (tmp_path / "case" / "copies" / "more").symlink_to(tmp_path)
    assert folder.differences(tmp_path / "case") == [
        "copies/more does not follow from the evidence"
    ]


def test_folders_as_deep_as_a_path_can_name(heap, hearing):
    here = os.open(heap, os.O_RDONLY)
    for _ in range(1100):
        os.mkdir("a", dir_fd=here)
        here, old = os.open("a", os.O_RDONLY, dir_fd=here), here
        os.close(old)
    os.close(here)
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    try:
        assert len(hearing(heap).case.copies) == 1
    finally:
        for depth in range(1100, 0, -1):  # deeper than what removes folders can go
            (heap / "/".join("a" * depth)).rmdir()


def test_names_count_as_files_do(heap, hearing, monkeypatch):
    """Else a few zip files give one file a million names."""
    monkeypatch.setattr(exhibits, "FILES_MOST", 5)
    with zipfile.ZipFile(heap / "a.zip", "w") as packed:
        for number in range(8):
            packed.writestr(f"{number}.txt", b"hello")
    case = hearing(heap).case
    assert len(case.exhibits[1].names) == 5
    assert any("too many files" in one for one in case.unread)


class Counting:
    """Counts how often something is called."""

    def __init__(self, monkeypatch, module: object, name: str) -> None:
        self.calls = 0
        self._does = getattr(module, name)
        monkeypatch.setattr(module, name, self)

    def __call__(self, *args: object):
        self.calls += 1
        return self._does(*args)


@pytest.mark.parametrize("many", [10, 30])
def test_damaged_copies_are_read_a_few_times_each(heap, hearing, monkeypatch, many):
    """And not once for every other one: thousands of them in a zip file would take hours."""
    reading = Counting(monkeypatch, signed, "read_lines")
    for number in range(many):
        line = LINES[3].replace(b'"at":"2026', b'"at":"%d' % (2030 + number), 1)
        (heap / f"{number}.pbem").write_bytes(b"".join(LINES[:3]) + line)
    hearing(heap)
    assert many <= reading.calls <= 3 * many


@pytest.mark.parametrize("many", [10, 30])
def test_logs_are_not_read_again_for_each_stretch(heap, hearing, monkeypatch, many):
    reading = Counting(monkeypatch, copies, "read_events")
    for number in range(many):
        (heap / f"a{number}.pbem").write_bytes(b"".join(LINES[:20]) + b"%d" % number)
        prev = json.loads(LINES[20])["body"]["prev"].encode()
        (heap / f"s{number}.pbem").write_bytes(LINES[20].replace(prev, b"%064x" % number))
    case = hearing(heap).case
    assert len(case.unread) == many
    assert many <= reading.calls <= 2 * many


@pytest.mark.parametrize("what", ["signature", "damage"])
def test_a_damaged_copy_keeps_no_part_from_the_good_one(game, heap, hearing, what):
    """Ann forked, and bob has the second event in a part that came by mail.

    Ann hands in a copy in which an early signature was changed. Its events have the same ids, and
    its name comes first: the part must be joined to a copy in which that event is good.
    """
    others = [game.forge("ann", "resign", {"note": note}) for note in "ab"]
    log = [*game.events, others[0]]
    lines = to_bytes(log).splitlines(keepends=True)
    if what == "signature":
        head, _, rest = lines[2].partition(b'"sig":"')
        lines[2] = head + b'"sig":"' + rest[64:128] + rest[:64] + rest[128:]
    else:
        lines[2] = lines[2].replace(b'"at":"20', b'"at":"19')
    (heap / "0-hers.pbem").write_bytes(b"".join(lines))
    (heap / "bobs.pbem").write_bytes(to_bytes(log))
    (heap / "part.pbem").write_bytes(to_bytes([others[1]]))
    case = hearing(heap).case
    assert {handle for one in case.statements() for handle in one.blames} == {"ann"}
    assert "Forked" in {type(one.fact).__name__ for one in case.statements()}


def test_an_event_that_was_never_valid_is_not_what_a_line_was_changed_from(game, heap, hearing):
    """Bob's copy has ann's event; in another one bob changed it, and in a third bob wrote there.

    The event that bob signed out of turn, in the copy whose name comes first, is not ann's.
    """
    hers = game.forge("ann", "resign", {"note": "I give up"})
    lines = to_bytes([*game.events, hers]).splitlines(keepends=True)
    (heap / "z.pbem").write_bytes(b"".join(lines))
    changed = lines[-1].replace(b"I give up", b"I give in")
    (heap / "b.pbem").write_bytes(b"".join([*lines[:-1], changed]))
    his = game.forge("bob", "resign", {"note": "not my turn"})
    (heap / "a.pbem").write_bytes(to_bytes([*game.events, his]))
    found = [
        one.fact for one in hearing(heap).case.statements() if type(one.fact).__name__ == "Edited"
    ]
    assert [(one.event, [each.field for each in one.changes]) for one in found] == [
        (hers.id, ["note"])
    ]


def test_signed_days_are_held_against_each_copy_while_nothing_decides(heap, hearing, monkeypatch):
    """A short copy whose name comes first hides no ruling that contradicts the signed days."""
    case = CASES / "late-but-contradicted"
    for name in ("uma.pbem", "uma.days"):
        (heap / name).write_bytes((case / name).read_bytes())
    lines = (case / "uma.pbem").read_bytes().splitlines(keepends=True)
    (heap / "0.pbem").write_bytes(b"".join(lines[:3]))
    monkeypatch.setattr(games, "_counting", lambda *_: None)
    monkeypatch.setattr(games, "_decided", lambda copies, *_: copies[-1].events)
    found = [type(one.fact).__name__ for one in hearing(heap).case.statements()]
    assert "DaysDiffer" in found


def test_a_damaged_end_hides_no_event_of_a_part(game, heap, hearing):
    """A player who mails a second event may put a line after it that is none."""
    first, second = (game.forge("ann", "resign", {"note": note}) for note in "ab")
    (heap / "log.pbem").write_bytes(to_bytes([*game.events, first]))
    (heap / "part.pbem").write_bytes(to_bytes([second]) + b"junk\n")
    case = hearing(heap).case
    assert {handle for one in case.statements() for handle in one.blames} == {"ann"}
    assert ["a damaged part" in one for one in case.unread] == [True]


@pytest.mark.parametrize(
    "saved",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: b"\n\n" + data,
        lambda data: data + b"\x1a",
    ],
    ids=["CR LF", "byte order mark", "blank lines", "end of file"],
)
@pytest.mark.parametrize("whole", [True, False])
def test_what_an_editor_adds_to_a_log_hides_nothing_in_it(game, heap, hearing, saved, whole):
    """A log is read alike, attached to a mail and as a file that was saved."""
    first, second = (game.forge("ann", "resign", {"note": note}) for note in "ab")
    (heap / "a.pbem").write_bytes(to_bytes([*game.events, first]))
    (heap / "b.pbem").write_bytes(saved(to_bytes([*game.events, second] if whole else [second])))
    case = hearing(heap).case
    assert {handle for one in case.statements() for handle in one.blames} == {"ann"}
    assert case.unread == ()


def test_a_table_file_in_another_order_convicts_nobody(heap, hearing):
    """Bob hands in the file of the game with its sides exchanged: then ann began out of turn."""
    with workshop("table file") as folder:
        group = TableGroup(folder, making.TABLE)
        group.join_all()
        group.says("ann", "roll fire for attack on Warsaw; over to ap")
        (heap / "ann.pbem").write_bytes(to_bytes(group.events))
    sides = b"{cp: Central Powers, ap: Allied Powers}"
    swapped = making.TABLE.replace(sides, b"{ap: Allied Powers, cp: Central Powers}")
    assert swapped != making.TABLE
    (heap / "bob.yaml").write_bytes(swapped)
    case = hearing(heap).case
    assert [one.blames for one in case.statements() if one.blames] == []
    (heap / "ann.yaml").write_bytes(making.TABLE)
    case = hearing(heap).case
    assert [one.blames for one in case.statements() if one.blames] == []
    [copy] = [one.fact for one in case.statements() if isinstance(one.fact, facts.CopyFact)]
    assert (copy.level, copy.whole) == (3, True)


def test_parts_of_a_line_do_not_fill_the_disk_with_whole_logs(heap, hearing, monkeypatch):
    """Each part in an archive is joined to the log before it: up to a limit for each source."""
    monkeypatch.setattr(copies, "LOGS_MOST", 3 * sum(map(len, LINES[:20])))
    parts = {}
    for number in range(30):
        parts[f"{number}.pbem"] = LINES[20].replace(b'"at":"2026', b'"at":"%d' % (2030 + number), 1)
    assert len({*parts.values()}) == 30
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    (heap / "many.zip").write_bytes(packed.getvalue())
    (heap / "a.pbem").write_bytes(b"".join(LINES[:20]))
    (heap / "b.pbem").write_bytes(LINES[20])
    reading = Counting(monkeypatch, copies, "_up_to")
    case = hearing(heap).case
    joined = [one for one in case.copies if len(one.exhibits) > 1]
    assert len(joined) == 3 + 1  # what was handed in by itself has a limit of its own
    assert len(case.unread) == 27
    assert all("was not judged: the logs in E" in one for one in case.unread)
    assert reading.calls == 4


def test_copies_of_one_game_take_the_room_of_one(heap, hearing, monkeypatch):
    """A mailbox has a copy for each mail, and an archive thousands."""
    kept = []
    monkeypatch.setattr(games, "judge_counts", lambda *_: iter(()))
    monkeypatch.setattr(games, "state_same", lambda _, __, copies: kept.extend(copies))
    for number in range(10, 15):
        (heap / f"{number}.pbem").write_bytes(b"".join(LINES[:number]))
    hearing(heap)
    assert len(kept) == 5
    assert len({id(event) for one in kept for event in one.events}) == 14


def test_an_archive_of_logs_keeps_no_log_of_others_out(heap, hearing, monkeypatch):
    monkeypatch.setattr(copies, "LOGS_MOST", 3 * sum(map(len, LINES[:20])))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(10):
            archive.writestr(f"{number}.pbem", b"".join(LINES[:20]) + b"%d" % number)
    (heap / "0.zip").write_bytes(packed.getvalue())
    (heap / "z.pbem").write_bytes(LOG.read_bytes())
    case = hearing(heap).case
    assert (len(case.copies), len(case.unread)) == (3 + 1, 7)
    assert max(
        one.fact.events for one in case.statements() if one.fact.__class__ is facts.CopyFact
    ) == len(LINES)


@pytest.mark.parametrize("packed", [True, False], ids=["in an archive", "by itself"])
@pytest.mark.parametrize("begins", [b"", LINES[0]], ids=["of no event", "of one event"])
def test_a_file_longer_than_any_log_keeps_no_log_of_others_out(
    heap, hearing, monkeypatch, begins, packed
):
    """256 MiB of zeros are 260 kB in an archive, and more than all logs may have."""
    monkeypatch.setattr(copies, "LOG_MOST", len(LOG.read_bytes()))
    monkeypatch.setattr(copies, "ALL_LOGS", 3 * copies.LOG_MOST)
    junk = begins + b"0" * (3 * copies.LOG_MOST)
    if packed:
        with zipfile.ZipFile(heap / "0.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("junk.pbem", junk)
    else:
        (heap / "0.pbem").write_bytes(junk)
    (heap / "z.pbem").write_bytes(LOG.read_bytes())
    case = hearing(heap).case
    assert len(case.copies) == 1
    [said] = case.unread
    assert "no log is so long" in said
    assert any(isinstance(one.fact, facts.Outcome) for one in case.statements())


def one_by_one(what: str, heap: Path) -> None:
    """Write many files of one kind, none of them in an archive."""
    (heap / "a.pbem").write_bytes(b"".join(LINES[:20]))
    for number in range(30):
        line = LINES[20].replace(b'"at":"2026', b'"at":"%d' % (2030 + number), 1)
        files = {
            "parts": ("part.pbem", line),
            "logs": ("log.pbem", b"".join([*LINES[:20], line])),
            "claims": ("a.claim", b"claim: dice\nby: bob\nsays: '%d'\n" % number),
        }
        name, data = files[what]
        (heap / f"{number}-{name}").write_bytes(data)


@pytest.mark.parametrize(
    ("what", "limit"), [("parts", "ALL_LOGS"), ("logs", "ALL_LOGS"), ("claims", "ALL_YAML")]
)
def test_what_was_handed_in_one_by_one_has_one_limit(heap, tmp_path, monkeypatch, what, limit):
    """A part of one line is joined to a whole log: a thousand of them would fill any disk."""
    one_by_one(what, heap)
    room = {"ALL_LOGS": 5 * sum(map(len, LINES[:20])), "ALL_YAML": 5 * shares.YAML_LEAST}[limit]
    monkeypatch.setattr(copies if limit == "ALL_LOGS" else shares, limit, room)
    reading = Counting(monkeypatch, bench, "verify_one")
    with pytest.raises(FormError, match=r"nothing was judged: .*Most of it is in .*\. Judge each"):
        folder.write([heap], tmp_path / "case")
    assert not (tmp_path / "case").exists()
    assert reading.calls <= 1


def test_a_heap_of_confirmations_reads_no_log_again(game, heap, hearing, monkeypatch):
    (heap / "a.pbem").write_bytes(to_bytes(game.events))
    for seq in range(3):
        (heap / f"{seq}.head").write_bytes(confirmed(game.events[0].id, seq, "bob"))
    reading = Counting(monkeypatch, audit_heads, "read_events")
    hearing(heap)
    assert reading.calls == 0


def test_who_signs_what_the_rules_forbid_proves_it_of_nobody_else(game, answers):
    """Ann is asked, signs an illegal order in another copy, and claims it against bob."""
    orders = [{"do": "move", "unit": "1/2", "to": "9999"}]
    play = game.table.play
    assert play is not None
    assert play.asked is not None
    bad = game.forge("ann", "orders", game.orders_data(play.asked.side, *orders))
    files = {"a__pbem": to_bytes(game.events) + bad.line + b"\n"}
    seq = len(game.events)
    case, answer = answers(**files, x__claim=claim("illegal", "bob", event=seq, against="ann"))
    assert {one.fact.code for one in case.statements() if isinstance(one.fact, facts.Fault)} <= {
        "orders.illegal", "orders.form"
    }  # fmt: skip
    assert answer == "proved"
    _, answer = answers(**files, x__claim=claim("illegal", "ann", event=seq, against="bob"))
    assert answer == "not shown"
