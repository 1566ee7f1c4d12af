"""The frame of the command line: errors as one message, and a start without heavy imports."""

from __future__ import annotations

import inspect
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, TypeVar, get_args

import typer
import typer.main as frame
from typer.core import TyperCommand, TyperGroup
from typer.models import CommandInfo, TyperInfo

from pbem.crypto.shown import replaced
from pbem.crypto.text import escape, shown_json
from pbem.errors import PbemError
from pbem.kit.typed.suggest import nearest

Function = TypeVar("Function", bound=Callable[..., Any])

JSON_OPTION = "--json"
FOR, BY_NAME = "--for", "tournament"
"""How a tournament is named in every command that is for one, and the parameter that has it."""
SENTENCE = 240
"""Signs of the first sentence of a help that are shown in a list: all of it."""
PRACTICE = "practice"
"""The group of commands that read the files of practices; no other does."""
_UsageError: Any = typer.BadParameter.__base__  # typer has no name of its own for it
_NUMBERS: dict[type, str] = {int: "a whole number"}
_CALLED: dict[type, str] = {str: "TEXT", int: "NUMBER", Path: "FILE", bool: ""}
"""The word for a typed parameter in a help: typer would name the types of Python."""


class Plain:
    """Reads what was typed for one parameter: text, whole numbers, paths, and lists of them.

    Typer builds a pydantic adapter for every parameter of the command that runs, and importing
    pydantic takes longer than most commands. It asks a parameter for its reader by
    ``get_runtime_param``; this is one for the types that the commands here have.

    ``form``: the type of one value. ``least``, ``most``: the limits of a number; None: none.
    """

    def __init__(self, form: type, least: float | None, most: float | None) -> None:
        self._form = form
        self._least = least
        self._most = most

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value as its type; raises the usage error of typer."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if param.multiple or param.nargs != 1:  # several values of one option have one type here
            return [self._one(one, param, ctx) for one in value]
        return self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, ctx: Any) -> Any:
        read: Any
        if isinstance(value, self._form):
            read = value
        else:
            try:
                read = self._form(value)
            except ValueError:
                raise typer.BadParameter(
                    f"'{escape(str(value))}' is not {_NUMBERS[self._form]}.", ctx=ctx, param=param
                ) from None
        if self._least is not None and read < self._least:
            raise typer.BadParameter(f"{read} is less than {self._least}.", ctx=ctx, param=param)
        if self._most is not None and read > self._most:
            raise typer.BadParameter(f"{read} is more than {self._most}.", ctx=ctx, param=param)
        return read


def _quicken(params: list[Any]) -> list[Any]:
    """Give every parameter of a plain type its plain reader, and what is typed a plain name."""
    for param in params:
        descriptor = getattr(param, "type_descriptor", None)
        form = getattr(descriptor, "annotation", None)
        if hasattr(form, "__origin__"):
            form = (get_args(form) or (None,))[0]
        if form in (str, int, Path, bool):
            plain = Plain(form, getattr(param, "min", None), getattr(param, "max", None))
            param.get_runtime_param = _always(plain)
            if param.param_type_name == "argument":
                param.display_type_rich = _always("")  # its name says what it is
            elif param.metavar is None:
                param.display_type_rich = _always(_CALLED[form])
    return params


def _always(value: Any) -> Callable[..., Any]:
    return lambda **_: value


