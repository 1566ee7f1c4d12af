"""The folder of a person's own files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pbem.files import from_home


def home() -> Path:
    """Return the folder of this person: ``PBEM_HOME`` if set, else the system's place for it.

    It need not exist yet.
    """
    chosen = os.environ.get("PBEM_HOME")
    if chosen:
        return from_home(chosen)
    settings = _settings()
    if settings is not None:
        return settings / "pbem"
    from platformdirs import user_config_path  # noqa: PLC0415 - inside a browser it is not there

    return user_config_path("pbem")


def _settings() -> Path | None:
    """Return where Linux keeps settings (XDG Base Directory Specification); None if it is unclear.

    `platformdirs` finds the same, and takes a fifth of the time of a short command to load.
    """
    if sys.platform != "linux" or "ANDROID_DATA" in os.environ:
        return None
    config, own = (Path(os.environ.get(name, "")) for name in ("XDG_CONFIG_HOME", "HOME"))
    if config.is_absolute():
        return config
    return own / ".config" if own.is_absolute() else None
