"""The checker in Firefox, which has another engine for all that it rests on."""

from __future__ import annotations

import http.server
import json
import subprocess
import threading
from base64 import b64encode
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from long import PATIENCE
from pbem.audit.verify import verify
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
PAGE = """<!doctype html><meta charset=utf-8><script>%s</script><script>
const X = PbemChecker;
const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const say = (found) =>
  fetch("http://127.0.0.1:%d/", { method: "POST", mode: "no-cors", body: JSON.stringify(found) });
(async (logs, signatures) => {
  const found = { trusted: await X.browserVerifies(), reports: [], signed: [] };
  for (const log of logs) found.reports.push(await X.check(bytes(log)));
  for (const [key, message, sig] of signatures)
    found.signed.push(await X.signed(key, X.fromHex(message), sig));
  return found;
})(%s, %s).catch((error) => ({ error: String(error) })).then(say);
</script>"""


class Listener(http.server.BaseHTTPRequestHandler):
    """Hears what a page found."""

    heard: Queue[Any] = Queue()

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        self.heard.put(json.loads(self.rfile.read(size)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def in_firefox(folder: Path, logs: list[bytes], signatures: list[Any]) -> dict[str, Any]:
    """What a page that was opened from a file in Firefox says of these."""
    program = need("firefox-esr", "firefox-esr")
    server = http.server.HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    script = checker.assembled("check", "browserVerifies", "signed", "fromHex")
    texts = json.dumps([b64encode(log).decode() for log in logs])
    page = folder / "page.html"
    page.write_text(PAGE % (script, server.server_port, texts, json.dumps(signatures)), "utf-8")
    (folder / "profile").mkdir()
    words = ["--headless", "--no-remote", "--profile", folder / "profile", page.as_uri()]
    browser = subprocess.Popen(
        [program, *map(str, words)],
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        found = Listener.heard.get(timeout=PATIENCE)
    finally:
        browser.terminate()
        browser.wait()
        server.shutdown()
        server.server_close()
    assert "error" not in found, found
    return dict(found)


def vectors(name: str) -> list[list[Any]]:
    return list(json.loads((ROOT / "tests" / "vectors" / name).read_text())["cases"])


@pytest.mark.long
def test_firefox_says_what_level_2_says(tmp_path: Path) -> None:
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
    found = in_firefox(tmp_path, [path.read_bytes() for path in LOGS], signatures)
    assert found["trusted"] is True
    assert found["signed"] == [valid for _, valid in rows]
    for path, report in zip(LOGS, found["reports"], strict=True):
        wanted, mine = verify(path, library(), level=2), report["finding"]
        code = (wanted.finding and wanted.finding.code, wanted.events)
        assert (mine and mine["code"], report["good"]) == code, path.name