class Command(TyperCommand):
    """A command whose parameters are read without pydantic."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, those that typer adds by itself included."""
        return _quicken(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Read what was typed; a tournament may be named by ``--for`` wherever it has a place."""
        named = any(one.name == BY_NAME and FOR not in one.opts for one in self.params)
        return super().parse_args(ctx, _in_its_place(args) if named else args)


def _in_its_place(args: Sequence[str]) -> list[str]:
    """Return what was typed with the word after ``--for`` at the end, where its place is."""
    left, named = list[str](), list[str]()
    words = iter(args)
    for word in words:
        if word == FOR:
            named += [one for one in [next(words, None)] if one is not None]
        elif word.startswith(f"{FOR}="):
            named.append(word.removeprefix(f"{FOR}="))
        else:
            left.append(word)
    return [*left, *named]


class _Maker(NamedTuple):
    """Makes a command or a group, and says its ``help`` before that."""

    build: Callable[[], Any]
    help: Callable[[], str | None]


class Commands(MutableMapping[str, Any]):
    """Commands by name, each built when it is asked for: of a hundred a command line needs one.

    Reading the parameters of them all from their functions takes as long as all else that a short
    command does.
    """

    def __init__(self, makers: dict[str, _Maker]) -> None:
        self._makers = makers
        self._built: dict[str, Any] = {}

    def about(self, name: str) -> str:
        """Return the first sentence of the help of a command, which is not built for it."""
        text = self._makers[name].help()
        return str(TyperCommand(name, help=text).get_short_help_str(SENTENCE))

    def __getitem__(self, name: str) -> Any:
        """Return a command, built now if it was not yet; raises KeyError."""
        if name not in self._built:
            self._built[name] = self._makers[name].build()
        return self._built[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._makers[name] = _Maker(_always(command), _always(command.help))
        self._built[name] = command

    def __delitem__(self, name: str) -> None:
        del self._makers[name]
        self._built.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


class Group(TyperGroup):
    """A group of commands. Every error becomes one message: no player ever sees a traceback.

    ``otherwise``: the command that is meant where the first word names none, nor nearly one.
    ``errands``: what people come for -> the commands for it, where the help lists them so.
    ``meant``: a word that people try -> the command that does it.
    """

    otherwise: str | None = None
    errands: Mapping[str, Sequence[str]] = MappingProxyType({})
    meant: Mapping[str, str] = MappingProxyType({})

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write the list of the commands, by errands where there are any."""
        commands: Any = self.commands
        for errand, names in (self.errands or {"Commands": list(self.commands)}).items():
            with formatter.section(errand):
                formatter.write_dl([(name, commands.about(name)) for name in names])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first word names, and the words after it."""
        if self.otherwise is not None and args and not args[0].startswith("-"):
            near = [args[0]] if args[0] in self.commands else nearest(args[0], self.commands)
            args = args if near else [self.otherwise, *args]
        if args and (meant := self.meant.get(args[0])):
            ctx.fail(f"There is no command '{args[0]}'. Type '{ctx.command_path} {meant}'.")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the names of the commands, in the order in which they were added."""
        return list(self.commands)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, those that typer adds by itself included."""
        return _quicken(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        typed = [*getattr(ctx, "_protected_args", ()), *ctx.args]
        json = JSON_OPTION in typed
        try:
            return super().invoke(ctx)
        except _UsageError as error:  # reported by typer, with the usage
            if json and ctx.parent is None:
                _report_json(error.format_message())
            raise
        except PbemError as error:
            own = ctx.info_name == PRACTICE
            fail(str(error) if own else _of_a_practice(typed) or str(error), json=json)
        except BrokenPipeError:
            raise
        except OSError as error:
            where = f" ({error.filename})" if error.filename else ""
            fail(f"The system refused this: {error.strerror or error}{where}.", json=json)
        except RecursionError:
            fail("The input is nested too deeply.", json=json)
        except UnicodeEncodeError:
            if not any(map(_is_no_text, typed)):
                raise
            fail("Your words have bytes that are no text in UTF-8.", json=json)


def _is_no_text(word: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in word)


def _of_a_practice(typed: Sequence[str]) -> str | None:
    """Say what it was that a command could do nothing with, if it was the file of a practice.

    Here, and not where each kind of file is read, so that a new command says it too.
    """
    from pbem.log.practice_mark import WORDS, is_practice

    named = (word.partition("=")[2] if word.startswith("--") else word for word in typed)
    found = [word for word in named if is_practice(Path(word))]
    return f"{escape(found[0])} {WORDS}" if found else None


class Room(NamedTuple):
    """A module of commands, which is loaded when one of its ``words`` is typed.

    ``place``: the shell in it, as ``module.name`` below `pbem.commands`. ``group``: the only word
    names all of that shell; otherwise the words name its commands.
    """

    place: str
    words: tuple[str, ...]
    group: bool = False

    def load(self) -> Shell:
        """Return the shell; its module is loaded now if it was not yet."""
        module, _, name = self.place.rpartition(".")
        shell: Shell = getattr(import_module(f"pbem.commands.{module}"), name)
        return shell

    def named(self) -> TyperInfo:
        """Return the shell as typer adds it to another one."""
        return TyperInfo(self.load(), name=self.words[0]) if self.group else TyperInfo(self.load())

    def makers(self) -> dict[str, _Maker]:
        """Return what builds each word, from the loaded module."""
        shell = self.load()
        if not self.group:
            return _makers(shell)
        word = self.words[0]
        return {word: _Maker(partial(_group, shell, word), partial(str, shell.info.help))}


class Shell(typer.Typer):
    """Commands and groups of commands that start quickly and fail in one message.

    ``about``: its help. ``otherwise``, ``errands``, ``meant``: as in `Group`. ``rooms``: modules
    with more commands; to load them all takes as long as a short command.
    """

    def __init__(
        self,
        about: str,
        otherwise: str | None = None,
        errands: Mapping[str, Sequence[str]] = MappingProxyType({}),
        meant: Mapping[str, str] = MappingProxyType({}),
        rooms: Sequence[Room] = (),
    ) -> None:
        self.rooms = rooms
        self.otherwise = otherwise
        self.errands = errands
        self.meant = meant
        super().__init__(
            cls=Group,
            help=about,
            no_args_is_help=True,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
        )

    @property
    def registered_groups(self) -> list[TyperInfo]:
        """All groups, for typer; every room is loaded for that."""
        return [room.named() for room in self.rooms]

    @registered_groups.setter
    def registered_groups(self, groups: list[TyperInfo]) -> None:
        """Let typer begin without any."""

    def add_typer(self, *_: Any, **__: Any) -> NoReturn:
        """Refuse a group that typer would add: a shell has ``rooms`` alone. Raises TypeError."""
        raise TypeError("a Shell has its groups as `rooms`: give it a Room instead")

    def command(self, name: str | None = None, **kwargs: Any) -> Callable[[Function], Function]:
        """Add a command; see `typer.Typer.command`."""
        return super().command(name, **{"cls": Command, **kwargs})

    def built(self) -> TyperGroup:
        """Return what runs a command line: the frame, in which commands are built when needed.

        `typer.main.get_command` gives the same with all of them built.
        """
        group = _group(self)
        group.params.extend(frame.get_install_completion_arguments())
        return group


def _group(shell: typer.Typer, name: str = "") -> TyperGroup:
    """Return the group of a shell, which builds none of its commands yet."""
    empty = Shell(str(shell.info.help))
    empty.registered_callback = shell.registered_callback
    group = frame.get_group(empty)
    group.name = name
    if isinstance(group, Group) and isinstance(shell, Shell):
        group.otherwise, group.errands, group.meant = (
            shell.otherwise,
            shell.errands,
            shell.meant,
        )
    group.commands = Commands(_makers(shell))
    return group


def _makers(shell: typer.Typer) -> dict[str, _Maker]:
    """Return what builds each command and each group of a shell, by its name."""
    makers: dict[str, _Maker] = {}
    for info in shell.registered_commands:
        assert info.callback is not None  # noqa: S101 - every command is a function
        name = info.name or frame.get_command_name(info.callback.__name__)
        about = info.help or inspect.getdoc(info.callback)
        makers[name] = _Maker(partial(_command, info), _always(about))
    for room in shell.rooms if isinstance(shell, Shell) else ():
        load = cache(room.makers)
        makers |= {word: _later(load, word) for word in room.words}
    return makers


def _later(load: Callable[[], dict[str, _Maker]], word: str) -> _Maker:
    """Return what builds a word of a room, which is loaded for it."""

    def build() -> Any:
        return load()[word].build()

    def about() -> str | None:
        return load()[word].help()

    return _Maker(build, about)


def _command(info: CommandInfo) -> Any:
    """Build one command."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.registered_commands.append(info)
    return frame.get_command(alone)


def fail(message: str, *, json: bool = False) -> None:
    """Say what is wrong, to a program too if ``json``, and leave with exit code 1."""
    shown = "\n".join(map(replaced, message.split("\n")))
    if json:
        _report_json(shown)
    typer.echo(f"pbem: {shown}", err=True)
    raise typer.Exit(1)


def _report_json(message: str) -> None:
    """Print an error as one object, where a program waits for JSON, if anything can be printed."""
    with suppress(OSError):
        typer.echo(shown_json({"error": message}))


def run(shell: Shell) -> None:
    """Run a command line to its end; what nobody foresaw is one message too.

    With ``PBEM_DEBUG`` set, a fault of the program shows where it is.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # its user closed it
            setattr(sys, name, io.TextIOWrapper(io.BytesIO()))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(signal, "SIGCHLD") and signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN:
        # Anyone who started it ignores the ends of processes. Here they say why mail was not read.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        shell.built()()
    except Exception as error:
        if os.environ.get("PBEM_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        message = (
            f"pbem failed ({escape(what)}). This is a fault of the program, not yours, and nothing "
            "that you signed is lost. Please report it, with the output of PBEM_DEBUG=1."
        )
        if JSON_OPTION in sys.argv:
            _report_json(message)
        typer.echo(f"pbem: {message}", err=True)
        sys.exit(1)
