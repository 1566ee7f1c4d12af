"""The places of all pieces, for anyone who draws them."""

from __future__ import annotations

from example_game.rules.position import Position
from example_game.rules.setting import Setting
from example_game.words.report import describe
from pbem.kit.picture import HexPicture, Look, Piece, Slot, Space, Track, Tray, Waiting, size_in


def picture(setting: Setting, position: Position) -> HexPicture:
    """Return the ford with its garrison, and the battalion in the tray of the near bank."""
    ford = setting.data.ford
    taken = position.ended is not None and position.ended.winner == "red"
    pieces = (_battalion(setting, position),) if taken else (_garrison(setting, position),)
    waiting = () if taken else _on_the_bank(setting, position)
    return HexPicture(
        title=f"The Ford, day {position.turn} of {setting.days}",
        spaces=(Space(ford.hex, 0, 0, ford.terrain, name=ford.name),),
        pieces=pieces,
        symbols={ford.terrain: ford.symbol},
        low_columns="even",
        notes=tuple(describe(setting, position)),
        sides=("blue", "red"),  # the first is drawn in blue, the second in a red
        tracks=(
            Track("Day", tuple(Slot(str(n), n == position.turn) for n in _days(setting))),
        ),
        trays=(Tray("On the near bank", "red", waiting),) if waiting else (),
    )  # fmt: skip


def _days(setting: Setting) -> range:
    return range(1, setting.days + 1)


def _garrison(setting: Setting, position: Position) -> Piece:
    ford = setting.data.ford.hex
    if position.face_down:
        return Piece(ford, "blue", "garrison", "garrison, face down", look=Look(hidden=True))
    counters: dict[str, int] = {**setting.data.garrisons.counters}
    strength = f"{counters[position.garrison]}"
    text = f"garrison, the {position.garrison}, {strength}"
    size = size_in(position.garrison)
    return Piece(ford, "blue", "garrison", text, look=Look("infantry", size, strength))


def _look(setting: Setting, position: Position) -> Look:
    unit = setting.data.battalion
    lost = unit.steps - position.steps
    return Look("infantry", size_in(unit.text), str(unit.each_step * position.steps), lost=lost)


def _battalion(setting: Setting, position: Position) -> Piece:
    unit = setting.data.battalion
    where, look = setting.data.ford.hex, _look(setting, position)
    return Piece(where, "red", unit.name, f"{unit.name}, {unit.text}", look=look)


def _on_the_bank(setting: Setting, position: Position) -> tuple[Waiting, ...]:
    unit = setting.data.battalion
    if not position.steps:
        return ()
    return (Waiting(unit.name, f"{unit.name}, {unit.text}", _look(setting, position)),)
