"""Data packs: the rules data as a file that an owner of the printed game may edit."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem import confined
from pbem.client.client import Client, NotFound
from pbem.client.output_files import place
from pbem.crypto.text import escape
from pbem.errors import PackError, PbemError
from pbem.files import MIB, own_files, read_plain
from pbem.games import registry
from pbem.identity.files import write_atomically
from pbem.kit.contract import Rules
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.disk import explaining, write_new
from pbem.log.file import read_stretch
from pbem.play import fence
from pbem.table.events.kinds import Open, RulesId, read_data
from pbem.table.library import Library, data_digest
from pbem.table.owned import differing

LIMITS = confined.Limits(seconds=6, memory=256 * MIB)
"""The limits for reading a stranger's data: twice what the slowest honest file of a MiB needs."""


class Pack(msgspec.Struct, frozen=True):
    """A pack that was checked: ``digest`` is what the opening of a game names.

    ``own``: it says the same as the module's own data; ``differs``: where it does not.
    """

    rules: str
    version: int
    digest: str
    own: bool
    reconstructed: list[str]
    differs: tuple[str, ...] = ()


def export_pack(rules: str, to: Path) -> Path:
    """Write the rules data of a game to ``to``, to be edited; raises `LogFileError`."""
    path = place(to, f"{rules}.yaml")
    write_new(path, newest(rules).export(), shared=True)
    return path


def check_pack(client: Client, path: Path, rules: str) -> Pack:
    """Check a pack and keep it, so that games opened with it can be played here.

    Args:
        client: The client.
        path: The file.
        rules: The name of the game.

    Raises:
        PackError: The pack is wrong; the message has line, field and remedy.
    """
    with explaining(path, "Reading"):
        data = read_plain(path, strict_yaml.LIMIT)
    try:
        found = show_pack(rules, data)
    except PackError as error:
        fits = _fitting(data, registry.names())
        if fits and rules not in fits:
            raise PackError(
                f"{path} is a pack of {' or '.join(fits)}, not of {rules}. Add --game {fits[0]}"
            ) from None
        lines = str(error).split("\n")
        raise PackError(
            "\n".join(line.replace("the pack", str(path), 1) for line in lines)
        ) from None
    if not found.own:  # the module's own data is at every client
        keep_pack(client, found.digest, data)
    return found


def show_pack(rules: str, data: bytes | None = None) -> Pack:
    """Return what a pack of the game ``rules`` is (None: its own data); raises PackError."""
    module = newest(rules)
    own = fence.asked(module, "data")
    loaded = own if data is None else fence.asked(module, "data", data)
    digest = data_digest(loaded)
    same = digest == data_digest(own)
    alone = getattr(module, "carried", False)  # a game that is all in its data differs from none
    differs = () if same or alone else differing(own, loaded)
    return Pack(module.name, module.version, digest, same, list(module.reconstructed), differs)


def keep_pack(client: Client, digest: str, data: bytes) -> None:
    """Keep the bytes of a checked pack under its digest."""
    write_atomically(client.packs / f"{digest}.yaml", data, overwrite=True)


def carried(client: Client, rules_id: RulesId) -> bytes | None:
    """Return the data that go with the opening of a game; None if none do, or they are not here."""
    return client.pack(rules_id.data) if _carried_rules(rules_id) is not None else None


class Lent(NamedTuple):
    """Data that came beside a log whose opening names them, until it is known who wants them."""

    game: str
    digest: str
    data: bytes


@contextmanager
def lending(
    client: Client, logs: Iterable[Path], packs: Iterable[Path]
) -> Iterator[dict[Path, Lent]]:
    """Lend a client the data that came beside logs, as far as the opening of a log names them.

    They go when the block ends; `keep_lent` keeps those of a game that was imported.

    Args:
        client: The client.
        logs: The logs, of which nothing was verified.
        packs: Files that may be data of these games.
    """
    lent: dict[Path, Lent] = {}
    packs = list(packs)
    wanted = {
        opening.data: (game, opening)
        for game, opening in (one for log in (logs if packs else ()) for one in _named_in(log))
        if _carried_rules(opening) is not None and client.pack(opening.data) is None
    }
    rules = {(one.name, one.version) for _, one in wanted.values()}
    for path in packs if wanted else []:
        for digest, data in _digests(path, rules):
            if digest in wanted:
                lent[path] = Lent(wanted[digest][0], digest, data)
    here = {one.digest: one.data for one in lent.values()}
    client.lent.update(here)
    try:
        yield lent
    finally:
        for digest in here:
            del client.lent[digest]


def keep_lent(client: Client, lent: Mapping[Path, Lent], games: Container[str]) -> None:
    """Keep the data of these games; what is kept under a digest already stays as it is.

    ``lent``: of `lending`. ``games``: their ids.
    """
    for one in lent.values():
        if one.game in games and not (client.packs / f"{one.digest}.yaml").exists():
            keep_pack(client, one.digest, one.data)


