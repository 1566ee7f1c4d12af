"""Desks whose database is in a file, or on a server."""

from __future__ import annotations

import pytest

from long import sample
from pbem.client.storage.database import rebuild


@pytest.fixture
def on_server(postgresql):
    """Give somebody's client a database on a server, with what its logs say."""

    def move(person):
        person.client.close()
        (person.folder / "pbem.sqlite").unlink()
        person.client.database = postgresql.url()
        rebuild(person.client)

    return move


@pytest.fixture(params=sample(["file", "server"], 1))
def playing_anywhere(request, playing):
    """Both have joined, and ann, whose database is in either place, is active."""
    if request.param == "server":
        request.getfixturevalue("on_server")(playing[0])
    return playing
