"""Verifying logs on many machines: batches of them, sent to the workers of a Dask scheduler.

Only the sender has the files. A worker's words are believed like those of another process here:
workers are machines of one's own (docs/decisions/0029-dask.md).
"""

from __future__ import annotations

import gc
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pbem import __version__
from pbem.audit.verdict import Verdict
from pbem.audit.verify import unread, verify_one
from pbem.crypto.text import escape
from pbem.errors import PbemError
from pbem.files import read_plain, writing
from pbem.identity.card import Card
from pbem.log.chain import LOG_BYTES_MAX
from pbem.log.journal import journal_of
from pbem.table.library import Library

if TYPE_CHECKING:
    from distributed import Client, Future

BATCH = 200
"""Logs of a batch, at most: what a batch costs beside them is some milliseconds."""
BATCH_BYTES = 4 << 20
"""Bytes of a batch, at most, unless one log has more."""
AHEAD = 32
"""Batches that are at the scheduler at a time, at least; four for each thread of the workers."""
WAIT_SECONDS = 10


class Order(msgspec.Struct, frozen=True):
    """All that decides a verdict beside the log itself; the same for every batch."""

    release: str
    make_library: Callable[[], Library]
    level: int
    cards: tuple[Card, ...]
    book: tuple[Card, ...]


def check_here() -> None:
    """Raise PbemError where Dask is not installed."""
    if find_spec("distributed") is None:
        raise PbemError("a scheduler needs Dask: pip install 'pbem[dask]'")


def verify_far(
    paths: Sequence[Path],
    make_library: Callable[[], Library],
    scheduler: str,
    *,
    level: int = 3,
    cards: Sequence[Card] = (),
    book: Sequence[Card] = (),
) -> Iterator[Verdict]:
    """Verify logs on the workers of a Dask scheduler.

    The verdicts and their order are those of `pbem.audit.verify.verify_many`. If a worker ends,
    another one does its batch. Files that cannot be sent are verified here.

    Args:
        paths: The logs.
        make_library: A function of a module, or a partial of one; each batch calls it.
        scheduler: An address, as ``tcp://host:8786``.
        level: The level wanted.
        cards: Player cards to compare with the keys of the logs.
        book: Other known cards; only a different key is reported.

    Raises:
        PbemError: Dask is not installed, or there is no scheduler, no worker, or a worker of
            another release.
    """
    check_here()
    order = Order(__version__, make_library, level, tuple(cards), tuple(book))
    with _connected(scheduler) as client:
        for batch, found in _judged(client, order, _batches(paths)):
            yield from _verdicts(batch, found, order)


def _judged(
    client: Client, order: Order, batches: Iterator[Sequence[_Sent]]
) -> Iterator[tuple[Sequence[_Sent], Any]]:
    """Yield the batches in their order, each with what came of it: verdicts, or an error.

    A finished batch is fetched at once. Anything that stays with a worker is lost with it, and done
    again.
    """
    from distributed import as_completed  # noqa: PLC0415 - see `_connected`

    threads: dict[str, int] = client.nthreads()  # type: ignore[no-untyped-call]
    most = max(AHEAD, 4 * sum(threads.values()))
    completed: Callable[..., Any] = as_completed
    coming = completed(loop=client.loop, with_results=True, raise_errors=False)
    ahead: deque[tuple[Sequence[_Sent], Future[list[Verdict]]]] = deque()
    found: dict[Future[list[Verdict]], Any] = {}
    while True:
        for batch in islice(batches, most - len(ahead)):
            logs = [sent.data for sent in batch if sent.data is not None]
            # Not pure: else it would have its name by its bytes, which takes long.
            ahead.append((batch, client.submit(verify_batch, order, logs, pure=False)))
            coming.add(ahead[-1][1])
        if not ahead:
            return
        while ahead and ahead[0][1] in found:
            batch, future = ahead.popleft()
            yield batch, found.pop(future)
        if ahead:
            future, result = next(coming)
            found[future] = result[1] if future.status == "error" else result


def verify_batch(order: Order, logs: Sequence[bytes]) -> list[Verdict]:
    """Verify logs where a worker runs this; the verdicts name no files.

    ``logs``: the bytes of each. Raises PbemError where the worker is of another release, which may
    judge otherwise.
    """
    if order.release != __version__:
        raise PbemError(
            f"a worker has pbem {__version__}, but this computer has {order.release}. Install the "
            "same release everywhere"
        )
    library = order.make_library()
    verdicts = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sent.pbem"
        for data in logs:
            with writing(path) as file:
                file.write(data)
            found = verify_one(path, library, level=order.level, cards=order.cards, book=order.book)
            verdicts.append(msgspec.structs.replace(found, path=""))
    return verdicts


class _Sent(NamedTuple):
    """A file and its bytes; None where they are not all that a reader of the log looks at."""

    path: Path
    data: bytes | None


def _batches(paths: Sequence[Path]) -> Iterator[list[_Sent]]:
    batch, size = list[_Sent](), 0
    for path in paths:
        sent = _Sent(path, _bytes_of(path))
        more = len(sent.data or b"")
        if len(batch) == BATCH or (batch and size + more > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(sent)
        size += more
    if batch:
        yield batch


def _bytes_of(path: Path) -> bytes | None:
    if journal_of(path).exists():  # an append is under way, or was cut off: its lines count too
        return None
    try:
        return read_plain(path, LOG_BYTES_MAX)
    except (OSError, PbemError):
        return None  # why it cannot be read is found out, and reported, here


def _verdicts(batch: Sequence[_Sent], found: Any, order: Order) -> Iterator[Verdict]:
    """Yield the verdicts on a batch, in its order; raises what came instead of them."""
    from distributed import KilledWorker  # noqa: PLC0415 - see `_connected`

    if isinstance(found, KilledWorker):
        why = f"The workers that verified it and other logs ended one after the other: {found}"
        found = [unread(sent.path, order.level, why) for sent in batch if sent.data is not None]
    elif isinstance(found, PbemError | OSError | CancelledError):
        raise found
    elif isinstance(found, BaseException):
        why = f"The worker that verified it and other logs failed ({type(found).__name__})"
        found = [unread(sent.path, order.level, why) for sent in batch if sent.data is not None]
    far = iter(found)
    library = None
    for path, data in batch:
        if data is not None:
            yield msgspec.structs.replace(next(far), path=str(path))
            continue
        library = library or order.make_library()
        yield verify_one(path, library, level=order.level, cards=order.cards, book=order.book)


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    """Give a client of a scheduler that has a worker; raises PbemError."""
    where = f"the scheduler {escape(scheduler)}"
    with _client(scheduler, where) as client:
        try:
            _wait_for_a_worker(client, scheduler, where)
            yield client
        except (CancelledError, OSError) as error:
            raise PbemError(f"{where} stopped: {escape(str(error))}") from None


def _wait_for_a_worker(client: Client, scheduler: str, where: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError:
        raise PbemError(
            f"{where} has no worker. Start one with 'dask worker {escape(scheduler)}'"
        ) from None


def _client(scheduler: str, where: str) -> Client:
    from distributed import Client  # noqa: PLC0415 - half a second, for who has many logs

    connect: Callable[..., Client] = Client
    try:
        return connect(scheduler, timeout=WAIT_SECONDS, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        why = escape(str(error))
    # Half a client is left over. It is closed when it is collected, which must be in this thread:
    # another one may be what it waits for.
    gc.collect()
    raise PbemError(f"{where} cannot be reached: {why}")
