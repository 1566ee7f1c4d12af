"""The promises of every command: help that helps, JSON, one message, exit codes."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import pbem
from pbem.bench.processes import IMPORTS
from pbem.commands.main import app, main
from pbem.commands.shell import SENTENCE, Shell

COMMANDS = [
    *("identity", "card", "new", "join", "show", "legal", "order", "dice", "seal", "reveal"),
    *("offer", "answer", "resign", "rule", "log", "take", "send", "pack", "store"),
    *("verify", "cases", "simulate", "bench", "demo"),
]
GROUPS = {"identity", "card", "pack", "store"}


def test_every_command_is_there():
    own = set(get_command(app).commands)
    assert own >= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_what_it_is_for(command):
    shown = CliRunner().invoke(app, [command, "--help"])
    assert shown.exit_code == 0
    assert ("Example: pbem" in shown.stdout) == (command not in GROUPS)


def parts_of(command, above=()):
    """Yield every command below one, with its place and all that is read for it."""
    for name, one in command.commands.items():
        place = (*above, name)
        options = [(param.name, param.opts, param.default, param.help) for param in one.params]
        yield place, one.help, options
        if hasattr(one, "commands"):
            yield from parts_of(one, place)


def test_commands_built_when_needed_are_those_that_typer_builds():
    lazy, whole = app.built(), get_command(app)
    assert list(parts_of(lazy)) == list(parts_of(whole))
    assert [param.opts for param in lazy.params] == [param.opts for param in whole.params]


BUILT = """
import sys
from pbem.commands import shell
built = []
for cls in (shell.Command, shell.Group):
    def count(self, *args, _init=cls.__init__, **more):
        built.append(type(self).__name__)
        _init(self, *args, **more)
    cls.__init__ = count
from pbem.commands.main import main
try:
    main()
except SystemExit as end:
    print(*built, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("words", "built"),
    [
        (["identity", "list"], ["Group", "Group", "Command"]),
        (["demo", "--help"], ["Group", "Command"]),
        (["shwo"], ["Group"]),
    ],
)
def test_a_command_line_builds_what_it_needs(tmp_path, words, built):
    """Counted, not timed: building all of them takes as long as a short command."""
    ran = subprocess.run(
        [sys.executable, "-c", BUILT, *words],
        env={**os.environ, "PBEM_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr.splitlines()[-1].split() == built


def test_no_words_show_the_help():
    shown = CliRunner().invoke(app, [])
    assert "Start:" in shown.stdout + shown.stderr


def test_the_release_is_reported_as_python_knows_it(home):
    ann = home("ann")
    reported = ann.run("--version")
    assert (reported.code, reported.out) == (0, f"pbem {pbem.__version__}\n")
    assert "--version  " in ann.run("--help").out


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["shwo"], "show"),
        (["show", "--colour"], "No such option"),
        (["legal", "--most", "many"], "not a whole number"),
        (["legal", "--most", "0"], "less than 1"),
        (["verify", "x", "--level", "4"], "more than 3"),
        (["new"], "Missing argument"),
        (["take"], "Missing argument"),
    ],
)
def test_what_is_typed_wrong_is_usage(home, words, reported):
    result = home("ann").run(*words)
    assert result.code == 2
    assert reported in result.err


def test_json_is_for_programs(game):
    ann, bob = game
    assert ann.run("show", "--json").json["pen"].startswith("Waiting for ann (U.S.)")
    assert ann.run("show", "--json").json["picture"]["spaces"]
    assert ann.run("legal", "1/2", "--json").json["lines"][0] == "land 1/2 1203"
    assert ann.run("log", "--json").json["events"] == 3
    assert ann.run("send", "--json", "--to", str(ann.outbox)).json["to"] == {
        "bob": "bob@example.org"
    }
    done = ann.run("order", "-m", "land 1/2 1203", "--json").json
    assert done["events"][0]["seq"] == 3
    [taken] = bob.run("take", ann.sends(), "--json").json
    assert (taken["status"], taken["last"]) == ("longer", 3)
    assert bob.run("store", "check", "--json").json["wrong"] == {}
    assert {person["handle"] for person in ann.run("card", "show", "--json").json} == {
        "ann", "bob"}  # fmt: skip
    assert ann.run("identity", "list", "--json").json["default"] == "ann"
    assert ann.run("order", "--try", "-m", "land 2/2 1102", "--json").json["lines"]


