"""Runs inside the engine: what cryptography computes, and the verdicts on kept logs, as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from crypto.backend import contract
from pbem.crypto.backend import keys
from web.verdicts import verdicts

contract.check()
asked = json.loads(Path("/logs/asked.json").read_text())
found = {
    "results": {name: made.hex() for name, made in contract.results()},
    "opened": keys.unlock(asked["block"], b"password").hex(),
    "block": keys.lock("x25519", contract.SECRET, b"password"),
    "verdicts": verdicts(Path("/logs"), asked["logs"]),
}
json.dump(found, sys.stdout)
sys.stdout.flush()
