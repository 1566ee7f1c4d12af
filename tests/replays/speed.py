"""How fast a browser checks logs: ``PYTHONPATH=tests python -m replays.speed LOG...``.

The *floor* of a log is what its signatures (by the browser) and proofs (by the checker's
arithmetic) take and nothing else, in the same page. Checks and floors are made by turns, and the
fastest of each is told: others waited for somebody else.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

from pbem.replays import checker
from servers.conftest import need

DEAR = ("signed", "proven", "equalityHolds", "shuffleHolds", "rangeHolds")
"""Functions that are the floor."""
TURNS = 15
MEASURE = """async ([text, turns]) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const timed = async (what) => {
    const started = performance.now();
    await what();
    return performance.now() - started;
  };
  const { check, bare, importedKey, fromHex } = PbemChecker;
  const calls = (globalThis.calls = []);
  const first = await timed(() => check(bytes));
  globalThis.calls = null;
  const floor = async () => {
    for (const [name, given] of calls) {
      const [key, message, sig] = given;
      if (name !== "signed") await bare[name](...given);
      else await crypto.subtle.verify("Ed25519", await importedKey(key), fromHex(sig), message);
    }
  };
  const checks = [], floors = [];
  for (let turn = 0; turn < turns; turn++) {
    floors.push(await timed(floor));
    checks.push(await timed(() => check(bytes)));
  }
  return { first, check: Math.min(...checks), floor: Math.min(...floors) };
}"""


def counted() -> str:
    """The script, in which each call of what is dear can be written down and made again alone."""
    text = checker.assembled("check", "importedKey", "fromHex", f"bare: {{ {', '.join(DEAR)} }}")
    for name in DEAR:
        begins = f"async function {name}("
        noted = f"globalThis.calls?.push(['{name}', given]); return {name}Alone(...given);"
        alone = f"async function {name}(...given) {{ {noted} }}\nasync function {name}Alone("
        text = text.replace(begins, alone, 1)
    return text


def measure(page: Page, log: Path) -> dict[str, Any]:
    text = b64encode(log.read_bytes()).decode()
    return dict(page.evaluate(MEASURE, [text, TURNS]))


def main(logs: list[Path]) -> None:
    """Print a row for each log."""
    with sync_playwright() as driver, TemporaryDirectory() as folder:
        program = need("chromium", "chromium")
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        file = Path(folder) / "page.html"
        file.write_text(f"<!doctype html><meta charset=utf-8><script>{counted()}</script>", "utf-8")
        page.goto(file.as_uri())
        print("| log | events | first check, ms | check, ms | floor, ms | check / floor |")  # noqa: T201
        for log in logs:
            told = measure(page, log)
            events = log.read_bytes().count(b"\n")
            ratio = told["check"] / told["floor"]
            row = (log.stem, events, *(round(told[key]) for key in ("first", "check", "floor")))
            print("|", " | ".join(map(str, row)), f"| {ratio:.2f} |")  # noqa: T201
        browser.close()


if __name__ == "__main__":
    main([Path(word) for word in sys.argv[1:]])
