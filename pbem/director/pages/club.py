"""A club as its webmaster writes it down: its name, colour, crest, and how players are called."""

from __future__ import annotations

import colorsys
import re
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar
from urllib.parse import urljoin, urlsplit

import msgspec
import yaml
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring
from msgspec import Meta

from pbem.crypto.text import check_note, escape
from pbem.director.plan import faults
from pbem.director.plan.faults import Called
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.kit.typed import strict_yaml
from pbem.log.disk import explaining
from pbem.table.events.plain_kinds import Name

LOGO_BYTES = 200_000
CONTRAST = 4.5
"""How much a club's colour has to differ from white: WCAG 2.2, 1.4.3, level AA."""

_LOGOS = {".png": b"\x89PNG\r\n\x1a\n", ".svg": b"<"}
_SVG = "{http://www.w3.org/2000/svg}"
_DRAWS = (
    *("svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"),
    *("tspan", "title", "desc", "defs", "symbol", "use", "linearGradient", "radialGradient"),
    *("stop", "clipPath", "mask"),
)
"""The elements of an SVG that only draw, as somebody may open it by itself."""
_ELSEWHERE = re.compile(r"url\((?!#)|(?:image|image-set|cross-fade|src)\(|\\", re.IGNORECASE)
"""The parts that no value of theirs can have: an address, and the escapes that hide one."""

Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\n]*$(?!\n)")]

_COLOUR = 'like "#00695c", in quotes: # begins a comment'
_ADDRESS = "a path of the same site like play/, or an address like https://play.example.org/"
_PLAY = r"^(https://[A-Za-z0-9.-]+(:[0-9]+)?/|/)?([A-Za-z0-9._~-]+/)*$(?!\n)"


