"""No part of a page says what was: after each random act it says what a page says that opens now.

Somebody clicks about on their board, looks back, signs, and gets mail; the log grows beside it too.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from board.clicking import sensible
from board.conftest import Board
from board.playing import GAMES, PASSPHRASE, sit_down
from long import BROWSING, far
from pbem.client.play import acting
from pbem.client.session.drafts import draft_secret
from toy.people import Person

ACTS = far(12, 40)
"""So many random acts in each game."""
TRIES, PAUSE = 20, 250
"""So often the pages are compared until they agree, with so many milliseconds between."""
SAID = """() => {
  const text = (one) => (one?.innerText ?? "").replace(/\\s+/g, " ").trim();
  const all = (what) => [...document.querySelectorAll(what)];
  const parts = ["#title", "#seats", "#score", "#prompt", "#until", "#asked", "#acts", "#plain",
    "#plain-too", "#chips", "#waits", "#offered", "#trouble", "#position", "#standing", "#outgoing",
    "#hand", "#due", "#tray"];
  const said = Object.fromEntries(parts.map((one) => [one, all(one).map((it) =>
    it.textContent.replace(/\\s+/g, " ").trim()).join()]));
  said.list = document.getElementById("list").value.trim();
  said.page = document.title;
  said.phase = document.querySelector("#phases [aria-current]")?.textContent;
  said.side = document.documentElement.dataset.side;
  said.undo = document.getElementById("undo").disabled;
  said.stacks = all("#sheet .stack:has(.piece)").map((one) =>
    [one.dataset.place, ...[...one.querySelectorAll(".piece > title")].map((it) => it.textContent)]
      .join(" | ")).sort();
  said.arrows = all("#sheet .arrow").map((one) => one.getAttribute("class")).sort();
  said.past = all("#past > li").map((one) => one.querySelector("p")?.textContent ?? "");
  return said;
}"""
"""The words of each part that do not depend on what is pointed at."""
LIT = """() => [...document.querySelectorAll("#sheet .place.reach, #sheet .place.target")]
  .map((one) => one.dataset.place)"""
CLICKED = """(what) => document.querySelector(what)?.dispatchEvent(
  new PointerEvent("click", { bubbles: true }))"""


class Restless:
    """Somebody who does this and that on their board."""

    def __init__(self, board: Board, others: list[Person], browser: Browser, seed: int) -> None:
        self.whose, self.others, self.random = board.whose, others, Random(seed)  # noqa: S311
        self.context = browser.new_context(
            viewport={"width": 1300, "height": 900}, reduced_motion="reduce"
        )
        self.context.set_default_timeout(BROWSING)
        self.page = self.opened(board.address)
        self.fresh = self.opened(board.address.partition("?")[0])

    def opened(self, address: str) -> Page:
        page = self.context.new_page()
        page.goto(address)
        page.wait_for_selector("#past > li", state="attached")
        return page

    def settles(self) -> None:
        for what in ("#tried", "#news"):
            self.page.wait_for_selector(f"{what}:not([aria-busy=true])", state="attached")

    def acts(self) -> str:
        """Do something; return what."""
        acts = [self.points, self.points, self.goes, self.goes, self.chooses, self.undoes,
                self.takes_out, self.tries, self.looks_back, self.signs, self.hears]  # fmt: skip
        act = self.random.choice(acts)
        act()
        self.settles()
        return act.__name__

    def points(self) -> None:
        units = self.page.locator("#sheet .stack .piece[data-unit]:not(.below)")
        if many := units.count():
            units.nth(self.random.randrange(many)).dispatch_event("click")

    def goes(self) -> None:
        if places := self.page.evaluate(LIT):
            place = self.random.choice(places)
            self.page.evaluate(CLICKED, f'#sheet .place[data-place="{place}"]')

    def chooses(self) -> None:
        offered = self.page.locator("#choices button[value]")
        if many := offered.count():
            offered.nth(self.random.randrange(many)).evaluate("one => one.click()")

    def undoes(self) -> None:
        self.page.evaluate("document.getElementById('undo').click()")

    def takes_out(self) -> None:
        self.page.evaluate(CLICKED, "#chips .out")

    def tries(self) -> None:
        self.page.evaluate("document.getElementById('try').click()")

    def looks_back(self) -> None:
        """Look at an earlier moment, and come back."""
        self.page.evaluate("document.getElementById('back').click()")
        expect(self.page.locator("#when, #step").filter(has_text=" ")).not_to_have_count(0)
        self.page.evaluate("document.getElementById('now').click()")
        expect(self.page.locator("#when")).to_have_text("")

    def signs(self) -> None:
        """Sign what stands there, or what is owed."""
        button = self.page.locator("#acts .sign:not([aria-disabled=true])").first
        if not button.count():
            return
        if not self.page.locator("#open-key").is_visible():
            self.page.fill("#passphrase", PASSPHRASE)
            self.page.evaluate("document.getElementById('minutes').value = '60'")
        button.evaluate("one => one.click()")
        self.settles()
        if self.page.locator("#sure").is_visible():
            self.page.evaluate("document.getElementById('sure-yes').click()")

    def hears(self) -> None:
        """The others do what they owe: it comes as mail, or beside the page into the log."""
        for other in self.others:
            other.takes(self.whose.log)
            if not other.sits().is_active:
                continue
            does(other)
            if self.random.random() < 0.5:
                self.page.set_input_files("#came", other.log)
                self.page.wait_for_selector("#taken:not([aria-busy=true])", state="attached")
            else:
                self.whose.takes(other.log)

    def agrees(self, tries: int = TRIES) -> dict[str, object]:
        """Return what the page says otherwise than one that is opened now."""
        differ: dict[str, object] = {}
        for _ in range(tries):
            expect(self.page.locator("#past > li")).to_have_count(self.whose.count)
            self.fresh.reload()
            expect(self.fresh.locator("#past > li")).to_have_count(self.whose.count)
            for what in ("#tried", "#news"):
                self.fresh.wait_for_selector(f"{what}:not([aria-busy=true])", state="attached")
            now, then = self.page.evaluate(SAID), self.fresh.evaluate(SAID)
            differ = {part: (now[part], then[part]) for part in now if now[part] != then[part]}
            if not differ:
                break
            self.page.wait_for_timeout(PAUSE)
        return differ


def does(person: Person) -> None:
    """Do what somebody owes, with the orders of a sensible player."""
    kinds = person.sits().table.active().kinds
    if "orders" in kinds:
        person.orders(*sensible(1)(person.sits()))
    elif kinds[0] in acting.DEALS:
        person.does(acting.deal)
    elif kinds[0] == "seal":
        lines = "\n".join(sensible(1)(person.sits()))
        person.does(acting.seal, draft_secret(person.sits(), lines.encode()))
    elif kinds[0] == "answer":
        person.does(acting.answer, yes=False)
    else:
        person.does(getattr(acting, kinds[0]))


STAYS = """() => {
  const asked = document.getElementById("asked"), words = asked.textContent;
  new MutationObserver(() => { if (asked.textContent !== words) asked.textContent = words; })
    .observe(asked, { childList: true, subtree: true, characterData: true });
}"""
"""Has a page go on to ask what it asked first."""


@pytest.mark.long
def test_a_word_that_stays_is_found(
    chromium: Browser, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """The reverse of what the other test holds."""
    people = sit_down(tmp_path, GAMES["lantern"])
    one = Restless(serve(people[0]), people[1:], chromium, 1)
    one.page.evaluate(STAYS)
    one.page.fill("#list", "end movement\n")
    one.settles()
    expect(one.page.locator("#undo")).to_be_enabled()
    assert list(one.agrees(8)) == ["#asked"]
    one.context.close()
    for each in people:
        each.client.close()


@pytest.mark.few(0, 8)
@pytest.mark.parametrize("name", GAMES)
def test_after_each_act_a_page_says_what_one_says_that_opens_now(
    name: str, chromium: Browser, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    people = sit_down(tmp_path, GAMES[name])
    mine = next(one for one in people if one.sits().is_active)
    one = Restless(serve(mine), [other for other in people if other is not mine], chromium, 1)
    done = []
    for _ in range(ACTS):
        done.append(one.acts())
        assert (done, one.agrees()) == (done, {})
    one.context.close()
    for each in people:
        each.client.close()