@pytest.mark.parametrize(
    ("words", "code", "reported"),
    [
        (["show", "nothing", "--json"], 1, "no game 'nothing' here"),
        (["store", "mend", "--json", "nothing"], 1, "no game 'nothing' here"),
        (["card", "show", "nobody", "--json"], 1, "no card of 'nobody'"),
        (["show", "--json", "--colour"], 2, "--colour"),
        (["card", "show", "--json", "--colour"], 2, "--colour"),
        (["legal", "--json", "--most", "0"], 2, "less than 1"),
    ],
)
def test_an_error_is_json_for_programs(game, words, code, reported):
    ann, _ = game
    result = ann.run(*words)
    assert result.code == code
    assert set(result.json) == {"error"}
    assert reported in result.json["error"]
    assert reported in result.err


def test_nobody_yet(tmp_path, home):
    ann = home("ann")
    empty = str(tmp_path / "empty")
    assert "'pbem identity new HANDLE'" in ann("identity", "list", PBEM_HOME=empty)
    assert "'pbem card import FILE'" in ann("card", "show", PBEM_HOME=empty)
    assert ann("card", "show", "--json", PBEM_HOME=empty) == "[]\n"


def test_the_words_of_a_card(both):
    ann, _ = both
    words = " ".join(ann("card", "show", "bob").splitlines()[1].split())
    assert "genuine" in ann("card", "words", "bob", *words.upper().split())
    assert "words compared" in ann("card", "show", "bob")
    wrong = words.split()[::-1]
    assert "do NOT match the card of bob" in ann.fails("card", "words", "bob", *wrong)
    assert ann("card", "words", "bob").startswith("1. ")
    assert len(words.split()) == 12


@pytest.mark.parametrize("handle", ["b0b", "b.ob", "b-ob"])
def test_a_name_that_looks_like_another_one_is_no_surprise(both, namesake, tmp_path, handle):
    """A stranger takes a name that a reader takes for a friend's: by card or by invitation."""
    ann, _ = both
    stranger = namesake(handle)
    stranger("card", "export", "--to", str(tmp_path / "x.card"))
    warning = f"The name {handle} looks like bob, whom you know"
    link = next(word for word in stranger("invite", "lantern").split() if "#invite=" in word)
    assert warning in ann("open", "--look", link)
    assert warning in ann("card", "import", str(tmp_path / "x.card"))
    words = ann("card", "show", handle).splitlines()[1].split()
    ann("card", "words", handle, *words)
    assert warning not in ann("card", "import", str(tmp_path / "x.card"))


def test_a_second_card_of_one_handle_is_refused(both, home, tmp_path):
    ann, _ = both
    other = tmp_path / "other"
    other.mkdir()
    ann("identity", "new", "bob", PBEM_HOME=str(other))
    ann("card", "export", "bob", "--to", str(other), PBEM_HOME=str(other))
    said = ann.fails("card", "import", str(other / "bob.card"))
    assert "other keys" in said
    assert "compare these words" in said
    ann("card", "import", "--replace", str(other / "bob.card"))


def test_what_is_no_card_is_named_with_the_cure(both, tmp_path):
    ann, bob = both
    card = tmp_path / "x.card"
    genuine = (bob.folder / "identities" / "bob.card").read_bytes()
    for data in (b"\x00garbage", b"Hello\n", b"", genuine.replace(b"@example", b"@elsewhere")):
        card.write_bytes(data)
        said = ann.fails("card", "import", str(card))
        assert said.startswith(f"pbem: Nothing was added. {card}: ")
        assert "Ask for the card again" in said
    assert "There is no gone.card in" in ann.fails("card", "import", str(tmp_path / "gone.card"))


