"""A child process with limits, which reads bytes of strangers.

A parser of a library may take minutes or gigabytes for bytes that were made for that. Nobody can
list all such bytes, so what they may cost is fixed first. `read` calls a function of a module with
plain things and returns plain things::

    class Found(msgspec.Struct):
        names: list[str]

    def names_in(data: bytes) -> Found: ...  # a function of a module; it raises nothing for people

    found = confined.read(names_in, (data,), Found, confined.limits(len(data)))

`UnreadableError` is a verdict on the bytes: they reached a limit, or the parser failed at them.
Name the item, report it to its owner, and go on with the next one. Any other error is this
computer's: `OSError` where no process, no memory or no disk is left. Then the same bytes are read
later. Parsers raise `OSError` too. Only the numbers in `system.FAILED` count as this computer's.

==================  ==========================================================================
system              how
==================  ==========================================================================
Linux               a copy of this process reads, so nothing has to be loaded again
other POSIX         a new Python reads: the limits hold as far as the system knows them
Windows, browsers   the function is called here, for these have no such limits: what bounds it is
                    what is refused before it is parsed
==================  ==========================================================================

The child has all that its parent has in memory: the limits hold off bytes that cost too much, and
not a fault in Python itself that runs foreign code.
"""

from __future__ import annotations

import errno
import gc
import os
import select
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from pbem import system
from pbem.errors import MailError
from pbem.files import read_plain

MIB = 1 << 20
SECONDS, SECONDS_A_MIB = 2, 0.5
MEMORY, MEMORY_A_BYTE = 128 * MIB, 12
REPLY, REPLY_A_BYTE, REPLY_MOST = MIB, 4, 129 * MIB
SLOW = 30
"""So many times its processor time a child may take: longer, and it stands still."""

_DONE, _OF_THE_SYSTEM, _FAILED = b"+", b"o", b"!"
_NO_MEMORY = 70
"""The exit code of a child that has no memory left."""

_CRASHES = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGSYS")
_PIECE_BYTES = 1 << 16
_USED = Path("/proc/self/statm")
"""Pages of memory that this process has, if the system says so."""

Result = TypeVar("Result")


Function = Callable[..., Result]


class UnreadableError(MailError):
    """Bytes that cannot be read: the parser failed at them, or they reached a limit."""


class Limits(NamedTuple):
    """The limits of reading: ``seconds`` of processor time, and ``memory`` bytes more than here.

    ``reply``: bytes of what comes back, which this process has to have room for.
    """

    seconds: int
    memory: int
    reply: int = REPLY_MOST


def limits(size: int) -> Limits:
    """Return what reading ``size`` bytes may cost: many times what the usual mail needs."""
    return Limits(
        SECONDS + int(size / MIB * SECONDS_A_MIB),
        MEMORY + MEMORY_A_BYTE * size,
        min(REPLY + REPLY_A_BYTE * size, REPLY_MOST),
    )


class Confinement(Protocol):
    """Calls a function elsewhere and returns its result, encoded; errors as `read`.

    ``function``, ``given`` and ``most``: as for `read`.
    """

    def __call__(  # noqa: D102 - the class says it
        self, function: Callable[..., Any], given: tuple[Any, ...], most: Limits
    ) -> bytes: ...


def read(
    function: Function[Result], given: tuple[Any, ...], kind: type[Result], most: Limits
) -> Result:
    """Call ``function(*given)`` where it can cost no more than ``most``.

    Args:
        function: A function of a module. It writes no file but into a folder that it is given, and
            needs no lock.
        given: Bytes, texts, numbers, and tuples of these.
        kind: The type of the result: one that msgspec encodes, plain data alone.
        most: The limits.

    Returns:
        The result of the function.

    Raises:
        UnreadableError: A verdict on the bytes: a limit was reached, or the function raised.
        OSError: This computer cannot read them now.

    """
    reply = _HOW[-1](function, given, most)
    try:
        return msgspec.msgpack.decode(reply, type=kind)
    except msgspec.DecodeError as error:
        raise UnreadableError(f"it has an unknown form ({error})") from None


