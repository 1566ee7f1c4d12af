"""Builds the addresses of the project into a release, as the one who publishes it names them.

A copy of the tree has no address of its own, so `[project.urls]` are dynamic: `PBEM_REPOSITORY`
gives the web page of the repository, in the form that GitHub, GitLab and Forgejo share.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = {
    "Homepage": "",
    "Documentation": "/blob/main/docs/index.md",
    "Issues": "/issues",
    "Changelog": "/blob/main/CHANGELOG.md",
}


class Addresses(MetadataHookInterface):
    """Adds `[project.urls]`; without the variable there are none."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses.

        Raises:
            ValueError: What the variable holds is no address of a web page.
        """
        home = os.environ.get("PBEM_REPOSITORY", "").rstrip("/")
        if home and not home.startswith("https://"):
            raise ValueError(f"PBEM_REPOSITORY is {home!r}. Give an address such as https://...")
        metadata["urls"] = {name: home + page for name, page in PAGES.items() if home}
