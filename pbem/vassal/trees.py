"""XML of a stranger: no document type, no entity, a limit to levels and elements."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from pbem.vassal import refusal
from pbem.vassal.refusal import ModuleRefused


class _Counted(TreeBuilder):
    """Builds a tree, and stops where a tree is too deep or too large."""

    depth = elements = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self.depth += 1
        self.elements += 1
        if self.depth > refusal.DEPTH:
            raise ModuleRefused(f"Its XML has more than {refusal.DEPTH} levels.")
        if self.elements > refusal.ELEMENTS:
            raise ModuleRefused(f"Its XML has more than {refusal.ELEMENTS:,} elements.")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self.depth -= 1
        return super().end(tag)


def parse(data: bytes, name: str) -> Element:
    """Return the root of an XML file; raises `ModuleRefused`.

    ``name``: the name of the file, for messages.
    """
    reader = DefusedXMLParser(target=_Counted(), forbid_dtd=True)
    try:
        reader.feed(data)
        root: Element = reader.close()
    except DefusedXmlException:
        raise ModuleRefused(f"{name} has a document type or entities, which are refused.") from None
    except (ParseError, ValueError, LookupError):
        raise ModuleRefused(f"{name} is not whole XML.") from None
    return root


def kind(element: Element) -> str:
    """Return the last word of an element's Java class: `DrawPile`."""
    return element.tag.rpartition(".")[2]


def inside(element: Element, *kinds: str) -> Iterator[Element]:
    """Yield what stands anywhere below an element, in order, of some kinds."""
    for one in element.iter():
        if one is not element and kind(one) in kinds:
            yield one


def truth(element: Element, name: str) -> int:
    """Return 1 if an attribute is `true`, else 0."""
    return int(element.get(name) == "true")


def whole(element: Element, name: str, default: int = 0) -> int:
    """Return an attribute as a whole number; ``default`` if it is none."""
    return number(element.get(name, ""), default)


def number(text: str, default: int = 0) -> int:
    """Return text as a whole number, cut towards zero; ``default`` if it is none."""
    try:
        found = int(float(text))
    except (ValueError, OverflowError):
        return default
    return found if abs(found) < 1 << 31 else default


def thousandths(element: Element, name: str) -> int:
    """Return an attribute in thousandths; 0 if it is no number."""
    try:
        found = round(float(element.get(name, "")) * 1000)
    except (ValueError, OverflowError):
        return 0
    return found if abs(found) < 1 << 31 else 0
