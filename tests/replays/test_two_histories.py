"""Two histories of one game on a page: from where they part on, beside each other."""

from __future__ import annotations

import gzip
import re
import shutil
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from board.playing import LANDINGS, saipan
from pbem.errors import FormError
from pbem.log.file import read_events, to_bytes
from pbem.log.fork import read_fork
from pbem.replays.page import page
from pbem.replays.recording import Recording, record, record_both
from replays.conftest import library
from replays.test_page import Reader
from replays.test_recording import LOGS
from toy.people import Person

HOSTILE = LOGS / "hostile"
FORK = HOSTILE / "fork.author-two-thoughts.fork"
ATTACK = "attack 16 with 2/6 1/6 3/6"
OTHERS = ("land 1/29 1203", *LANDINGS[1:])
"""The orders that ann signed besides `LANDINGS`, on the same event."""


class Two(NamedTuple):
    """The logs that bob and a judge have, and the proof."""

    bob: Path
    ann: Path
    proof: Path


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Two:
    """Ann signs another list on an older copy, and both histories go on."""
    folder = tmp_path_factory.mktemp("two")
    ann, bob = Person("ann", folder), Person("bob", folder)
    ann.meets(bob)
    bob.meets(ann)
    saipan(ann, bob)
    shutil.copytree(ann.folder, folder / "backup" / "ann")
    ann.orders(*LANDINGS)
    ann.orders(ATTACK)
    bob.takes(ann.sends())
    bob.orders("pass")
    twin = Person("ann", folder / "backup")
    twin.orders(*OTHERS)
    twin.orders(f"{ATTACK} gsp 2")
    found = [shutil.copy(one.log, folder / f"from-{name}.pbem")
             for one, name in ((bob, "bob"), (twin, "ann"))]  # fmt: skip
    assert bob.takes(twin.sends()).status == "fork"
    proof = shutil.copy(next(bob.client.games.glob("*.fork")), folder / "proof.fork")
    for one in (ann, bob, twin):
        one.client.close()
    return Two(*map(Path, found), Path(proof))


def both(one: Path, other: Path) -> Recording:
    return record_both(one, other, library())


def lists(made: Recording) -> list[list[tuple[str, ...]]]:
    assert made.two_histories is not None
    return [[event.entry.orders for event in side.events] for side in made.two_histories.sides]


def test_both_go_to_their_ends(two: Two) -> None:
    """The common part stands once; each side has its own events, log and name."""
    made = both(two.bob, two.ann)
    assert made.two_histories is not None
    point, sides = made.two_histories
    assert point.seq == 3
    assert point.proven == ("ann",)
    assert {side.name: side.log for side in sides} == {
        one.name: one.read_bytes() for one in (two.bob, two.ann)
    }
    own = {"from-bob.pbem": [LANDINGS, (ATTACK,), ("pass",)],
           "from-ann.pbem": [OTHERS, (f"{ATTACK} gsp 2",)]}  # fmt: skip
    assert lists(made) == [own[side.name] for side in sides]
    many = [len(side.events) for side in sides]
    assert [one.key for one in made.events] == [
        *("0", "1", "2"),
        *(f"{seq}a" for seq in range(3, 3 + many[0])),
        *(f"{seq}b" for seq in range(3, 3 + many[1])),
    ]
    for side, event in zip(sides, point.sides, strict=True):
        assert side.branch == event.branch
        assert side.events[0].entry.id == event.id
    assert made.fork is not None
    assert made.fork.blame == ("ann",)
    assert made.table.chain.count == 3, "the game before they part"


def test_it_is_the_same_in_either_order(two: Two) -> None:
    one, other = both(two.bob, two.ann), both(two.ann, two.bob)
    assert one.two_histories == other.two_histories
    assert one.film == other.film


@pytest.mark.parametrize("turned", [False, True])
def test_a_log_with_the_proof_of_its_fork(two: Two, *, turned: bool) -> None:
    """The proof adds the event that the log has not."""
    made = both(two.proof, two.bob) if turned else both(two.bob, two.proof)
    assert made.two_histories is not None
    reported = dict(zip((side.name for side in made.two_histories.sides), lists(made), strict=True))
    assert reported == {"from-bob.pbem": [LANDINGS, (ATTACK,), ("pass",)], "proof.fork": [OTHERS]}


def test_the_proof_alone(two: Two) -> None:
    made = record(two.proof, library())
    assert made.two_histories is not None
    assert sorted(lists(made)) == sorted([[LANDINGS], [OTHERS]])
    assert made.log == two.proof.read_bytes()
    text = page(two.proof, made)
    assert "Two histories from event 3 on" in text
    for line in made.two_histories.point.says:
        assert line in text


def test_what_differs_is_reported_field_by_field(two: Two) -> None:
    text = page(two.bob, both(two.bob, two.ann))
    row = re.search(r"<tr><td[^>]*>order 1</td><td[^>]*>([^<]*)</td><td[^>]*>([^<]*)</td>", text)
    assert row is not None
    heads = re.search(r"<th scope=\"col\">A: ([^<]*)</th><th scope=\"col\">B: ([^<]*)</th>", text)
    assert heads is not None
    assert dict(zip(heads.groups(), row.groups(), strict=True)) == {
        "from-bob.pbem": LANDINGS[0], "from-ann.pbem": OTHERS[0],
    }  # fmt: skip


