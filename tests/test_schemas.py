"""The files made of the code and the data are current: schemas, pages of games, lists of cases."""

from __future__ import annotations

from pathlib import Path

from pbem.bench.comparing import Speed
from pbem.games import registry
from pbem.generated import pages, schemas, sections
from pbem.generated.given import given
from pbem.generated.layers import forbidden, layers, packages
from pbem.kit.module import RulesModule

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "schemas"


def test_current() -> None:
    made = schemas.all_schemas()
    assert {path.name for path in FOLDER.glob("*.json")} == set(made)
    for name, schema in made.items():
        assert (FOLDER / name).read_text() == schemas.text_of(schema), (
            f"{name} is not current: run python -m pbem.generated.schemas schemas"
        )


def test_pages_and_lists_are_current() -> None:
    """An author who changes a value, a ruling or a numbered case makes them again."""
    made = pages.all_pages(ROOT)
    assert made
    for path, text in made.items():
        assert (ROOT / path).read_text() == text, (
            f"{path} is not current: run python -m pbem.generated.pages ."
        )


def test_rulings_stand_where_a_page_has_a_place_for_them() -> None:
    rules = registry.find("tokyo", 1)
    assert isinstance(rules, RulesModule)
    page = "# Title\n<!-- rulings S -->\nold\n<!-- end -->\nbelow\n"
    made = pages.rulings_page(page, rules.meanings())
    assert made.startswith("# Title\n<!-- rulings S -->\n| no. | paragraph | ruling |\n")
    assert made.endswith("\n<!-- end -->\nbelow\n")
    assert "old" not in made
    assert "| S1 | 9.2, 13.2 |" in made
    assert "| R1 |" not in made
    assert pages.rulings_page("nothing\n", rules.meanings()) == "nothing\n"


def test_a_speed_that_misses_its_goal_is_bold() -> None:
    rows = [
        Speed("saipan: an audit", 2.5, "times", "<= 2", 1.0),
        Speed("manila, 71 events: an audit", 1.5, "times", "<= 2", 1.0),
        Speed("random legal play, tokyo two", 4999.0, "decisions/s", ">= 5000", 1.0),
        Speed("memory", 27.56, "MiB", "", 1.0),
    ]
    was = [Speed("saipan: an audit", 3.25, "times", "<= 2", 1.0)]
    made = "\n".join(sections.speeds(rows, was))
    assert "| row | manila | saipan |" in made
    assert "| an audit (times, <= 2) | 1.5 (71) | 3.25 → **2.5** |" in made
    assert "| tokyo two | 5,000 |" not in made.replace("**", "no")
    assert "| memory | 27.6 MiB |  |" in made


def test_a_page_keeps_what_stands_around_its_sections() -> None:
    page = (
        f"above\n<!-- generated: {sections.COMMAND} (names: cases) -->\nold\n<!-- end -->\nbelow\n"
    )
    made = sections.filled(page, ROOT)
    assert made.startswith("above\n<!-- generated: ")
    assert made.endswith("|\n<!-- end -->\nbelow\n")
    assert "\nold\n" not in made
    assert "| `run_cases(path)` | Run the numbered cases" in made


def test_a_word_of_given_has_its_form_and_its_comment_unless_a_row_by_hand_has_it() -> None:
    page = (
        "### Saipan\n\n| `units`, `gsp` | by hand |\n\n(given: saipan)\n<!-- end -->\n### Other\n"
    )
    rows = "\n".join(given("saipan", page + "| `moved` | elsewhere |\n")).splitlines()
    named = [row.split("`")[1] for row in rows if row.startswith("| `")]
    assert "moved" in named
    assert not {"units", "gsp", "turn"} & set(named)
    [row] = (row for row in given("meiktila", "") if row.startswith("| `points` |"))
    assert row == "| `points` | 0 to 2 | Allied replacement steps left |"


def test_layers_are_listed_as_the_contract_has_them_without_references_to_pages() -> None:
    rows = "\n".join(layers(ROOT, "table")).splitlines()
    named = [row.split("`")[1] for row in rows if row.startswith("| `")]
    assert named[0] == "moments.py"
    assert {"words/", "table.py", "events/"} <= set(named)
    assert not any("docs/" in row or "protocol section" in row for row in rows)


def test_packages_stand_in_the_order_of_their_layers_each_with_its_docstring() -> None:
    made = "\n".join(packages(ROOT)).splitlines()
    named = [
        row.split("`")[1].strip("/").removesuffix(".py") for row in made if row.startswith("| `")
    ]
    there = {one.name for one in (ROOT / "pbem").iterdir() if (one / "__init__.py").is_file()}
    assert there <= set(named)
    assert len(named) == len(set(named))
    assert named.index("commands") < named.index("client") < named.index("table")
    assert all(row.split("|")[2].strip().endswith(".") for row in made if row.startswith("| `"))


def test_what_import_contracts_forbid_is_a_list_of_their_names() -> None:
    made = list(forbidden(ROOT))
    assert "- A rules module never sees a log, a key or an email." in made
    assert not any("layers" in one for one in made)