class Club(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A club.

    ``logo``: a file beside the club's; ``names``: handle -> how that player is shown, unless they
    signed another name themselves; ``play``: the address of the club's folder for browsers, from
    the front page.
    """

    name: Line
    about: Annotated[str, Meta(max_length=200, pattern=r"^[^\n]*$(?!\n)")] = ""
    colour: Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$(?!\n)", description=_COLOUR)] = (
        "#00695c"
    )
    logo: Line | None = None
    names: dict[Name, Line] = {}
    play: Annotated[str, Meta(max_length=200, pattern=_PLAY, description=_ADDRESS)] = ""

    def watched(self, log: str, address: str = "") -> str:
        """Return the part of a link to `play` that shows a log, empty if it cannot be had there.

        A browser fetches no log from another site.

        Args:
            log: The path of the log, from the front page.
            address: The address of the front page, empty if nobody said it.
        """
        if not self.play:
            return ""
        if not self.play.startswith(("https://", "/")) and ".." not in self.play:
            return f"#watch={'../' * self.play.count('/')}{log}"
        here, there = urlsplit(address), urlsplit(urljoin(address, self.play))
        if not here.netloc or here.netloc != there.netloc:
            return ""
        return f"#watch={here.path}{log}"

    @property
    def logo_file(self) -> str:
        """How the logo is called among the pages; empty if there is none."""
        return "" if self.logo is None else f"logo{Path(self.logo).suffix.lower()}"


def from_front(to: str, up: str) -> str:
    """Return a link that the front page has as another page has it; ``up``: the path from there."""
    return to if to.startswith(("https://", "/")) else f"{up}{to}"


AClub = TypeVar("AClub", bound=Club)

PLAIN = Club(name="pbem")
"""The looks of pages for which nobody wrote anything down."""

_PRINTS = "'pbem tournament publish --template' prints an example"


def template() -> str:
    """Return an example of a club's file."""
    return read_plain(Path(__file__).with_name("template.yaml"), strict_yaml.LIMIT).decode()


class Looks(NamedTuple):
    """A club as pages show it: with its ``file``, and the bytes of its ``logo``, None without."""

    club: Club = PLAIN
    file: bytes = b""
    logo: bytes | None = None

    def files(self) -> dict[str, bytes]:
        """Return name -> file that lies beside the pages, so that anybody can make them again."""
        made = {} if self.logo is None else {self.club.logo_file: self.logo}
        return {**made, CLUB_FILE: self.file} if self.file else made


CLUB_FILE = "club.yaml"


class _OfAnyForm(Club, kw_only=True):
    """A club's file, or that of its season, of which one tournament needs the looks alone."""

    address: object = None
    tournaments: object = None
    challenges: object = None


def read_club(path: Path) -> Looks:
    """Read the file of a club or of its season, and the logo. Raises FormError, LogFileError."""
    there, data = read_looks(path, _OfAnyForm, _PRINTS)
    logo = None if there.logo is None else read_logo(path, there)
    fields = {name: getattr(there, name) for name in Club.__struct_fields__}
    if any(getattr(there, name) is not None for name in _OWN_OF_SEASONS):
        return Looks(Club(**fields), _as_published(Club(**fields)), logo)
    return Looks(Club(**fields), data, logo)


_OWN_OF_SEASONS = ("address", "tournaments", "challenges")


def _as_published(club: Club) -> bytes:
    """Return the looks of a club as a file that lies among the pages of one tournament."""
    made = msgspec.structs.replace(club, logo=club.logo_file or None)
    plain = {key: value for key, value in msgspec.to_builtins(made).items() if value}
    return yaml.safe_dump(plain, allow_unicode=True, sort_keys=True).encode()


def read_looks(path: Path, form: type[AClub], prints: str) -> tuple[AClub, bytes]:
    """Read a club in a longer form, too; return it and its bytes.

    Args:
        path: The file.
        form: The form.
        prints: The sentence that says what prints an example.

    Raises:
        FormError: There is no such file, or something in it is wrong. The message has ``prints``.
        LogFileError: The file cannot be read.
    """
    words = Called("a club's file", "name: Northgate Wargamers", prints)
    club, data = faults.read_form(path, form, words)
    for text in (club.name, club.about, *club.names.values()):
        check_note(text)
    if why := _too_bright(club.colour):
        raise FormError(f"{escape(str(path))}: {why}")
    return club, data


def read_logo(path: Path, club: Club) -> bytes:
    """Return the logo of a club whose file is ``path``. Raises FormError, LogFileError."""
    assert club.logo is not None  # noqa: S101 - it is asked only then
    logo = path.parent / club.logo
    with explaining(logo, "Reading"):
        data = read_plain(logo, LOGO_BYTES)
    begins = _LOGOS.get(logo.suffix.lower())
    if begins is None or not data.startswith(begins):
        raise FormError(f"{escape(str(logo))} is not an SVG or PNG file. Name one of these")
    if logo.suffix.lower() == ".svg" and (found := _more_than_drawing(data)):
        raise FormError(
            f"{escape(str(logo))} has '{escape(found)}'. A logo cannot have scripts, styles, "
            "links, declarations or anything from elsewhere. Save it as plain SVG, or as PNG"
        )
    return data


def _more_than_drawing(data: bytes) -> str:
    """Return what an SVG has that does more than draw; empty if nothing does."""
    if b"<?" in data.removeprefix(b"<?xml "):
        return "<?"
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        return "<!DOCTYPE"
    except (ParseError, ValueError, RecursionError, LookupError):
        return "an error of XML"
    for one in root.iter():
        name = one.tag.removeprefix(_SVG)
        if name not in _DRAWS or name == one.tag:
            return str(one.tag)
        for key, value in one.attrib.items():
            called = key.rpartition("}")[2].lower()
            there = called == "href" and not value.startswith("#")
            if there or called.startswith("on") or _ELSEWHERE.search(value):
                return str(called)
    return ""


def _too_bright(colour: str) -> str:
    """Say why white text cannot be read on a colour; empty if it can."""
    has = contrast(colour)
    if has >= CONTRAST:
        return ""
    return (
        f"white text on the colour {colour} has a contrast of {has:.1f} to 1, and needs "
        f"{CONTRAST} to 1. {_darker(colour)} is the same colour, dark enough"
    )


def contrast(colour: str) -> float:
    """Return the contrast of a colour like ``#00695c`` with white, by WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def _darker(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, light, full = colorsys.rgb_to_hls(red, green, blue)
    shade = colour
    while contrast(shade) < CONTRAST:
        light = max(0.0, light - 1 / 255)
        parts = colorsys.hls_to_rgb(hue, light, full)
        shade = "#" + "".join(f"{round(255 * part):02x}" for part in parts)
    return shade
