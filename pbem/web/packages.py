"""The packages that go into the folder: each of one version, known by its digest.

They come through npm and pip, as these are set up on this computer, and are kept for the next time.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec

from pbem.errors import PbemError
from pbem.files import from_home, make_folder, read_plain
from pbem.identity.files import write_atomically
from pbem.system import foreign_environment

PINS = Path(__file__).parent / "pins.json"
MOST = 64 << 20
NATIVE = "-linux-gnu.so"
"""How a file ends that no browser loads."""
CACHE = "PBEM_WEB_PACKAGES"
"""The variable that names the folder with the packages."""


class Pin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A package: its file by name and digest, and what is taken of it (``/`` ends a folder)."""

    registry: Literal["npm", "pypi"] = msgspec.field(name="from")
    name: str
    version: str
    file: str
    sha256: str
    licence: str
    take: list[str]


class PackageError(PbemError):
    """A package cannot be had, or is not the one that is pinned."""


def pins() -> list[Pin]:
    """Return the packages, in the order of the file."""
    return msgspec.json.decode(read_plain(PINS, MOST), type=list[Pin])


def cache() -> Path:
    """Return the folder where packages are kept."""
    from platformdirs import user_cache_path  # noqa: PLC0415 - only a build asks

    chosen = os.environ.get(CACHE)
    return from_home(chosen) if chosen else user_cache_path("pbem") / "web"


def package(pin: Pin, folder: Path) -> bytes:
    """Return the file of a package, from the folder or from its registry.

    Raises:
        PackageError: It cannot be had, or has another digest.
    """
    kept = folder / pin.file
    if kept.is_file():
        data = read_plain(kept, MOST)
        if sha256(data).hexdigest() == pin.sha256:
            return data
    data = _fetched(pin)
    if sha256(data).hexdigest() != pin.sha256:
        raise PackageError(
            f"{pin.file} is not the file that pbem knows: its SHA-256 differs. Nothing was built. "
            "Look where npm and pip get their packages from"
        )
    make_folder(folder)
    write_atomically(kept, data, overwrite=True)
    return data


def _fetched(pin: Pin) -> bytes:
    with TemporaryDirectory() as name:
        to = Path(name)
        command = _npm(pin, to) if pin.registry == "npm" else _pip(pin, to)
        if shutil.which(command[0]) is None:
            raise PackageError(f"{command[0]} is not installed, and it brings {pin.name}")
        done = subprocess.run(  # noqa: S603 - names and versions of our own file
            command, cwd=to, env=foreign_environment(), capture_output=True, check=False
        )
        found = [one for one in to.iterdir() if one.is_file()]
        if done.returncode or len(found) != 1:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise PackageError(
                f"{command[0]} cannot bring {pin.name} {pin.version}: "
                f"{said[-1] if said else 'it says nothing'}"
            )
        return read_plain(found[0], MOST)


def _npm(pin: Pin, to: Path) -> list[str]:
    return ["npm", "pack", "--silent", f"--pack-destination={to}", f"{pin.name}@{pin.version}"]


def _pip(pin: Pin, to: Path) -> list[str]:
    *_, python, _abi, platforms = pin.file.removesuffix(".whl").split("-")
    tags = [f"--platform={one}" for one in platforms.split(".")]
    number = "3.14" if python.endswith("py3") else f"{python[2]}.{python[3:]}"
    return [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"--dest={to}"),
        *("--only-binary=:all:", f"--python-version={number}", "--implementation=cp", *tags),
        f"{pin.name}=={pin.version}",
    ]


def contents(pin: Pin, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield what is taken of a package: names within it, and bytes.

    ``data``: its file. Raises PackageError where the package lacks something of it.
    """
    whole = dict(_tar(data) if pin.file.endswith(".tgz") else _zip(data))
    for wanted in pin.take:
        names = [
            name
            for name in whole
            if name == wanted or (wanted.endswith("/") and name.startswith(wanted))
            if not name.endswith(NATIVE)
        ]
        if not names:
            raise PackageError(f"{pin.file} has no {wanted}")
        yield from ((name, whole[name]) for name in sorted(names))


def _tar(data: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        for one in tar:
            file = tar.extractfile(one)
            if file is not None:
                yield one.name.removeprefix("package/"), file.read()


def _zip(data: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for one in archive.infolist():
            if not one.is_dir():
                yield one.filename, archive.read(one)
