"""Kinds of pieces, as their traits describe them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem.vassal import refusal
from pbem.vassal.described import SHORT, Counted, Layer, Mask, Type
from pbem.vassal.pictures import Pictures
from pbem.vassal.sequences import split
from pbem.vassal.traits import LEFT_OUT, UNDERSTOOD, Definition, Prototypes, Trait, definition
from pbem.vassal.trees import number

_PLACES = {"R": 16, "Z": 15, "G": 18}
"""The kinds of goals of a trait that sends a piece -> the part that names each: region, zone, grid
cell."""
_NO = ("false", "0", "")
"""Values with which a layer that stands for one of a piece's values is switched off."""
_VALUE = re.compile(r"\$([^$]*)\$")
_WORD = re.compile(r"\{?\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}?")


class Level(NamedTuple):
    """Which picture of a layer is up, and how it is known."""

    level: int
    by_script: bool = False
    everywhere: bool = False


class Describer:
    """Makes kinds of pieces out of definitions, and counts what is left out of them.

    ``values``: those of the whole game, by name.
    """

    def __init__(
        self, prototypes: Prototypes, pictures: Pictures, values: Mapping[str, Counted]
    ) -> None:
        self.prototypes = prototypes
        self.pictures = pictures
        self.values = values
        self.left_out: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.texts = 0
        self.placed: list[tuple[str, Definition]] = []
        self._placing: set[str] = set()

    def describe(self, piece: Definition, palette: list[str]) -> Type:
        """Return the kind of piece that a definition makes; raises `ModuleRefused`.

        ``palette``: the names of the lists in which its slot lies, outermost first.
        """
        traits = self.prototypes.expand(piece)
        self._count(traits)
        found = Type(name="", palette=palette)
        marks = marks_of(traits)
        found.marks = self._short(marks)
        found.values = values_of(traits)
        known = {name: value.now for name, value in found.values.items()} | marks
        bottom_up = traits[::-1]
        for trait in bottom_up:
            self._add(found, trait, known)
        found.values = {k: v for k, v in found.values.items() if self._is_short(v.now)}
        said = known | messages_of(traits)
        found.name = _VALUE.sub(lambda one: said.get(one[1], one[1]), found.name)
        faces = [found.base, *(image for layer in found.layers for image in layer.images)]
        sizes = [self.pictures.face(image) for image in faces if image]
        found.size = next(filter(None, sizes), None)
        if not any(faces) and not found.labels:
            found.machinery = 1
        return found

    def _count(self, traits: Iterable[Trait]) -> None:
        for trait in traits:
            if trait.name in LEFT_OUT:
                self.left_out[trait.name] += 1
            elif trait.name not in UNDERSTOOD:
                self.unknown[trait.name[:SHORT]] += 1

    def _is_short(self, text: str) -> bool:
        self.texts += len(text) > SHORT
        return len(text) <= SHORT

    def _short(self, found: dict[str, str]) -> dict[str, str]:
        return {name: value for name, value in found.items() if self._is_short(value)}

    def _add(self, found: Type, trait: Trait, known: Mapping[str, str]) -> None:
        """Add what one trait says; those inside it are in already."""
        if trait.name == "piece":
            found.base, found.name = trait.part(3), trait.part(4)
            found.bare = found.name
        elif trait.name == "basicName":
            found.name = found.bare = trait.part(1)
        elif trait.name in ("emb2", "emb"):
            layer = layer_of(trait, known, self.values)
            found.layers.append(layer)
            found.name = _named(found.name, layer)
        elif trait.name == "label":
            self._label(found, trait)
        elif trait.name in ("placemark", "replace"):
            self._place(trait)
        else:
            _handle(found, trait)

    def _place(self, trait: Trait) -> None:
        """Remember a kind of piece that another one places."""
        piece, gpid = definition(trait.part(3)), trait.part(10)
        if piece and gpid not in self._placing:
            self._placing.add(gpid)
            self.placed.append((gpid, piece))

    def _label(self, found: Type, trait: Trait) -> None:
        form = trait.part(12, "$pieceName$ ($label$)")
        if trait.state and self._is_short(trait.state):
            found.labels.append(trait.state)
            if len(form) + form.count("$pieceName$") * len(found.name) > refusal.SAID:
                return  # each label could double the name
            found.name = form.replace("$pieceName$", found.name).replace("$label$", trait.state)


def _handle(found: Type, trait: Trait) -> None:
    """Add how a piece is handled: masked, hidden, fixed, turned, sent."""
    if trait.name == "obs":
        found.mask = _mask(trait)
    elif trait.name == "hide":
        found.hides = 1
    elif trait.name == "immob":
        found.fixed |= int(trait.part(2) == "V")
    elif trait.name == "rotate":
        ways = number(trait.part(1), 1)
        found.facings = 360 if ways <= 1 else min(ways, 360)
    elif trait.name in ("sendto", "return"):
        found.sends += _sent(trait)


def marks_of(traits: Iterable[Trait]) -> dict[str, str]:
    """Return the values of a piece that never change, by name; the outermost counts."""
    found: dict[str, str] = {}
    for trait in traits:
        if trait.name == "mark":
            names, values = split(trait.part(1), ","), split(trait.state, ",")
            for name, value in zip(names, values + [""] * len(names), strict=False):
                found.setdefault(name, value)
    return found


