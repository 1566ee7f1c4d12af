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
    open_client,
    say,
    say_json,
)
from pbem.commands.shell import Shell, fail
from pbem.commands.terminal import Passphrase, ask
from pbem.errors import FormError, KeyFileError

identity_app = Shell("Create and manage your signing keys. You play under an identity: a short "
                     "name, called a handle, with its keys.")  # fmt: skip
card_app = Shell("Swap cards with your opponents. A card holds the public keys of a player.")


_NEW = "New passphrase, 12 letters or more"


@identity_app.command("new")
def identity_new(
    handle: Annotated[str, typer.Argument(help="A short name: a-z, 0-9, '.', '_', '-'.")],
    *,
    email: Annotated[str | None, typer.Option(help="Your address, for your card.")] = None,
    secret: Secret = None,
) -> None:
    """Create an identity with new keys.

    pbem writes your keys to a file and locks it with a passphrase. Keep a copy of the file
    somewhere safe. Without it, you cannot go on with your games.

    Example: pbem identity new ann --email ann@example.org
    """
    from pbem.client.people import check_new, check_passphrase, new_identity
    from pbem.client.people_words import known_lines

    client = open_client()
    check_new(client, handle, email)
    passphrase = Passphrase(secret).get(_NEW, confirm=True)
    check_passphrase(passphrase)
    say(known_lines([new_identity(client, handle, passphrase, email)]))
    typer.echo(f"Give your card to your opponents: 'pbem card export {handle}' writes it.")


@identity_app.command("list")
def identity_list(*, json: Json = False) -> None:
    """List your identities.

    pbem marks the default one, which it uses without --as.

    Example: pbem identity list
    """
    client = open_client()
    handles = client.handles()
    if json:
        say_json({"default": client.config.identity, "identities": handles})
        return
    for handle in handles:
        typer.echo(handle + (" (default)" if handle == client.config.identity else ""))
    if not handles:
        typer.echo(f"No identity in {client.identities}. Create one: 'pbem identity new HANDLE'.")


@identity_app.command("show")
def identity_show(
    handle: Annotated[
        str | None, typer.Argument(help="The identity; default: your default identity.")
    ] = None,
    *,
    json: Json = False,
) -> None:
    """Print the twelve words of your card.

    Read them to your opponents by telephone. If they see the same words, nobody replaced your card
    on the way.

    Example: pbem identity show
    """
    from pbem.client.people import known, me
    from pbem.client.people_words import known_lines

    client = open_client()
    person = known(client, me(client, handle))
    say_json(person) if json else say(known_lines([person]))


@identity_app.command("default")
def identity_default(
    handle: Annotated[str, typer.Argument(help="One of your identities.")],
) -> None:
    """Set your default identity.

    pbem uses it without --as.

    Example: pbem identity default ann
    """
    from pbem.client.people import set_default

    set_default(open_client(), handle)


@identity_app.command("renew")
def identity_renew(
    handle: Annotated[
        str | None, typer.Argument(help="The identity; default: your default identity.")
    ] = None,
    *,
    secret: Secret = None,
) -> None:
    """Create new keys for an identity.

    Do this if your key file may have leaked. pbem keeps the former key file beside the new one.
    Running tournaments go on with the former keys. So does each running game, until the others
    agree to the new ones. pbem lists them all.

    Example: pbem identity renew ann
    """
    from pbem.client.people import known, me, renew_identity
    from pbem.client.people_words import known_lines
    from pbem.client.views.touched import renewed_lines, touched

    client = open_client()
    who = me(client, handle)
    kept = renew_identity(client, who, Passphrase(secret).get(f"Passphrase of {who}"))
    say([*known_lines([known(client, who)]), *renewed_lines(who, kept, touched(client, who))])


