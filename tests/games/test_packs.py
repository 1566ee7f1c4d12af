"""The result of an owner's pack for any game: a game, or one message on the fault in it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import PackError
from pbem.games import registry
from pbem.selfplay.unsigned import rules_of

NO_PACKS = [b"", b"[]", b"map: 5", b"map: {}", b"\xff", b"a: [", b"1: {2: 3}"]
SLIPS = ["", "null", "true", "[]", "{a: b}", "-1", "99999", "&", '"']


@pytest.mark.parametrize("raw", NO_PACKS)
@pytest.mark.parametrize("game", registry.names())
def test_what_is_no_pack_at_all_is_refused(game: str, raw: bytes) -> None:
    with pytest.raises(PackError):
        rules_of(game).data(raw)


@pytest.mark.few(2)
@pytest.mark.parametrize("game", registry.names())
@given(data=st.data())
def test_any_slip_in_a_pack_is_a_pack_error_or_makes_a_game(game: str, data: st.DataObject) -> None:
    rules = rules_of(game)
    lines = rules.export().decode().splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    cut = data.draw(st.integers(0, len(lines[at])))
    put = data.draw(st.sampled_from(SLIPS))
    skip = data.draw(st.integers(0, 3))
    lines[at] = lines[at][:cut] + put + lines[at][cut + skip :]
    options = {name: option.default for name, option in rules.options.items()}
    with suppress(PackError):
        owned = rules.data("\n".join(lines).encode())
        for scenario in rules.scenarios:
            rules.game(scenario, options, owned)
