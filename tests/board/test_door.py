"""The visitors to whom the board answers, request by request, as browsers and others send them."""

from __future__ import annotations

import hmac
import re
from typing import Any, NamedTuple

import pytest
from starlette.types import Message, Receive, Scope, Send

from apart import run
from pbem.board.door import HEADERS, Door

PORT = 8765
HOST = f"127.0.0.1:{PORT}"
CLIENT = ("127.0.0.1", 40_000)
HERE = {"host": HOST, "sec-fetch-site": "same-origin"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    data: bytes

    @property
    def body(self) -> str:
        return self.data.decode()

    @property
    def cookie(self) -> str:
        return self.headers["set-cookie"].partition(";")[0]

    @property
    def key(self) -> str:
        found = re.search('<meta name="key" content="([^"]*)">', self.body)
        assert found is not None
        return found[1]


async def following(scope: Scope, receive: Receive, send: Send) -> None:
    """Stand inside the door and say that somebody came through."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"came through"})


@pytest.fixture
def door() -> Door:
    return Door(following, PORT, is_own=lambda *_: True)


def ask(
    door: Door, path: str = "/state", method: str = "GET", *, also: Any = (), **headers: str
) -> Answer:
    """Send a request as it stands; ``also``: headers that come once more."""
    where, _, query = path.partition("?")
    reported = [
        (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
    ]
    reported += [(name.encode(), value.encode()) for name, value in also]
    scope = {
        "type": "http", "method": method, "path": where, "query_string": query.encode(),
        "headers": reported, "client": CLIENT,
    }  # fmt: skip
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    run(door(scope, receive, send))
    found = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    data = b"".join(message.get("body", b"") for message in sent[1:])
    return Answer(sent[0]["status"], found, data)


def enter(door: Door) -> dict[str, str]:
    """Come in as somebody does who typed the address; return the headers with cookie and key."""
    answer = ask(door, f"/?token={door.token}", host=HOST, sec_fetch_site="none")
    assert answer.status == 200
    return {"cookie": answer.cookie, "x_board_key": answer.key}


def came_through(answer: Answer) -> bool:
    return answer.body == "came through"


def test_who_typed_the_address_comes_in_and_the_token_leaves_the_address(door: Door) -> None:
    answer = ask(door, f"/?token={door.token}", host=HOST, sec_fetch_site="none")
    assert answer.status == 200
    assert door.token not in answer.body
    assert '<script type="module" src="/page/enter.js"></script>' in answer.body
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    assert str(PORT) in answer.cookie.partition("=")[0], "browsers share cookies between ports"
    assert came_through(
        ask(door, "/", host=HOST, sec_fetch_site="same-origin", cookie=answer.cookie)
    )


def test_the_token_opens_once(door: Door) -> None:
    both = enter(door)
    again = ask(door, f"/?token={door.token}", host=HOST, sec_fetch_site="none")
    assert again.status == 403
    assert "used already" in again.body
    assert "set-cookie" not in again.headers
    again = ask(door, f"/?token={door.token}", host=HOST, sec_fetch_site="none", **both)
    assert again.status == 403


@pytest.mark.parametrize("token", ["", "x", "\u00e9", "0" * 43])
def test_another_token_opens_nothing_and_uses_nothing_up(door: Door, token: str) -> None:
    answer = ask(door, f"/?token={token}", host=HOST)
    assert answer.status == 403
    assert enter(door)


COOKIES_OF_OTHERS = (
    'settings={"dark": true}', "left over", "name=two words", "\xe9=1", "=nameless", "path=/",
    'open="quoted', "expires=never", "$Version=1", "a=1;; ;b", "[]=[]",
)  # fmt: skip
"""A browser brings those of every port of this machine, in whatever form another program has them:
RFC 6265, section 6.1.1, leaves that to who reads them."""


@pytest.mark.parametrize("other", COOKIES_OF_OTHERS)
def test_cookies_of_other_programs_lock_nobody_out(door: Door, other: str) -> None:
    own = enter(door)
    for brought in (f"{other}; {own['cookie']}", f"{own['cookie']}; {other}"):
        headers = own | {"cookie": brought}
        assert came_through(ask(door, **headers, **HERE)), brought  # type: ignore[arg-type]


def test_without_a_cookie_nobody_is_heard(door: Door) -> None:
    key = enter(door)["x_board_key"]
    for method in ("GET", "POST"):
        answer = ask(door, method=method, host=HOST, sec_fetch_site="same-origin")
        assert answer.status == 403
        assert "open only to the person" in answer.body
    for cookie in ("pbem-board-8765=x", "pbem-board-8765", ";;;", "\u00ff=\u00ff", "a=b"):
        own = {"host": HOST, "sec_fetch_site": "same-origin", "x_board_key": key}
        assert ask(door, cookie=cookie, **own).status == 403


@pytest.mark.parametrize("key", [None, "", "x", "\u00e9", "0" * 43])
def test_a_cookie_without_the_key_reads_and_changes_nothing(door: Door, key: str | None) -> None:
    """A browser brings it to every port of this machine; who listens there can forge the rest."""
    own = {"host": HOST, "sec_fetch_site": "same-origin", "origin": f"http://{HOST}"}
    own |= {"cookie": enter(door)["cookie"]} | ({} if key is None else {"x_board_key": key})
    for path in (
        "/state",
        "/1/state",
        "/map",
        "/sign",
        "/page",
        "/log/",
        "//",
        "/1/log",
        "/page/a/b",
        "/x/",
    ):
        assert ask(door, path, **own).status == 403, path
    for path in ("/", "/sign", "/log", "/1/", "/growth", "/page/x"):
        assert ask(door, path, "POST", **own).status == 403, path
    for path in ("/", "/1/", "/page/board.js", "/growth", "/12/growth", "/log", "/message"):
        assert came_through(ask(door, path, **own)), path


def test_the_program_proves_that_it_is_the_same(door: Door) -> None:
    """By the MAC of RFC 2104 over the page's nonce, by a secret that is new with each start."""
    own = {"host": HOST, "sec_fetch_site": "same-origin", **enter(door)}
    secret = ask(door, "/secret", **own).data
    nonce = bytes(range(32))
    proof = ask(door, f"/proof?nonce={nonce.hex()}", **own).data
    assert proof == hmac.new(secret, nonce, "sha256").digest()
    assert len(secret) == 32
    other = Door(following, PORT, is_own=lambda *_: True)
    assert ask(other, "/secret", **(own | enter(other))).data != secret
    for query in ("", "nonce=", f"nonce={nonce.hex()}0", f"nonce={'g' * 64}", "nonce=\u00e9"):
        assert ask(door, f"/proof?{query}", **own).status == 422, query


def test_a_proof_is_for_the_page_alone(door: Door) -> None:
    """Nobody else has one made for them, and nobody else gets the secret."""
    both = enter(door)
    own = {"host": HOST, "sec_fetch_site": "same-origin", "cookie": both["cookie"]}
    for path in ("/secret", f"/proof?nonce={'0' * 64}"):
        assert ask(door, path, **own).status == 403
        assert ask(door, path, **own, x_board_key="x").status == 403
        foreign = both | {"host": HOST, "sec_fetch_site": "same-site"}
        assert ask(door, path, **foreign).status == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8765", "127.0.0.1", "localhost", "localhost:8765", "127.0.0.1:8766",
        "LOCALHOST:8765",
        "127.0.0.1:8765.", "127.1:8765", "[::1]:8765", "0.0.0.0:8765", "127.0.0.1:8765, evil", "",
    ],
)  # fmt: skip
def test_a_name_that_was_bound_again_is_not_ours(door: Door, host: str) -> None:
    """Whatever else it has: a rebound page sends a matching Origin and no Sec-Fetch-Site."""
    both = enter(door)
    assert ask(door, host=host, origin=f"http://{host}", **both).status == 403
    assert ask(door, "/?token=" + door.token, host=host).status == 403