@identity_app.command("email")
def identity_email(
    address: Annotated[str, typer.Argument(help="The address for mail about your games.")],
    *,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Change the address on your card.

    The keys and the words of the card stay the same.

    Example: pbem identity email ann.games@example.org
    """
    from pbem.client.people import check_email, me, set_email
    from pbem.client.people_words import known_lines

    client = open_client()
    who = me(client, as_)
    check_email(address)
    passphrase = Passphrase(secret).get(f"Passphrase of {who}")
    say(known_lines([set_email(client, who, passphrase, address)]))
    typer.echo(f"Give your new card to your opponents: 'pbem card export {who}' writes it.")


@identity_app.command("passphrase")
def identity_passphrase(
    handle: Annotated[
        str | None, typer.Argument(help="The identity; default: your default identity.")
    ] = None,
    *,
    secret: Secret = None,
    new: Annotated[
        Path | None,
        typer.Option("--new-file", help="A file whose first line is the new passphrase."),
    ] = None,
) -> None:
    """Change the passphrase of an identity.

    This also changes its former key files. Copies that you made earlier still open with the old
    passphrase.

    Example: pbem identity passphrase ann
    """
    from pbem.client.people import change_passphrase, check_passphrase, me

    client = open_client()
    who = me(client, handle)
    old = Passphrase(secret).get(f"Old passphrase of {who}")
    fresh = Passphrase(new).get() if new else ask(_NEW, confirm=True)
    check_passphrase(fresh)
    change_passphrase(client, who, old, fresh)
    typer.echo(f"Changed the passphrase of {who}.")


@card_app.command("export")
def card_export(
    handle: Annotated[str | None, typer.Argument(help="The player; default: you.")] = None,
    *,
    to: To = None,
) -> None:
    """Write a card to a file, to mail it.

    Example: pbem card export --to ann.card
    """
    from pbem.client.people import export_card, me

    client = open_client()
    typer.echo(export_card(client, handle or me(client), to))


@card_app.command("import")
def card_import(
    files: Annotated[list[Path], typer.Argument(help="The card files that you received.")],
    *,
    replace: Annotated[
        bool, typer.Option("--replace", help="Accept new keys for a handle that you know.")
    ] = False,
) -> None:
    """Import the cards of your opponents.

    Then ask each opponent for their twelve words by telephone, and type 'pbem card words bob
    WORDS'. If the words match, nobody replaced the card on the way.

    Example: pbem card import bob.card
    """
    from pbem.client.people import alike_words, import_cards
    from pbem.client.people_words import known_lines
    from pbem.items import Items, reported

    client, items = open_client(), Items()
    people = import_cards(client, files, items, replace=replace)
    say(known_lines(people))
    for person in people:
        say(alike_words(client, person.handle))
        if person.own:
            typer.echo(f"This is your own card, {person.handle}. Ask your opponent for theirs.")
    if items.failed:
        several = len(files) > 1
        fail("\n".join(reported(one) if several else one.message for one in items.failed))


@card_app.command("show")
def card_show(
    handle: Annotated[str | None, typer.Argument(help="The player; default: all.")] = None,
    *,
    json: Json = False,
) -> None:
    """List the players whose cards you have.

    pbem prints the twelve words of each card.

    Example: pbem card show
    """
    from pbem.client.people import everybody, known
    from pbem.client.people_words import known_lines

    client = open_client()
    people = everybody(client) if handle is None else [known(client, handle)]
    if not people and not json:
        typer.echo(
            "There are no cards yet. 'pbem identity new HANDLE' creates yours, 'pbem card import "
            "FILE' imports an opponent's."
        )
    say_json(people) if json else say(known_lines(people))


@card_app.command("words")
def card_words(
    handle: Annotated[str, typer.Argument(help="The player whose card it is.")],
    words: Annotated[
        list[str] | None, typer.Argument(help="The words that the player read to you.")
    ] = None,
) -> None:
    """Print or compare the words of a card.

    Without words, pbem prints those of the card. With words, it compares them.

    Example: pbem card words bob abandon ability able about above absent absorb ...
    """
    from pbem.client.people import card_of, compare_words, find_card
    from pbem.identity.fingerprint import groups

    client = open_client()
    if words and find_card(client, handle) is None and find_card(client, words[-1]) is not None:
        raise FormError(f"Put the handle before the words: 'pbem card words {words[-1]} WORDS'.")
    if not words:
        say(groups(card_of(client, handle)))
    elif compare_words(client, handle, " ".join(words)):
        typer.echo(f"The words match: the card of {handle} is genuine.")
    else:
        raise KeyFileError(
            f"The words do NOT match the card of {handle} here. Ask {handle} to read them again. "
            "If they still differ, somebody replaced the card: do not use it."
        )
