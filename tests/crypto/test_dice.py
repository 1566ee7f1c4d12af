"""The dice: the protocol's vector, the edges of uniform, and whether it is uniform."""

from __future__ import annotations

from hashlib import sha256, sha512

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto import dice, vrf
from pbem.errors import FormError

GAME = sha256(b"game").hexdigest()
TRIGGER = sha256(b"trigger").hexdigest()


def stream_of(text):
    return dice.Stream(sha512(text).digest())


def reference(seed, n, count):
    """The page's rule, written once more from the page."""
    stream = b"".join(sha512(seed + i.to_bytes(4, "big")).digest() for i in range(2000))
    out, at = [], 0
    while len(out) < count:
        if n <= 256:
            number, at, values = stream[at], at + 1, 256
        else:
            number, at, values = stream[at] * 256 + stream[at + 1], at + 2, 65536
        if number < values - values % n:
            out.append(number % n)
    return out


def test_the_vector_of_the_protocol():
    secret = bytes(range(32))
    alpha = dice.alpha(GAME, TRIGGER)
    assert alpha == f"pbem/dice/v1\n{GAME}\n{TRIGGER}".encode()
    beta = vrf.verify(vrf.vrf_public(secret), alpha, vrf.prove(secret, alpha))
    assert beta.hex() == (
        "df975ff317aa2c4703ea597d4d0720675a7a6e0f0fee8b218c56880373bf4efd"
        "8656dc807227ec64886833626145e84380e9abb2cac847aab73ff2cab1c135ea"
    )
    seed = dice.seed(alpha, [beta])
    assert seed.hex() == (
        "27ba6dc593376d7676693000fe5982237b2a4ee36bcec0d2d5a69bae7bcd061e"
        "1a74555b5f1e4a6b8a890dab423384f6b5629eb9708fe4d7b5dde0b7a27151ea"
    )
    stream = dice.Stream(seed)
    assert [stream.uniform(6) for _ in range(10)] == [0, 1, 0, 4, 2, 5, 0, 0, 1, 3]
    assert [stream.uniform(300) for _ in range(3)] == [31, 125, 132]
    assert stream.rolls[:2] == [[6, 0], [6, 1]]
    assert stream.rolls[-1] == [300, 132]
    assert len(stream.rolls) == 13


@pytest.mark.parametrize("n", [2, 3, 6, 10, 128, 129, 255, 256, 257, 300, 32769, 65535, 65536])
def test_uniform_is_as_the_page_says(n):
    seed = sha512(b"x").digest()
    stream = dice.Stream(seed)
    got = [stream.uniform(n) for _ in range(500)]
    assert got == reference(seed, n, 500)
    assert stream.rolls == [[n, g] for g in got]
    assert min(got) >= 0
    assert max(got) < n


def test_uniform_of_one_takes_nothing():
    with_ones, without = stream_of(b"y"), stream_of(b"y")
    for _ in range(100):
        assert with_ones.uniform(1) == 0
        assert with_ones.uniform(6) == without.uniform(6)
    assert with_ones.rolls == without.rolls


@pytest.mark.parametrize("n", [0, -1, 65537, 2**32, 6.0, True, "6", None])
def test_everything_else_is_an_error(n):
    stream = stream_of(b"z")
    with pytest.raises(FormError, match="a whole number from 1 to 65536 is required") as caught:
        stream.uniform(n)
    assert f"uniform({n!r})" in str(caught.value)
    assert stream.rolls == []


@pytest.mark.parametrize("n", [2, 6, 10, 100, 200, 257])
def test_uniformity(n):
    # A fixed stream, so this is a property of SHA-512 and of the rejection, not of luck.
    stream, draws = stream_of(b"chi-square"), 200 * n
    counts = [0] * n
    for _ in range(draws):
        counts[stream.uniform(n)] += 1
    chi = sum((count - 200) ** 2 / 200 for count in counts)
    freedom = n - 1
    assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from([2, 6, 10, 100, 256, 257, 1000]))),
    st.permutations(range(4)),
)
def test_a_stream_does_not_depend_on_when_others_are_read(draws, order):
    """Four streams made in any order and read in any interleaving, against each one read alone."""
    mixed = {which: stream_of(b"%d" % which) for which in order}
    got = {which: [] for which in range(4)}
    for which, n in draws:
        got[which].append(mixed[which].uniform(n))
    for which in range(4):
        alone = stream_of(b"%d" % which)
        assert got[which] == [alone.uniform(n) for one, n in draws if one == which]
        assert mixed[which].rolls == alone.rolls


def test_every_output_counts_and_so_does_their_order():
    alpha, one, two = dice.alpha(GAME, TRIGGER), bytes(64), b"\x01" * 64
    seeds = {
        dice.seed(alpha, [one]),
        dice.seed(alpha, [two]),
        dice.seed(alpha, [one, two]),
        dice.seed(alpha, [two, one]),
        dice.seed(dice.alpha(TRIGGER, GAME), [one]),
    }
    assert len(seeds) == 5


def test_bad_parts_are_refused():
    for game, trigger in ((GAME.upper(), TRIGGER), (GAME, TRIGGER[1:]), ("", ""), (GAME, None)):
        with pytest.raises(FormError, match="64 lower-case hex digits are required"):
            dice.alpha(game, trigger)
    for betas in ([], [bytes(63)], [bytes(64), bytes(65)]):
        with pytest.raises(FormError, match="one output of 64 bytes from every dice keeper"):
            dice.seed(b"alpha", betas)
    with pytest.raises(FormError, match="a seed has 64 bytes, but this one has 63"):
        dice.Stream(bytes(63))
