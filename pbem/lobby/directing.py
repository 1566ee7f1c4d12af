"""A director's work in the lobby: found, collect, pair, publish; and a check of a tournament."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pbem.client import people
from pbem.client.client import NotFound
from pbem.client.messages import bundles
from pbem.client.storage import tournaments
from pbem.crypto.text import escape
from pbem.director import judging
from pbem.director.directing.acts import pair as pair_round
from pbem.director.directing.collecting import collect as take_in
from pbem.director.directing.collecting import taken_back, to_collect
from pbem.director.office import Office, begin, directing, directors
from pbem.director.pages.publishing import publish as write_pages
from pbem.director.plan import unattended
from pbem.director.plan.founding import founded, read_plan, warnings
from pbem.director.plan.founding import template as example
from pbem.director.transparency.heads import checkpoint_of
from pbem.director.words.reporting import (
    looked_lines,
    report_lines,
    round_lines,
)
from pbem.files import read_plain
from pbem.identity.card import SUFFIX as CARD
from pbem.lobby.forms import Collecting, Did, File, Founding, OfCup, OneCup, Text
from pbem.log.disk import write_new
from pbem.tournament.events.words import SUFFIX as WORD

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.identity.identity import Identity
    from pbem.table.events.kinds import Signer

_NO_NAME = re.compile(r"[^a-z0-9]+")
_PAGE_MOST = 64_000_000
_WANTED = (".pbem", WORD, CARD, *bundles.OF_TOURNAMENTS)
_FIRST = (1980, 1, 1, 0, 0, 0)
"""The time of each file of an archive: the same pages give the same bytes."""


def log_of(client: Client, name: str) -> Path:
    """Return the log of a tournament of this home; raises NotFound."""
    path = client.tournaments / f"{name}{tournaments.SUFFIX}"
    if path not in tournaments.logs(client):
        raise NotFound("This tournament is not here.")
    return path


def template() -> Text:
    """Return a plan to be changed."""
    return Text(example(full=True))


def found(client: Client, wish: Founding) -> Did:
    """Found a tournament by a plan; raises FormError, KeyFileError, NotFound."""
    with TemporaryDirectory() as folder:
        written = Path(folder) / "plan.yaml"
        write_new(written, wish.plan.encode())
        plan = read_plan(written)
    handle = people.me(client)
    identity = people.unlock(client, handle, wish.passphrase)
    terms = founded(client, identity, plan)
    name = _NO_NAME.sub("-", plan.name.lower()).strip("-")[:32] or "tournament"
    path = begin(client, identity, name, terms)
    if plan.unattended is not None:
        unattended.keep(client, handle, path.stem, plan.unattended, client.folder)
    lines = [f"Founded {plan.name}. Save its file, and mail it to everybody who may want to play."]
    return Did([*lines, *(f"Check the plan: {one}." for one in warnings(plan, terms))])


@contextmanager
def _office(client: Client, name: str, passphrase: str) -> Iterator[Office]:
    path = log_of(client, name)
    handle = people.me(client)
    fold = tournaments.read_here(client, path)
    who = people.key_among(client, handle, directors(fold))
    with directing(client, path, people.unlock(client, handle, passphrase, who.sign)) as office:
        yield office


def collect(client: Client, wish: Collecting) -> Did:
    """Accept entries, other requests, cards and logs of games; each file is judged by itself."""
    with ExitStack() as opened:
        folder, files = Path(opened.enter_context(TemporaryDirectory())), list[Path]()
        for number, one in enumerate(wish.files):
            files.append(folder / f"{number:03}-{re.sub(r'[^A-Za-z0-9._-]', '_', one.name)[-80:]}")
            write_new(files[-1], one.data)
        post = opened.enter_context(bundles.unpack(files, _WANTED))
        back = taken_back(client, post, silent=False)
        office = opened.enter_context(_office(client, wish.name, wish.passphrase))
        there, _ = to_collect(post, files, back)
        called = {str(path): one.name for path, one in zip(files, wish.files, strict=True)}
        done = [*back, *take_in(office, client, there)]
        done = [bundles.with_known_names(one, post.names) for one in done]
        good = all(one.became not in ("refused", "failed") for one in done)
        lines = list(looked_lines(client, office, done, datetime.now(UTC)))
        for path, name in called.items():
            lines = [line.replace(path, escape(name)) for line in lines]
        return Did(lines, good=good)


def pair(client: Client, wish: OfCup) -> Did:
    """Pair the next round; before the first this closes the entries and draws the lots."""
    with _office(client, wish.name, wish.passphrase) as office:
        rounds = pair_round(office, client)
        now = office.fold.now
        lines = [line for no in rounds for line in round_lines(now, no, client.library)]
        return Did([*lines, "Save the file of the tournament, and mail it to everybody."])


def log(client: Client, wish: OneCup) -> File:
    """Return the log of a tournament, to be mailed."""
    path = log_of(client, wish.name)
    return File(read_plain(path, _PAGE_MOST), "application/octet-stream", path.name)


def publish(client: Client, wish: OfCup) -> File:
    """Return the pages of a tournament as one archive, for any web space."""
    path = log_of(client, wish.name)
    fold = tournaments.read_here(client, path)
    handle = people.me(client)
    with TemporaryDirectory() as name:
        folder = Path(name) / path.stem

        def unlock(who: Signer) -> Identity:
            return people.unlock(client, handle, wish.passphrase, who.sign)

        checkpoint = checkpoint_of(client, fold, path, folder, as_=None, unlock=unlock)
        games = list(client.logs())
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
    report = judging.verify(path, list(client.logs()), client.library)
    ties = tournaments.looked_at(client, path).found.ties
    return Did([line for line in report_lines(report, ties) if line], good=report.ok)
