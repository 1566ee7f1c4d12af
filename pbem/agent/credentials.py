"""Passwords and tokens, from the keyring or a command of the owner."""

from __future__ import annotations

import subprocess

import keyring
from keyring.errors import KeyringError

from pbem.agent.config import Login, Server
from pbem.crypto.text import escape
from pbem.errors import KeyFileError
from pbem.system import foreign_environment

SERVICE = "pbem agent"
"""Under which name the keyring has the passwords."""

COMMAND_SECONDS = 60
"""So long a command may take, which may ask its owner or a server."""


def secret_of(server: Server, login: Login) -> str:
    """Return the password or token for a server.

    Raises:
        KeyFileError: The keyring has none or does not work, or the command for it failed.
    """
    if login.command:
        return _printed(login.command)
    found = kept(_account(server))
    if not found:
        raise KeyFileError(
            f"The keyring has no password for {escape(_account(server))}. 'pbem agent setup' "
            "stores it there. Or name a command under [login] that prints it"
        )
    return found


def kept(name: str) -> str:
    """Return the secret that the keyring has under a name; empty: there is none.

    Raises:
        KeyFileError: There is no keyring, or it refuses.
    """
    try:
        return keyring.get_password(SERVICE, name) or ""
    except (KeyringError, RuntimeError, OSError) as error:  # backends raise what they like
        raise KeyFileError(_no_keyring(error)) from None


def keep(server: Server, secret: str) -> None:
    """Put a password, ``secret``, into the keyring.

    Raises:
        KeyFileError: There is no keyring, or it refuses.
    """
    put(_account(server), secret)


def put(name: str, secret: str) -> None:
    """Put a secret into the keyring under a name.

    Raises:
        KeyFileError: There is no keyring, or it refuses.
    """
    try:
        keyring.set_password(SERVICE, name, secret)
    except (KeyringError, RuntimeError, OSError) as error:
        raise KeyFileError(_no_keyring(error)) from None


def _account(server: Server) -> str:
    return f"{server.user}@{server.host}"


def _no_keyring(error: Exception) -> str:
    said = escape((str(error) or type(error).__name__).splitlines()[0])
    return (
        f"pbem cannot use a keyring here ({said}). Name a command that prints the password "
        "(--password-command)"
    )


def _printed(command: list[str]) -> str:
    name = escape(command[0])
    try:
        # The owner's own command, as a list: no shell reads it.
        done = subprocess.run(  # noqa: S603
            command,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
            check=False,
            env=foreign_environment(),
        )
    except (OSError, ValueError) as error:
        raise KeyFileError(f"The password command {name} did not start: {error}") from None
    except subprocess.TimeoutExpired:
        raise KeyFileError(
            f"The password command {name} took more than {COMMAND_SECONDS} seconds"
        ) from None
    lines = done.stdout.splitlines()
    if done.returncode or not lines or not lines[0]:
        said = escape(done.stderr.strip().splitlines()[-1]) if done.stderr.strip() else "nothing"
        raise KeyFileError(
            f"The password command {name} failed (exit code {done.returncode}): {said}"
        )
    return lines[0]
