"""The frame of the command line: errors as one message, and a start without heavy imports."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from pbem.crypto.shown import replaced
from pbem.crypto.text import as_json, escape
from pbem.errors import PbemError

Function = TypeVar("Function", bound=Callable[..., Any])

JSON_OPTION = "--json"
_UsageError: Any = typer.BadParameter.__base__  # typer has no name of its own for it
_NUMBERS: dict[type, str] = {int: "a whole number"}


class Plain:
    """Reads what was typed for one parameter: text, whole numbers, paths, and lists of them.

    Typer builds a pydantic adapter for every parameter of the command that runs, and importing
    pydantic takes longer than most commands. It asks a parameter for its reader by
    ``get_runtime_param``; this is one for the types that the commands here have.
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
    """Give every parameter of a plain type its plain reader."""
    for param in params:
        descriptor = getattr(param, "type_descriptor", None)
        form = getattr(descriptor, "annotation", None)
        if hasattr(form, "__origin__"):
            form = (get_args(form) or (None,))[0]
        if form in (str, int, Path, bool):
            plain = Plain(form, getattr(param, "min", None), getattr(param, "max", None))
            param.get_runtime_param = _always(plain)
    return params


def _always(value: Plain) -> Callable[[], Plain]:
    return lambda: value


class Command(TyperCommand):
    """A command whose parameters are read without pydantic."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, those that typer adds by itself included."""
        return _quicken(super().get_params(ctx))


class Group(TyperGroup):
    """A group of commands. Every error becomes one message: no player ever sees a traceback."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, those that typer adds by itself included."""
        return _quicken(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        typed = [*getattr(ctx, "_protected_args", ()), *ctx.args]
        json = JSON_OPTION in typed
        try:
            return super().invoke(ctx)
        except _UsageError as error:  # told by typer, with the usage
            if json and ctx.parent is None:
                _tell_json(error.format_message())
            raise
        except PbemError as error:
            fail(str(error), json=json)
        except BrokenPipeError:
            raise
        except OSError as error:
            where = f" ({error.filename})" if error.filename else ""
            fail(f"the system refuses: {error.strerror or error}{where}", json=json)
        except RecursionError:
            fail("the input is nested too deep", json=json)


class Shell(typer.Typer):
    """Commands and groups of commands that start quickly and fail in one message."""

    def __init__(self, about: str) -> None:
        super().__init__(
            cls=Group,
            help=about,
            no_args_is_help=True,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
        )

    def command(self, name: str | None = None, **kwargs: Any) -> Callable[[Function], Function]:
        """Add a command; see `typer.Typer.command`."""
        return super().command(name, **{"cls": Command, **kwargs})


def fail(message: str, *, json: bool = False) -> None:
    """Say what is wrong, to a program too if ``json``, and leave with exit code 1."""
    shown = "\n".join(map(replaced, message.split("\n")))
    if json:
        _tell_json(shown)
    typer.echo(f"pbem: {shown}", err=True)
    raise typer.Exit(1)


def _tell_json(message: str) -> None:
    """Print an error as one object, where a program waits for JSON."""
    typer.echo(as_json({"error": message}))


def run(shell: Shell) -> None:
    """Run a command line to its end; what nobody foresaw is one message too.

    With ``PBEM_DEBUG`` set, a fault of the program shows where it is.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        shell()
    except Exception as error:
        if os.environ.get("PBEM_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        message = (
            f"a fault of this program, not yours ({escape(what)}). Nothing that was signed is "
            "lost. Please report it, with what PBEM_DEBUG=1 shows."
        )
        if JSON_OPTION in sys.argv:
            _tell_json(message)
        typer.echo(f"pbem: {message}", err=True)
        sys.exit(1)
