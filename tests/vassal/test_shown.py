"""Pictures of a module for its owner's board: read in a child process, and kept nowhere."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from pathlib import Path

import pytest

import fords
from pbem.client.storage.tables import import_module
from pbem.vassal import reading
from pbem.vassal.pictures import area_of, kind_of, size_of
from pbem.vassal.refusal import ModuleRefused


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return fords.packed(
        tmp_path / "fords.vmod",
        {"images/fake.png": b"<html>no picture</html>", "images/old.gif": gif((4, 4), (4, 4))},
    )


def test_pictures_are_read_by_name_and_what_is_none_is_left_out(module: Path) -> None:
    files = fords.files()
    wanted = ["blue.png", "weather.svg", "old", "fake.png", "nowhere.png", "../moduledata", ""]
    found = reading.read_pictures(module, wanted).pictures
    assert set(found) == {"blue.png", "weather.svg", "old"}
    assert found["blue.png"] == files["images/blue.png"]
    assert [kind_of(found[name]) for name in ("blue.png", "weather.svg", "old")] == [
        "image/png", "image/svg+xml", "image/gif"
    ]  # fmt: skip


def test_a_folder_has_the_same_pictures_as_a_file(module: Path, tmp_path: Path) -> None:
    folder = fords.unpacked(tmp_path / "folder")
    names = ["blue.png", "meadow.png", "card20.png"]
    found = reading.read_pictures(folder, names)
    assert found == reading.read_pictures(module, names)


def test_so_many_bytes_are_read_at_most(module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(fords.files()["images/blue.png"])
    monkeypatch.setattr(reading, "PICTURE_MOST", size + 10)
    monkeypatch.setattr(reading, "TOGETHER_MOST", size + 10)
    names = ["blue.png", "lost.png", "meadow.png", "blue-back.png"]
    found = reading.read_pictures(module, names)
    assert set(found.pictures) == {"blue.png"}
    assert found.later == ["blue-back.png"], "the large one has no room at all; this can come next"


def test_the_first_picture_is_read_though_it_is_larger_than_others_together(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board can be half of a module: it is read alone, and the small ones some at a time."""
    size = len(fords.files()["images/blue.png"])
    monkeypatch.setattr(reading, "TOGETHER_MOST", 2 * size)
    found = reading.read_pictures(module, ["meadow.png", "blue.png", "lost.png", "blue-back.png"])
    assert set(found.pictures) == {"meadow.png"}
    assert found.later == ["blue.png", "blue-back.png"]
    found = reading.read_pictures(module, ["blue.png", "meadow.png", "blue-back.png"])
    assert set(found.pictures) == {"blue.png", "blue-back.png"}
    assert found.later == ["meadow.png"]


def test_a_picture_that_is_damaged_costs_that_picture(tmp_path: Path) -> None:
    whole = fords.packed(tmp_path / "whole.vmod").read_bytes()
    good = fords.files()["images/meadow.png"]
    at = whole.index(b"images/meadow.png") + len("images/meadow.png") + 20
    broken = tmp_path / "broken.vmod"
    broken.write_bytes(whole[:at] + b"\xff" * 8 + whole[at + 8 :])
    found = reading.read_pictures(broken, ["meadow.png", "blue.png"]).pictures
    assert found.get("meadow.png") != good
    assert "blue.png" in found


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 cut short", b"\0" * 100])
def test_what_is_no_module_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "no.vmod"
    path.write_bytes(data)
    with pytest.raises(ModuleRefused, match="not a whole ZIP file"):
        reading.read_pictures(path, ["blue.png"])


def claims(width: int, height: int) -> bytes:
    """A PNG picture of few bytes that says it has this size."""
    plain = fords.png(1, 1)
    head = b"IHDR" + struct.pack(">II", width, height) + plain[24:29]
    return plain[:12] + head + struct.pack(">I", zlib.crc32(head)) + plain[33:]


def gif(screen: tuple[int, int], frame: tuple[int, int], before: bytes = b"") -> bytes:
    """A GIF picture: a browser makes the screen as large as its first frame."""
    head = b"GIF89a" + struct.pack("<HHBBB", *screen, 0x80, 0, 0) + bytes(6) + before
    return head + b"," + struct.pack("<HHHHB", 0, 0, *frame, 0) + b"\x02\x02\x44\x01\x00;"


@pytest.mark.parametrize("bits", range(8))
def test_the_frame_of_a_gif_follows_its_colours(bits: int) -> None:
    """GIF89a: the lowest three bits say how many colours: 2, 4, 8 ... 256, of three bytes each."""
    picture = gif((1, 1), (40, 30))
    more = picture[:10] + bytes([0x80 | bits]) + picture[11:13] + bytes(3 * 2 ** (bits + 1))
    assert size_of(more + picture[19:]) == (40, 30)
    assert size_of(more + b"!\xfe\x02no\x01w\x00" + picture[19:]) == (40, 30)


