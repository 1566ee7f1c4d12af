"""How a tournament stands, for anybody: shown, exported, published, and recomputed from files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import As, Json, Secret, To, Unlocker, open_client, say, say_json
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.commands.tournament import For, Name, Round, no_practice
from pbem.errors import FormError

app = Shell("Show a tournament.")


@app.command()
def show(tournament: Name = None, *, round_: Round = None, json: Json = False) -> None:
    """Show the standings of a tournament.

    pbem also shows the last round, and who owes what.

    Example: pbem tournament show spring
    """
    from datetime import UTC, datetime

    from pbem.client.people import handles
    from pbem.client.storage import tournaments
    from pbem.director.office import sign_of
    from pbem.director.words.reporting import Desk, show_lines
    from pbem.tournament.ranking.standings import standings

    client = open_client()
    path = tournaments.find(client, tournament)
    fold = tournaments.read_here(client, path)
    if json:
        say_json(standings(fold.now))
        return
    directs = any(sign_of(fold, handle) for handle in handles(client))
    desk = Desk(path.stem, datetime.now(UTC)) if directs else None
    say(show_lines(fold, round_, client.library, desk))


@app.command()
def export(
    tournament: Name = None,
    *,
    form: Annotated[
        str, typer.Option(help="The format: trf (TRF16), trf26, csv or report.")
    ] = "trf",
    to: To = None,
) -> None:
    """Export a tournament.

    The formats TRF16, TRF26 and CSV are for other programs, the report is for a club.

    Example: pbem tournament export spring --form csv
    """
    from pbem.client.output_files import place
    from pbem.client.storage import tournaments
    from pbem.log.disk import explaining, write_synced
    from pbem.tournament.exchange import FORMS

    if form not in FORMS:
        raise FormError(f"--form cannot be {form}. Use one of these: {', '.join(FORMS)}.")
    client = open_client()
    log = tournaments.find(client, tournament)
    write, ending = FORMS[form]
    text = write(tournaments.read_here(client, log).now)
    path = place(to, f"{log.stem}{ending}")
    with explaining(path, "Writing"):
        write_synced(path, text.encode(), shared=True)
    say([f"Wrote {path}."])


@app.command()
def publish(
    folder: Annotated[
        Path | None,
        typer.Argument(help="The folder for the pages; pbem creates it if it is missing."),
    ] = None,
    games: Annotated[
        list[Path] | None,
        typer.Argument(help="The logs of its games, mail, or folders of these."),
    ] = None,
    *,
    club: Annotated[
        Path | None,
        typer.Option(help="Your club: a YAML file with its name, logo, colour and players' names."),
    ] = None,
    template: Annotated[
        bool, typer.Option("--template", help="Print an example of a club's file to edit.")
    ] = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Publish a tournament as web pages.

    The pages hold the tournament's log and a replay of each game; only the replays use scripts. If
    you are the director, you also sign a checkpoint of the log, and pbem writes tiles and receipts
    next to it.

    Example: pbem tournament publish pages inbox --for spring --club club.yaml
    """
    from pbem.client.storage import tournaments
    from pbem.director.pages.club import read_club
    from pbem.director.pages.club import template as example
    from pbem.director.pages.publishing import BARE
    from pbem.director.pages.publishing import publish as write_pages
    from pbem.director.transparency.heads import checkpoint_of
    from pbem.kit.wording import with_stop

    if template:
        typer.echo(example(), nl=False)
        return
    if folder is None:
        raise FormError("Name the folder for the pages, for example pages.")
    looks = BARE if club is None else read_club(club)
    client = open_client()
    log = no_practice(tournaments.find(client, tournament))
    fold = tournaments.read_here(client, log)
    unlock = Unlocker(client, secret, f"You sign {fold.chain.count} events of the log.")
    checkpoint = checkpoint_of(client, fold, log, folder, as_=as_, unlock=unlock)
    with _unpacked(games) as files, Progress("Drawing replays", "games") as progress:
        written, left = write_pages(
            fold,
            log,
            folder,
            files,
            client.library,
            checkpoint=checkpoint,
            looks=looks,
            progress=progress.step,
        )
    if json:
        say_json({"files": [str(path) for path in written], "left": left})
    else:
        omitted = [with_stop(f"Not published: {one}") for one in left]
        say([*omitted, f"Wrote {folder / 'index.html'}."])
    if left:
        raise typer.Exit(1)


