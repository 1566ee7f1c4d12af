"""The cost of the board for the player at it, measured in their browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from time import time
from typing import TYPE_CHECKING, NamedTuple

import pbem
from pbem.bench.browsers import chromium
from pbem.bench.checking import checking_rows
from pbem.bench.games import Signed, finished_game, identity, write_idle_log, write_log
from pbem.bench.importing import LARGE, SETUP, Size, write_module
from pbem.bench.measure import Row, at_most
from pbem.bench.processes import run_pbem
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions, take
from pbem.errors import PbemError
from pbem.identity import keyfile
from pbem.kit.wording import counted
from pbem.log.file import to_bytes
from pbem.play.play import Play
from pbem.table.library import Library

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOMENTS = {
    "saipan": ("historical", (37,)),
    "manila": ("campaign", (71,)),
    "meiktila": ("meiktila", (169, 172)),
    "tokyo": ("three", (98, 102)),
    "singapore": ("division", (310,)),
}
"""Game -> scenario, and after how many events its board is looked at.

These are late moments with many units, attacks or moves to write, as dear as games have them.
"""
REPLAYED = "meiktila"
DRAGGED = "saipan"
"""The game on whose map a stack is dragged."""
LIST = 40
"""So many orders a list is tried with, where so many can be given."""
UNITS = 20
DRAGS = 60
"""So many steps a stack is dragged to and fro."""
LOBBY_GOAL, OPENED_GOAL, CLICK_GOAL = 300.0, 800.0, 100.0
FRAME_GOAL = 17.0
"""Milliseconds of a frame, at most (60 a second are 16.7 each)."""
MODULE_GOAL = 3_000.0
"""Milliseconds until a large module's map stands with all pictures."""
WIDE, HIGH, COUNTERS = 5_000, 7_000, 800
"""Pixels of the map on which a stack is dragged, and how many counters lie on it."""
SHORT, LONG, QUICK_LONG = 100, 15_000, 2_000
"""Events of logs that are opened; of the longest, nearly all that two players' shares hold."""
PATIENCE = 120_000
"""So many milliseconds a page has for what a measurement waits for."""
PASSPHRASE = "of keys that nobody keeps"  # noqa: S105 - no secret
MEASURING = """
globalThis.painted = () =>
  new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
globalThis.settled = (place) => new Promise((then) => {
  let begun = false;
  const watch = new MutationObserver(() => {
    if (place.ariaBusy === "true") begun = true;
    else if (begun) { watch.disconnect(); then(); }
  });
  watch.observe(place, { attributes: true, attributeFilter: ["aria-busy"] });
});
globalThis.changed = (place) => new Promise((then) => {
  const watch = new MutationObserver(() => { watch.disconnect(); then(); });
  watch.observe(place, { childList: true });
});
globalThis.fetched = (name) => new Promise((then) => {
  const watch = new PerformanceObserver((all) => {
    if (!all.getEntries().some((one) => one.name.includes(name))) return;
    watch.disconnect();
    then();
  });
  watch.observe({ type: "resource" });
});
globalThis.timed = async (what, until) => {
  performance.clearResourceTimings(); // a page notes 250 requests, and none of those that follow
  const started = performance.now(), end = until();
  what();
  await end;
  await painted();
  const asked = performance.getEntriesByType("resource").filter((one) => one.startTime >= started);
  return [performance.now() - started, asked.reduce((sum, one) => sum + one.duration, 0)];
};
globalThis.opened = (async () => {
  await new Promise((then) => addEventListener("DOMContentLoaded", then));
  await changed(document.getElementById("sheet"));
  await painted();
  return performance.timeOrigin + performance.now();
})();
"""
"""Scripts of the page that is measured: a thing is over once it was painted."""
POINT = """(unit) => {
  const of = (id) => document.getElementById(id);
  of("about").value = unit;
  return timed(() => of("pointing").requestSubmit(), () => settled(of("tried")));
}"""
TRY = """(list) => {
  const of = (id) => document.getElementById(id);
  of("list").value = list;
  return timed(() => of("try").click(), () => settled(of("tried")));
}"""
STEP = """() => {
  const of = (id) => document.getElementById(id);
  // A map that is the same is not drawn again.
  return timed(() => of("back").click(), () => fetched("map?event="));
}"""
NOW = """() => {
  const of = (id) => document.getElementById(id);
  return timed(() => of("now").click(), async () => {
    await fetched("/map");
    do await new Promise(requestAnimationFrame);
    while (of("tried").ariaBusy === "true"); // what is pointed at is shown again
  });
}"""