def test_two_hosts_are_none(door: Door) -> None:
    both = enter(door)
    answer = ask(door, **both, host=HOST, also=[("host", HOST)])
    assert answer.status == 403
    assert ask(door, **both).status == 403


def test_the_address_is_not_used_up_by_another_name(door: Door) -> None:
    """A user who types `localhost` gets an explanation, and comes in by the address as printed."""
    reported = ask(door, "/?token=" + door.token, host=f"localhost:{PORT}", sec_fetch_site="none")
    assert reported.status == 403
    assert "'localhost', another program may listen" in reported.body
    assert came_through(ask(door, host=HOST, sec_fetch_site="same-origin", **enter(door)))


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "sent",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},  # a page at another port of this machine
        {"sec_fetch_site": "cross-site", "origin": "null"},  # a page from a disk
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": f"https://{HOST}"},
        {"sec_fetch_site": "same-origin", "origin": "http://evil.example"},
    ],
    ids=str,
)  # fmt: skip
def test_what_another_page_sends_is_not_heard(
    door: Door, method: str, sent: dict[str, str]
) -> None:
    """Even with the cookie, which a browser should not have sent along."""
    both = enter(door)
    answer = ask(door, method=method, host=HOST, **both, **sent)
    assert answer.status == 403
    assert not came_through(answer)


def test_who_changes_anything_says_that_he_comes_from_the_page(door: Door) -> None:
    both = enter(door)
    assert ask(door, method="POST", host=HOST, **both).status == 403
    assert ask(door, method="POST", host=HOST, **both, sec_fetch_site="none").status == 403
    own = {"origin": f"http://{HOST}"}
    assert came_through(ask(door, method="POST", host=HOST, **both, **own))
    assert came_through(
        ask(door, method="POST", host=HOST, **both, sec_fetch_site="same-origin", **own)
    )


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "XYZ"])
def test_other_methods_are_not_known(door: Door, method: str) -> None:
    assert ask(door, method=method, **enter(door), host=HOST).status == 403


def test_a_token_is_heard_at_the_beginning_alone(door: Door) -> None:
    for path, method in ((f"/sign?token={door.token}", "GET"), (f"/?token={door.token}", "POST")):
        answer = ask(door, path, method, host=HOST, sec_fetch_site="same-origin")
        assert answer.status == 403
    assert enter(door)


def test_every_answer_says_what_a_page_may_do(door: Door) -> None:
    both = enter(door)
    for answer in (
        ask(door, host="evil.example"),
        ask(door, f"/?token={door.token}", host=HOST),
        ask(door, host=HOST, **both, sec_fetch_site="same-origin"),
    ):
        assert {name.lower(): value for name, value in HEADERS.items()}.items() <= (
            answer.headers.items()
        )
        assert "access-control-allow-origin" not in answer.headers
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_web_sockets_are_closed(door: Door) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "websocket", "path": "/", "query_string": b"", "headers": []}
    run(door(scope, receive, send))
    assert [message["type"] for message in sent] == ["websocket.close"]
