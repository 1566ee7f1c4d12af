"""The system's browsers, driven by tests.

While one is driven, no other loop of `asyncio` can run in that thread.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import pytest

import long
from servers.conftest import need

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

# A name that was bound again to this machine, for attacks by way of it (tests/board).
RULES = "--host-resolver-rules=MAP evil.example 127.0.0.1"

# Below its address bar each window of the whole browser has two pages of the browser's own, which
# cost more than those of a test. The last of such lists counts, so Playwright's own comes first.
PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
WITHOUT = f"--disable-features={PLAYWRIGHTS},WebUIOmniboxPopup,WebUIOmniboxAimPopup"


@contextmanager
def driven() -> Iterator[Playwright]:
    """The driver of browsers, as long as the context lasts."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=long.BROWSING)
    with sync_playwright() as driver:
        yield driver


@contextmanager
def chromium_of(driver: Playwright, *, whole: bool = False) -> Iterator[Browser]:
    """The browser that people have, or where there is one the build of it that has no windows.

    The same pages cost half as much in that.
    """
    shell = None if whole else shutil.which("chromium-headless-shell")
    program = shell or need("chromium", "chromium")
    own = [WITHOUT] if whole else []
    browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", RULES, *own])
    yield browser
    browser.close()


def fixtures(scope: Literal["module", "package"]) -> tuple[Any, Any]:
    """Return the fixtures ``driver`` and ``chromium``, the browser as cheap as it is had.

    One browser for all tests of a folder, where whatever else has a loop has it in a thread of its
    own; elsewhere for those of a file, for others have loops in this thread.
    """

    @pytest.fixture(scope=scope)
    def driver() -> Iterator[Playwright]:
        with driven() as made:
            yield made

    @pytest.fixture(scope=scope)
    def chromium(driver: Playwright) -> Iterator[Browser]:
        with chromium_of(driver) as browser:
            yield browser

    return driver, chromium
