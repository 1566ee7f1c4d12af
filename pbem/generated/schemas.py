"""The JSON Schemas of everything people write or exchange, made from the types in the code.

``python -m pbem.generated.schemas schemas`` writes them; a test checks that they are current. A
schema says which fields there are; the canonical form and what the rules allow it cannot say.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from pbem.audit.compared import Compared
from pbem.audit.explaining.explain import Explanation
from pbem.audit.luck.report import Luck
from pbem.audit.verdict import Judged
from pbem.cases.run import CaseFile
from pbem.client.session.trying import Tried
from pbem.client.views.legal import Legal
from pbem.client.views.looking import Shown
from pbem.client.views.odds import PlainOdds
from pbem.client.views.refused import RulingsAt
from pbem.court.verdict import Case
from pbem.director.judging import Report
from pbem.director.plan.founding import Plan
from pbem.games import registry
from pbem.identity.card import Card
from pbem.log.days import Days
from pbem.log.event import VERSION, VERSIONS
from pbem.log.head import Head
from pbem.mail.evidence import Evidence
from pbem.table.events.kinds import KINDS, RULINGS, Ruling
from pbem.table.practice import Beginning, Diced, Ordered
from pbem.table.state import TablePosition
from pbem.tournament.events import kinds as tournament
from pbem.tournament.events import word_kinds
from pbem.view.history import History

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def all_schemas() -> dict[str, dict[str, Any]]:
    """Return all schemas, by the names of their files."""
    made = {
        "event.json": _event(),
        "table.json": _schema(TablePosition, "The position T of the table"),
        "card.json": _schema(Card, "A player card"),
        "head.json": _schema(Head, "A confirmed head"),
        "days.json": _schema(Days, "A signed line of an umpire's record of days"),
        "verify.json": _output(Judged, "Output of 'pbem verify --json'"),
        "explain.json": _output(Explanation, "Output of 'pbem explain --json'"),
        "show.json": _output(Shown, "Output of 'pbem show --json', also with --at"),
        "log.json": _output(History, "Output of 'pbem log --json', also with --at"),
        "legal.json": _output(Legal, "Output of 'pbem legal --json', also with --at"),
        "odds.json": _output(list[PlainOdds], "Output of 'pbem odds --json', also with --at"),
        "try.json": _output(Tried, "Output of 'pbem order --try --json', also with --at"),
        "legal-at.json": _output(RulingsAt, "Output of 'pbem legal --at --json' for an order"),
        "case.json": _output(Case, "The verdict of a dispute report, verdict.json"),
        "compare.json": _output(Compared, "Output of 'pbem compare --json'"),
        "luck.json": _output(Luck, "Output of 'pbem luck --json'"),
        "mail-evidence.json": _output(Evidence, "Output of 'pbem mail evidence --json'"),
        "cases.json": _schema(CaseFile, "A file of numbered cases (YAML)"),
        "tournament-event.json": _line(
            tournament.KINDS.items(), "One line of a tournament's log", {"const": VERSION}
        ),
        "tournament-plan.json": _schema(Plan, "The plan of a tournament (YAML)"),
        "tournament-verify.json": _output(Report, "Output of 'pbem tournament verify --json'"),
        "tournament-word.json": _schema(word_kinds.AnyWord, "A signed request to a tournament"),
        "practice.json": _schema(Beginning | Ordered | Diced, "A line of a practice"),
    }
    for name, version in sorted(registry.RULES):
        rules = registry.find(name, version)
        assert rules is not None  # noqa: S101 - the name comes from the registry
        for what, schema in rules.schemas().items():
            made[f"{name}-{version}-{what}.json"] = {"$schema": DIALECT, **schema}
    return made


def write(folder: Path) -> list[Path]:
    """Write every schema into ``folder``; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, schema in all_schemas().items():
        path = folder / name
        path.write_text(text_of(schema))
        files.append(path)
    return files


def text_of(schema: dict[str, Any]) -> str:
    """Return a schema as the text of its file, the same under every Python.

    A description is a docstring. Whether Python indents its lines depends on the version.
    """
    return json.dumps(_flush(schema), indent=2, sort_keys=True) + "\n"


def _flush(part: Any) -> Any:
    if isinstance(part, dict):
        reported = part.get("description")
        flush = {"description": cleandoc(reported)} if isinstance(reported, str) else {}
        return {name: _flush(inner) for name, inner in part.items()} | flush
    return [_flush(inner) for inner in part] if isinstance(part, list) else part


def _schema(form: Any, title: str) -> dict[str, Any]:
    return {"$schema": DIALECT, "title": title, **msgspec.json.schema(form)}


def _output(form: Any, title: str) -> dict[str, Any]:
    """Return the schema of an output of pbem, which has no other fields.

    Every field is always there, unless its type allows `msgspec.UNSET`.
    """
    schema = _schema(form, title)
    for one in schema["$defs"].values():
        if "properties" in one:
            needed = one.get("required", ())
            fields = one["properties"].items()
            one["required"] = sorted(
                name for name, said in fields if name in needed or "default" in said
            )
            one["additionalProperties"] = False
    return schema


def _event() -> dict[str, Any]:
    """Return the schema of a line of a game."""
    forms = [
        (kind, form)
        for kind, one in KINDS.items()
        for form in (RULINGS.values() if one is Ruling else (one,))
    ]
    return _line(forms, "One line of a log", {"enum": [*VERSIONS]})


def _line(
    kinds_of: Iterable[tuple[str, Any]], title: str, version: dict[str, Any]
) -> dict[str, Any]:
    """Return the schema of a line: nine fields, and the data of each kind."""
    forms = list(kinds_of)
    data, definitions = msgspec.json.schema_components(
        [form for _, form in forms], ref_template="#/$defs/{name}"
    )
    kinds = [
        {"properties": {"kind": {"const": kind}, "data": schema}}
        for (kind, _), schema in zip(forms, data, strict=True)
    ]
    text = {"type": "string"}
    digest = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    fields = {
        "v": version,
        "game": {"type": "string", "pattern": "^([0-9a-f]{64})?$"},
        "seq": {"type": "integer", "minimum": 0},
        "prev": digest,
        "by": {"type": "string", "pattern": "^[a-z0-9][a-z0-9._-]{0,31}$"},
        "at": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$"},
        "kind": {"enum": list(dict(forms))},
        "salt": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "data": {"type": "object"},
    }
    body = {
        "type": "object",
        "properties": fields,
        "required": sorted(fields),
        "additionalProperties": False,
        "oneOf": kinds,
    }
    return {
        "$schema": DIALECT,
        "title": title,
        "type": "object",
        "properties": {"body": body, "sig": {**text, "pattern": "^[0-9a-f]{128}$"}},
        "required": ["body", "sig"],
        "additionalProperties": False,
        "$defs": definitions,
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