def values_of(traits: Iterable[Trait]) -> dict[str, Counted]:
    """Return the values of a piece that change, by name; the outermost counts."""
    found: dict[str, Counted] = {}
    for trait in traits:
        if trait.name == "PROP":
            limits = [*split(trait.part(2), ","), "", "", ""]
            found.setdefault(
                trait.part(1),
                Counted(
                    split(trait.state, ";")[0], number(limits[1]), number(limits[2], 100),
                    int(limits[0] == "true"),
                ),
            )  # fmt: skip
    return found


def messages_of(traits: Iterable[Trait]) -> dict[str, str]:
    """Return the short texts of a piece that a name may hold."""
    found = (one for one in traits if one.name == "locmsg" and len(one.part(3)) <= SHORT)
    return {one.part(1): one.part(3) for one in found}


def layers_of(traits: Sequence[Trait]) -> Iterator[Trait]:
    """Yield the layers of a piece, lowest first."""
    return (trait for trait in reversed(traits) if trait.name in ("emb2", "emb"))


def layer_of(trait: Trait, known: Mapping[str, str], world: Mapping[str, Counted]) -> Layer:
    """Return a layer: ``known`` are values of the piece, ``world`` those of the game."""
    if trait.name == "emb":
        return _old_layer(trait)
    images = split(trait.part(16), ",") if trait.part(16) else []
    names = split(trait.part(17), ",") if trait.part(17) else []
    script = trait.part(22) == "true"
    found = Layer(
        images, 1,
        always=int(trait.part(26) == "true" if trait.part(25, "0") != "0" else not trait.part(3)),
        follows=trait.part(23) if script else "",
        loop=int(trait.part(18, "true") == "true"),
        name=trait.part(19),
        names=names,
        x=number(trait.part(14)),
        y=number(trait.part(15)),
    )  # fmt: skip
    level = level_of(trait, known, {name: value.now for name, value in world.items()})
    found.level, found.by_script = level.level, int(level.by_script)
    found.everywhere = int(level.everywhere)
    return found


def level_of(trait: Trait, known: Mapping[str, str], world: Mapping[str, str]) -> Level:
    """Return which picture of a layer is up.

    It stands in the layer's state. If the layer follows a value, that value says it. If an
    expression says it, only a script knows: then the state has what it was last. ``known``,
    ``world``: name -> value, otherwise as for `layer_of`.
    """
    own = number(split(trait.state, ";")[0], -1)
    if trait.name == "emb":
        return Level(own)
    if known.get(trait.part(32), "true") in _NO:
        return Level(-abs(own))
    if trait.part(22) != "true" or not trait.part(23):
        always = trait.part(26) == "true"
        return Level(abs(own) if always else own)
    word = _WORD.fullmatch(trait.part(23))
    name = word[1] if word else trait.part(23)
    if name == "DrawingMouseoverIndex":
        return Level(1)
    count = len(split(trait.part(16), ",")) if trait.part(16) else 0
    sign = -1 if own < 0 and trait.part(26) != "true" else 1
    value = known.get(name, world.get(name))
    first = number(trait.part(24), 1)
    try:
        level = int(float(value or first)) - first + 1
    except (ValueError, OverflowError):
        value = None
    if value is None:
        return Level(sign * max(1, min(abs(own), count)), by_script=True)
    return Level(sign * max(1, min(level, count)), everywhere=name not in known)


def _old_layer(trait: Trait) -> Layer:
    """Return a layer as VASSAL 2 wrote it: pictures to the end of the list."""
    pairs = [[*split(part, ","), ""] for part in trait.parts[9:]]
    return Layer(
        [pair[0] for pair in pairs],
        level_of(trait, {}, {}).level,
        always=int(not split(trait.part(1), ";")[0]),
        loop=1,
        names=[pair[1] for pair in pairs],
        x=number(trait.part(7)),
        y=number(trait.part(8)),
    )


def _named(name: str, layer: Layer) -> str:
    """Return the name of a piece under a layer: `+ b` comes after it, `a +` before it.

    A kind of piece is called by its first face, whichever is up.
    """
    here = layer.names[0] if layer.names and layer.level > 0 and not layer.by_script else ""
    if here.startswith("+"):
        return name + here[1:]
    if here.endswith("+"):
        return here[:-1] + name
    return here or name


def _mask(trait: Trait) -> Mask:
    who, *sides = split(trait.part(6), ":")
    return Mask(
        trait.part(2),
        trait.part(5, "?"),
        trait.part(4, "B")[:1],
        who,
        [side for side in sides if side],
    )


def _sent(trait: Trait) -> Iterator[tuple[str, str]]:
    """Yield where a trait sends its piece, if that is not a sentence of a script."""
    if trait.name == "return":
        kind, to = "deck", trait.part(3) or trait.part(8)
    else:
        by = trait.part(14, "L")[:1]
        kind, to = "place", trait.part(_PLACES[by]) if by in _PLACES else trait.part(3)
    if 0 < len(to) <= SHORT:
        yield kind, to
