"""A skeleton, and the checks of a module, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.author.checking import Checked, Fault
from pbem.author.skeleton import Made
from pbem.crypto.text import escape
from pbem.kit.wording import counted


def made_lines(made: Made) -> Iterator[str]:
    """Say what was made, and what to do with it."""
    yield f"Made {escape(made.title)} in {made.folder}:"
    yield from (f"  {file}" for file in made.files)
    yield "Let pbem know the game, then play it:"
    yield f"  pip install -e {made.folder}"
    yield f"  pbem module check {made.folder}"
    yield f"  pbem simulate {made.name} --games 100"
    yield f"  pbem board --practice {made.name}"


def checked_lines(found: Checked) -> Iterator[str]:
    """Say what is wrong with a module, then what was checked."""
    version = "" if found.version is None else f" version {found.version}"
    yield f"{found.name}{version}{f': {escape(found.title)}' if found.title else ''}"
    yield from (f"  {line}" for fault in found.errors for line in fault_line(fault).splitlines())
    for fault in found.warnings:
        yield f"  Warning: {fault_line(fault)}"
    if found.data is not None:
        yield (
            f"  {found.games} random games with {found.decisions:,} decisions, {found.paragraphs} "
            f"paragraphs, {found.cases} numbered cases."
        )
        yield from (f"  {escape(note)}" for note in found.notes)
        yield f"  Data digest, which a log names: {found.data}"
        code = found.code or "none: it is data alone"
        yield f"  Code digest, which no log names: {code}"
    errors, warnings = (len(one) for one in (found.errors, found.warnings))
    some = f" {counted(warnings, 'warning')}." if warnings else ""
    yield f"{counted(errors, 'error')}.{some}" if errors else f"The module is right.{some}"


def fault_line(fault: Fault) -> str:
    """Return one error with its place."""
    line = "" if fault.line is None else f", line {fault.line}"
    column = "" if fault.column is None else f", column {fault.column}"
    what = "\n".join(map(escape, fault.what.split("\n")))
    place = f"{escape(fault.file)}{line}{column}"
    return f"{place} {what}" if what.startswith("(") else f"{place}: {what}"
