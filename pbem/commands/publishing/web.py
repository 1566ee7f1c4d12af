"""pbem inside a browser: the folder that a club puts on its web space."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import As, Secret, Unlocker, open_client
from pbem.commands.shell import Shell

web_app = Shell(
    "Make a web site on which people play. Put the folder on any web space. Players open its "
    "address and install nothing. The program runs in their browser. No server sees their games."
)

MB = 1_000_000


@web_app.command()
def build(
    folder: Annotated[Path, typer.Argument(help="A new folder.")],
    *,
    packages: Annotated[
        Path | None,
        typer.Option(help="A folder with the packages; pbem puts there those that are missing."),
    ] = None,
) -> None:
    """Build the folder, with all games.

    pbem takes Python for browsers and libsodium from npm and PyPI, each checked by its digest. Two
    builds of one release are the same, byte by byte. The line at the end says the digest of the
    list of all files. Serve the folder from an address of its own.

    Example: pbem web build public
    """
    from pbem.web.build import build as build_folder

    made = build_folder(folder, packages)
    typer.echo(f"{folder} is built: {made.files} files, {made.size / MB:.1f} MB.")
    typer.echo(f"Digest: {made.digest}")


@web_app.command()
def check(folder: Annotated[Path, typer.Argument(help="A folder, as a site serves it.")]) -> None:
    """Check that a folder is complete.

    pbem prints its digest.

    Download a site, or take your own copy. If the digest is that of your own build of the same
    release, the site serves the same program, byte by byte.

    Example: pbem web check public
    """
    from pbem.web.signed import release_here

    digest, release = release_here(folder)
    typer.echo(f"{folder} is whole.\nDigest: {digest}")
    if release is not None:
        by = ", ".join(release.sigs)
        typer.echo(f"Release {release.number}, signed by {by}.")


@web_app.command()
def sign(
    folder: Annotated[Path, typer.Argument(help="A folder that 'pbem web build' made.")],
    number: Annotated[int, typer.Option(help="Greater than that of each release before.")],
    *,
    also: Annotated[
        list[Path] | None,
        typer.Option(help="The card of somebody who may sign the next release too; repeatable."),
    ] = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Sign a folder as a release.

    Browsers that opened a signed folder keep it and work without a network. They take a new one
    only if its number is greater, and if you or one of --also signed it. To change keys, sign once
    with --also, then with the new keys.

    Example: pbem web sign public --number 2
    """
    from pbem.client.people import me
    from pbem.files import read_plain
    from pbem.identity.card import CARD_BYTES, read_card
    from pbem.kit.wording import counted
    from pbem.web.signed import sign as sign_folder

    client = open_client()
    others = [read_card(read_plain(path, CARD_BYTES)).sign for path in also or ()]
    made = sign_folder(folder, Unlocker(client, secret)(me(client, as_)), number, others)
    keys = counted(len(made.keys), "key")
    typer.echo(f"{folder} is release {made.number}; {keys} may sign the next.")
