"""The owner of the program at the other end of a connection, if the system says it: on Linux.

The kernel names the account of each end of a connection within this machine. A connection that it
does not know as open, of this account, at exactly these two addresses, is nobody's who may enter.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path

from pbem.files import open_plain

Address = tuple[str, int]
"""An address of IPv4, and a port."""

_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
"""Linux' tables of connections, proc_pid_net(5), each with the account that holds it."""
_ESTABLISHED = 1
"""The state of a connection that is open at both ends.

A program that has closed its end has no account any more: the kernel then names the account 0.
"""
_ANY = ("0.0.0.0", 0)  # noqa: S104 - nothing is bound to it
_DIAG, _BY_FAMILY, _REQUEST = 4, 20, 1
"""NETLINK_SOCK_DIAG, SOCK_DIAG_BY_FAMILY and NLM_F_REQUEST of linux/netlink.h and sock_diag.h."""
_KERNEL_SECONDS = 1
"""For an answer of the kernel, which is there at once or never."""
_HEAD = struct.Struct("=IHHII")
_ASKED = struct.Struct("=BBBxI")
_FOUND = struct.Struct("=16xBB2x48x12xI")
"""The parts of an inet_diag_msg after its head: family, state, account."""


def is_own_connection(client: Address, server: Address) -> bool:
    """Return whether the account of this process holds the end ``client`` of a connection.

    Args:
        client: The address of the end in question.
        server: The address of the other end, which is this program's.

    Returns:
        Also True on a system that does not name accounts: any but Linux.

    Source:
        sock_diag(7), proc_pid_net(5)

    """
    if sys.platform != "linux":
        return True
    # A kernel that answers at all knows the listener. One lookup takes the same time however many
    # connections there are; another account can make the tables long.
    answers = _asked(server, _ANY) is not None
    found = _asked(client, server) if answers else _listed(client, server)
    return found == (_ESTABLISHED, os.geteuid())


def _asked(local: Address, remote: Address) -> tuple[int, int] | None:
    """Return state and account of one end as the kernel answers, None if it does not know it."""
    ends = [socket.inet_aton(host) for host, _ in (local, remote)]
    asked = _ASKED.pack(socket.AF_INET, socket.IPPROTO_TCP, 0, 0xFFFFFFFF)
    asked += struct.pack("!HH16s16s", local[1], remote[1], *ends) + b"\0" * 4 + b"\xff" * 8
    head = _HEAD.pack(_HEAD.size + len(asked), _BY_FAMILY, _REQUEST, 0, 0)
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _DIAG) as kernel:
            kernel.settimeout(_KERNEL_SECONDS)
            kernel.send(head + asked)
            answer = kernel.recv(4096)
    except OSError:
        return None
    if _HEAD.unpack_from(answer)[1] != _BY_FAMILY:  # an error: there is no such end
        return None
    _, state, account = _FOUND.unpack_from(answer)
    return state, account


def _listed(local: Address, remote: Address) -> tuple[int, int] | None:
    """Return state and account of one end as the tables have it, read line by line."""
    ends = b":%04X " % local[1], b":%04X " % remote[1]
    want = [f"{_words(socket.inet_aton(host))}:{port:04X}" for host, port in (local, remote)]
    mapped = _words(b"\0" * 10 + b"\xff" * 2)  # what stands before such an address in IPv6's
    for table in _TABLES:
        with suppress(OSError), open_plain(table) as lines:
            for line in lines:
                if ends[0] not in line or ends[1] not in line:
                    continue
                _, *both, state, _, _, _, account, _ = line.decode("ascii").split(maxsplit=8)
                if [one.removeprefix(mapped) for one in both] == want:
                    return int(state, 16), int(account)
    return None


def _words(address: bytes) -> str:
    """Return an address as the tables have it, in words of four bytes."""
    words = (address[at : at + 4] for at in range(0, len(address), 4))
    return "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
