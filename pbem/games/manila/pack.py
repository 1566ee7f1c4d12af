"""The rules data as people edit them: one YAML file, the module's own or an owner's."""

from __future__ import annotations

import pkgutil

import msgspec

from pbem.errors import PackError
from pbem.games.manila.data import ManilaData
from pbem.kit import strict_yaml

OWN = "data/manila.yaml"


def load(pack: bytes | None = None, *, name: str = "the pack") -> ManilaData:
    """Return the rules data: the module's own, or those of an owner's ``pack``."""
    return msgspec.convert(strict_yaml.read(pack or export(), name=name), ManilaData)


def export() -> bytes:
    """Return the module's own data as a pack, with the remarks that help to edit it."""
    own = pkgutil.get_data(__package__, OWN)
    if own is None:  # pragma: no cover - the file belongs to the package
        raise PackError(f"{OWN} is missing; install pbem again")
    return own