def test_identities(home, tmp_path):
    ann = home("ann")
    assert "already have the identity" in ann.fails("identity", "new", "ann")
    assert "a name has" in ann.fails("identity", "new", "Ann!")
    ann("identity", "new", "anne")
    assert ann("identity", "list") == "ann (default)\nanne\n"
    ann("identity", "default", "anne")
    assert "anne (you)" in ann("identity", "show")
    assert "did you mean ann" in ann.fails("identity", "show", "amn")
    new = tmp_path / "new"
    new.write_text("yet another one\n")
    ann("identity", "passphrase", "ann", "--new-file", str(new))
    said = ann.fails("new", "saipan", "--dice", "self", "--as", "ann")
    assert "Wrong passphrase" in said
    ann("new", "saipan", "--dice", "self", "--as", "ann", "--passphrase-file", str(new))
    new.write_text("\n")
    assert "first line" in ann.fails(
        "new", "saipan", "--dice", "self", "--passphrase-file", str(new)
    )
    gone = str(tmp_path / "gone")
    assert "failed" in ann.fails("new", "saipan", "--dice", "self", "--passphrase-file", gone)


def test_without_a_terminal_the_passphrase_must_be_given(home):
    ann = home("ann")
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "new", "saipan", "--dice", "self"],
        env={**os.environ, "PBEM_HOME": str(ann.folder), "PBEM_PASSPHRASE": ""},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        start_new_session=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "PBEM_PASSPHRASE" in done.stderr
    assert "Traceback" not in done.stderr


def test_nobody_and_nothing(tmp_path, home):
    ann = home("ann")
    assert "You have no game yet" in ann.fails("show")
    assert "no game 'x' here" in ann.fails("show", "x")
    assert "did you mean saipan" in ann.fails("new", "saipna")
    empty = str(tmp_path / "empty")
    assert "no identity yet" in ann.fails("new", "saipan", "--dice", "self", PBEM_HOME=empty)
    assert "There is no nothing.pbem in" in ann.fails("take", str(tmp_path / "nothing.pbem"))


def test_orders_from_one_place(game, tmp_path):
    ann, _ = game
    both = ann.fails("order", "saipan-ann-bob", "o.txt", "-m", "land 1/2 1203")
    assert "not both" in both
    assert "There is no o.txt in" in ann.fails("order", "o.txt")
    assert "one file" in ann.fails("order", "a.txt", "b.txt")
    yaml = tmp_path / "o.yaml"
    yaml.write_text("orders:\n- {do: land, unit: 1/2, hex: '1203'}\n")
    assert "lands at 1203" in ann("order", "saipan", str(yaml), "--try")
    assert "lands at 1203" in ann("order", "-", "--try", stdin="land 1/2 1203\n")


def test_hostile_text_is_shown_escaped(game):
    ann, bob = game
    ann("order", "-m", "land 1/2 1203", "--note", "fine\nSecond: \u00e9")
    took = bob("take", ann.sends())
    assert '"Second: \u00e9"' in took
    said = bob.fails("show", "\x1b[31mred")
    assert "\x1b" not in said
    assert "\\x1b[31mred" in said.replace("\\\\", "\\")
    assert "\x1b" not in ann.fails("order", "-m", "land \x1b[2J 1203")


def test_packs(home, tmp_path):
    ann = home("ann")
    path = tmp_path / "saipan.yaml"
    assert ann("pack", "export", "saipan", "--to", str(path)).strip() == str(path)
    assert "the module's own data" in ann("pack", "check", str(path))
    path.write_text(path.read_text().replace("turns: 15", "turns: fifteen"))
    assert f"{path}, line" in ann.fails("pack", "check", str(path))
    assert "already exists" in ann.fails("pack", "export", "saipan", "--to", str(path))
    assert "did you mean" in ann.fails("pack", "show", "saipn")
    assert "Reconstructed" in ann("pack", "show", "saipan")


def test_the_database(game, tmp_path):
    ann, _ = game
    assert "saipan-ann-bob: 3 events" in ann("store", "rebuild")
    assert "1 games" in ann("store", "check")
    bad = f"sqlite:///{tmp_path}"
    assert "cannot open it" in ann.fails("store", "check", PBEM_DATABASE=bad)
    assert "is not a database address" in ann.fails("store", "check", PBEM_DATABASE="nonsense")
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    assert "lacks" in ann.fails("store", "check", PBEM_DATABASE=elsewhere)
    ann("store", "rebuild", PBEM_DATABASE=elsewhere)
    ann("store", "check", PBEM_DATABASE=elsewhere)


