"""A module of the standard library that a browser's Python lacks, so that anyio can be imported.

anyio asks for interpreters inside an interpreter as it is loaded, and nothing here uses them.
"""

from __future__ import annotations

import sys
from types import ModuleType

_stub = ModuleType("concurrent.interpreters")
vars(_stub).update(ExecutionFailed=Exception, create=None)
sys.modules.setdefault(_stub.__name__, _stub)
