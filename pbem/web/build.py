"""Build the folder: pages, engine and program, the same byte by byte each time."""

from __future__ import annotations

import gzip
import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from pbem import __version__
from pbem.board.modules import preloaded
from pbem.board.routes import PAGE as BOARD
from pbem.board.routes import files_of
from pbem.errors import FormError
from pbem.files import make_folder, read_plain, writing
from pbem.lobby.serving import PAGE as LOBBY
from pbem.replays.bundle import FILE_MOST
from pbem.replays.bundle import PAGE as SHARED
from pbem.replays.page import scripts_of_page, style_of_page
from pbem.replays.sealed import allowed
from pbem.system import foreign_environment
from pbem.view.drawing import stylesheet
from pbem.web.needed import needed
from pbem.web.packages import MOST, PackageError, Pin, cache, contents, package, pins
from pbem.web.proposed import proposed

PAGE = Path(__file__).parent / "page"
COMPILE = Path(__file__).parent / "compile.mjs"
LIST = "files.json"
"""The list of all other files of the folder, each with its SHA-256."""
SIGNED = "signed.json"
"""The signer of the list, if there is one: the one file that the list does not have."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; frame-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'"
)
"""The sources from which a page may load: the folder's own files, and nothing else from anywhere.
"""
WATCH = "watch.html"
"""The page with a replay in a frame, in which the scripts and the style of replays may stand."""
_STEM = {"@noble/ciphers": "engine/noble-ciphers/", "@noble/hashes": "engine/noble-hashes/"}
_OWN = {"index.html", WATCH, "worker.js", "python.js", "image.js", "crypto.js", "sw.js"}
"""Files of our page that lie at the top of the folder."""


LIBRARY = "engine/python_stdlib.zip"
"""Python's own library, in the package of the engine."""
MODULES = "engine/modules.packed"
"""The program and the library: a ZIP file, packed as a whole, which is smaller."""
UNUSED = (
    "__hello__.py", "__phello__/", "_pyio.py", "_pyrepl/", "antigravity.py",
    "anyio/_backends/_trio", "anyio/pytest_plugin", "bdb.py", "cProfile.py", "code.py",
    "compileall.py", "ctypes/", "doctest.py", "ftplib.py", "http/cookiejar.py",
    "http/server.py", "imaplib.py", "modulefinder.py", "multiprocessing/dummy/",
    "multiprocessing/managers.py", "multiprocessing/sharedctypes.py", "netrc.py", "optparse.py",
    "pdb.py", "pickletools.py", "poplib.py", "profile.py", "pstats.py", "pty.py",
    "py_compile.py", "pyclbr.py", "pydoc.py", "rlcompleter.py", "runpy.py", "smtplib.py",
    "socketserver.py", "symtable.py", "tabnanny.py", "this.py", "timeit.py", "trace.py",
    "tracemalloc.py", "unittest/", "wave.py", "webbrowser.py", "wsgiref/", "xmlrpc/",
    "zipapp.py",
)  # fmt: skip
"""Modules for programmers, or that need processes, a socket or trio: a browser has none of them."""
SHOWN = re.compile(r"games/[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.pbem")
"""Logs of finished games that the owner of a site shows; they belong to no release."""


class Listed(msgspec.Struct):
    """The list of the files of a folder: each with its SHA-256, of which release."""

    pbem: str
    files: dict[str, str]


class Built(NamedTuple):
    """A folder: how many files it has, how many bytes, and the digest of its list."""

    files: int
    size: int
    digest: str


def build(folder: Path, packages: Path | None = None) -> Built:
    """Build the folder, which must be empty or not there.

    Args:
        folder: Where.
        packages: The folder in which packages are kept (default: `cache`).

    Raises:
        FormError: There is something in the folder.
        PackageError: A package cannot be had.
        OSError: The disk refuses.
    """
    if folder.exists() and any(folder.iterdir()):
        raise FormError(f"{folder} is not empty. Name a new folder, or empty this one")
    files = dict(_files(packages or cache()))
    digests = {name: sha256(data).hexdigest() for name, data in sorted(files.items())}
    listed = Listed(__version__, digests)
    files[LIST] = msgspec.json.format(msgspec.json.encode(listed), indent=1) + b"\n"
    _put(folder, files)
    for one in (folder, *folder.rglob("*")):
        one.chmod(0o755 if one.is_dir() else 0o644)  # a web server of another account reads it
    digest = sha256(files[LIST]).hexdigest()
    return Built(len(files), sum(map(len, files.values())), digest)


def check(folder: Path) -> str:
    """Compare a folder with its own list; return the digest of the list.

    Raises:
        FormError: A file differs from the list, is missing, or is not in it.
    """
    data, listed = _list(folder)
    found = {
        path.relative_to(folder).as_posix(): sha256(read_plain(path, MOST)).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path not in (folder / LIST, folder / SIGNED)
    }
    found = {name: digest for name, digest in found.items() if not is_shown(name)}
    wrong = sorted(name for name, digest in found.items() ^ listed.items())
    if wrong:
        raise FormError(
            f"{folder} is not what {LIST} says: {', '.join(dict.fromkeys(wrong))}. Build it again"
        )
    return sha256(data).hexdigest()


