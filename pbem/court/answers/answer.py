"""The answer to each claim: proved, refuted, not shown, or that nobody can prove it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.court.answers.asked import Asked, Said
from pbem.court.answers.copies import cut_short, edited, two_histories
from pbem.court.answers.dice import bad_dice, saw_dice
from pbem.court.answers.ending import late, replaced, resigned, result, umpire
from pbem.court.answers.rules import illegal, pack, version
from pbem.court.answers.signing import never_got, never_signed, other_key, stolen_key
from pbem.court.claim_words import WORDS
from pbem.court.claims import OF_ITS_AUTHOR, Claim
from pbem.court.judging.bench import Bench
from pbem.court.judging.games import GameRead
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.wording import listed


def answer(bench: Bench, games: Sequence[GameRead], claim: Claim) -> Said:
    """Answer one claim from all that was stated; further statements are made where it needs them.

    An answer `proved` or `refuted` rests on signatures and hashes.
    """
    meant = [game for game in games if game.game.startswith(claim.game)]
    if len(meant) > 1:
        ids = listed([f"{game.game[:16]}..." for game in meant])
        return Said(
            "not examined",
            f"The claim fits {len(meant)} games that were handed in: {ids}. Write the first "
            "characters of one of them into the claim, as 'game: 5f1c9a'.",
        )
    if not meant:
        return Said(
            "not shown", "The claim fits no game that was handed in. Hand in a log of that game."
        )
    asked = Asked(bench, meant[0], claim)
    about = [claim.against] if claim.against is not None else []
    about += [claim.by] if claim.claim in OF_ITS_AUTHOR else []
    for handle in about:
        if handle not in asked.party:
            return Said("not shown", f"{_nobody(handle, asked.party)} So nothing was examined.")
    said = _answered(asked)
    if claim.by in asked.party:
        return said
    return said._replace(why=f"{said.why} ({_nobody(claim.by, asked.party)})")


def _nobody(handle: str, party: Sequence[str]) -> str:
    """Say that a name is nobody's in the game, and whose it may be."""
    near = did_you_mean(handle, party)
    in_it = f". Its people are: {listed(party)}."
    return f"Nobody in this game is called '{handle}'{near or in_it}"


def _answered(asked: Asked) -> Said:
    claim = asked.claim
    if claim.event is not None and not asked.events:
        longest = max(len(one.events) for one in asked.game.copies)
        if claim.claim not in ("edited", "never-signed", "illegal") or claim.event > longest:
            return Said("not shown", f"No copy that was handed in has a good event {claim.event}.")
    return _ANSWERS[claim.claim](asked)


_ANSWERS: dict[str, Callable[[Asked], Said]] = {
    "edited": edited,
    "cut-short": cut_short,
    "two-histories": two_histories,
    "never-signed": never_signed,
    "never-got": never_got,
    "dice": bad_dice,
    "saw-dice": saw_dice,
    "late": late,
    "illegal": illegal,
    "pack": pack,
    "umpire": umpire,
    "stolen-key": stolen_key,
    "other-key": other_key,
    "resigned": resigned,
    "replaced": replaced,
    "version": version,
    "result": result,
}
assert _ANSWERS.keys() == WORDS.keys()  # noqa: S101 - a word that nobody can answer is no claim