@pytest.mark.parametrize("size", [(0, 9), (9, 0), (0, 0)])
def test_a_picture_without_pixels_is_none(size: tuple[int, int]) -> None:
    assert area_of(claims(*size)) is None
    assert area_of(claims(3, 9)) == 27


def jpeg(width: int, height: int, before: bytes = b"") -> bytes:
    frame = b"\xff\xc0\0\x11\x08" + struct.pack(">HH", height, width) + bytes(10)
    return b"\xff\xd8" + before + frame + b"\xff\xd9"


def holds(picture: bytes) -> bytes:
    """A drawing with a picture inside, in a spelling that hides it from a plain search."""
    inner = b64encode(picture).decode().replace("+", "&#43;").replace("A", "%41").rstrip("=")
    image = f'<image href="&#x64;ata:image/png;base64,{inner}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg">{image}</svg>'.encode()


def drawn(inside: str, **first: str) -> bytes:
    """A drawing with something inside; ``first``: attributes of its first element."""
    given = "".join(f' {name}="{value}"' for name, value in first.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg"{given}>{inside}</svg>'.encode()


def shows(href: str) -> bytes:
    """A drawing with a picture of too many pixels inside; ``href``: with ``BIG`` in its place."""
    return drawn(f"<image href='{href.replace('BIG', BIG)}'/>")


def copies(levels: int) -> bytes:
    """A drawing in which each level holds the one below ten times."""
    held = '<use href="#a{0}"/>' * 10
    every = (f'<g id="a{n + 1}">{held.format(n)}</g>' for n in range(levels))
    return drawn(f'<g id="a0"><rect/></g>{"".join(every)}')


BIG = b64encode(claims(60_000, 60_000)).decode()
LARGE = {"width": "60000", "height": "60000"}
TILES = "".join(
    f'<pattern id="p{n}">{f"""<rect fill="url(#p{n + 1})"/>""" * 10}</pattern>' for n in range(9)
)
NOISE = f'<filter id="f">{"<feTurbulence/>" * 50}</filter>{"""<rect filter="url(#f)"/>""" * 50}'
DRAWINGS = {
    "commented": b'<!-- <svg width="1" height="1"> -->' + drawn("", **LARGE),
    "quoted": drawn("", id=">", **LARGE),
    "inches": drawn("", width="900in", height="900in", viewBox="0 0 9 9"),
    "power": drawn("", width="6e4", height="6e4", viewBox="0 0 9 9"),
    "styled": drawn("", width="9", height="9", style="width: 60000px; height: 60000px"),
    "sheet": drawn("<style>svg { width: 60000px; height: 60000px }</style>", width="9", height="9"),
    "copies": copies(9),
    "circle": drawn('<g id="a"><use href="#a"/></g>'),
    "tiles": drawn(f'<style>.a {{ fill: url(#p0) }}</style>{TILES}<rect class="a"/>'),
    "classes": drawn(f'<style>.b {{ fill: url(#p0) }} .a {{ fill: url(#b) }}</style>{TILES}'
                     f'<g id="b" class="b"/>{"""<rect class="a c a"/>""" * 9}'),
    "worn": drawn('<style>.a { fill: url(#b) }</style><g id="b"><g class="a"/></g>'),
    "anywhere": drawn(f"<style>rect {{ fill: url(#p0) }}</style>{TILES}<rect/>"),
    "noise": drawn(NOISE),
    "broken": shows("da&#10;ta:image/png;base64,BIG"),
    "coded": drawn(f'<style>a {{ src: url("\\64 ata:image/png;base64,{BIG}") }}</style>'),
    "lettered": shows("data:image/png;font;base64,BIG"),
    "named": shows('data:image/png;x="y";base64,BIG'),
    "sixteen": shows("data:image/png;base64,BIG").decode().encode("utf-16") + b"<svg>",
    "entity": b'<!DOCTYPE svg [<!ENTITY d "da">]>' + shows("&d;ta:image/png;base64,BIG"),
    "many": drawn("".join(
        f"<image href='data:image/png;base64,{b64encode(claims(9_000, 9_000 + n)).decode()}'/>"
        for n in range(9)
    )),
}  # fmt: skip
"""Drawings that say one size and have another, or that a browser would draw for hours."""


BOMBS = {
    **{f"{name}.svg": data for name, data in DRAWINGS.items()},
    "png": claims(60_000, 60_000),
    "gif": gif((65_535, 65_535), (1, 1)),
    "frame.gif": gif((1, 1), (65_535, 65_535)),
    "noted.gif": gif((1, 1), (65_535, 65_535), b"!\xfe\x03abc\x00"),
    "jpg": jpeg(65_535, 65_535),
    "odd.jpg": jpeg(65_535, 65_535, b"odd"),
    "png.svg": holds(claims(60_000, 60_000)),
    "no.gif": gif((40, 40), (9, 9))[:19],
    "raw.svg": b'<svg><image href="data:image/bmp,BM"/></svg>',
    "svg.svg": holds(holds(claims(60_000, 60_000))),
}
GOOD = {
    "png": claims(10_000, 10_000),
    "gif": gif((40, 40), (40, 40), b"!\xfe\x03abc\x00"),
    "jpg": jpeg(10_000, 10_000, b"\xff\xe0\0\x04ab"),
    "png.svg": holds(claims(40, 40)),
    "font.svg": b"<svg><style>a { src: url(data:font/woff;base64,d09GRg==) }</style></svg>",
    "words.svg": b"<svg><desc>metadata: 100%, and more</desc></svg>",
    "style.svg": drawn("<path/>", style="width: 512px; height: 512px", viewBox="0 0 512 512"),
    "type.svg": b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">' + drawn(""),
    "copies.svg": copies(4),
    "class.svg": drawn('<style>.a, .b { fill: url(#g) }</style><g id="g"/><rect class="b c"/>'),
    "shadow.svg": drawn('<filter id="f"><feOffset/></filter>' + '<g filter="url(#f)"/>' * 40),
}


def test_a_small_file_of_too_many_pixels_is_no_picture(tmp_path: Path) -> None:
    """A browser would need 14 GB for each."""
    bombs = {f"images/bomb.{name}": data for name, data in BOMBS.items()}
    good = {f"images/good.{name}": data for name, data in GOOD.items()}
    path = fords.packed(tmp_path / "f.vmod", bombs | good)
    names = [name.removeprefix("images/") for name in bombs | good]
    found = reading.read_pictures(path, names)
    assert set(found.pictures) == {f"good.{one}" for one in GOOD}


def worn(many: int) -> str:
    """So many elements of a class whose rule names each of them."""
    every = "".join(f'<g id="a{number}" class="c"/>' for number in range(many))
    names = "".join(f"url(#a{number})" for number in range(many))
    return f"{every}<style>.c {{ fill: {names} }}</style>"


SLOW = {
    "letters": f"<style>{'a' * 400_000}</style>",
    "names": f"<style>{'width ' * 60_000}</style>",
    "classes": worn(30_000),
    "rules": "<g id='a' class='c'/>" * 3_000 + f"<style>{'.c { fill: url(#a) } ' * 20_000}</style>",
}
"""Drawings that took the square of their size: minutes, or gigabytes of names."""


@pytest.mark.parametrize("name", SLOW)
def test_a_drawing_that_costs_the_square_of_its_size_keeps_no_other_out(
    tmp_path: Path, name: str
) -> None:
    """The child process that reads it has a limit, and reads all other pictures, too."""
    path = fords.packed(tmp_path / "f.vmod", {"images/slow.svg": drawn(SLOW[name])})
    assert "blue.png" in reading.read_pictures(path, ["slow.svg", "blue.png"]).pictures


def test_pixels_that_are_packed_small_are_never_unpacked_here(tmp_path: Path) -> None:
    """A browser unpacks as many rows as the picture says, and no more."""
    plain, rows = fords.png(4, 4), zlib.compress(bytes(64 << 20), 9)
    part = b"IDAT" + rows
    whole = struct.pack(">I", len(rows)) + part + struct.pack(">I", zlib.crc32(part))
    bomb = plain[:33] + whole + plain[-12:]
    path = fords.packed(tmp_path / "f.vmod", {"images/bomb.png": bomb})
    assert reading.read_pictures(path, ["bomb.png"]).pictures == {"bomb.png": bomb}


def test_a_counter_of_too_many_pixels_is_flat_and_said_once(tmp_path: Path) -> None:
    """A map keeps its size, for its places lie by it."""
    images = {
        "images/blue.png": claims(60_000, 60_000),
        "images/meadow.png": claims(60_000, 50_000),
    }
    path = fords.packed(tmp_path / "f.vmod", images)
    made = import_module(path, "start", tmp_path / "f.yaml")
    said = [line for line in made.left_out if "pixels" in line]
    assert said == ["pictures of more than 100,000,000 pixels, which no board shows: 2"]
    found = reading.read(path)
    sizes = [one.size for one in (*found.cards.values(), *found.counters.values()) if one.size]
    assert sizes
    assert max(map(max, sizes)) < 1_000
    assert found.left_out.large == ["blue.png", "meadow.png"]
