"""Keys: how they look, and what is kept of them."""

import re

import pytest

from server.auth import keys


def test_a_key_begins_as_documented_and_is_secret_beyond() -> None:
    made = {keys.generate() for _ in range(200)}
    assert len(made) == 200
    for key in made:
        assert re.fullmatch(r"svc_live_[0-9A-Za-z]{46}", key)
        assert keys.is_well_formed(key)


def test_a_letter_mistyped_is_noticed() -> None:
    key = keys.generate()
    for place in range(len(keys.PREFIX), len(key)):
        other = "a" if key[place] != "a" else "b"
        assert not keys.is_well_formed(key[:place] + other + key[place + 1 :])


@pytest.mark.parametrize("text", ["", "svc_live_", "svc_live_" + "ä" * 46, "svc_live_" + "0" * 45])
def test_what_is_no_key_is_none(text: str) -> None:
    assert not keys.is_well_formed(text)


def test_the_prefix_shown_holds_eight_characters_of_the_key() -> None:
    key = keys.generate()
    assert keys.shown(key) == key[:17]


def test_the_hash_depends_on_the_key_and_on_the_pepper_and_shows_neither() -> None:
    key = keys.generate()
    hashed = keys.hashed(key, b"pepper")
    assert hashed == keys.hashed(key, b"pepper")
    assert hashed != keys.hashed(key, b"salt")
    assert hashed != keys.hashed(keys.generate(), b"pepper")
    assert key[9:] not in hashed