@app.command()
def season(
    club: Annotated[
        Path | None, typer.Argument(help="The season: a YAML file with the club's tournaments.")
    ] = None,
    folder: Annotated[Path | None, typer.Argument(help="The folder for the pages.")] = None,
    *,
    template: Annotated[
        bool, typer.Option("--template", help="Print an example of a season's file to edit.")
    ] = False,
    json: Json = False,
) -> None:
    """Publish a club's season as web pages.

    The pages join several tournaments and ladders: deadlines, winners, ratings with a plot for each
    player, last maps, open challenges, a news feed and a calendar. Nothing is signed: anybody makes
    the same pages from the same files.

    Example: pbem tournament season --template > club.yaml, edit it, then
    pbem tournament season club.yaml site
    """
    from pbem.director.season.form import template as example
    from pbem.director.season.publishing import publish_season
    from pbem.kit.wording import with_stop

    if template:
        typer.echo(example(), nl=False)
        return
    if club is None or folder is None:
        raise FormError(
            "Name the season's file and the folder for its pages. 'pbem tournament season "
            "--template' prints such a file."
        )
    with Progress("Drawing replays", "games") as progress:
        written, left, notes = publish_season(
            club, folder, open_client().library, progress=progress.step
        )
    if json:
        say_json({"files": [str(path) for path in written], "left": left, "notes": notes})
    else:
        said = [*(f"Not published: {one}" for one in left), *notes]
        say([*map(with_stop, said), f"Wrote {folder / 'index.html'}."])
    if left:
        raise typer.Exit(1)


@app.command()
def ratings(
    system: Annotated[str, typer.Argument(help="The rating system: elo, area or glicko-2.")],
    logs: Annotated[
        list[str], typer.Argument(help="The tournaments, as names or files, oldest first.")
    ],
    *,
    json: Json = False,
) -> None:
    """Print a rating list of several tournaments.

    Each tournament starts from the ratings after the one before it.

    Example: pbem tournament ratings area spring.tournament summer.tournament
    """
    from pbem.client.storage import tournaments
    from pbem.director.words.reporting import list_lines
    from pbem.tournament.ranking.rating_list import rating_list

    client = open_client()
    paths = [no_practice(tournaments.find(client, log)) for log in logs]
    histories = [tournaments.read_here(client, path).now for path in paths]
    made = rating_list(histories, system)
    say_json(made) if json else say(list_lines(histories, made))


@app.command()
def verify(
    log: Annotated[
        str,
        typer.Argument(help="The tournament: its log, its name, or the folder of its pages."),
    ],
    games: Annotated[
        list[Path] | None,
        typer.Argument(help="The logs of its games, mail, or folders of these."),
    ] = None,
    *,
    after: Annotated[
        Path | None, typer.Option(help="For a ladder that continues another: the older log.")
    ] = None,
    json: Json = False,
) -> None:
    """Recompute a tournament from its files.

    pbem checks every pairing, every result and the standings.

    Example: pbem tournament verify spring.tournament games
    """
    from pbem.audit.report import to_json
    from pbem.client.storage import tournaments
    from pbem.director.judging import verify as recompute
    from pbem.director.pages.publishing import published_in
    from pbem.director.words.reporting import report_lines

    client = open_client()
    published = Path(log) if Path(log).is_dir() else None
    if published is not None:
        log, games = published_in(published, games)
    path = no_practice(tournaments.find(client, log))
    with _unpacked(games) as files, Progress("Recomputing", "games") as progress:
        report = recompute(path, files, client.library, progress, after, published=published)
    ties = list(report.standings[0].ties) if report.standings else []
    typer.echo(to_json(report)) if json else say(report_lines(report, ties))
    if not report.ok or report.unseen:
        raise typer.Exit(1)


@contextmanager
def _unpacked(paths: list[Path] | None) -> Iterator[list[Path]]:
    """Give the logs in files, saved mail and folders; none of nothing."""
    from pbem.client.messages import bundles

    if not paths:
        yield []
        return
    bundles.require_there(paths)
    with bundles.unpack(paths) as post:
        yield post.files
