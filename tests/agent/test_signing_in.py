"""Signing in by the device flow of RFC 8628, at an authorization server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest

from pbem.agent.signing_in import Provider, access_token, sign_in
from pbem.errors import FormError, KeyFileError
from servers.authorization import Answer, Authorization, Keyring, authorizing

ANN = "ann@example.org"
SECRETS = ("DEVICE-SECRET", "REFRESH-SECRET", "ACCESS-SECRET")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Authorization]:
    monkeypatch.setenv("KEPT_KEYRING", str(tmp_path / "keyring"))
    before = keyring.get_keyring()
    keyring.set_keyring(Keyring())
    with authorizing(lambda: "ACCESS-SECRET") as made:
        yield made
    keyring.set_keyring(before)


def signs_in(server: Authorization, **more: str) -> tuple[list[str], list[float]]:
    """Sign ann in; return what was shown, and the pauses."""
    shown, waited = list[str](), list[float]()
    urls = {"device": f"{server.address}/device", "token": f"{server.address}/token"}
    provider = Provider(**{**urls, "client": "pbem-test", "scope": "mail offline_access", **more})
    sign_in(ANN, provider, shown.append, waited.append)
    return shown, waited


def test_the_owner_types_a_code_and_tokens_come_from_then_on(server: Authorization) -> None:
    server.later = ["authorization_pending", "slow_down", "authorization_pending"]
    shown, waited = signs_in(server)
    assert shown == ["Open https://example.org/device on any device, and type the code WDJB-MJHT"]
    assert waited == [5, 5, 10, 10]  # five seconds more after slow_down, and from then on
    first, second, *_ = server.asked
    assert first == {"path": "/device", "client_id": "pbem-test", "scope": "mail offline_access"}
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    assert (second["grant_type"], second["device_code"]) == (grant, "DEVICE-SECRET")
    assert second["client_id"] == "pbem-test"
    assert access_token(ANN) == "ACCESS-SECRET"
    assert server.asked[-1]["refresh_token"] == server.refresh


def test_a_refresh_token_that_changes_is_kept_each_time(server: Authorization) -> None:
    signs_in(server)
    server.rotates = True
    for number in range(3):
        access_token(ANN)
        assert server.refresh.endswith("0" + "+" * (number + 1))


def test_nobody_types_the_code(server: Authorization) -> None:
    server.later = ["authorization_pending"] * 1000
    with pytest.raises(KeyFileError, match="Nobody typed the code in time"):
        signs_in(server)
    assert len(server.asked) == 1 + 1800 // 5


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("access_denied", r"refuses \(access_denied\)"),
        ("expired_token", r"refuses \(expired_token\)"),
        ((400, {"error": "x\x1b[31m" * 99}), r"refuses \(x\\x1b"),
        ((200, b"<html>hello"), "gives no token as RFC 6749 says"),
        ((200, b"\xff\xfe"), "gives no token as RFC 6749 says"),
        ((200, [1, 2]), "gives no token as RFC 6749 says"),
        ((200, b"[" * 60_000), "gives no token as RFC 6749 says"),
        ((200, {}), "gives no token as RFC 6749 says"),
        ((200, {"access_token": 7, "token_type": "Bearer"}), "a token that is no text"),
        ((200, {"access_token": "a\nb", "token_type": "Bearer"}), "a token that is no text"),
        ((200, {"access_token": "a", "token_type": "Bearer"}), "gives no refresh token"),
        ((200, b" " * 100_000), "sends too much"),
        ((500, {"error": "authorization_pending"}), "answers 500"),
        ((302, {}), "answers 302"),
    ],
)
def test_a_bad_answer_is_one_message_without_a_secret(
    server: Authorization, tmp_path: Path, answer: str | Answer, said: str
) -> None:
    server.later = ["authorization_pending", answer]
    with pytest.raises(KeyFileError, match=said) as caught:
        signs_in(server)
    message = str(caught.value)
    assert "\n" not in message
    assert "127.0.0.1" in message
    assert not any(secret in message for secret in SECRETS)
    assert len(message) < 300
    assert not (tmp_path / "keyring").exists()


@pytest.mark.parametrize("first", [(200, {}), (400, {"error": "invalid_client"}), (200, b"{")])
def test_a_provider_without_the_device_flow_is_named(server: Authorization, first: Answer) -> None:
    server.first = first
    with pytest.raises(KeyFileError, match="does not answer as RFC 8628 says"):
        signs_in(server)


def test_a_refused_refresh_and_a_stranger_say_what_to_type(server: Authorization) -> None:
    with pytest.raises(KeyFileError, match=r"not signed in\. Type 'pbem agent sign-in'"):
        access_token("bob@example.org")
    signs_in(server)
    server.refresh = "another"
    with pytest.raises(KeyFileError, match=r"refuses \(invalid_grant\). Type 'pbem agent sign-in'"):
        access_token(ANN)


@pytest.mark.parametrize(
    "url", ["http://example.org/token", "ftp://example.org", "x", "https://a:b/"]
)
def test_no_token_goes_unencrypted_over_a_network(server: Authorization, url: str) -> None:
    with pytest.raises(FormError):
        signs_in(server, token=url)
    assert server.asked == []


def test_nobody_there_is_one_message(server: Authorization) -> None:
    with pytest.raises(KeyFileError, match="cannot be asked"):
        signs_in(server, device="http://127.0.0.1:9/device")
