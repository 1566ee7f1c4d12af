"""A log on its way into a page: differences of drawings, what is good, limits, scripts as one."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from html import unescape
from pathlib import Path

import pytest

from long import sample
from pbem.errors import FormError, LogFileError
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.log.fork import read_fork
from pbem.replays import bundle as bundling
from pbem.replays import recording
from pbem.replays.bundle import bundle
from pbem.replays.frames import Film, cuts
from pbem.replays.moments import moment
from pbem.replays.page import SCRIPTS, page
from pbem.replays.recording import record
from pbem.table.table import Table
from pbem.table.words.deeds import fold
from pbem.table.words.steps import changes, with_arrows
from pbem.view.drawing import room_for, svg
from pbem.view.history import history
from replays.conftest import library

LOGS = Path(__file__).parents[2] / "logs"
GAMES = sorted((path for path in LOGS.glob("[mst]*/*.pbem")), key=lambda path: path.stat().st_size)
LARGEST = GAMES[::-1]
SHORT = LOGS / "singapore" / "sarimbun.pbem"


def played(film: Film) -> list[str]:
    """Every drawing of a film, as a page makes them of it."""
    now: list[int] = []
    found = []
    for frame in film.frames:
        for at, many, put in frame:
            now[at : at + many] = put
        found.append("\n".join(film.parts[part] for part in now))
    return found


@pytest.mark.parametrize("path", sample(GAMES, 1, of=3), ids=lambda path: path.stem)
def test_every_drawing_comes_out_as_it_went_in(path: Path):
    made = record(path, library())
    table = Table(library())
    pictures = [moment(table, event, None).pictures for event in read_events(path)]
    assert [len(one.frames) for one in made.events] == [len(one) for one in pictures]
    assert [one.entry for one in made.events] == list(history(path, library()).entries)
    room = room_for(picture for event in pictures for picture in event)
    drawn = played(made.film)
    for event, shown in zip(pictures, made.events, strict=True):
        for picture, number in list(zip(event, shown.frames, strict=True))[:: len(event) // 4 + 1]:
            expected = svg(
                picture, styled=False, words=False, beside=False, titled=False, room=room
            )
            assert drawn[number] == expected.rstrip("\n"), shown.key
    assert made.last.rstrip("\n") == drawn[-1]


def test_the_maps_of_an_event_are_made_as_they_are_looked_at(monkeypatch: pytest.MonkeyPatch):
    """A step back shows the last step first: of 51 maps that one and the one before it."""
    events = list(read_events(LOGS / "saipan" / "historical.pbem"))
    table = _after(events[:34])
    play, made = table.play, list[object]()
    assert play is not None
    before, plain = play.copy(), type(play.game).picture
    monkeypatch.setattr(
        type(play.game), "picture", lambda *given: made.append(given) or plain(*given)
    )
    pictures = moment(table, events[34], None).pictures
    assert len(pictures) == 51
    assert pictures[7].moves
    assert len(made) <= 4
    folded = next(fold([events[34]], _after(events[:34])))
    assert table.play is not None
    found = changes(before, table.play, folded.outcomes, None)
    assert list(pictures)[1:] == [with_arrows(one.picture, one.moved) for one in found]


def _after(events: list[Event]) -> Table:
    table = Table(library())
    list(fold(events, table))
    return table


@pytest.mark.long(2)
@pytest.mark.parametrize(
    "path", sample(LARGEST, 0, of=1), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_whole_game_is_below_a_megabyte(path: Path):
    room = 50_000  # for words that are still to come
    assert len(page(path, record(path, library())).encode()) < 1_000_000 - room


def test_cuts_make_the_new_of_the_old():
    """Also where parts come twice, nothing is left, or nothing was there."""
    for old, new in (
        ([], [1, 2]), ([1, 2], []), ([1, 2, 3], [1, 3]), ([1, 1, 1], [1, 1]), ([1, 2], [2, 1]),
        ([1, 2, 3, 4, 5, 6], [1, 9, 3, 4, 8, 8, 6, 7]), ([5, 5], [5, 4, 5]), ([1], [1]),
    ):  # fmt: skip
        now = list(old)
        for at, many, put in cuts(old, new):
            now[at : at + many] = put
        assert now == new, (old, new)


def test_a_map_of_areas_does_not_jump():
    """Boxes are as high in each drawing as the fullest of them all needs."""
    drawn = played(record(SHORT, library()).film)
    boxes = {
        tuple(re.findall(r'<g class="place" data-place="[^"]*">\n.*\n<rect [^>]*/>', one))
        for one in drawn
    }
    tops = {
        tuple(re.sub(r'class="[^"]*"|<title>.*</title>', "", box) for box in each) for each in boxes
    }
    assert len(tops) == 1
    assert next(iter(tops))


def test_what_is_alike_is_drawn_once():
    made = record(SHORT, library())
    shown = [number for one in made.events for number in one.frames]
    assert shown == sorted(shown)
    assert len(set(shown)) == len(made.film.frames) < len(shown)


def test_a_log_with_a_finding_is_good_up_to_there():
    path = LOGS / "hostile" / "dice.proof-bit-flipped.pbem"
    made = record(path, library())
    assert made.finding is not None
    assert made.finding.code == "dice.proof"
    assert [one.entry.seq for one in made.events] == list(range(made.finding.good or 0))
    assert made.table.chain.count == made.finding.good
    assert made.log == path.read_bytes()


def test_a_line_that_is_torn_stays_as_it_is():
    path = LOGS / "hostile" / "file.torn-half-a-line.pbem"
    made = record(path, library())
    assert made.finding is not None
    assert made.finding.code == "file.torn"
    assert made.log == path.read_bytes()


def test_both_sides_of_a_fork_are_there():
    path = LOGS / "hostile" / "fork.author-two-thoughts.fork"
    made, fork = record(path, library()), read_fork(path)
    assert made.fork is not None
    assert made.fork.code == "fork.author"
    assert [one.key for one in made.events] == [*map(str, range(fork.a.seq)), "4a", "4b"]
    assert [one.entry.id for one in made.events[-2:]] == [fork.a.id, fork.b.id]
    assert made.table.chain.count == fork.a.seq, "the game before them"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("file.line-carriage-returns.pbem", "file.line"),
        ("open.bad-one-handle-twice.pbem", "open.bad"),
        ("deck.shuffle-card-twice.pbem", "rules.unknown"),
        ("fork.form-one-illegal.fork", "fork.form"),
    ],
)
def test_of_what_nothing_is_good_there_is_no_page(name: str, code: str):
    with pytest.raises(BadLog) as caught:
        record(LOGS / "hostile" / name, library())
    assert caught.value.finding.code == code


def test_what_no_page_holds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(recording, "FRAMES_MOST", 20)
    with pytest.raises(FormError, match=r"sarimbun.pbem: the log has more than 20 steps.*pbem log"):
        record(SHORT, library())
    monkeypatch.undo()
    monkeypatch.setattr(recording, "LOG_MOST", 1000)
    with pytest.raises(FormError, match="the log has more than"):
        record(SHORT, library())
    torn = tmp_path / "long.pbem"
    torn.write_bytes(SHORT.read_bytes() + b"x" * 2000)
    with pytest.raises(LogFileError, match="more than 1,000 bytes"):
        record(torn, library())


def test_a_page_is_the_same_each_time():
    first, second = (page(SHORT, record(SHORT, library())) for _ in range(2))
    assert first == second
    assert str(SHORT.parent) not in first, "where it lay is nobody's business"


def packed(html: str, name: str) -> bytes:
    """Return what stands packed in a page."""
    found = re.search(rf'<script id="{name}"[^>]*>([^<]*)</script>', html)
    assert found is not None
    return gzip.decompress(b64decode(found[1]))


def log_in(html: str) -> bytes:
    """The log in a page: words, and between them runs of hex digits that are packed as bytes."""
    digits = iter(packed(html, "digits"))

    def run(length: re.Match[bytes]) -> bytes:
        return bytes(next(digits) for _ in range(int.from_bytes(length[1]))).hex().encode()

    log = re.sub(rb"\xff(..)", run, packed(html, "log"), flags=re.DOTALL)
    assert next(digits, None) is None
    return log


def test_the_log_is_in_it_whole():
    html = page(SHORT, record(SHORT, library()))
    assert log_in(html) == SHORT.read_bytes()
    assert len(packed(html, "digits")) > 1000
    assert json.loads(packed(html, "film")).keys() == {"parts", "frames", "shown"}


def test_a_log_with_a_byte_that_no_text_has_is_in_it_whole():
    recorded = record(SHORT, library())
    odd = SHORT.read_bytes() + b"\xff\x00"
    html = page(SHORT, recorded._replace(log=odd))
    assert packed(html, "log") == odd
    assert packed(html, "digits") == b""


def test_nothing_that_a_page_runs_is_fetched_from_elsewhere():
    html = page(SHORT, record(SHORT, library()))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    rules = unescape(policy[1]).split(";")
    assert rules[0] == "default-src 'none'"
    assert "unsafe" not in policy[1]
    assert not re.search(r'<(script|img|link|iframe)[^>]* (src|href)="', html)


# --- scripts as one ------------------------------------------------------------------------------


def test_modules_as_one_script():
    made = bundle(SCRIPTS)
    assert "import " not in made
    assert "</script" not in made.lower()
    assert made.index("const module_build") < made.index("const module_past")


def test_comments_with_lines_of_their_own_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A page is a quarter smaller for it; what stands beside code or in a text is not touched."""
    code = 'const a = "/** no */";\n  let b = 2; // two\nconst c = a /** yes */ + b;\n'
    one, many = "/** What a is. @type {string} */\n", "  /**\n   * What `b` is.\n   */\n  // two\n"
    monkeypatch.setattr(bundling, "PAGE", tmp_path)
    (tmp_path / "odd.js").write_text(code)
    bare = bundle(["odd"])
    first, second, third = code.splitlines(keepends=True)
    (tmp_path / "odd.js").write_text(one + first + many + second + one + third)
    assert bundle(["odd"]) == bare
    assert code in bare


@pytest.mark.parametrize(
    "source",
    [
        'import thing from "./other.js";',
        'import { a } from "https://example.org/a.js";',
        "export default 3;",
        "export let a = 3;",
        "await begin();",
        "const end = '</script>';",
    ],
)
def test_what_no_script_is_made_of(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "odd.js").write_text(f"const a = 1;\n{source}\n")
    monkeypatch.setattr(bundling, "PAGE", tmp_path)
    with pytest.raises(ValueError, match=r"odd.js has what no script in a page is made of"):
        bundle(["odd"])