LISTED = """async () => {
  while (!document.querySelector(":is(#yours, #waiting, #over) li")) await painted();
  await painted();
  return performance.timeOrigin + performance.now();
}"""
ENLARGE = """([wide, high, many]) => {
  const svg = document.querySelector("#sheet svg.map"), { width, height } = svg.viewBox.baseVal;
  const stacks = [...svg.querySelectorAll(".stack:has(.piece)")];
  let number = svg.querySelectorAll(".counter").length;
  for (let at = 0; number < many; at++) {
    const copy = stacks[at % stacks.length].cloneNode(true);
    const box = stacks[at % stacks.length].getBBox();
    const x = (at * 61) % width - box.x, y = (at * 97) % height - box.y;
    copy.setAttribute("transform", `translate(${x} ${y})`);
    svg.append(copy);
    number += copy.querySelectorAll(".counter").length;
  }
  svg.setAttribute("width", wide);
  svg.setAttribute("height", high);
  svg.setAttribute("preserveAspectRatio", "none");
  Object.assign(svg.parentElement.style, { width: `${wide}px`, height: `${high}px` });
  const { side } = document.documentElement.dataset;
  for (const own of svg.querySelectorAll(`.stack .piece[data-unit][data-side="${side}"]`)) {
    own.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width: w, height: h } = own.querySelector(".counter").getBoundingClientRect();
    const seen = document.elementFromPoint(x + w / 2, y + h / 2);
    if (seen && own.contains(seen)) return [number, x + w / 2, y + h / 2];
  }
  throw new Error("no counter of one's own is in sight");
}"""
"""A map stretched to a size, with counters strewn over it, and where one's own counter is seen."""
PICTURED = """async () => {
  const here = (which) => document.querySelector(`#at-hand .sheet ${which}`);
  while (!here("svg.pictured .lying") || here(".lying:not(.pictured)")) await painted();
  await painted();
  return performance.timeOrigin + performance.now();
}"""
"""The time at which the map of a table, and each piece on it, shows its picture."""
CLICKED = """() => {
  const once = { capture: true, once: true };
  let begun = 0;
  addEventListener("pointerdown", () => { begun = performance.now(); }, once);
  globalThis.clicked = new Promise((then) => addEventListener("pointerup", async () => {
    await painted();
    then(performance.now() - begun);
  }, once));
}"""
FRAMES = """() => {
  globalThis.frames = [];
  (function frame(at) { frames.push(at); requestAnimationFrame(frame); })(performance.now());
}"""


class Seat(NamedTuple):
    """The player who is to write, after how many events; units to point at, and a list."""

    handle: str
    events: int
    units: Sequence[str]
    lines: Sequence[str]


def board_rows(
    library: Library, reported: Callable[[str], None], folder: Path, *, quick: bool
) -> list[Row]:
    """Measure boards of all games, a lobby, a long log, a replay and the check of logs.

    Raises:
        PbemError: A board or lobby does not start, or a page does not do what it should.
    """
    rounds = 3 if quick else 9
    rows: list[Row] = []
    games: dict[str, Signed] = {}
    with chromium() as browser:
        for game, (scenario, moments) in MOMENTS.items():
            reported(f"A board of {game} ...")
            for events in moments:
                signed = signed_game(library, game, scenario, events)
                seat = seat_of(signed)
                home = home_of(folder / f"{game}-{events}", seat.handle, signed)
                with _served(home) as address:
                    rows += _seat_rows(browser, address, game, seat, rounds)
                if game == DRAGGED and events == moments[0]:
                    with _served(home) as address:  # an address lets one browser in
                        rows.append(_drag_row(browser, address))
                if seat.lines:
                    rows.append(_first_row(browser, home, game, seat, rounds))
                games[signed.table.chain.head] = signed
        reported("A lobby with these games ...")
        rows.append(_lobby_row(browser, folder / "lobby", list(games.values()), rounds))
        reported("Boards of a short log and of a long one ...")
        rows += _long_rows(browser, library, folder, rounds, quick=quick)
        reported("A board with the pictures of a large module ...")
        rows += _module_rows(browser, folder / "module", LARGE, 1 if quick else 3)
        reported("A replay in one file, and logs checked in browsers ...")
        logs = {
            game: to_bytes(finished_game(library, scenario, 0, game))
            for game, (scenario, _) in MOMENTS.items()
        }
        rows += _replay_rows(browser, folder, logs[REPLAYED], rounds)
        rows += checking_rows(browser, logs, 5 if quick else 15)
    return rows


