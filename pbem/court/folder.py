"""A case as a folder: written at once or not at all, and made again to be compared."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from pbem.court import copies, document, exhibits, page, signature
from pbem.court.exhibits import INDEX, Evidence, gather, stored_name
from pbem.court.hearing import Heard, hear
from pbem.court.verdict import Case
from pbem.crypto.text import escape
from pbem.errors import FormError, LogFileError, PbemError, TooMuchWork, UnforeseenError
from pbem.files import MIB, make_folder, open_plain, read_plain, real_path, writing
from pbem.identity.identity import Identity
from pbem.items import item
from pbem.kit.wording import named
from pbem.log.disk import explaining
from pbem.log.finding import BadLog
from pbem.replays.page import page as replay_of
from pbem.replays.recording import record
from pbem.system import sync_directory

EVIDENCE, COPIES = "evidence", "copies"
JSON, MARKDOWN, HTML = "verdict.json", "verdict.md", "verdict.html"
SIGNATURE, SIGNERS = "verdict.json.sig", "judge.pub"
_OF_JUDGE = (SIGNATURE, SIGNERS)
_SIGNATURE_BYTES = 4096
INDEX_BYTES = 64 * MIB
_BLOCK = 1 << 20


class _Named(msgspec.Struct, forbid_unknown_fields=True):
    """A file of the evidence: the digest of its bytes, and what it was called."""

    digest: str
    names: list[str]


class _Index(msgspec.Struct, forbid_unknown_fields=True):
    """All files of the evidence, and what was not accepted: no one else can find that again."""

    files: list[_Named]
    unread: list[str]


def write(files: Sequence[Path], to: Path, judge: Identity | None = None) -> Case:
    """Judge what was handed in and write the case into a new folder.

    Args:
        files: The files and folders that were handed in.
        to: The folder of the case.
        judge: The signer of the verdict; None: nobody.

    Returns:
        The verdict.

    Raises:
        FormError: There is nothing to judge.
        LogFileError: The folder exists or cannot be written. Then no part of the case is there.
    """
    if os.path.lexists(to):
        raise LogFileError(f"{to} exists already. Name another folder with --to")
    with explaining(to, "Writing"):
        make_folder(real_path(to).parent)
        near = Path(tempfile.mkdtemp(prefix=".pbem-court-unfinished-", dir=real_path(to).parent))
    try:
        with tempfile.TemporaryDirectory(prefix="pbem-court-") as within:
            evidence = gather(files, Path(within))
            if not evidence.exhibits:
                why = "; ".join(evidence.unread) or "no file"
                raise FormError(f"there is nothing to judge: {why}")
            left = tuple(evidence.unread)
            heard = hear(evidence, Path(within))
            _fill(near, heard, left)
        if judge is not None:
            _sign(near, judge)
        with explaining(to, "Writing"):
            near.rename(to)
            sync_directory(real_path(to).parent)
    except BaseException:
        shutil.rmtree(near, ignore_errors=True)
        raise
    return heard.case


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A case that was made again: ``same``, and what the ``differences`` are, in sentences.

    - ``besides``: Other files in the folder that are no part of the case, which change nothing.
    - ``signed``: The handle in ``judge.pub`` whose key signed the verdict; null for none.
    - ``fingerprint``: The fingerprint of that key, as ``ssh-keygen -l`` prints it.
    """

    same: bool
    differences: tuple[str, ...]
    besides: tuple[str, ...] = ()
    signed: str | None = None
    fingerprint: str | None = None


def check(case: Path) -> Checked:
    """Make a case again from its evidence, and check its signature if there is one.

    Raises:
        FormError: The folder is no case.
        LogFileError: The folder cannot be read.
    """
    reported, besides = differences(case), tuple(_besides(case))
    if not any((case / name).is_symlink() or (case / name).exists() for name in _OF_JUDGE):
        return Checked(same=not reported, differences=tuple(reported), besides=besides)
    try:
        armored, line = (read_plain(case / name, _SIGNATURE_BYTES).decode() for name in _OF_JUDGE)
        judge = signature.verify(armored, read_plain(case / JSON, 1024 * MIB), line)
    except (OSError, PbemError, UnicodeDecodeError):
        judge = None
    if judge is None:
        reported.append(f"{SIGNATURE} is no signature of {JSON} by the key in {SIGNERS}")
        return Checked(same=False, differences=tuple(reported), besides=besides)
    return Checked(
        same=not reported,
        differences=tuple(reported),
        besides=besides,
        signed=judge,
        fingerprint=signature.fingerprint(line),
    )


