"""The folder of a person's own files."""

from __future__ import annotations

import os
from pathlib import Path

from pbem.files import from_home


def home() -> Path:
    """Return the folder of this person: ``PBEM_HOME`` if set, else the system's place for it.

    It need not exist yet.
    """
    chosen = os.environ.get("PBEM_HOME")
    if chosen:
        return from_home(chosen)
    from platformdirs import user_config_path  # noqa: PLC0415 - inside a browser it is not there

    return user_config_path("pbem")
