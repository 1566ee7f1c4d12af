"""A season as a folder for any web space: its pages, and a folder for each tournament."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pbem.crypto.text import escape
from pbem.director.pages.book import small_file
from pbem.director.pages.markup import style
from pbem.director.pages.publishing import publish, require_ours, write_public
from pbem.director.season import calendar, feed
from pbem.director.season.book import Yearbook
from pbem.director.season.form import FILE, as_published, opened, read_season
from pbem.director.season.people import people, with_names
from pbem.errors import FormError
from pbem.table.library import Library
from pbem.tournament.history import BoardOf


def publish_season(
    path: Path, folder: Path, library: Library, *, progress: Callable[[], None] = lambda: None
) -> tuple[list[Path], list[str]]:
    """Publish a season whose file is ``path``; return the files, and which games are not.

    ``folder``: where the pages go. ``progress`` is called for each game. Nothing is signed. A
    tournament that was published with a checkpoint keeps it. Raises FormError for a folder with
    pages of something else, NotFound, LogFileError.
    """
    season, looks = read_season(path)
    own = folder / FILE
    if own.exists() and own.samefile(path) and not (folder / "index.html").exists():
        raise FormError(
            f"pbem writes its own {FILE} into {escape(str(folder))}, and yours lies there. Name "
            "another folder for the pages"
        )
    files: list[Path] = []
    left: list[str] = []
    drawn: list[list[BoardOf]] = []
    with opened(path, season) as played:
        ids = [one.fold.now.id for one in played]
        require_ours(folder, f"season {season.name}", *ids)
        for one in played:
            require_ours(folder / one.name, one.fold.now.id)
            left += [f"{escape(str(one.log))}: its checkpoint does not fit it"] * one.contradicted
        everybody = people(season, played)
        for one in played:
            made, missing = publish(
                one.fold,
                one.log,
                folder / one.name,
                one.games,
                library,
                checkpoint=one.checkpoint,
                looks=looks._replace(club=with_names(season, everybody, one)),
                up="../",
                events=one.events,
                figures=one.figures,
                progress=progress,
            )
            files += made
            left += missing
            boards = one.fold.now.boards()
            drawn.append([at for at in boards if folder / one.name / small_file(at) in made])
        book = Yearbook(season, played, drawn, library)
        wanted = {name: text.encode() for name, text in book.pages().items()}
        wanted["style.css"] = style(season).encode()
        wanted[FILE] = as_published(season, played)
        wanted[feed.NAME] = feed.feed(season, played, library)
        if any(one.fold.now.deadlines for one in played):
            wanted[calendar.NAME] = calendar.calendar(season.name, played, season.address)
        wanted |= looks.files()
    for name, data in wanted.items():
        write_public(folder / name, data)
    return [*files, *(folder / name for name in wanted)], left
