"""A verdict on paper: two pages that a judge can send, and then the evidence in an annex."""

from __future__ import annotations

import re

import pytest

from court.heaps import heaps, write
from court.test_disputes import EXPECTED
from pbem.court.page import page as page_of

PAGES_MOST = 2
_PAGE = re.compile(rb"/Type\s*/Page\b")
_WITHOUT_ANNEX = "document.querySelector('.annex').remove()"


@pytest.mark.few(6, 16)
@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict_is_two_pages_and_an_annex(name, hearing, tmp_path, chromium):
    html = tmp_path / "verdict.html"
    html.write_text(page_of(hearing(write(heaps()[name], tmp_path / name))))
    page = chromium.new_page()
    try:
        page.goto(html.as_uri())
        whole = {paper: printed(page, paper) for paper in ("A4", "Letter")}
        page.evaluate(_WITHOUT_ANNEX)
        for paper, pages in whole.items():
            reported = printed(page, paper)
            assert 1 <= reported <= PAGES_MOST, paper
            assert reported < pages, "the annex begins on a page of its own"
    finally:
        page.close()


def printed(page, paper: str) -> int:
    """How many pages of paper it takes, with the margins that it asks for."""
    return len(_PAGE.findall(page.pdf(format=paper, prefer_css_page_size=True)))
