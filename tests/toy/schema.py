"""The output of `pbem verify --json`, held to its schema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SCHEMA = Path(__file__).parents[2] / "schemas" / "verify.json"


@cache
def validator() -> Draft202012Validator:
    schema = json.loads(SCHEMA.read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def checked(text: str) -> Any:
    """Return what JSON says that is as the schema wants it; raises ValidationError if it is not."""
    found = json.loads(text)
    validator().validate(found)
    return found