def listed_in(folder: Path) -> dict[str, str]:
    """Return what the list of a folder says: its files, each with its SHA-256; raises FormError."""
    return _list(folder)[1]


def _list(folder: Path) -> tuple[bytes, dict[str, str]]:
    try:
        data = _read(folder / LIST)
        return data, msgspec.json.decode(data, type=Listed).files
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        raise FormError(
            f"{folder} has no good {LIST}. Name a folder that 'pbem web build' made"
        ) from None


def is_shown(name: str) -> bool:
    """Say whether a file is a log that the owner of a site shows, which is in no list."""
    return SHOWN.fullmatch(name) is not None


def _files(packages: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file: its name within the folder, and its bytes."""
    program = {name: _read(path) for name, path in needed()}
    engine: dict[str, bytes] = {}
    for pin in pins():
        for name, data in contents(pin, package(pin, packages)):
            if pin.registry == "pypi":
                program[name] = data
            else:
                engine[_place(pin, name)] = data
    modules = _compiled(_lean(program), _lean(_unzipped(engine[LIBRARY])), engine)
    del engine[LIBRARY]
    yield from engine.items()
    yield MODULES, gzip.compress(_zipped(modules), mtime=0)
    for folder in (SHARED, BOARD, LOBBY):
        for path in folder.rglob("*"):
            if path.is_file() and path.name != "index.html":
                yield f"page/{path.name}", _below(_read(path))
    yield from proposed()
    yield "page/map.css", stylesheet().encode()
    yield "board.html", _framed(BOARD / "index.html")
    yield "lobby.html", _framed(LOBBY / "index.html")
    for path in PAGE.iterdir():
        data = _read(path)
        if path.suffix == ".html":
            policy = _with_replays(POLICY) if path.name == WATCH else POLICY
            data = _with_policy(data.decode(), policy).encode()
        yield path.name if path.name in _OWN else f"page/{path.name}", data


def _unzipped(library: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        names = (one for one in archive.namelist() if not one.endswith("/"))
        return {one: archive.read(one) for one in names}


def _lean(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return modules without what a browser never imports."""
    return {name: data for name, data in modules.items() if not name.startswith(UNUSED)}


def _below(page: bytes) -> bytes:
    """Return a script or style whose addresses hold below any folder, too."""
    return re.sub(rb'(["`(])/page/', rb"\1page/", page)


def _place(pin: Pin, name: str) -> str:
    """Return where a file of a package lies in the folder."""
    short = name.rpartition("/")[2]
    if short == "LICENSE":
        return f"engine/licences/{pin.name.strip('@').replace('/', '-')}.txt"
    return f"{_STEM.get(pin.name, 'engine/')}{short}"


def _framed(path: Path) -> bytes:
    """Return a page that speaks to the worker of the page around it."""
    text = preloaded(_read(path), files_of(SHARED, BOARD, LOBBY)).decode()
    text = re.sub(r'(href|src)="/page/', r'\1="page/', text)
    text = re.sub(r'(<img\b[^>]*) src="/', r'\1 data-src="/', text)  # the worker has it
    return (
        _with_policy(text)
        .replace("<title>", '<script src="page/here.js"></script>\n<title>', 1)
        .encode()
    )


def _with_replays(policy: str) -> str:
    """Return a policy with which a frame may hold a replay: the frame has that of its page, too."""
    scripts = " ".join(map(allowed, scripts_of_page()))
    style = allowed(style_of_page())
    return policy.replace("script-src", f"script-src {scripts}").replace(
        "style-src", f"style-src {style}"
    )


def _with_policy(text: str, policy: str = POLICY) -> str:
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{tag}', 1)


def _compiled(
    program: Mapping[str, bytes], library: Mapping[str, bytes], engine: Mapping[str, bytes]
) -> dict[str, bytes]:
    """Return program and library in one, with modules compiled by the engine's own Python."""
    with TemporaryDirectory() as name:
        at = Path(name)
        _put(at, engine)
        _put(at / "modules" / "program", program)
        _put(at / "modules" / "library", library)
        command = ["node", str(COMPILE), str(at / "engine"), str(at / "modules")]
        if shutil.which(command[0]) is None:
            raise PackageError("node is not installed, and it compiles the program")
        done = subprocess.run(  # noqa: S603 - our own script
            command, env=foreign_environment(), capture_output=True, check=False
        )
        if done.returncode:
            raise PackageError(f"The program cannot be compiled: {done.stderr.decode()[-500:]}")
        files = (path for path in (at / "modules").rglob("*") if path.is_file())
        return {path.relative_to(at / "modules").as_posix(): _read(path) for path in files}


def _put(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        make_folder((folder / name).parent)
        with writing(folder / name) as file:
            file.write(data)


def _read(path: Path) -> bytes:
    return read_plain(path, FILE_MOST)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file with files as they are."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in sorted(files.items()):
            one = zipfile.ZipInfo(name)  # of the first day that a ZIP file knows
            one.create_system = 3
            archive.writestr(one, data)
    return made.getvalue()