def copied(function: Callable[..., Any], given: tuple[Any, ...], most: Limits) -> bytes:
    """Read in a copy of this process, as `read` does; a `Confinement`.

    Raises:
        UnreadableError: A limit was reached, or the function raised.
        OSError: This computer cannot read them now.
    """
    ours, its = os.pipe()
    try:
        # Threads that run here are not in the copy. It needs no lock that one of them could hold.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
    except BaseException:
        os.close(ours)
        os.close(its)
        raise
    if child == 0:
        _be_the_child(function, given, most, its)
    os.close(its)
    try:
        reply = _all_of(ours, most)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        _end_of(child)
        raise
    finally:
        os.close(ours)
    return _judged(reply, _end_of(child), most)


def again(function: Callable[..., Any], given: tuple[Any, ...], most: Limits) -> bytes:
    """Read in a new Python, which loads what it needs first; a `Confinement`.

    Raises:
        UnreadableError: A limit was reached, or the function raised.
        OSError: This computer cannot read them now.
    """
    asked = msgspec.msgpack.encode([function.__module__, function.__qualname__, given])
    # Not from the folder that the user stands in: anyone who sent files may have filled it.
    command = [sys.executable, "-P", "-m", __spec__.name, *map(str, most)]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            command, input=asked, env=env, capture_output=True, check=False,
            timeout=most.seconds * SLOW,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise _stands_still() from None
    return _judged(done.stdout, done.returncode, most)


def here(function: Callable[..., Any], given: tuple[Any, ...], most: Limits) -> bytes:
    """Read in this process, where the system knows no limits; a `Confinement`.

    Raises:
        UnreadableError: The memory did not suffice, or the function raised.
        OSError: The system refuses.
    """
    try:
        reply = _answered(function, given, most)
    except MemoryError:
        raise UnreadableError(_memory(most)) from None
    return _judged(reply, 0, most)


def _usual() -> Confinement:
    if system.HERE.copies:
        return copied
    return again if system.HERE.modes and sys.platform not in ("emscripten", "wasi") else here


_HOW: list[Confinement] = [_usual()]


@contextmanager
def by(how: Confinement) -> Iterator[None]:
    """Read in another way than is usual here: for who counts what is run, and for tests."""
    _HOW.append(how)
    try:
        yield
    finally:
        _HOW.pop()


# --- in the child ------------------------------------------------------------------------------


def _be_the_child(
    function: Callable[..., Any], given: tuple[Any, ...], most: Limits, to: int
) -> None:
    """Read, write the reply, and end: nothing that belongs to the parent is closed or written."""
    code = 1
    try:
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, signal.SIG_DFL)
        gc.freeze()  # what came from the parent stays where it is
        code = _work(function, given, most, to)
    finally:
        os._exit(code)


def _work(function: Callable[..., Any], given: tuple[Any, ...], most: Limits, to: int) -> int:
    try:
        _limit(most)
    except OSError as error:
        _write(to, _OF_THE_SYSTEM + msgspec.msgpack.encode([error.errno, str(error)]))
        return 0
    try:
        _write(to, _answered(function, given, most))
    except MemoryError:
        return _NO_MEMORY
    return 0


def _limit(most: Limits) -> None:
    """Set the limits of this process; raises OSError where its own are narrower."""
    import resource  # noqa: PLC0415 - not every system has it

    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wanted = [(resource.RLIMIT_CPU, most.seconds)]
    with suppress(FileNotFoundError):  # elsewhere nobody knows how much is in use
        used = int(read_plain(_USED, 200).split()[0]) * resource.getpagesize()
        wanted.append((resource.RLIMIT_AS, used + most.memory))
    for what, soft in wanted:
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY and hard < soft:
            raise OSError(errno.ENOMEM, "the limits of this process are too low (see ulimit)")
        resource.setrlimit(what, (soft, hard))


