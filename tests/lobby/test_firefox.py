"""The lobby in Firefox, where there is one: from its first page to an order that is carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

from lobby.conftest import Serve
from replays.firefox import AS_IT_IS, firefox

pytestmark = pytest.mark.long

CLICK = "(one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
MANY = "document.querySelectorAll('{}').length"
FREE = """[...document.querySelectorAll("#sheet .place.reach")].find((one) =>
  !document.querySelector(`.stack[data-place="${one.dataset.place}"] .piece`))"""
"""A place that is lit, on which nobody stands."""


def test_a_first_game_is_begun_and_played_by_clicks(tmp_path: Path, serve: Serve) -> None:
    with firefox(tmp_path, AS_IT_IS) as browser:
        browser.goes_to(serve(tmp_path / "home").address)
        browser.waits_for("document.querySelector('#first')?.hidden === false")
        browser.evaluates("document.querySelector('#try').click()")
        browser.waits_for(f"{MANY.format('#sheet .stack .piece')} > 4")
        browser.waits_for(f"{MANY.format('#past > li')} === 1")
        own = "document.querySelector('#sheet .piece[data-side=brask]')"
        browser.evaluates(f"({CLICK})({own})")
        browser.waits_for(f"{MANY.format('#sheet .outline.reach')} > 3")
        browser.evaluates(f"({CLICK})({FREE}.querySelector('path'))")
        browser.waits_for(f"{MANY.format('#chips li')} === 1")
        browser.waits_for("document.querySelector('#tried').ariaBusy !== 'true'")
        browser.evaluates("document.querySelector('#carry').click()")
        browser.waits_for(f"{MANY.format('#past > li')} === 2")
        assert browser.evaluates("document.querySelector('#list').value") == ""
