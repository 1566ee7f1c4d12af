"""The checker in Firefox, which has another engine for all that it rests on."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from pbem.audit.verify import verify
from pbem.bench.browsers import in_firefox
from pbem.replays import checker
from replays.conftest import library
from servers.conftest import need

ROOT = Path(__file__).parents[2]
HOSTILE = ROOT / "logs" / "hostile"
KINDS = (
    "chain",
    "commit",
    "dice",
    "json.form",
    "key",
    "sig",
    "deck.shuffle-card-s",
    "stock.open-o",
)
LOGS = [
    ROOT / "docs" / "vector" / "saipan.pbem",
    ROOT / "logs" / "saipan" / "free-deployment.pbem",
    *(path for kind in KINDS for path in sorted(HOSTILE.glob(f"{kind}*.pbem"))),
]
ASKED = """(async (logs, signatures) => {
  const X = PbemChecker;
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const found = { trusted: await X.browserVerifies(), reports: [], signed: [] };
  for (const log of logs) found.reports.push(await X.check(bytes(log)));
  for (const [key, message, sig] of signatures)
    found.signed.push(await X.signed(key, X.fromHex(message), sig));
  return found;
})(%s, %s)"""


def found_in_firefox(logs: list[bytes], signatures: list[Any]) -> dict[str, Any]:
    """Return what a page that was opened from a file in Firefox says of these."""
    need("firefox-esr", "firefox-esr")
    script = checker.assembled("check", "browserVerifies", "signed", "fromHex")
    texts = json.dumps([b64encode(log).decode() for log in logs])
    return dict(in_firefox(script, ASKED % (texts, json.dumps(signatures))))


def vectors(name: str) -> list[list[Any]]:
    return list(json.loads((ROOT / "tests" / "vectors" / name).read_text())["cases"])


@pytest.mark.long
def test_firefox_says_what_level_2_says() -> None:
    rows = [
        ((key, text.encode().hex(), sig), not flags)
        for _, key, text, sig, flags in vectors("ed25519_cctv.json")
    ]
    rows += [
        ((key, message, sig), valid)
        for _, key, message, sig, valid, *_ in vectors("ed25519_wycheproof.json")
        if len(sig) == 128
    ]
    signatures = [given for given, _ in rows]
    found = found_in_firefox([path.read_bytes() for path in LOGS], signatures)
    assert found["trusted"] is True
    assert found["signed"] == [valid for _, valid in rows]
    for path, report in zip(LOGS, found["reports"], strict=True):
        wanted, mine = verify(path, library(), level=2), report["finding"]
        code = (wanted.finding and wanted.finding.code, wanted.events)
        assert (mine and mine["code"], report["good"]) == code, path.name
