"""The libraries that compute: the same functions on a computer and inside a browser.

``bindings`` has the functions of libsodium, under its names, and ``REFUSED``, what they raise for
values that they refuse. ``keys`` derives keys and locks the blocks of a key file. PyNaCl and
``cryptography`` do the work on a computer, libsodium and noble inside a browser. Both sides
pass the same tests (`tests/crypto/backend`). No other module names these libraries.
"""

from __future__ import annotations

import sys

if sys.platform == "emscripten":
    from pbem.crypto.backend import browser as bindings
    from pbem.crypto.backend import browser_keys as keys
else:
    from pbem.crypto.backend import native as bindings
    from pbem.crypto.backend import native_keys as keys

__all__ = ["bindings", "keys"]
