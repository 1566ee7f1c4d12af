"""Commands that a shell types, each a process of its own, forked where everything is loaded.

A shell script with thirty commands loads the same libraries thirty times. Here ``pbem`` on the PATH
hands its words, folder, environment and streams to a process that has loaded them. That process
forks: the command's acts and files are as in a process that was started for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TYPED = """\
#!{python} -IS
import _socket, marshal, os, sys
caller = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
caller.connect({door!r})
streams = b"".join(number.to_bytes(4, sys.byteorder) for number in range(3))
caller.sendmsg([b"!"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
with os.fdopen(caller.detach(), "r+b", buffering=0) as line:
    said = marshal.dumps((sys.argv[1:], os.getcwd(), dict(os.environ)))
    line.write(len(said).to_bytes(8, "big") + said)
    ended = line.read(1)
sys.exit(ended[0] if ended else "the process of this command was killed")
"""

WAITING = """\
import gc, importlib, marshal, os, signal, socket, sys
from pbem.commands.main import main

for name in sys.argv[2:]:
    importlib.import_module(name)
gc.freeze()  # no process that is forked looks through what it was given

def work(line, streams):
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    words, folder, environment = marshal.loads(line.read(int.from_bytes(line.read(8), "big")))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = ["pbem", *words]
    try:
        main()
    except SystemExit as ends:
        return ends.code if isinstance(ends.code, int) else int(ends.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0

signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who have ended
door = socket.socket(socket.AF_UNIX)
door.bind(sys.argv[1])
door.listen()
print("open", flush=True)
while True:
    caller, _ = door.accept()
    _, streams, _, _ = socket.recv_fds(caller, 1, 3)
    if os.fork() == 0:
        with caller.makefile("rwb", buffering=0) as line:
            code = work(line, streams)
            line.write(bytes([code]))
        os._exit(0)
    for stream in streams:
        os.close(stream)
    caller.close()
"""


LOADED = (
    "filelock",
    "pbem.client.messages.sending",
    "pbem.client.exchange.taking",
    "pbem.client.people_words",
    "pbem.client.play.acting",
    "pbem.client.play.opening",
    "pbem.client.umpire.entering_days",
    "pbem.games.saipan.module",
    "pbem.identity.keyfile",
    "pbem.mail.reading",
    "pbem.store.database",
    "pbem.store.store",
    "pbem.view.paint",
    "sqlite3.dbapi2",
)
"""The modules that commands load when they need them, and most of them do."""


@contextmanager
def commands(folder: Path) -> Iterator[Path]:
    """Give a folder whose ``pbem`` is forked; that of this environment where nothing can be."""
    if not hasattr(os, "fork"):
        yield Path(sys.executable).parent
        return
    place, door = folder / "bin", str(folder / "door")
    place.mkdir()
    (place / "pbem").write_text(TYPED.format(python=sys.executable, door=door))
    (place / "pbem").chmod(0o755)
    waiting = subprocess.Popen(
        [sys.executable, "-c", WAITING, door, *LOADED], stdout=subprocess.PIPE
    )
    try:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == b"open\n"
        yield place
    finally:
        waiting.kill()
        waiting.communicate()
