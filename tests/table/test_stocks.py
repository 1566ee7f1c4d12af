"""Hidden stocks at the table (docs/protocol-cards.md, 6.5 and 6.6): not before they are whole."""

from __future__ import annotations

import pytest

from pbem.log.finding import BadLog
from pbem.table import kinds
from pbem.table.library import Library, data_digest
from toy.depots import DepotRules
from toy.group import Group, opening


def test_no_log_has_hidden_stocks_yet(tmp_path):
    rules = DepotRules()
    said = kinds.RulesId("depots", 1, data_digest(rules.data()))
    data = opening(rules=said, scenario="duel", options={})
    with pytest.raises(BadLog, match="in no log yet") as caught:
        Group(tmp_path, data, Library(lambda name, version: rules))
    assert caught.value.finding.code == "open.bad"
