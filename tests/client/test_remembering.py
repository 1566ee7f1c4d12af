"""The memory of a client, while several programs of one home write it."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from pbem.client import client as home
from pbem.client.client import Client, Config
from pbem.errors import KeyFileError
from pbem.locks import BusyError, lock


def test_two_programs_that_remember_at_once_forget_nothing(tmp_path) -> None:
    one, two, begun = Client(tmp_path / "home"), Client(tmp_path / "home"), Event()

    def write() -> None:
        begun.set()
        with two.remembering() as config:
            config.mailed["b"] = 2

    thread = Thread(target=write)
    with one.remembering() as config:
        thread.start()
        assert begun.wait(60)
        with pytest.raises(BusyError):
            lock(tmp_path / "home" / "config.json.lock", 0)
        config.mailed["a"] = 1
    thread.join(60)
    assert one.config.mailed == two.config.mailed == {"a": 1, "b": 2}


def test_an_error_meanwhile_leaves_all_as_it_was(tmp_path) -> None:
    client = Client(tmp_path / "home")
    with client.remembering() as config:
        config.identity = "ann"

    def fails() -> None:
        with client.remembering() as config:
            config.identity = "bob"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fails()
    assert client.config.identity == Client(tmp_path / "home").config.identity == "ann"


def test_more_than_is_read_is_never_written(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(tmp_path / "home")
    with client.remembering() as config:
        config.identity = "ann"
    monkeypatch.setattr(home, "CONFIG_BYTES", 100)
    with pytest.raises(KeyFileError, match="is full"), client.remembering() as config:
        config.mailed = {"a" * 64: 1}
    assert client.config == Client(tmp_path / "home").config == Config(identity="ann")


def test_a_memory_that_is_nested_without_end_is_an_empty_one(tmp_path) -> None:
    client = Client(tmp_path / "home")
    (tmp_path / "home").mkdir(mode=0o700)
    (tmp_path / "home" / "config.json").write_bytes(b'{"x":' + b"[" * 100_000)
    (tmp_path / "home" / "config.json").chmod(0o600)
    assert client.config == Config()