def test_ones_own_log_was_damaged(game):
    ann, _ = game
    [path] = (ann.folder / "games").glob("*.pbem")
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    assert "in the middle of an event" in " ".join(ann.fails("show").split())
    assert "'pbem store mend GAME'" in ann.fails("order", "-m", "land 1/2 1203")
    assert ann.run("store", "mend", "saipan", "--json").json["restored"] == [2]
    assert path.read_bytes() == whole
    assert "Nothing was changed" in ann("store", "mend")
    path.write_bytes(whole.replace(b'"us"', b'"jp"'))
    assert "pbem: " in ann.fails("show")
    path.write_bytes(b"")
    assert "no event" in ann.fails("show")


def test_a_game_is_put_away(game):
    ann, _ = game
    assert "take" in ann("store", "archive", "saipan")
    assert "You have no game yet" in ann.fails("show")
    [log] = (ann.folder / "archive").glob("*.pbem")
    assert "one of your games again" in ann("take", str(log))
    ann("show", "--no-map")


def test_to_check_the_database_makes_nothing(game, tmp_path):
    ann, _ = game
    nowhere = tmp_path / "nowhere"
    assert "does not exist yet" in ann("store", "check", PBEM_HOME=str(nowhere))
    assert not nowhere.exists()
    database = nowhere / "some.sqlite"
    assert "lacks" in ann.fails("store", "check", PBEM_DATABASE=f"sqlite:///{database}")
    assert not nowhere.exists()


def test_dice_in_every_game(game):
    ann, _ = game
    assert ann("dice", "--all") == "You have no dice to roll in any game.\n"
    assert "You have no dice to roll" in ann.fails("dice")


def test_a_fault_of_the_program_is_one_message(home, monkeypatch, capsys):
    ann = home("ann")
    monkeypatch.setenv("PBEM_HOME", str(ann.folder))
    monkeypatch.setattr("sys.argv", ["pbem", "identity", "list"])
    monkeypatch.setattr("pbem.client.client.Client.handles", lambda _: 1 / 0)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert "a fault of the program" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file that is always full")
