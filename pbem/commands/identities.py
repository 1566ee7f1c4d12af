"""Identities and cards: who one is, and whom one knows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import (
    As,
    Json,
    Secret,
    To,
    open_desk,
    say,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Passphrase, ask
from pbem.errors import FormError, KeyFileError

identity_app = Shell("Your identities: the keys with which you sign.")
card_app = Shell("Player cards: the public half of an identity, which players mail each other.")


@identity_app.command("new")
def identity_new(
    handle: Annotated[str, typer.Argument(help="A short name: a-z, 0-9, '.', '_', '-'.")],
    *,
    email: Annotated[str | None, typer.Option(help="Your address, to stand on the card.")] = None,
    secret: Secret = None,
) -> None:
    """Make an identity: the keys with which you sign, in a file under a passphrase.

    Keep a copy of the file somewhere safe: without it your games are lost.
    Example: pbem identity new ann --email ann@example.org
    """
    from pbem.desk.people import check_new, new_identity
    from pbem.desk.people_words import known_lines

    desk = open_desk()
    check_new(desk, handle, email)
    passphrase = Passphrase(secret).get("New passphrase", confirm=True)
    say(known_lines([new_identity(desk, handle, passphrase, email)]))
    typer.echo(f"'pbem card export {handle}' writes the card to mail to your opponents.")


@identity_app.command("list")
def identity_list(*, json: Json = False) -> None:
    """List your identities; the one used without --as is marked."""
    from pbem.desk.people import handles

    desk = open_desk()
    if json:
        say_json({"default": desk.config.identity, "identities": handles(desk)})
        return
    for handle in handles(desk):
        typer.echo(handle + (" (default)" if handle == desk.config.identity else ""))
    if not handles(desk):
        typer.echo(f"None yet in {desk.identities}: 'pbem identity new HANDLE' makes one.")


@identity_app.command("show")
def identity_show(
    handle: Annotated[str | None, typer.Argument(help="Whose; default: yours.")] = None,
    *,
    json: Json = False,
) -> None:
    """Show the words of your card, which you read to your opponents over the telephone."""
    from pbem.desk.people import known, me
    from pbem.desk.people_words import known_lines

    desk = open_desk()
    person = known(desk, me(desk, handle))
    say_json(person) if json else say(known_lines([person]))


@identity_app.command("default")
def identity_default(
    handle: Annotated[str, typer.Argument(help="One of your identities.")],
) -> None:
    """Choose the identity that is used without --as."""
    from pbem.desk.people import set_default

    set_default(open_desk(), handle)


@identity_app.command("renew")
def identity_renew(
    handle: Annotated[str | None, typer.Argument(help="Default: yours.")] = None,
    *,
    secret: Secret = None,
) -> None:
    """Make new keys for an identity, if you fear that the key file leaked or want other ones.

    The former key file is kept beside the new one: running games and tournaments go on with it,
    each game until the others agree to the new keys. What that touches here is named.

    Example: pbem identity renew ann
    """
    from pbem.desk.look.touched import renewed_lines, touched
    from pbem.desk.people import known, me, renew_identity
    from pbem.desk.people_words import known_lines

    desk = open_desk()
    who = me(desk, handle)
    kept = renew_identity(desk, who, Passphrase(secret).get(f"Passphrase of {who}"))
    say([*known_lines([known(desk, who)]), *renewed_lines(who, kept, touched(desk, who))])


@identity_app.command("email")
def identity_email(
    address: Annotated[str, typer.Argument(help="Where the mail of your games arrives.")],
    *,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Change the address on your card. The keys and the words of the card stay as they are.

    Example: pbem identity email ann.games@example.org
    """
    from pbem.desk.people import check_email, me, set_email
    from pbem.desk.people_words import known_lines

    desk = open_desk()
    who = me(desk, as_)
    check_email(address)
    passphrase = Passphrase(secret).get(f"Passphrase of {who}")
    say(known_lines([set_email(desk, who, passphrase, address)]))
    typer.echo(f"Mail the new card to your opponents: 'pbem card export {who}' writes it.")


@identity_app.command("passphrase")
def identity_passphrase(
    handle: Annotated[str | None, typer.Argument(help="Whose; default: yours.")] = None,
    *,
    secret: Secret = None,
    new: Annotated[
        Path | None, typer.Option("--new-file", help="A file with the new passphrase.")
    ] = None,
) -> None:
    """Change the passphrase of an identity, also of its former key files.

    Copies that you made before still open with the old one.
    """
    from pbem.desk.people import change_passphrase, me

    desk = open_desk()
    who = me(desk, handle)
    old = Passphrase(secret).get(f"Old passphrase of {who}")
    fresh = Passphrase(new).get() if new else ask("New passphrase", confirm=True)
    change_passphrase(desk, who, old, fresh)
    typer.echo(f"The passphrase of {who} is changed.")


@card_app.command("export")
def card_export(
    handle: Annotated[str | None, typer.Argument(help="Whose card; default: yours.")] = None,
    *,
    to: To = None,
) -> None:
    """Write a card to a file, to be mailed.

    Example: pbem card export --to ann.card
    """
    from pbem.desk.people import export_card, me

    desk = open_desk()
    typer.echo(export_card(desk, handle or me(desk), to))


@card_app.command("import")
def card_import(
    files: Annotated[list[Path], typer.Argument(help="Card files that you were sent.")],
    *,
    replace: Annotated[
        bool, typer.Option("--replace", help="Accept new keys for a handle known here.")
    ] = False,
) -> None:
    """Add the cards of your opponents.

    Example: pbem card import bob.card

    Then ask for the twelve words over the telephone: 'pbem card words bob WORDS'.
    """
    from pbem.desk.people import import_card
    from pbem.desk.people_words import known_lines

    desk = open_desk()
    people = [import_card(desk, path, replace=replace) for path in files]
    say(known_lines(people))
    for person in people:
        if person.own:
            typer.echo(f"{person.handle} is you: this is your own card; you need your opponent's.")


@card_app.command("show")
def card_show(
    handle: Annotated[str | None, typer.Argument(help="Default: everybody.")] = None,
    *,
    json: Json = False,
) -> None:
    """Show whom you know, with the words of each card."""
    from pbem.desk.people import everybody, known
    from pbem.desk.people_words import known_lines

    desk = open_desk()
    people = everybody(desk) if handle is None else [known(desk, handle)]
    if not people and not json:
        typer.echo(
            "None yet: 'pbem identity new HANDLE' makes you one, 'pbem card import FILE' adds that "
            "of somebody else."
        )
    say_json(people) if json else say(known_lines(people))


@card_app.command("words")
def card_words(
    handle: Annotated[str, typer.Argument(help="Whose card.")],
    words: Annotated[
        list[str] | None, typer.Argument(help="The words as they were read to you.")
    ] = None,
) -> None:
    """Show the twelve words of a card, or compare them with what was read to you.

    Example: pbem card words bob abandon ability able about above absent absorb ...
    """
    from pbem.desk.people import card_of, compare_words, find_card
    from pbem.identity.fingerprint import groups

    desk = open_desk()
    if words and find_card(desk, handle) is None and find_card(desk, words[-1]) is not None:
        raise FormError(f"whose words they are comes first: 'pbem card words {words[-1]} ...'")
    if not words:
        say(groups(card_of(desk, handle)))
    elif compare_words(desk, handle, " ".join(words)):
        typer.echo(f"These are the words of {handle}: the card is genuine.")
    else:
        raise KeyFileError(
            f"these are NOT the words of the card of {handle} here: have them read once more; if "
            "they still differ, somebody has sent you another card"
        )
