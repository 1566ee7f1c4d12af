"""A season as a folder for any web space: its pages, and a folder for each tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.director.pages import deadlines
from pbem.director.pages.book import Place, small_file
from pbem.director.pages.checking import Checked
from pbem.director.pages.club import Looks
from pbem.director.pages.markup import MARK, style
from pbem.director.pages.publishing import (
    PAGE_BYTES,
    lacking,
    publish,
    require_ours,
    write_public,
)
from pbem.director.season import calendar, feed
from pbem.director.season.book import Yearbook, subscribed
from pbem.director.season.form import (
    FILE,
    Played,
    Season,
    as_published,
    folder_of,
    opened,
    read_season,
)
from pbem.director.season.people import Ratings, people, ratings, with_names
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.items import Items, reported
from pbem.log.disk import explaining
from pbem.table.library import Library
from pbem.tournament.history import BoardOf


class Made(NamedTuple):
    """A season as it lies in its folder.

    - ``files``: All its files.
    - ``left``: Each part that the season's file asks for, and that is not published, with why.
    - ``notes``: The rest that its webmaster has to know.
    """

    files: list[Path]
    left: list[str]
    notes: list[str]


def publish_season(
    path: Path, folder: Path, library: Library, *, progress: Callable[[], None] = lambda: None
) -> Made:
    """Publish a season whose file is ``path``; files that are there already stay as they are.

    ``folder``: where the pages go. ``progress`` is called for each game. Nothing is signed. A
    tournament that was published with a checkpoint keeps it. One that fails is named in ``left``,
    and the others are published. Raises FormError if none is left or a folder has pages of
    something else, NotFound, LogFileError.
    """
    season, looks = read_season(path)
    own = folder / FILE
    if own.exists() and own.samefile(path) and not (folder / "index.html").exists():
        raise FormError(
            f"pbem writes its own {FILE} into {escape(str(folder))}, and yours lies there. Name "
            "another folder for the pages"
        )
    items = Items()
    with opened(path, season, items) as played:
        require_ours(folder, f"season {season.name}", *(one.fold.now.id for one in played))
        for one in played:
            require_ours(folder / one.name, one.fold.now.id)
        publish_all = partial(
            _tournaments, season, looks, items, folder=folder, library=library, progress=progress
        )
        tried, each = played, publish_all(played)
        while each.played and each.played != tried:
            # Names and ratings were those of a season with the one that failed.
            tried, each = each.played, publish_all(each.played)
        left = [*map(reported, items.failed), *each.left]
        if not each.played:
            raise FormError(f"no tournament of this season can be published: {'; '.join(left)}")
        files, notes, checked = each.files, each.notes, each.checked
        book = Yearbook(season, tried, each.drawn, library, each.lists, checked=checked)
        wanted = {name: text.encode() for name, text in book.pages().items()}
        wanted["style.css"] = style(season).encode()
        wanted[deadlines.SCRIPT] = deadlines.script()
        wanted[FILE] = as_published(season, tried)
        wanted[feed.NAME] = feed.feed(season, tried, library, book.names)
        # Subscribers of a calendar that once had deadlines still ask for it.
        dated = any(one.fold.now.deadlines or one.fold.now.entries for one in tried)
        if dated or (folder / calendar.NAME).exists():
            wanted[calendar.NAME] = calendar.calendar(season.name, tried, season.address)
        wanted |= looks.files()
    for name, data in wanted.items():
        write_public(folder / name, data)
    asked = {folder_of(Path(entry.log)) for entry in season.tournaments}
    notes += _left_over(folder, {*wanted, *asked, *(one.name for one in tried)})
    return Made([*files, *(folder / name for name in wanted)], left, notes)


class _Each(NamedTuple):
    """The pages of each tournament: ``played`` are those that have some.

    ``drawn``, ``checked``: of each the boards with a last map, and the outcome of the check.
    """

    played: list[Played]
    files: list[Path]
    left: list[str]
    notes: list[str]
    drawn: list[list[BoardOf]]
    checked: list[Checked]
    lists: list[Ratings]


def _tournaments(
    season: Season,
    looks: Looks,
    items: Items,
    played: list[Played],
    *,
    folder: Path,
    library: Library,
    progress: Callable[[], None],
) -> _Each:
    """Publish each tournament; one that fails stands in ``items``."""
    everybody, lists, feeds = people(season, played), ratings(played), subscribed(played)
    each = _Each([], [], [], [], [], [], lists)
    for one in played:
        checked: list[Checked] = []
        with items.take(escape(str(one.log))):
            made, missing = publish(
                one.fold,
                one.log,
                folder / one.name,
                one.games,
                library,
                checkpoint=one.checkpoint,
                looks=looks._replace(club=with_names(season, everybody, one)),
                place=_place_of(one, season, lists, feeds),
                events=one.events,
                figures=one.figures,
                progress=progress,
                found=checked.append,
            )
            boards = one.fold.now.boards()
            each.drawn.append([at for at in boards if folder / one.name / small_file(at) in made])
            each.played.append(one)
            each.files.extend(made)
            each.checked.extend(checked)
            if one.contradicted:
                each.left.append(f"{escape(str(one.log))}: its checkpoint does not fit it")
            each.left.extend(one.wrong)
            if one.games:
                each.left.extend(missing)
            elif lack := lacking(one.fold.now, ()):
                (each.left if one.has_games else each.notes).append(lack)
    return each


def _place_of(
    one: Played, season: Season, lists: list[Ratings], feeds: list[tuple[str, str, str]]
) -> Place:
    rated = {each.system: each.courses[one.name] for each in lists if one.name in each.courses}
    return Place("../", f"{one.name}/", season.address, rated, feeds)


def _left_over(folder: Path, names: set[str]) -> Iterator[str]:
    """Name the pages in a folder that are of no tournament or player of the season any more.

    ``names``: those of its files and folders.
    """
    for one in sorted(folder.iterdir()):
        if one.name not in names and _is_ours(one):
            yield f"{escape(str(one))} is left from before, and no page leads there. Delete it"


def _is_ours(path: Path) -> bool:
    """Say whether pbem wrote a page, or a folder with a front page."""
    page = path / "index.html" if path.is_dir() else path
    if page.suffix != ".html" or not page.is_file():
        return False
    with explaining(page, "Reading"):
        return MARK in read_plain(page, PAGE_BYTES)
