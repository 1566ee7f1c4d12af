"""Pages that fetch nothing and run nothing but what was put into them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from pbem.view.markup import Markup, tag


def head(title: str, style: str, scripts: Iterable[str]) -> Markup:
    """Return the head of a page with one style, and the policy that lets only ``scripts`` run."""
    policy = (
        f"default-src 'none'; script-src {' '.join(map(allowed, scripts))}; "
        f"style-src {allowed(style)}; base-uri 'none'; form-action 'none'"
    )
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name_="referrer", content="no-referrer"),
        tag("title", title),
        tag("style", Markup(style)),
    )


def allowed(text: str) -> str:
    """Return what a policy says of a script or style that it allows."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