# --- a game to sit at ------------------------------------------------------------------------


def signed_game(library: Library, game: str, scenario: str, events: int) -> Signed:
    """Have computer players play on until somebody is asked for orders with more than one unit.

    ``events``: so many events at least. Raises PbemError if no game comes so far.
    """
    for seed in range(20):
        made, given = Signed(library, scenario, game, seed), set[str]()
        while made.table.result is None:
            if made.table.chain.count >= events and len(_units(made)) > 1:
                return made
            made.step(seed, given)
    raise PbemError(f"No game of {game} reached {events} events.")


def _units(signed: Signed) -> list[str]:
    """Return the units that the player who is asked in their phase can order."""
    play = signed.table.play
    if play is None or play.asked is None or not play.asked.phase:
        return []
    found = (play.game.arrow(play.position, one) for one in play.game.legal(play.position))
    return list(dict.fromkeys(unit for arrow in found if arrow for unit in arrow.units))


def seat_of(signed: Signed) -> Seat:
    """Return the seat of the player who is to write."""
    now, play = signed.table.active(), signed.table.play
    assert now.handle is not None  # noqa: S101 - somebody is asked
    assert play is not None  # noqa: S101
    return Seat(now.handle, signed.table.chain.count, _units(signed)[:UNITS], _list(play.trial()))


def _list(play: Play) -> list[str]:
    """Return orders that can be given one after the other: another unit each, as far as it goes.

    ``play`` is carried on by it.
    """
    asked, lines, used = play.asked, list[str](), set[str]()
    assert asked is not None  # noqa: S101 - somebody is asked
    while play.asked == asked and play.due is None and len(lines) < LIST:
        for order in play.game.legal(play.position):
            arrow = play.game.arrow(play.position, order)
            if arrow and arrow.units and not used & set(arrow.units):
                break
        else:
            return lines
        used |= set(arrow.units)
        lines.append(play.game.text(order))
        play.order(play.seats[asked.side], [play.game.write_order(order)])
    return lines


def home_of(folder: Path, handle: str, signed: Signed) -> Path:
    """Make a home of one of the players, with the game in it; return where it is.

    Raises PbemError if the game is not imported.
    """
    client = Client(folder, f"sqlite:///{folder / 'pbem.sqlite'}")
    keyfile.save(identity(handle), client.identities / f"{handle}.key", PASSPHRASE)
    log = write_log(folder / "game.pbem", signed.events)
    found = take(client, [log], TakeOptions(handle))
    client.close()
    if not all(one.good for one in found):
        raise PbemError(f"The game for the measurement was not imported: {found}")
    return folder