def _answered(function: Callable[..., Any], given: tuple[Any, ...], most: Limits) -> bytes:
    """Return what a function returns or raises, as bytes; raises MemoryError."""
    try:
        reply = _DONE + msgspec.msgpack.encode(function(*given))
        return reply if len(reply) <= most.reply else _FAILED + msgspec.msgpack.encode(_large(most))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - nobody can list what bytes make of a parser
        if isinstance(error, OSError) and error.errno in system.FAILED:
            said = error.strerror or str(error)
            return _OF_THE_SYSTEM + msgspec.msgpack.encode([error.errno, said])
        said = str(error)[:200].encode("utf-8", "replace").decode()
        return _FAILED + msgspec.msgpack.encode(
            ": ".join(filter(None, [type(error).__name__, said]))
        )


def _write(to: int, reply: bytes) -> None:
    view = memoryview(reply)
    while view:
        view = view[os.write(to, view) :]


def _main() -> None:
    """Be the new Python that `again` starts."""
    function, given, most, code = None, (), Limits(*map(int, sys.argv[1:])), 1
    try:
        asked = sys.stdin.buffer.read()
        module, name, given = msgspec.msgpack.decode(asked)
        function = getattr(import_module(module), name)
        code = _work(function, tuple(given), most, sys.stdout.fileno())
    finally:
        os._exit(code)


# --- in the parent -----------------------------------------------------------------------------


def _all_of(source: int, most: Limits) -> bytes:
    """Return all that comes by a pipe; raises OSError where it does not end."""
    reply, until = bytearray(), time.monotonic() + most.seconds * SLOW
    waiting = select.poll()
    waiting.register(source, select.POLLIN)
    while True:
        left = until - time.monotonic()
        if left <= 0 or not waiting.poll(left * 1000):
            raise _stands_still()
        piece = os.read(source, _PIECE_BYTES)
        if not piece:
            return bytes(reply)
        reply += piece
        if len(reply) > max(most.reply, REPLY):  # so much has room for any error, too
            raise UnreadableError(f"it cannot be read ({_large(most)})")


def _end_of(child: int) -> int:
    """Wait for a child, and return its exit code; below 0 is the signal that ended it.

    A process that ignores SIGCHLD, as a service may do for all that it starts, learns of no end.
    Then it is 0 as in `subprocess`, and the reply says whether the child came to its end.
    """
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except ChildProcessError:
        return 0


def _stands_still() -> OSError:
    return OSError(errno.ETIME, "the process that reads mail got no time: this computer is busy")


def _judged(reply: bytes, ended: int, most: Limits) -> bytes:
    """Return what the child read; raises `UnreadableError`, and OSError of the system."""
    if ended == 0 and reply:
        kind, rest = reply[:1], reply[1:]
        if kind == _DONE:
            return rest
        if kind == _OF_THE_SYSTEM:
            raise OSError(*msgspec.msgpack.decode(rest))
        raise UnreadableError(f"it cannot be read ({msgspec.msgpack.decode(rest)})")
    if ended == _NO_MEMORY:
        raise UnreadableError(_memory(most))
    name = signal.Signals(-ended).name if ended < 0 else ""
    if name == "SIGXCPU":
        spent = f"more than {most.seconds} seconds of processor time"
        raise UnreadableError(_costly(spent))
    if name in _CRASHES:
        raise UnreadableError(f"the process that reads it crashes ({name})")
    said = f"({name})" if name else f"(exit code {ended})"
    raise OSError(errno.ENOMEM, f"the process that reads mail ended {said}: too little memory?")


def _large(most: Limits) -> str:
    return f"it holds more than {most.reply:,} bytes"


def _memory(most: Limits) -> str:
    return _costly(f"more than {most.memory // MIB} MiB of memory")


def _costly(spent: str) -> str:
    """Return the message about bytes that cost too much to read."""
    return f"it takes {spent} to read, far more than usual mail or archives"


if __name__ == "__main__":
    _main()