def _carried_rules(named: RulesId) -> Rules | None:
    """Return rules whose data go with the opening of a game."""
    rules = registry.find(named.name, named.version)
    return rules if getattr(rules, "carried", False) else None


def _named_in(log: Path) -> Iterator[tuple[str, RulesId]]:
    """Yield the game and the rules that the first event of a log names, if it opens a game."""
    with suppress(PbemError, OSError):
        first = next(read_stretch(log), None)
        if first is not None and first.kind == "open":
            opening: Open = read_data(first.kind, first.data)
            yield first.game_id, opening.rules


def _digests(path: Path, of: Iterable[tuple[str, int]]) -> Iterator[tuple[str, bytes]]:
    """Yield the digest of a stranger's file as data of rules, with its bytes.

    Raises LogFileError where this computer cannot read it now.
    """
    try:
        data = read_plain(path, strict_yaml.LIMIT)
    except (PbemError, OSError):
        return
    for name, version in sorted(of):
        with explaining(path, "Reading"):
            found = strangers_digest(name, version, data)
        if found:
            yield found, data


def strangers_digest(name: str, version: int, data: bytes) -> str:
    """Return the digest of a stranger's data for rules that are here; nothing if they are none.

    Args:
        name: The name of the rules.
        version: Their version.
        data: The bytes of a pack.

    Raises:
        OSError: This computer cannot read them now.
    """
    try:
        return confined.read(digest_of, (name, version, data), str, LIMITS)
    except confined.UnreadableError:
        return ""


def digest_of(name: str, version: int, data: bytes) -> str:
    """Return the digest of data for rules; called in a child process, and raises PackError.

    ``data``: the bytes of a pack. ``name``, ``version``: of rules that are here.
    """
    rules = registry.find(name, version)
    assert rules is not None  # noqa: S101 - its caller asks for rules that are here
    return data_digest(fence.asked(rules, "data", data))


def read_packs(paths: Iterable[Path]) -> dict[str, bytes]:
    """Return packs in files by the digests that openings name; raises PackError, LogFileError."""
    found = {}
    for path in paths:
        rules = guess_rules(path)
        with explaining(path, "Reading"):
            data = read_plain(path, strict_yaml.LIMIT)
        found[show_pack(rules, data).digest] = data
    return found


def packs_here(client: Client) -> dict[str, bytes]:
    """Return every owner's pack at this client by its digest, and those that were lent to it."""
    paths = own_files(client.packs, ".yaml")[0]
    with explaining(client.packs, "Reading"):
        here = {path.stem: read_plain(path, strict_yaml.LIMIT, own=True) for path in paths}
    return here | client.lent


def library_of(packs: Mapping[str, bytes]) -> Library:
    """Return the rules of this release, and owners' packs by their digests."""
    return Library(registry.find, packs.get)


def newest(rules: str) -> Rules:
    """Return the newest version of the rules of this name; raises NotFound."""
    version = registry.newest(rules)
    found = None if version is None else registry.find(rules, version)
    if found is None:
        names = registry.names()
        raise NotFound(
            f"There are no rules '{escape(rules)}'{did_you_mean(rules, names) or '.'} "
            f"Games: {', '.join(names)}"
        )
    return found


def guess_rules(path: Path) -> str:
    """Return the game of a pack, if nobody says it: the only game, or the one that the pack names.

    Raises:
        NotFound: There is no such file.
        PackError: The pack fits no game, or several.
    """
    names = registry.names()
    if not path.is_file():
        raise NotFound(f"There is no file {path}")
    named = [name for name in names if name in path.name]
    if len(names) == 1 or len(named) == 1:
        return (named or names)[0]
    with explaining(path, "Reading"):
        fits = _fitting(read_plain(path, strict_yaml.LIMIT), names)
    if len(fits) == 1:
        return fits[0]
    raise PackError(f"Say which game {path.name} is a pack of, with --game: {', '.join(names)}")


def _fitting(data: bytes, names: Sequence[str]) -> list[str]:
    """Return the games whose own pack has the same headings as ``data``.

    A pack that is carried can have every heading of its form.
    """
    headings = _headings(data)
    return [name for name in names if headings and headings <= _known_headings(newest(name))]


def _known_headings(rules: Rules) -> set[bytes]:
    known = _headings(rules.export())
    form = getattr(getattr(rules, "packs", None), "data", None)
    if not getattr(rules, "carried", False) or form is None:
        return known
    return known | {one.encode_name.encode() for one in msgspec.structs.fields(form)}


def _headings(pack: bytes) -> set[bytes]:
    """Return the fields at the left margin of a pack."""
    return set(re.findall(rb"^([A-Za-z_]+):", pack, re.MULTILINE))
