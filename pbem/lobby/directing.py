"""A director's work in the lobby: collect, pair, publish; and a check of a tournament."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec import UNSET

from pbem.client import people
from pbem.client.client import LOG_SUFFIX, NotFound
from pbem.client.messages import bundles
from pbem.client.session.words import sentence
from pbem.client.storage import tournaments
from pbem.crypto.text import escape
from pbem.director import judging
from pbem.director.directing.acts import close as close_it
from pbem.director.directing.acts import due as set_due
from pbem.director.directing.acts import entries as set_entries
from pbem.director.directing.acts import pair as pair_round
from pbem.director.directing.acts import put_out
from pbem.director.directing.acts import rule as rule_on
from pbem.director.directing.arrived import of_tournament
from pbem.director.directing.collecting import Collected, taken_back, to_collect
from pbem.director.directing.collecting import collect as take_in
from pbem.director.directing.handed_in import handed_in
from pbem.director.office import Office, directing, directors
from pbem.director.pages.publishing import publish as write_pages
from pbem.director.transparency.heads import checkpoint_of
from pbem.director.words.reporting import (
    against_log,
    board_words,
    collected_words,
    deadline_words,
    how_to_rule,
    stage_line,
    who_meets,
)
from pbem.errors import FormError
from pbem.files import own_files, read_plain
from pbem.identity.card import SUFFIX as CARD
from pbem.kit.wording import counted
from pbem.lobby.findings import findings
from pbem.lobby.forms import (
    Collecting,
    Deadline,
    Did,
    File,
    Leaving,
    Named,
    OfCup,
    OneCup,
    Publishing,
    Ruling,
)
from pbem.log.disk import write_new
from pbem.mail.letter import plain
from pbem.tournament.events.words import SUFFIX as WORD
from pbem.tournament.history import BoardOf, Decided
from pbem.tournament.outcomes import read

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.identity.identity import Identity
    from pbem.table.events.kinds import Signer
    from pbem.tournament.events.kinds import Entries
    from pbem.tournament.events.plain_kinds import Then

_PAGE_MOST = 64_000_000
_EVENT = re.compile(r": event [0-9]+ of the log")
_BAD = {"refused": "Refused: ", "failed": "Failed: "}
_WANTED = (".pbem", WORD, CARD, *bundles.OF_TOURNAMENTS)
_MAIL = "Mail everybody, or hand them the saved file."
_FIRST = (1980, 1, 1, 0, 0, 0)
"""The time of each file of an archive: the same pages give the same bytes."""


def log_of(client: Client, name: str) -> Path:
    """Return the log of a tournament of this home; raises NotFound."""
    path = client.tournaments / f"{name}{tournaments.SUFFIX}"
    if path not in tournaments.logs(client):
        raise NotFound(
            f"There is no tournament '{escape(name)}' here. Choose another, or drop its file here."
        )
    return path


@contextmanager
def _office(client: Client, name: str, passphrase: str) -> Iterator[Office]:
    path = log_of(client, name)
    handle = people.me(client)
    fold = tournaments.read_here(client, path)
    who = people.key_among(client, handle, directors(fold))
    with directing(client, path, people.unlock(client, handle, passphrase, who.sign)) as office:
        yield office


def _written(chosen: Sequence[Named], folder: Path) -> list[Path]:
    """Write files that somebody chose into a folder, and return them."""
    files = list[Path]()
    for number, one in enumerate(chosen):
        files.append(folder / f"{number:03}-{re.sub(r'[^A-Za-z0-9._-]', '_', one.name)[-80:]}")
        write_new(files[-1], one.data)
    return files


def collect(client: Client, wish: Collecting) -> Did:
    """Accept entries, other requests, cards and logs of games; each file is judged by itself."""
    with ExitStack() as opened:
        files = _written(wish.files, Path(opened.enter_context(TemporaryDirectory())))
        post = opened.enter_context(bundles.unpack(files, _WANTED))
        back = taken_back(client, post, silent=False)
        office = opened.enter_context(_office(client, wish.name, wish.passphrase))
        there, _ = to_collect(post, files, back, office.path)
        called = {str(path): one.name for path, one in zip(files, wish.files, strict=True)}
        done = [*back, *take_in(office, client, there)]
        _keep(office, there, done)
        done = [bundles.with_known_names(one, post.names) for one in done]
        good = all(one.became not in _BAD for one in done)
        lines = list(_fates(done))
        for path, name in called.items():
            lines = [line.replace(path, escape(name)) for line in lines]
        return Did(lines, good=good)


def _fates(done: Sequence[Collected]) -> Iterator[str]:
    """Say what is new of the files, and which of them are not accepted; the page has the rest."""
    for one in done:
        if one.became == "taken":
            said = sentence(_EVENT.sub("", one.reported))
            yield f"{said[:1].upper()}{said[1:]}"
        elif one.became not in ("known", "passed"):
            yield f"{_BAD.get(one.became, '')}{collected_words(one)}"
    if known := sum(one.became in ("known", "passed") for one in done):
        yield f"Nothing new in {counted(known, 'file')}."


def _keep(office: Office, there: Sequence[Path], done: Sequence[Collected]) -> None:
    """Keep the logs of games that were taken, to be published and verified."""
    good = {one.file for one in done if one.became in ("taken", "known", "waits")}
    logs = [path for path in there if str(path) in good and handed_in(path).kind == "log"]
    tournaments.keep(office.path, of_tournament(office.fold.now.id, logs, ()))


def _games(client: Client, path: Path) -> list[Path]:
    """Return the logs of games that are here, and those that were collected for a tournament."""
    return [*client.logs(), *own_files(tournaments.collected(path), LOG_SUFFIX)[0]]


def pair(client: Client, wish: OfCup) -> Did:
    """Pair the next round; before the first this closes the entries and draws the lots."""
    with _office(client, wish.name, wish.passphrase) as office:
        rounds = pair_round(office, client)
        now = office.fold.now
        lines = [
            f"Round {number} is paired: {counted(len(now.boards(number)), 'board')}."
            for number in rounds
        ]
        if not rounds and not now.rounds:
            lines = ["The lots are drawn and the order stands. Players can challenge now."]
        return Did([*lines, _MAIL])


def due(client: Client, wish: Deadline) -> Did:
    """Set the deadline of a round, or of entries; raises FormError."""
    with _office(client, wish.name, wish.passphrase) as office:
        then: Then = "adjudicate" if wish.then == "adjudicate" else "remind"
        why = wish.why.strip() or None
        made: Entries
        if wish.round is None:
            made = set_entries(office, wish.until, wish.zone, why=why)
        else:
            made = set_due(office, wish.round, wish.until, wish.zone, then=then, why=why)
        return Did([deadline_words(made), _MAIL])


def rule(client: Client, wish: Ruling) -> Did:
    """Decide a board by the director's word; what its log proves is no reason to ask twice here.

    Raises FormError: There is no such board or player, or a log proves another result.
    """
    with _office(client, wish.name, wish.passphrase) as office:
        history, at = office.fold.now, BoardOf(wish.round, wish.board)
        if not history.has(at):
            raise FormError(f"There is no {at}")
        handles = [one.handle for one in history.pair_of(at)]
        outcome = read(wish.wins, handles)
        if outcome is None:
            raise FormError(how_to_rule(at, handles))
        level = UNSET if history.found.levels is UNSET else 0
        ends = Decided(outcome, not wish.forfeit, "", "", None, "", 0, ())
        if not wish.anyway and (asked := against_log(history, at, ends)) is not None:
            raise FormError(f"{asked} To do so, tick 'Against the log'")
        rule_on(office, at, outcome, wish.why, played=not wish.forfeit, level=level)
        now = office.fold.now
        return Did([f"{at}, {who_meets(now, at)}: {board_words(now, at)}", _MAIL])


def out(client: Client, wish: Leaving) -> Did:
    """Put a player out; their open boards are named, each to be decided."""
    with _office(client, wish.name, wish.passphrase) as office:
        put_out(office, wish.who, wish.why)
        left = office.fold.now.by_handle(wish.who)
        owed = [] if left is None else office.fold.now.open_boards(left.number)
        more = [f"Decide {at}, {who_meets(office.fold.now, at)}." for at in owed]
        return Did([f"{wish.who} is out of the tournament.", *more, _MAIL])


def close(client: Client, wish: OfCup) -> Did:
    """Close a tournament: its final order stands."""
    with _office(client, wish.name, wish.passphrase) as office:
        close_it(office)
        return Did(["It is over. The final order stands.", _MAIL])


def log(client: Client, wish: OneCup) -> File:
    """Return the log of a tournament, to be mailed."""
    path = log_of(client, wish.name)
    return File(read_plain(path, _PAGE_MOST), "application/octet-stream", path.name)


def mail(client: Client, wish: OneCup) -> File:
    """Return the mail to everybody in a tournament, with its log and the director's card.

    It is not sent. Players who enter by it know the director's address. Raises NotFound.
    """
    file, handle = log(client, wish), people.me(client)
    found = tournaments.looked_at(client, log_of(client, wish.name))
    cards = [people.find_card(client, one.handle) for one in found.entrants if one.handle != handle]
    files = {file.name: file.data}
    if (own := people.card_file(client, handle)) is not None:
        files[f"{handle}{CARD}"] = own
    message = plain(
        f"[PBEM] {found.found.name}",
        (handle, people.card_of(client, handle).email),
        {one.handle: one.email for one in cards if one is not None and one.email},
        f"{stage_line(found)}\nThe log of the tournament and its director's card are attached. "
        "Drop this mail in the lobby.\n",
        datetime.now(UTC),
        files=files,
    )
    message["X-Unsent"] = "1"
    return File(bytes(message), "message/rfc822", f"{wish.name}.eml")


def publish(client: Client, wish: Publishing) -> File:
    """Return the pages of a tournament as one archive, for any web space.

    The logs of its games are those that are here or were collected, and the files that were chosen.
    """
    path = log_of(client, wish.name)
    fold = tournaments.read_here(client, path)
    handle = people.me(client)
    with TemporaryDirectory() as name:
        folder = Path(name) / path.stem

        def unlock(who: Signer) -> Identity:
            return people.unlock(client, handle, wish.passphrase, who.sign)

        checkpoint = checkpoint_of(client, fold, path, folder, as_=None, unlock=unlock)
        chosen = _written(wish.files, Path(name))
        with bundles.unpack(chosen, empty=True) as post:
            games = [*_games(client, path), *post.files]
            write_pages(fold, path, folder, games, client.library, checkpoint=checkpoint)
        made = BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for one in sorted(folder.rglob("*")):
                if one.is_file():
                    inside = zipfile.ZipInfo(one.relative_to(folder.parent).as_posix(), _FIRST)
                    inside.external_attr = 0o644 << 16
                    archive.writestr(inside, read_plain(one, _PAGE_MOST))
    return File(made.getvalue(), "application/zip", f"{path.stem}.zip")


def verify(client: Client, wish: OneCup) -> Did:
    """Recompute a tournament from its log and the games that are here, as anybody can."""
    path = log_of(client, wish.name)
    report = judging.verify(path, _games(client, path), client.library)
    missing = 0 if report.faults else len(report.missing)
    return Did(list(findings(report)), good=report.ok, missing=missing)