def differences(case: Path) -> list[str]:
    """Make a case again from its evidence, and list what is not the same.

    It does not look at the signature.

    Raises:
        FormError: The folder is no case.
        LogFileError: The folder cannot be read.
    """
    index = _index(case / EVIDENCE / INDEX)
    with tempfile.TemporaryDirectory(prefix="pbem-court-") as within:
        inside, made = Path(within) / "in", Path(within) / "case"
        make_folder(inside)
        make_folder(made)
        pairs = [(one.digest, one.names) for one in index.files]
        evidence, wrong = exhibits.again(pairs, index.unread, case / EVIDENCE, inside)
        left = tuple(index.unread)
        heard = hear(evidence, inside)
        _fill(made, heard, left)
        reported = [*_compared(case, made), *wrong]
        return list(dict.fromkeys(reported))


def _fill(folder: Path, heard: Heard, left: Sequence[str]) -> None:
    """Write everything of a case but its signature; ``left``: what was not accepted, and why."""
    case, evidence = heard.case, heard.evidence
    for name in (EVIDENCE, COPIES):
        with explaining(folder / name, "Writing"):
            make_folder(folder / name)
    _keep_evidence(evidence, left, folder / EVIDENCE)
    copies.keep(heard.copies, folder / COPIES)
    for pack in heard.packs:
        _put(folder / pack.file, pack.data)
    _put(folder / JSON, document.line(case))
    _put(folder / MARKDOWN, document.markdown(case).encode())
    _put(folder / HTML, page.page(heard).encode())
    for board in document.boards(case):
        log = folder / COPIES / board.copy.name
        try:
            with item(board.file):
                recorded = record(log, heard.library)
        except TooMuchWork:
            raise
        except (
            BadLog,
            FormError,
            UnforeseenError,
        ):  # nothing of it can be drawn: the rules are not here, say
            continue
        _put(folder / board.file, replay_of(log, recorded).encode())


def _keep_evidence(evidence: Evidence, left: Sequence[str], folder: Path) -> None:
    index = _Index([], list(left))
    for one in evidence.handed_in():
        copies.put(evidence.path(one), folder / stored_name(one))
        index.files.append(_Named(one.digest, list(one.names)))
    _put(folder / INDEX, document.line(index))


def _put(path: Path, data: bytes) -> None:
    with explaining(path, "Writing"), writing(path, new=True) as file:
        file.write(data)


def _sign(folder: Path, judge: Identity) -> None:
    data = read_plain(folder / JSON, 1024 * MIB)
    _put(folder / SIGNATURE, signature.sign(judge.sign_seed, data).encode())
    _put(folder / SIGNERS, signature.signers_line(judge.handle, judge.sign_public).encode())


def _index(path: Path) -> _Index:
    with explaining(path, "Reading"):
        data = read_plain(path, INDEX_BYTES)
    try:
        return msgspec.json.decode(data, type=_Index)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise FormError(f"{path} is not a list of evidence. Name the folder of a case") from None


def _compared(case: Path, made: Path) -> list[str]:
    """Return which files of a case are not those that were made."""
    reported: list[str] = []
    mine = {name for name in _names(case) if _looks_like_a_part(name)}
    again = set(_names(made))
    reported += [f"{escape(name)} is missing" for name in sorted(again - mine)]
    reported += [
        f"{escape(name)} does not follow from the evidence"
        for name in sorted(mine - again - set(_OF_JUDGE))
    ]
    for name in sorted(mine & again):
        if not _same(case / name, made / name):
            reported.append(f"{escape(name)} differs")
    return reported


def _names(folder: Path) -> list[str]:
    return [one.relative_to(folder).as_posix() for one in sorted(folder.rglob("*"))
            if one.is_symlink() or not one.is_dir()]  # fmt: skip


def _looks_like_a_part(name: str) -> bool:
    """Say whether somebody who opens a case would take a file for a part of it, by its name."""
    return name.lower().startswith((f"{EVIDENCE}/", f"{COPIES}/", "verdict", "replay-", "judge"))


def _besides(case: Path) -> Iterator[str]:
    """Name each file that is no part of the case, and what it is."""
    for name in _names(case):
        if not _looks_like_a_part(name):
            what = exhibits.what_is(case / name, name)
            yield (
                f"{named(escape(name))} in this folder is not part of the case ({what}). Do not "
                "trust it."
            )


def _same(one: Path, other: Path) -> bool:
    if one.is_symlink() or one.stat().st_size != other.stat().st_size:
        return False
    with open_plain(one) as a, open_plain(other) as b:
        while block := a.read(_BLOCK):
            if block != b.read(_BLOCK):
                return False
    return True
