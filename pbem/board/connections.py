"""Whose a connection within this machine is, where the system tells it: on Linux."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from pbem.files import MIB, read_plain

_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
"""Linux' tables of connections, proc_pid_net(5), each with the user who holds it."""
_TABLE_MOST = 16 * MIB
_HERE = f"{int.from_bytes(bytes((127, 0, 0, 1)), sys.byteorder):08X}"
"""127.0.0.1 as they have it; within an address of IPv6 too, at its end."""


def is_another_users_connection(port: int, to: int) -> bool:
    """Whether the end at ``port`` of a connection within 127.0.0.1 belongs to somebody else.

    To neither this user nor the system, that is; ``to``: the port of its other end. False where
    the system does not tell.
    """
    ends = [f"{_HERE}:{one:04X}" for one in (port, to)]
    for table in _TABLES:
        with suppress(OSError):
            for line in read_plain(table, _TABLE_MOST).decode("ascii").splitlines()[1:]:
                _, local, remote, _, _, _, _, user, *_ = line.split()
                if local.endswith(ends[0]) and remote.endswith(ends[1]):
                    return int(user) not in (os.geteuid(), 0)
    return False