@contextmanager
def _served(home: Path, *words: str, what: str = "board") -> Iterator[str]:
    """Run ``pbem board``, or ``pbem lobby``, as long as the context lasts; its address."""
    path = os.pathsep.join([str(Path(pbem.__file__).parents[1]), *sys.path])
    program = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "pbem", what, "--no-browser", *words],
        env={**os.environ, "PBEM_HOME": str(home), "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None  # noqa: S101 - it is a pipe
    try:
        line = program.stdout.readline()
        if "http" not in line:
            raise PbemError(f"'pbem {what}' did not start: {line}")
        yield line.split()[-1]
    finally:
        program.terminate()
        program.wait()
        program.stdout.close()


# --- what is measured ------------------------------------------------------------------------


def new_page(browser: Browser) -> Page:
    """Open a page for which nothing is kept, and which says how long it takes."""
    context = browser.new_context(viewport={"width": 1300, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(MEASURING)
    return context.new_page()


def _enter(page: Page, address: str) -> None:
    """Go to an address, and wait until the page that takes the token has led on to a titled one."""
    page.goto(address)
    page.wait_for_selector("h1", state="attached")


def _opened(page: Page, address: str, rounds: int) -> list[float]:
    """Return the milliseconds until the map stands on a page, first by its address, then again.

    Then the whole log is waited for.
    """
    took = []
    for number in range(rounds):
        begun = 1000 * time()
        _enter(page, address) if number == 0 else page.reload()
        took.append(page.evaluate("globalThis.opened") - begun)
    page.wait_for_selector("#past > li", state="attached")
    page.wait_for_function("() => !document.getElementById('news')?.ariaBusy")
    return took


def _seat_rows(browser: Browser, address: str, game: str, seat: Seat, rounds: int) -> list[Row]:
    page = new_page(browser)
    opened = _opened(page, address, rounds)
    where = _where(game, seat)
    took: dict[str, list[tuple[float, float]]] = {"point": [], "try": [], "step": [], "now": []}
    if seat.lines:
        _tried(page, seat.lines)
    for number in range(rounds):
        took["point"] += [page.evaluate(POINT, unit) for unit in seat.units]
        if seat.lines:
            less = number % 2 == 0 and len(seat.lines) > 1
            took["try"].append(_tried(page, seat.lines[:-1] if less else seat.lines))
        took["step"] += [page.evaluate(STEP) for _ in range(3)]
        took["now"].append(page.evaluate(NOW))
    page.context.close()
    units, orders = len(seat.units), len(seat.lines)
    return [
        at_most(f"{where}: the board opened, half of {rounds}", median(opened), OPENED_GOAL, "ms"),
        _clicked(f"{where}: what one of {units} units can do, drawn", took["point"]),
        *([_clicked(f"{where}: tried again, a line less or more", took["try"])] if orders else []),
        _clicked(f"{where}: a step back, drawn", took["step"]),
        _clicked(f"{where}: back to now, with what is pointed at", took["now"]),
    ]


def _first_row(browser: Browser, home: Path, game: str, seat: Seat, rounds: int) -> Row:
    """Measure a list of which the program knows nothing: each time it is begun again.

    A player who writes one has asked before what units can do: so page and program are not at their
    first.
    """
    took = []
    for _ in range(rounds):
        with _served(home) as address:
            page = new_page(browser)
            _opened(page, address, 1)
            for unit in seat.units:
                page.evaluate(POINT, unit)
            took.append(_tried(page, seat.lines))
            page.context.close()
    return _clicked(f"{_where(game, seat)}: a list of {len(seat.lines)} tried", took)


def _where(game: str, seat: Seat) -> str:
    return f"{game}, {seat.events} events"


def _tried(page: Page, lines: Sequence[str]) -> tuple[float, float]:
    """Try a list, and take it out again; the milliseconds, and those of the program's answer."""
    whole, answered = page.evaluate(TRY, "\n".join(lines))
    page.evaluate("document.getElementById('list').value = ''")
    return whole, answered


def _clicked(name: str, took: Sequence[tuple[float, float]]) -> Row:
    """Return the 95th of 100, and how much of the time the program took to answer."""
    whole = [one for one, _ in took]
    most = quantiles(whole, n=20)[-1] if len(whole) > 1 else whole[0]
    share = sum(answered for _, answered in took) / sum(whole)
    note = f"half {median(whole):.0f}; {100 * share:.0f}% of it the program's answer"
    return at_most(f"{name}, 95 of 100", most, CLICK_GOAL, "ms", note=note)


def _lobby_row(browser: Browser, home: Path, games: Sequence[Signed], rounds: int) -> Row:
    """Measure how long a lobby takes until its games are listed."""
    handle = next(iter(games[0].who))
    client = Client(home, f"sqlite:///{home / 'pbem.sqlite'}")
    keyfile.save(identity(handle), client.identities / f"{handle}.key", PASSPHRASE)
    logs = [write_log(home / f"game-{number}.pbem", one.events) for number, one in enumerate(games)]
    take(client, logs, TakeOptions(handle))
    client.close()
    took = []
    with _served(home, what="lobby") as address:
        page = new_page(browser)
        for number in range(rounds):
            begun = 1000 * time()
            _enter(page, address) if number == 0 else page.reload()
            took.append(page.evaluate(LISTED) - begun)
        page.context.close()
    name = f"the lobby with {counted(len(games), 'game')} painted, half of {rounds}"
    return at_most(name, median(took), LOBBY_GOAL, "ms")


def _module_rows(browser: Browser, folder: Path, size: Size, rounds: int) -> list[Row]:
    """Measure opening a game on a table whose pictures are in a large module, and clicks there."""
    folder.mkdir()
    module, home = folder / "measured.vmod", folder / "ann"
    write_module(module, size)
    for words in (
        ("identity", "new", "ann"),
        ("table", "import", str(module), "--setup", SETUP, "--out", str(folder / "table.yaml")),
        ("new", "table", "--pack", str(folder / "table.yaml"), "--seat=blue=ann", "--dice=self"),
    ):
        run_pbem(folder, home.name, *words)
    opened, clicks = list[float](), list[float]()
    for _ in range(rounds):
        with _served(home) as address:
            page = new_page(browser)
            begun = 1000 * time()
            page.goto(address)
            opened.append(page.evaluate(PICTURED) - begun)
            clicks += [_click(page, f"p{size.pieces - number}") for number in range(UNITS)]
            page.context.close()
    what = f"a module of {module.stat().st_size / 1e6:.0f} MB with {size.pieces:,} pieces"
    most = quantiles(clicks, n=20)[-1]
    return [
        at_most(f"{what}: its board opened, half of {rounds}", median(opened), MODULE_GOAL, "ms"),
        at_most(f"{what}: a piece clicked, 95 of 100", most, CLICK_GOAL, "ms"),
    ]


def _click(page: Page, piece: str) -> float:
    """Click a piece; return the milliseconds until what can be done with it is painted."""
    page.evaluate(CLICKED)
    page.locator(f'[data-piece="{piece}"]').click(force=True)
    took: float = page.evaluate("globalThis.clicked")
    if not page.locator("#at-hand .deeds button").count():
        raise PbemError(f"Nothing was offered for the piece {piece}: nothing was measured.")
    return took


def _drag_row(browser: Browser, address: str) -> Row:
    """Measure the frames while a stack is dragged about a large map with many counters."""
    page = new_page(browser)
    _opened(page, address, 1)
    counters, x, y = page.evaluate(ENLARGE, [WIDE, HIGH, COUNTERS])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    page.evaluate(FRAMES)
    for step in range(2 * DRAGS):
        page.mouse.move(x + 20 + 3 * (step % DRAGS), y + 20 + 2 * (step % DRAGS))
    frames = page.evaluate("frames")
    carried = page.locator(".carried").count()
    page.context.close()
    if not carried:
        raise PbemError("No stack was dragged: nothing was measured.")
    each = [after - before for before, after in pairwise(frames)]
    note = f"95 of 100 under {quantiles(each, n=20)[-1]:.0f}"
    name = f"a frame while a stack is dragged among {counters} counters, mean of {len(each)}"
    return at_most(name, sum(each) / len(each), FRAME_GOAL, "ms", note=note)


def _long_rows(
    browser: Browser, library: Library, folder: Path, rounds: int, *, quick: bool
) -> list[Row]:
    """Measure opening a log of all that two players may write against a short one."""
    long = QUICK_LONG if quick else LONG
    took: dict[int, float] = {}
    steps: dict[int, float] = {}
    for events in (SHORT, long):
        path = folder / f"long-{events}.pbem"
        for _ in write_idle_log(path, library, events):
            pass
        with _served(folder / "stranger", str(path)) as address:
            page = new_page(browser)
            took[events] = median(_opened(page, address, rounds))
            steps[events] = median(page.evaluate(STEP)[0] for _ in range(rounds))
            page.context.close()
    return [
        Row(f"a log of {long:,} events, read before: its page opened", took[long], "ms"),
        Row(f"the same / a log of {SHORT} events", took[long] / took[SHORT], "times"),
        Row(f"a step back in {long:,} events / in {SHORT}", steps[long] / steps[SHORT], "times"),
    ]


def _replay_rows(browser: Browser, folder: Path, log: bytes, rounds: int) -> list[Row]:
    """Measure a replay that is opened from the disk: its map, and its verdict."""
    written, made = folder / "replayed.pbem", folder / "game.html"
    written.write_bytes(log)
    words = [sys.executable, "-m", "pbem", "replay", str(written), "--to", str(made)]
    subprocess.run(words, check=True, capture_output=True)  # noqa: S603
    page = new_page(browser)
    opened = _opened(page, made.as_uri(), rounds)
    page.context.close()
    size = made.stat().st_size
    return [
        at_most(f"{REPLAYED}: a replay's file", size / 1e6, 1.0, "MB"),
        Row(f"{REPLAYED}: a replay opened, its map drawn, half of {rounds}", median(opened), "ms"),
    ]
