"""Runs inside the engine: what it cannot import, what cryptography computes, verdicts on logs."""

from __future__ import annotations

import json
import pkgutil
import sys
from importlib import import_module
from pathlib import Path

import pbem
from crypto.backend import contract
from pbem.crypto.backend import keys
from web.verdicts import verdicts

contract.check()
lacking = list[str]()
for module in pkgutil.walk_packages(pbem.__path__, "pbem."):
    if module.name in {"pbem.web.worker", "pbem.web.compiling"}:  # of a page, and of a build
        continue
    try:
        import_module(module.name)
    except ImportError as error:
        lacking.append(f"{module.name}: {error}")
asked = json.loads(Path("/logs/asked.json").read_text())
found = {
    "lacking": lacking,
    "path": sys.path,
    "results": {name: made.hex() for name, made in contract.results()},
    "opened": keys.unlock(asked["block"], b"password").hex(),
    "block": keys.lock("x25519", contract.SECRET, b"password"),
    "verdicts": verdicts(Path("/logs"), asked["logs"]),
}
json.dump(found, sys.stdout)
sys.stdout.flush()
