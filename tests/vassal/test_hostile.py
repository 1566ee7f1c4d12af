"""Modules that were made to hurt: each is refused in one sentence, for little work.

Work is counted in calls of functions, Python's own included. A good module needs some thousands.
"""

from __future__ import annotations

import stat
import sys
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import fords
from pbem.vassal import reading, refusal
from pbem.vassal.refusal import ModuleRefused

MOST = 120_000
"""Calls that a refusal may take."""


def with_build(text: bytes) -> dict[str, bytes]:
    return fords.files() | {"buildFile.xml": text}


def entities() -> bytes:
    inside = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 40))
    text = f'<!DOCTYPE a [<!ENTITY e0 "word">{inside}]><a>&e39;</a>'
    return fords.archive(with_build(text.encode()))


def document_type() -> bytes:
    return fords.archive(with_build(b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'))


def named(name: str) -> bytes:
    return fords.archive(fords.files() | {name: b"x"})


def link() -> bytes:
    out = BytesIO(fords.archive(fords.files()))
    with zipfile.ZipFile(out, "a") as made:
        info = zipfile.ZipInfo("images/secret.png")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(info, "/etc/passwd")
    return out.getvalue()


def twice() -> bytes:
    out = BytesIO(fords.archive(fords.files()))
    with zipfile.ZipFile(out, "a") as made, pytest.warns(UserWarning, match="Duplicate"):
        made.writestr("buildFile.xml", "<other/>")
    return out.getvalue()


def bomb() -> bytes:
    return fords.archive(fords.files() | {"images/big.png": bytes(40 << 20)})


def nested() -> bytes:
    return fords.archive(with_build(b"<a>" * 5000 + b"</a>" * 5000))


def changed(change: Callable[[ET.Element], None]) -> bytes:
    root = fords.build()
    change(root)
    return fords.archive(with_build(ET.tostring(root)))


def prototypes(root: ET.Element, traits: dict[str, list[str]]) -> None:
    holder = next(one for one in root.iter() if one.tag.endswith("PrototypeFolder"))
    for name, inner in traits.items():
        named = [(f"prototype;{one}", "") for one in inner] or [("mark;Side", "Red")]
        text = fords.piece(*named, fords.bare(""))
        ET.SubElement(holder, f"{fords.BUILD}module.PrototypeDefinition", name=name).text = text
    slot = next(one for one in root.iter() if one.tag.endswith("PieceSlot"))
    slot.text = fords.piece(("prototype;p0", ""), fords.bare("1"))


def circle() -> bytes:
    return changed(lambda root: prototypes(root, {"p0": ["p1"], "p1": ["p0"]}))


def doubled() -> bytes:
    inner = {f"p{n}": [f"p{n + 1}"] * 2 for n in range(40)} | {"p40": []}
    return changed(lambda root: prototypes(root, inner))


def traits() -> bytes:
    def change(root: ET.Element) -> None:
        slot = next(one for one in root.iter() if one.tag.endswith("PieceSlot"))
        many = refusal.TRAITS + 100
        types = "".join("mark;a" + "\\" * n + "\t" for n in range(many))
        slot.text = f"+/null/{types}piece;;;;/\t"

    return changed(change)


def cut_short() -> bytes:
    data = fords.archive(fords.files())
    return data[: len(data) // 2]


HOSTILE = {
    "entities": (entities, "entities"),
    "an external document type": (document_type, "document type"),
    "two dots": (lambda: named("images/../../evil.png"), "not allowed"),
    "an absolute path": (lambda: named("/etc/evil"), "not allowed"),
    "a backslash": (lambda: named("images\\evil.png"), "not allowed"),
    "a drive": (lambda: named("C:/evil"), "drive"),
    "a long name": (lambda: named("a" * 300), "240 characters"),
    "a link": (link, "link"),
    "a name twice": (twice, "two files"),
    "a bomb": (bomb, "would grow"),
    "5,000 nested elements": (nested, "60 levels"),
    "prototypes in a circle": (circle, "contains itself"),
    "prototypes that double": (doubled, "4,000 traits"),
    "too many traits": (traits, "4,000 traits"),
    "a file cut short": (cut_short, "ZIP file"),
    "a file without its first byte": (lambda: fords.archive(fords.files())[1:], "ZIP file"),
    "no module": (lambda: fords.archive({"a": b"x"}), "no VASSAL module"),
    "no XML": (lambda: fords.archive(with_build(b"<a>")), "not whole XML"),
}


def counted(work: Callable[[], object]) -> int:
    """Return how many functions a piece of work calls."""
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.fixture(params=HOSTILE)
def hostile(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    make, why = HOSTILE[request.param]
    path = tmp_path / "hostile.vmod"
    path.write_bytes(make())
    return path, why


def test_each_is_refused_in_one_sentence(hostile: tuple[Path, str]) -> None:
    path, why = hostile
    with pytest.raises(ModuleRefused, match=why) as refused:
        reading.read(path)
    said = str(refused.value)
    assert said.endswith(".")
    assert ". " not in said
    assert len(said) < 160


def test_each_costs_little_work(hostile: tuple[Path, str]) -> None:
    path, _ = hostile
    assert counted(lambda: reading.read_here(str(path))) < MOST


def test_a_folder_with_a_link_is_refused(tmp_path: Path) -> None:
    folder = fords.unpacked(tmp_path / "fords")
    (folder / "images" / "secret.png").symlink_to("/etc/hostname")
    with pytest.raises(ModuleRefused, match="link"):
        reading.read(folder)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusal, "ENTRIES", 5)
    for module in (fords.packed(tmp_path / "a.vmod"), fords.unpacked(tmp_path / "a")):
        with pytest.raises(ModuleRefused, match="more than 5 files"):
            reading.read(module)


SAVES = {
    "too many commands": (lambda: fords.scrambled(["a", "\x1b" * 300_000]), "200,000 commands"),
    "no hexadecimal": (lambda: b"!VCSKzz00", "damaged"),
    "a key with a sign": (lambda: b"!VCSK-f00", "damaged"),
    "cut short": (lambda: fords.scrambled(fords.saved())[:-1], "damaged"),
    "no text": (lambda: b"!VCSK00ff", "UTF-8"),
    "no ZIP file": (lambda: b"PK", "ZIP file"),
    "nothing in it": (lambda: fords.archive({"other": b""}), "no saved game"),
    "a bomb": (lambda: fords.archive({"savedGame": bytes(40 << 20)}), "would grow"),
}


@pytest.mark.parametrize("name", SAVES)
def test_a_bad_saved_game_costs_that_set_up_alone(name: str, tmp_path: Path) -> None:
    make, why = SAVES[name]
    path = fords.packed(tmp_path / "a.vmod", {"short.vsav": make()})
    found = reading.read(path)
    assert why in found.setups["Short game"].refused
    assert not found.setups["Short game"].pieces
    assert len(found.setups["Long game"].pieces) == 9
    assert counted(lambda: reading.read_here(str(path))) < MOST


def labelled(root: ET.Element) -> None:
    slot = next(one for one in root.iter() if one.tag.endswith("PieceSlot"))
    form = "label" + ";" * 12 + "$pieceName$$pieceName$"
    slot.text = fords.piece(*[(form, "x")] * 60, fords.bare("1", "Foot"))


SLOW = {
    "backslashes in a saved game": lambda: {"short.vsav": fords.scrambled(["\\" * 1_200_000])},
    "backslashes in a piece": lambda: {
        "short.vsav": fords.scrambled(["+/7/piece;;;a;a" + "\\" * 1_200_000 + "/null;0;0;7"])
    },
    "signs with a backslash in a piece": lambda: {
        "short.vsav": fords.scrambled(["+/7/piece;;;a;a" + "\\;" * 3_000_000 + "/null;0;0;7"])
    },
    "a name that doubles": lambda: {"buildFile.xml": ET.tostring(_built(labelled))},
}
"""Files that took the square of their size, or more, to read: their module was refused."""


def _built(change: Callable[[ET.Element], None]) -> ET.Element:
    root = fords.build()
    change(root)
    return root


@pytest.mark.parametrize("name", SLOW)
def test_what_grows_beyond_its_size_costs_no_module(name: str, tmp_path: Path) -> None:
    found = reading.read(fords.packed(tmp_path / "a.vmod", SLOW[name]()))
    assert len(found.setups["Long game"].pieces) == 9


def test_what_reaches_a_limit_of_the_child_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LIMITS", reading.LIMITS._replace(reply=100))
    with pytest.raises(ModuleRefused, match="more than 100 bytes"):
        reading.read(fords.packed(tmp_path / "a.vmod"))
