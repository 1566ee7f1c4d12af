"""The schemas in the tree are those that the types give."""

from __future__ import annotations

from pathlib import Path

from pbem.audit import schemas

FOLDER = Path(__file__).resolve().parent.parent / "schemas"


def test_current() -> None:
    made = schemas.all_schemas()
    assert {path.name for path in FOLDER.glob("*.json")} == set(made)
    for name, schema in made.items():
        assert (FOLDER / name).read_text() == schemas.text_of(schema), (
            f"{name} is not current: run python -m pbem.audit.schemas schemas"
        )
