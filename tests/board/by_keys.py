"""Players who have a keyboard alone, and hear what their pages say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from board.clicking import FOLDED, Clicker
from board.conftest import Board, drawer

TABS_MOST = 200
"""So many stops there may be from one end of the page to the other."""
HEARD = """
globalThis.heard = [];
globalThis.was = null;
addEventListener("focusin", ({ target }) => { was = target.closest("[id]"); });
addEventListener("DOMContentLoaded", () => new MutationObserver((all) => {
  for (const { target } of all) {
    const place = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)
      .closest("[aria-live=polite], [role=alert]");
    const said = place?.innerText.trim();
    if (said && said !== heard.at(-1)) heard.push(said);
  }
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""
"""Whatever a live region says is written down as it comes, as a reader of screens says it.

``was`` is where the focus was last: the tabulator goes on from there when what had it is gone.
"""


class Typist(Clicker):
    """A player who reaches all that they need by keys; what has no name is written down."""

    def __init__(self, board: Board, browser: Browser) -> None:
        super().__init__(board, browser, before=HEARD)
        self.nameless: list[str] = []
        self._tree = self.context.new_cdp_session(self.page)

    def goes_to(self, wanted: Locator) -> None:
        """Go on by the tabulator until something has the focus; back where it is earlier."""
        key = wanted.evaluate(
            """one => was && one.compareDocumentPosition(was) & Node.DOCUMENT_POSITION_FOLLOWING
              ? "Shift+Tab" : "Tab" """
        )
        for _ in range(TABS_MOST):
            if wanted.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError("it is not reached by the tabulator")

    def types(self, field: str, text: str) -> None:
        self.goes_to(self.page.locator(field))
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)

    def presses(self, button: str) -> None:
        wanted = self.page.locator(button).first
        if button == FOLDED:
            self.walks_to(wanted)
        else:
            self.goes_to(wanted)
        self.page.keyboard.press("Enter")

    def walks_to(self, row: Locator) -> None:
        """Go to a row of the choices by arrows: the tabulator comes to one of them alone."""
        self.goes_to(self.page.locator("#choices button[tabindex='0']").first)
        self.page.keyboard.press("Home")
        for _ in range(self.page.locator("#choices li").count()):
            if row.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError("it is not reached by arrows")

    def keeps_open(self) -> None:
        self.goes_to(self.page.locator("#minutes"))
        self.page.keyboard.press("End")
        expect(self.page.locator("#minutes")).to_have_value("60")

    def picks(self, line: str) -> None:
        """Go through the choices by arrows; to the number of one by the tabulator."""
        rows = self.page.locator("#choices li")
        values = rows.evaluate_all(
            """them => them.map((one) =>
                 [...one.querySelectorAll("option, button:only-child")].map((it) => it.value))"""
        )
        at = next(number for number, row in enumerate(values) if line in row)
        self.walks_to(rows.nth(at).locator("button"))
        if len(values[at]) > 1:
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Home")
            for _ in range(values[at].index(line)):
                self.page.keyboard.press("ArrowDown")
        self.names()
        self.page.keyboard.press("Enter")

    def gets(self, path: Path) -> None:
        """Paste the text of what came."""
        drawer(self.page, "post")
        self.types("#pasted", path.read_text())
        self.presses("#paste")

    def writes(self, wanted: Sequence[str], act: str) -> None:
        """And try the list."""
        super().writes(wanted, act)
        if act == "orders":
            self.presses("#try")
            self.waits()

    def names(self) -> None:
        """Write down whatever of the page can have the focus and has no name."""
        for node in self._tree.send("Accessibility.getFullAXTree")["nodes"]:
            if node.get("ignored") or not _has(node, "focusable"):
                continue
            if not node.get("name", {}).get("value", "").strip():
                self.nameless.append(f"{node['role']['value']}: {node}")

    def heard(self) -> list[str]:
        """Return what the live regions have said."""
        return list(self.page.evaluate("heard"))


def _has(node: Any, name: str) -> bool:
    found: Iterator[bool] = (
        bool(one["value"].get("value")) for one in node.get("properties", ()) if one["name"] == name
    )
    return next(found, False)
