"""The cost of checking a log in a browser, against the bare verification of its parts."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pbem.bench.browsers import has_firefox, in_firefox
from pbem.bench.measure import Row, at_most
from pbem.errors import PbemError
from pbem.replays import checker

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GOAL = 1.3
DEAR = ("signed", "proven", "equalityHolds", "shuffleHolds", "rangeHolds")
"""Functions of the checker that are the floor."""
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
  const { good, finding } = await check(bytes);
  return {
    first, good, finding: finding && finding.code, calls: calls.length,
    check: Math.min(...checks), floor: Math.min(...floors),
  };
}"""


def counted() -> str:
    """The checker's script, in which each call of what is dear can be written down and made again.

    In ``PbemChecker`` are ``check``, ``importedKey``, ``fromHex`` and all of `DEAR` as ``bare``.
    """
    text = checker.assembled("check", "importedKey", "fromHex", f"bare: {{ {', '.join(DEAR)} }}")
    for name in DEAR:
        begins = f"async function {name}("
        noted = f"globalThis.calls?.push(['{name}', given]); return {name}Alone(...given);"
        alone = f"async function {name}(...given) {{ {noted} }}\nasync function {name}Alone("
        text = text.replace(begins, alone, 1)
    return text


def measured(
    browser: Browser, logs: Mapping[str, bytes], turns: int
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield for each log what Chromium, and Firefox where there is one, took for it.

    ``logs``: name -> bytes. ``first``, ``check`` and ``floor`` are milliseconds, of ``turns`` by
    turns the fastest.
    """
    texts = {name: b64encode(log).decode() for name, log in logs.items()}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"  # a page from nowhere has no cryptography
        file.write_text(f"<!doctype html><meta charset=utf-8><script>{counted()}</script>", "utf-8")
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(file.as_uri())
        for name, text in texts.items():
            yield "Chromium", name, dict(page.evaluate(MEASURE, [text, turns]))
        page.close()
    if not has_firefox():
        return
    for name, text in texts.items():
        asked = f"({MEASURE})({json.dumps([text, turns])})"
        yield "Firefox", name, dict(in_firefox(counted(), asked))


def checking_rows(browser: Browser, logs: Mapping[str, bytes], turns: int) -> list[Row]:
    """Measure checking logs in Chromium and in Firefox; the ratio is of one page.

    ``logs``, ``turns``: as for `measured`. The *floor* of a log is what its signatures (by the
    browser) and its proofs (by the checker's arithmetic) take and nothing else.

    Raises:
        PbemError: A log is not valid.
    """
    rows = []
    for where, name, took in measured(browser, logs, turns):
        if took["finding"]:
            raise PbemError(
                f"{name}: the checker in {where} finds {took['finding']} in a valid log."
            )
        whole = f"{name}, {took['good']} events, checked in {where}"
        ratio = took["check"] / took["floor"]
        rows.append(at_most(f"{whole} / signatures and proofs alone", ratio, GOAL))
        note = f"first time {took['first']:.0f}, {took['calls']} signatures and proofs"
        rows.append(Row(whole, took["check"], "ms", note=note))
    return rows