def parts_of(name: str, folder: Path) -> tuple[Path, Path]:
    """Write each side of what looks like the proof of a fork as a log; return both."""
    fork = read_fork(HOSTILE / name)
    for key, event in (("a", fork.a), ("b", fork.b)):
        (folder / f"{key}.pbem").write_bytes(to_bytes((*fork.before, event)))
    return folder / "a.pbem", folder / "b.pbem"


def test_a_side_that_is_not_valid_is_nobodys_fork(tmp_path: Path) -> None:
    made = both(*parts_of("fork.form-one-illegal.fork", tmp_path))
    assert made.two_histories is not None
    assert made.fork is None
    good = [side.finding is None for side in made.two_histories.sides]
    assert sorted(good) == [False, True]
    bad = made.two_histories.sides[good.index(False)]
    assert bad.events == []
    text = page(tmp_path / "a.pbem", made)
    assert "a fork" not in text.partition("<main>")[0].replace("Both sides of the fork", "")
    assert "Then event 4, NOT valid" in text
    assert "orders.illegal" in text


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("bob", "bob", "there are no two histories"),
        ("bob", "shorter", "there are no two histories"),
        ("bob", "another", "logs of two games"),
        ("proof", "proof", "two fork files|no two histories"),
        ("shorter", "proof", r"has neither of the two events of the fork. Name only proof\.fork"),
        ("bob", "broken", "broken"),
    ],
)
def test_what_makes_no_such_page(two: Two, tmp_path: Path, one: str, other: str, why: str) -> None:
    files = two._asdict()
    files["shorter"] = tmp_path / "shorter.pbem"
    files["shorter"].write_bytes(to_bytes(list(read_events(two.bob))[:3]))
    files["another"] = LOGS / "saipan" / "historical.pbem"
    files["broken"] = tmp_path / "broken.pbem"
    files["broken"].write_bytes(b"nonsense\n")
    with pytest.raises(FormError, match=why):
        both(files[one], files[other])


# --- in a browser ------------------------------------------------------------------------------


@pytest.fixture
def reader(chromium: Browser, tmp_path: Path) -> Iterator[Reader]:
    with chromium.new_context(offline=True) as context:
        made = Reader(context, tmp_path)
        yield made
        assert made.wrong == []


@pytest.mark.long
def test_beside_each_other_and_checked(reader: Reader, two: Two) -> None:
    """Both logs are checked; an event of either side leads to its map."""
    made = both(two.bob, two.ann)
    opened = reader.opens(page(two.bob, made))
    expect(opened.locator("#verdict")).to_have_class("good")
    expect(opened.locator("#verdict")).to_contain_text(
        "They differ from event 3 on: ann signed two different events"
    )
    columns = opened.locator("#both > section")
    boxes = [columns.nth(number).bounding_box() for number in (0, 1)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    for number, orders in enumerate(lists(made)):
        expect(columns.nth(number).locator("svg .place").first).to_be_visible()
        for line in orders[0]:
            expect(columns.nth(number)).to_contain_text(line)
    columns.first.get_by_role("link", name="3a").click()
    expect(opened.locator("#when")).to_contain_text("Event 3a")
    for scheme in ("light", "dark"):
        opened.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert Axe().run(opened, {"exclude": [["svg"]]}).response["violations"] == []
    opened.set_viewport_size({"width": 360, "height": 740})
    assert opened.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
def test_the_other_log_is_not_what_it_was(reader: Reader, two: Two) -> None:
    made = both(two.bob, two.ann)
    assert made.two_histories is not None
    text = page(two.bob, made)
    digits = re.search(r'<script id="digits-b"[^>]*>([^<]*)', text)
    assert digits is not None
    data = bytearray(gzip.decompress(b64decode(digits[1])))
    data[-5] ^= 1  # of the last signature
    packed = b64encode(gzip.compress(bytes(data), mtime=0)).decode()
    opened = reader.opens(text.replace(digits[1], packed))
    expect(opened.locator("#verdict")).to_have_class("bad")
    name = made.two_histories.sides[1].name
    expect(opened.locator("#verdict")).to_contain_text(f"The log {name} is NOT valid")


@pytest.mark.long
def test_two_histories_without_scripts(chromium: Browser, two: Two, tmp_path: Path) -> None:
    """All is there as text: whose fork it is, what differs, what both sides did."""
    made = both(two.bob, two.ann)
    with chromium.new_context(java_script_enabled=False, offline=True) as context:
        opened = Reader(context, tmp_path).opens(page(two.bob, made), checked=False)
        assert made.two_histories is not None
        for sentence in made.two_histories.point.says:
            assert opened.get_by_text(sentence, exact=True).last.is_visible()
        columns = opened.locator("#both > section")
        for number, side in enumerate(made.two_histories.sides):
            for event in side.events:
                for one in event.entry.happened:
                    expect(columns.nth(number)).to_contain_text(one.text)
        assert opened.locator("button:visible").count() == 0
