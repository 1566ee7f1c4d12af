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
def check(
    where: Annotated[str, typer.Argument(help="A folder, or the address of a site.")],
    *,
    like: Annotated[
        Path | None, typer.Option(help="Compare with this folder, such as your own build.")
    ] = None,
    by: Annotated[
        Path | None, typer.Option(help="The card of the person who must have signed it.")
    ] = None,
) -> None:
    """Check a folder or a site, and who signed it.

    pbem fetches every file of a site and compares it with the signed digests. If --like is your
    own build of the same release, the site serves the same program, byte by byte. A site can still
    show something else to somebody else.

    Example: pbem web check https://play.example.org/ --like public
    """
    from pbem.files import read_plain
    from pbem.identity.card import CARD_BYTES, read_card
    from pbem.web.build import listed_in
    from pbem.web.outside import is_address, served
    from pbem.web.signed import check_alike, check_signer, release_here

    if is_address(where):
        digest, files, release = served(where)
    else:
        digest, release = release_here(Path(where))
        files = listed_in(Path(where))
    if like is not None:
        check_alike(where, files, like)
    if by is not None:
        card = read_card(read_plain(by, CARD_BYTES))
        check_signer(where, release, card.sign, card.handle)
    typer.echo(f"{where} is whole.\nDigest: {digest}")
    if release is None:
        typer.echo("Nobody signed it.")
    else:
        typer.echo(f"Release {release.number}, signed by {', '.join(release.sigs)}.")
    if like is not None:
        typer.echo(f"It is the same as {like}, byte by byte.")


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