def test_a_disk_that_takes_no_output_is_one_message_for_programs_too(tmp_path):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pbem", "show", "nothing", "--json"],
            env={**os.environ, "PBEM_HOME": str(tmp_path), "PBEM_DATABASE": ""},
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("pbem: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes what a program prints to")
def test_a_program_started_without_an_output_does_its_work(tmp_path):
    log = Path(__file__).parents[2] / "logs/hostile/dice.proof-bit-flipped.pbem"
    command = shlex.join([sys.executable, "-m", "pbem", "show", str(log), "--at", "4"]) + " >&- <&-"
    env = {**os.environ, "PBEM_HOME": str(tmp_path), "PBEM_DATABASE": ""}
    ran = subprocess.run(
        ["sh", "-c", command], env=env, stderr=subprocess.PIPE, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def loaded_by(home: Path, *words: str, **others: str) -> set[str]:
    """Return the modules that a process has loaded when the command has done its work.

    ``others``: other variables of its environment.
    """
    code = "import sys, cli\ntry: cli.main()\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, "PBEM_HOME": str(home), "PBEM_DATABASE": "", **others},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stderr.split())


DATABASE = {"sqlmodel", "sqlalchemy", "pydantic"}


@pytest.mark.parametrize("group", ["", "tournament"])
def test_the_help_has_every_command_once_under_what_it_is_for(group):
    built = app.built()
    shell = built.commands[group] if group else built
    named = [name for names in shell.errands.values() for name in names]
    assert sorted(named) == sorted(shell.commands)
    context = shell.make_context(group or "pbem", [], resilient_parsing=True)
    reported = shell.get_help(context)
    for errand, names in shell.errands.items():
        part = reported.partition(f"\n{errand}:\n")[2].partition("\n\n")[0]
        listed = re.findall(r"^  ([a-z]+)  +[A-Z]", part, re.MULTILINE)
        assert listed == list(names)
        assert "..." not in part


MODULES = {"--help": 70, "identity": 58, "card": 108}
"""First word of a command -> the most modules that it loads beside those of `IMPORTS`."""


@pytest.mark.parametrize("words", [["--help"], ["identity", "list"], ["card", "show"]])
def test_a_light_start(home, words):
    """A package that takes long to load is loaded only by commands that need it."""
    heavy = {*DATABASE, "rich", "yaml", "cryptography", "filelock", "importlib.metadata", "secrets"}
    heavy |= {"random", "fractions", "pbem.table.library", "pbem.games.registry", "pbem.log.event"}
    if words == ["card", "show"]:
        heavy -= {"secrets", "random"}  # the package of the twelve words imports them
    else:
        heavy |= {"nacl.bindings", "hashlib"}  # who lists names verifies no card
    loaded = loaded_by(home("ann").folder, *words)
    assert heavy & loaded == set()
    code = f"{IMPORTS}; import sys; print(*sys.modules)"
    bare = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert len(loaded - set(bare.stdout.split())) <= MODULES[words[0]]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems ask platformdirs")
def test_who_names_no_home_waits_for_no_package_that_finds_it(tmp_path):
    """It took a fifth of the time of a short command."""
    loaded = loaded_by(tmp_path, "identity", "list", PBEM_HOME="", HOME=str(tmp_path))
    assert "pbem.identity.home" in loaded
    assert "platformdirs" not in loaded


def test_the_help_builds_no_command_and_says_what_a_built_one_says():
    built = app.built()
    context = built.make_context("pbem", [], resilient_parsing=True)
    built.get_help(context)
    assert not built.commands._built
    for shell in (built, built.commands["tournament"], built.commands["table"]):
        for name in shell.commands:
            told = shell.commands.about(name)
            assert told == shell.commands[name].get_short_help_str(SENTENCE)
            assert told


@pytest.mark.parametrize("words", [["games"], ["show"], ["legal"], ["mail", "write", "--print"]])
def test_who_looks_at_a_short_log_waits_for_no_database(game, words):
    """To import what opens one takes longer than to replay the log (decision 10)."""
    ann, _ = game
    assert not DATABASE & loaded_by(ann.folder, *words)


def test_a_fork_file_that_proves_no_fork_is_refused(home):
    alice = home("alice")
    hostile = Path(__file__).parents[2] / "logs" / "hostile"
    refused = alice.run("verify", str(hostile / "fork.form-one-illegal.fork"))
    assert (refused.code, "one-illegal.fork: This is not a fork" in refused.out) == (1, True)
    proven = alice.run("verify", str(hostile / "fork.author-two-thoughts.fork"))
    assert (proven.code, "signed two different events" in proven.out) == (1, True)


def test_a_pack_that_says_what_everybody_has_is_not_kept(home, tmp_path):
    alice = home("alice")
    alice("pack", "export", "saipan", "--to", str(tmp_path))
    alice("pack", "check", str(tmp_path / "saipan.yaml"))
    alice("new", "saipan", "--dice", "self")
    assert "owner's data pack" not in alice("show", "--no-map")


@pytest.mark.skipif(not hasattr(signal, "SIGCHLD"), reason="this system has no such signal")
def test_anyone_ignores_the_ends_of_processes_passes_it_on_to_nobody():
    """A service may start it so.

    Then nobody could say why a message was not read.
    """
    starts = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); "
    starts += "os.execv(sys.executable, [sys.executable, '-c', sys.argv[1], '--version'])"
    runs = "import atexit, signal, cli; "
    runs += "atexit.register(lambda: print(int(signal.getsignal(signal.SIGCHLD)))); cli.main()"
    done = subprocess.run(
        [sys.executable, "-c", starts, runs], capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-1] == str(signal.SIG_DFL.value)


def test_a_group_that_is_no_room_is_refused():
    """Typer's way to add one would be forgotten: the group would never be run."""
    with pytest.raises(TypeError, match="rooms"):
        Shell("Outer.").add_typer(Shell("Inner."), name="inner")
