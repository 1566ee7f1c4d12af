"""The settings of docs/agent.md are those that an agent reads, with what holds without them."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from pbem.agent.config import AgentConfig, Imap, Maildir, Server, check

PAGE = Path(__file__).parents[2] / "docs" / "agent.md"
[SETTINGS] = re.findall(r"```\n(address = .*?)```", PAGE.read_text(), re.DOTALL)


def read(settings: str) -> AgentConfig:
    config = msgspec.toml.decode(settings, type=AgentConfig)
    check(config, PAGE)
    return config


def test_all_settings_are_on_the_page() -> None:
    shown = msgspec.toml.decode(SETTINGS)
    own = {field.name for field in msgspec.structs.fields(AgentConfig)} - {"maildir"}
    assert set(shown) == own
    for part, kind in (("imap", Imap), ("smtp", Server)):
        assert set(shown[part]) == {field.name for field in msgspec.structs.fields(kind)} - {"ca"}


def test_what_is_shown_is_what_holds_where_nothing_is_set() -> None:
    config = read(SETTINGS)
    least = (
        'address = "ann.games@example.org"\n'
        '[smtp]\nhost = "smtp.example.org"\nport = 465\nuser = "ann.games"\n'
        '[imap]\nhost = "imap.example.org"\nport = 993\nuser = "ann.games"\n'
    )
    unset = read(least)
    assert unset.reported == unset.address
    assert config == msgspec.structs.replace(unset, owner=config.owner)


def test_a_maildir_stands_in_the_place_of_a_server() -> None:
    assert '[maildir] path = "/home/ann/Maildir"' in SETTINGS
    before, _, after = SETTINGS.partition("[imap]")
    smtp = f"[smtp]{after.partition('[smtp]')[2]}"
    config = read(f'{before}[maildir]\npath = "/home/ann/Maildir"\n{smtp}')
    assert config.maildir == Maildir("/home/ann/Maildir")
