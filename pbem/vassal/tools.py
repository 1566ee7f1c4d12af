"""Dice, turn tracks, charts, values of the game, and markers that pieces place.

``root``: the root of a module's build file.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from pbem.vassal.described import SHORT, Counted, Dice, Special, Turn
from pbem.vassal.maps import free
from pbem.vassal.sequences import split
from pbem.vassal.trees import inside, kind, number, truth, whole


def sides_of(root: Element) -> list[str]:
    """Return the names of the sides."""
    for roster in inside(root, "PlayerRoster"):
        return [one.text or "" for one in roster if one.tag == "entry" and one.text]
    return []


def dice_of(root: Element) -> dict[str, Dice]:
    """Describe the buttons that roll dice, by name."""
    found: dict[str, Dice] = {}
    for one in inside(root, "DiceButton", "SpecialDiceButton"):
        name = free(one.get("name", "") or "Dice", found)
        if kind(one) == "SpecialDiceButton":
            found[name] = Dice(special=[_special(die) for die in inside(one, "SpecialDie")])
        else:
            found[name] = Dice(
                add=whole(one, "addToTotal"),
                asks=truth(one, "prompt"),
                dice=whole(one, "nDice", 2),
                faces=whole(one, "nSides", 6),
                plus=whole(one, "plus"),
                total=truth(one, "reportTotal"),
            )
    return found


def _special(element: Element) -> Special:
    faces = inside(element, "SpecialDieFace")
    return Special(
        element.get("name", ""),
        [(whole(one, "value"), one.get("text", "")[:SHORT]) for one in faces],
    )


def turns_of(root: Element) -> dict[str, list[Turn]]:
    """Describe the turn tracks, by name."""
    found: dict[str, list[Turn]] = {}
    for one in inside(root, "TurnTracker"):
        found[free(one.get("name", "") or "Turn", found)] = list(_levels(one))
    return found


def _levels(element: Element) -> Iterator[Turn]:
    for one in element:
        if kind(one) == "CounterTurnLevel":
            yield Turn(
                "count",
                list(_levels(one)),
                end=whole(one, "loopLimit"),
                loop=truth(one, "loop"),
                start=whole(one, "start", 1),
                step=whole(one, "incr", 1),
            )
        elif kind(one) == "ListTurnLevel":
            items = [item[:SHORT] for item in split(one.get("list", ""), ",")]
            yield Turn("list", list(_levels(one)), items=items)


def charts_of(root: Element) -> dict[str, str]:
    """Return the names of the charts, and the file of each."""
    found: dict[str, str] = {}
    for one in inside(root, "Chart", "HtmlChart"):
        found[free(one.get("chartName", ""), found)] = one.get("fileName", "")
    return found


def world_of(root: Element) -> dict[str, Counted]:
    """Return the values of the whole game, by name."""
    found: dict[str, Counted] = {}
    for one in inside(root, "GlobalProperty"):
        found.setdefault(
            one.get("name", ""),
            Counted(
                one.get("initialValue", ""),
                number(one.get("min", "")),
                number(one.get("max", ""), 100),
                truth(one, "isNumeric"),
            ),
        )
    return found


def classes_of(root: Element) -> dict[str, int]:
    """Return the classes that are a module's own programs, and how often each comes."""
    found: dict[str, int] = {}
    for one in root.iter():
        if "." in one.tag and not one.tag.startswith("VASSAL."):
            found[one.tag] = found.get(one.tag, 0) + 1
    return found
