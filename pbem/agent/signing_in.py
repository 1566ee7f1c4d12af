"""Sign in at a mail provider that takes no passwords: the device flow of RFC 8628.

The owner opens an address on any device and types a code. The keyring then has a refresh token,
and `access_token` gets a new access token with it each time. No message has a token.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import msgspec
from oauthlib.oauth2 import DeviceClient, OAuth2Error

from pbem.agent import credentials
from pbem.crypto.text import escape
from pbem.errors import FormError, KeyFileError

SECONDS = 30.0
"""The time limit of one request."""
BYTES_MOST = 1 << 16
WAIT, WAIT_MORE, WAIT_MOST = 5.0, 5.0, 60.0
"""Seconds between two questions whether the owner has typed the code (RFC 8628, 3.5)."""
LASTS_MOST = 1800.0


class Provider(NamedTuple):
    """The endpoints of a provider, and the id that it gave to this program."""

    device: str
    token: str
    client: str
    scope: str = ""


class _Asked(msgspec.Struct):
    """The answer to the first request (RFC 8628, 3.2)."""

    device_code: str
    user_code: str
    verification_uri: str
    expires_in: float
    interval: float = WAIT


class _Kept(msgspec.Struct, frozen=True):
    """The entry in the keyring."""

    token: str
    client: str
    refresh: str


def sign_in(
    account: str,
    provider: Provider,
    shown: Callable[[str], None],
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Ask the owner to sign in, and put the refresh token into the keyring.

    Args:
        account: The user name at the provider.
        provider: The endpoints.
        shown: Called with the words for the owner.
        wait: Waits for so many seconds.

    Raises:
        FormError: An endpoint is no address of HTTPS.
        KeyFileError: The provider refuses or fails, the time is over, or there is no keyring.
    """
    for url in (provider.device, provider.token):
        _check(url)
    form = {"client_id": provider.client, "scope": provider.scope}
    asked = _first(provider.device, {name: text for name, text in form.items() if text})
    code = escape(asked.user_code)[:40]
    shown(f"Open {escape(asked.verification_uri)[:200]} on any device, and type the code {code}")
    client = DeviceClient(provider.client)
    body = client.prepare_request_body(asked.device_code, include_client_id=True)
    pause, left = max(asked.interval, 1.0), min(asked.expires_in, LASTS_MOST)
    while left > 0:
        pause = min(pause, WAIT_MOST)
        wait(pause)
        left -= pause
        try:
            found = _token(client, provider.token, body)
        except OAuth2Error as error:
            if error.error not in {"authorization_pending", "slow_down"}:
                raise _refused(provider.token, error) from None
            pause += WAIT_MORE if error.error == "slow_down" else 0
        else:
            _keep(account, provider.token, provider.client, found)
            return
    raise KeyFileError("Nobody typed the code in time. Type 'pbem agent sign-in' again")


def access_token(account: str) -> str:
    """Return a new access token of an account that was signed in; ``account``: as for `sign_in`.

    Raises:
        KeyFileError: It was not signed in, or the provider refuses or fails.
    """
    try:
        kept = msgspec.json.decode(credentials.kept(_name(account)), type=_Kept)
    except msgspec.DecodeError:
        raise KeyFileError(_again(account)) from None
    client = DeviceClient(kept.client)
    body = client.prepare_refresh_body(refresh_token=kept.refresh, client_id=kept.client)
    try:
        found = _token(client, kept.token, body)
    except OAuth2Error as error:
        raise _refused(kept.token, error) from None
    if found.get("refresh_token", kept.refresh) != kept.refresh:
        _keep(account, kept.token, kept.client, found)
    return str(found["access_token"])


def _name(account: str) -> str:
    return f"OAuth {account}"


def _again(account: str) -> str:
    return f"{escape(account)} is not signed in. Type 'pbem agent sign-in'"


def _keep(account: str, token: str, client: str, found: Mapping[str, object]) -> None:
    refresh = found.get("refresh_token")
    if not isinstance(refresh, str) or not refresh:
        raise KeyFileError(
            f"{_host(token)} gives no refresh token, so the agent could not sign in again. Ask "
            "the provider which --scope gives one, such as offline_access"
        )
    entry = msgspec.json.encode(_Kept(token, client, refresh)).decode()
    credentials.put(_name(account), entry)


def _first(url: str, form: Mapping[str, str]) -> _Asked:
    try:
        return msgspec.json.decode(_posted(url, urlencode(form)), type=_Asked)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise KeyFileError(
            f"{_host(url)} does not answer as RFC 8628 says. Check --device-url and --client"
        ) from None


def _token(client: DeviceClient, url: str, body: str) -> Mapping[str, object]:
    """Return what the provider gives; raises OAuth2Error for what it says, KeyFileError else."""
    text = _posted(url, body)
    try:
        found: Mapping[str, object] = client.parse_request_body_response(text.decode())
    except OAuth2Error as error:
        if error.error not in _NO_TOKEN:
            raise
        raise KeyFileError(_no_token(url)) from None
    except (ValueError, TypeError, AttributeError, RecursionError, Warning):
        raise KeyFileError(_no_token(url)) from None
    if not isinstance(found["access_token"], str) or not found["access_token"].isprintable():
        raise KeyFileError(f"{_host(url)} gives a token that is no text")
    return found


_NO_TOKEN = {"missing_token", "missing_token_type"}
"""The words of the library, not of the provider."""


def _no_token(url: str) -> str:
    return f"{_host(url)} gives no token as RFC 6749 says. Check --token-url"


def _refused(url: str, error: OAuth2Error) -> KeyFileError:
    """Say why in one sentence; a description could have a code in it."""
    said = escape(str(error.error))[:60]
    return KeyFileError(f"{_host(url)} refuses ({said}). Type 'pbem agent sign-in' again")


def _host(url: str) -> str:
    return escape(urlsplit(url).hostname or "the provider")


def _check(url: str) -> None:
    try:
        at = urlsplit(url)
        _ = at.port
    except ValueError:
        at = urlsplit("")
    if not at.hostname or at.scheme not in {"https", "http"}:
        raise FormError(
            f"'{escape(url)[:200]}' is not an address such as https://example.org/token"
        )
    if at.scheme == "http" and not _is_here(at.hostname):
        raise FormError(f"{escape(url)[:200]} would send your token unencrypted. Use https://")


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _posted(url: str, body: str) -> bytes:
    """Send a form; return the answer of any status. No redirect is followed."""
    at, until = urlsplit(url), time.monotonic() + SECONDS
    kind = HTTPSConnection if at.scheme == "https" else HTTPConnection
    connection = kind(at.hostname or "", at.port, timeout=SECONDS)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
    }
    path = f"{at.path or '/'}{f'?{at.query}' if at.query else ''}"
    data = bytearray()
    try:
        connection.request("POST", path, body, headers)
        with connection.getresponse() as answer:
            while piece := answer.read1(BYTES_MOST):
                data += piece
                if len(data) > BYTES_MOST or time.monotonic() > until:
                    raise OSError("it sends too much, or too slowly")
    except (OSError, HTTPException) as error:
        words = escape(" ".join((str(error) or type(error).__name__).split()))[:200]
        raise KeyFileError(f"{_host(url)} cannot be asked: {words}") from None
    finally:
        connection.close()
    if answer.status >= 500 or 300 <= answer.status < 400:
        raise KeyFileError(f"{_host(url)} cannot be asked: it answers {answer.status}")
    return bytes(data)
