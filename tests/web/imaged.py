"""Runs inside the engine, begun plainly or from an image: what it computes, and what it draws."""

from __future__ import annotations

import gc
import json
import os
import random
import sys
from pathlib import Path

sys.path.insert(1, "/tests")

from crypto.backend import contract
from web.verdicts import verdicts

generators = [one for one in gc.get_objects() if type(one) is random.Random]
contract.check()
found = {
    "results": {name: made.hex() for name, made in contract.results()},
    "verdicts": verdicts(Path("/logs"), ["first.pbem"]),
    "generators": len(generators),
    "drawn": [random.getrandbits(64), os.urandom(8).hex()],
    "path": sys.path[:3],
}
json.dumps(found)
