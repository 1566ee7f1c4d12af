"""On the page, too, nothing overlaps: numbers of hexes grow as the map gets smaller."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from board.clicking import Pointer
from board.pictures import SIZE, Scene, a_practice
from hostile.base import fixed_chance

pytestmark = pytest.mark.few(0, 4)

LATE = {
    "lantern": Scene("lantern/lantern", 6, (), ""),
    "saipan": Scene("saipan/historical", 11, (), ""),
    "meiktila": Scene("meiktila/first", 82, (), ""),
    "tokyo": Scene("tokyo/two-players", 14, (), ""),
    "manila": Scene("manila/witness", 54, (), ""),
    "singapore": Scene("singapore/division", 36, (), ""),
}
"""Positions in the midst of games."""
ZOOMS = {"#whole": 1, "#larger": 3, "#larger >> nth=0": 3}
"""Buttons, and how often each is pressed: three sizes of the map."""
MEET = """() => {
  const scale = document.querySelector("#sheet svg").getBoundingClientRect().width
    / document.querySelector("#sheet svg").viewBox.baseVal.width;
  const all = (what) => [...document.querySelectorAll(`#sheet ${what}`)]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width);
  const ink = (one) => { // figures and capitals stand so high above their line
    const { x, right, bottom } = one.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(one).fontSize) * scale, line = bottom - 0.236 * size;
    return { what: one.textContent, x, right, y: line - 0.73 * size, bottom: line };
  };
  const top = (one) => {
    const { x, y, right, bottom } = one.querySelector(".counter").getBoundingClientRect();
    return { what: one.dataset.unit, x, y, right, bottom };
  };
  const tops = all(".stack").map((one) => [...one.querySelectorAll(".piece[data-unit]")].at(-1));
  const texts = [...all(".ground .number"), ...all(".names .name")].map(ink);
  const boxes = [...texts, ...tops.filter(Boolean).map(top)], near = 0.5;
  const found = [];
  boxes.forEach((one, at) => boxes.slice(at + 1).forEach((two) => {
    if (one.x < two.right - near && two.x < one.right - near
      && one.y < two.bottom - near && two.y < one.bottom - near) found.push([one.what, two.what]);
  }));
  return [texts.length, found];
}"""


@pytest.mark.parametrize("name", LATE)
def test_nothing_overlaps_at_three_sizes(name: str, chromium: Browser) -> None:
    with fixed_chance("apart"), a_practice(LATE[name]) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        for button, times in ZOOMS.items():
            for _ in range(times):
                pointer.page.locator(button).click()
            many, met = pointer.page.evaluate(MEET)
            assert met == [], (button, many)
        assert many > 30
        pointer.context.close()
