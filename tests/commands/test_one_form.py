"""One thing is typed in one form, in whatever command it is."""

from __future__ import annotations

import pytest

from command_line import commands
from commands.conftest import Home
from pbem.commands.shell import BY_NAME, FOR

OF_TOURNAMENTS = {
    words: command
    for words, command in commands()
    if words.startswith("tournament ") and any(one.name == BY_NAME for one in command.params)
}
NEEDED = {"tournament bye": ["3"], "tournament heads": [], "tournament change": ["plan.yaml"]}


@pytest.mark.parametrize("words", OF_TOURNAMENTS)
def test_every_command_for_a_tournament_takes_its_name_after_for(words):
    command = OF_TOURNAMENTS[words]
    before = [
        "1"
        for one in command.params
        if one.param_type_name == "argument" and one.required and one.nargs == 1
    ]
    options = [
        word
        for one in command.params
        if one.param_type_name == "option" and one.required
        for word in (one.opts[0], "1")
    ]
    for typed in ([*before, *options, FOR, "spring"], [f"{FOR}=spring", *options, *before]):
        context = command.make_context(command.name, typed)
        assert context.params[BY_NAME] == "spring"


def test_there_are_many_such_commands():
    assert len(OF_TOURNAMENTS) > 20


def test_an_answer_is_typed_as_an_offer_is(begun, tmp_path):
    from shutil import copytree

    folder = copytree(begun, tmp_path / "people")
    ann, bob = Home(folder / "ann"), Home(folder / "bob")
    ann("offer", "tie", "--yes")
    bob("take", ann.sends())
    assert "answer" in bob("answer", "yes", "--yes")


def test_what_takes_a_card_all_the_same_is_reported_whole(home, namesake, tmp_path):
    bob, other = home("bob"), namesake("ann")
    ann = home("ann")
    ann("card", "export", "--to", str(bob.outbox))
    bob("card", "import", str(bob.outbox / "ann.card"))
    (tmp_path / "new").mkdir()
    other("card", "export", "--to", str(tmp_path / "new"))
    card = tmp_path / "new" / "ann.card"
    reported = bob.fails("card", "import", str(card))
    assert "compare these words by telephone: " in reported
    assert f"If they match, type 'pbem card import {card} --replace'" in reported
    bob("card", "import", str(card), "--replace")
