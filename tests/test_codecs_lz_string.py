"""The compression of links."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coversat.problems.forms.lz_string import LzStringError, compress, decompress

LIMIT = 10_000


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300) | st.text(alphabet="ab", max_size=2000))
def test_texts_come_back(text: str) -> None:
    assert decompress(compress(text), LIMIT) == text


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        # An empty 3x3 board, as SudokuPad's own tests have it.
        (
            '{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}',
            "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==",
        ),
        ("", "Q==="),
    ],
)
def test_the_library_s_own_output(text: str, packed: str) -> None:
    assert compress(text) == packed
    assert decompress(packed, LIMIT) == text


def test_every_shortened_text_is_refused() -> None:
    packed = compress('{"size":9,"grid":[]}').rstrip("=A")
    for end in range(1, len(packed) - 1):
        with pytest.raises(LzStringError):
            decompress(packed[:end], LIMIT)


@pytest.mark.parametrize(
    ("packed", "at"), [("", 0), ("N4I!", 3), ("N4I\u0663", 3), ("N4Ig//////", 6), ("_", 0)]
)
def test_mistakes_know_their_place(packed: str, at: int) -> None:
    with pytest.raises(LzStringError) as caught:
        decompress(packed, LIMIT)
    assert caught.value.at == at


@pytest.mark.parametrize("junk", ["<script>", "AA", "B!", "=A", "\u0663"])
def test_nothing_follows_the_compressed_text(junk: str) -> None:
    """The library fills up with one character at most, and with equals signs."""
    packed = compress('{"size":9,"grid":[]}').rstrip("=A")
    with pytest.raises(LzStringError, match="expected the end of the compressed text") as caught:
        decompress(packed + "A" + junk, LIMIT)
    assert len(packed) <= caught.value.at <= len(packed) + 2
    assert decompress(packed + "A", LIMIT) == '{"size":9,"grid":[]}'


def test_half_a_character_is_no_text() -> None:
    with pytest.raises(LzStringError, match="half a character"):
        decompress(compress("a\ud83d"), LIMIT)
    assert decompress(compress("a\U0001f600"), LIMIT) == "a\U0001f600"


def test_a_bomb_is_not_unpacked() -> None:
    """Half a million characters in two thousand."""
    packed = compress("a" * 500_000)
    assert len(packed) < 2_000
    with pytest.raises(LzStringError, match="at most 10000"):
        decompress(packed, LIMIT)
    assert len(decompress(packed, 500_000)) == 500_000


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ABCDwxyz0189+/=N4Ig", max_size=60))
def test_any_characters(packed: str) -> None:
    with suppress(LzStringError):
        assert len(decompress(packed, LIMIT)) <= LIMIT
