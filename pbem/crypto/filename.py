"""Names that every file system keeps apart and lets a file have.

Handles and names of games become names of files and folders, and homes are copied from one system
to another. Windows keeps some names for devices, whatever ending follows, and drops dots at the
end; protocol section 2 admits them all the same, so such a name may come from others.
"""

from __future__ import annotations

_DEVICES = {"con", "prn", "aux", "nul"} | {
    f"{port}{number}" for port in ("com", "lpt") for number in range(10)
}


def unfit(name: str) -> str | None:
    """Say why no file should have a ``name`` that `pbem.crypto.text.is_name` admits; None: it may.

    Names are of lower case, so no two of them differ in case alone.
    """
    if name.partition(".")[0] in _DEVICES:
        return f"'{name}' cannot be a file name on every system: Windows keeps it for a device"
    if name.endswith("."):
        return f"'{name}' cannot be a file name on every system: Windows drops the dot at its end"
    return None
