"""Seals: a file is opened as it was closed, under its name, by who has the key."""

from pathlib import Path

import pytest

from server.storage.seal import LENGTH, PIECE_BYTES, Seal

OURS = Seal(b"s" * 32)


@pytest.fixture(params=[0, 1, PIECE_BYTES, PIECE_BYTES + 7])
def sealed(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[bytes, Path]:
    content = bytes(range(256)) * (request.param // 256) + b"x" * (request.param % 256)
    (tmp_path / "plain").write_bytes(content)
    OURS.close("prepared/1", tmp_path / "plain", tmp_path / "sealed")
    assert (tmp_path / "plain").read_bytes() == content
    return content, tmp_path / "sealed"


def test_what_was_closed_is_opened_as_it_was(sealed: tuple[bytes, Path]) -> None:
    content, file = sealed
    assert file.stat().st_size == len(content) + LENGTH
    assert OURS.open("prepared/1", file)
    assert file.read_bytes() == content


@pytest.mark.parametrize("at", [0, -LENGTH - 1, -1])
def test_a_file_that_was_changed_is_not_opened(tmp_path: Path, at: int) -> None:
    (tmp_path / "plain").write_bytes(b"content of a part")
    OURS.close("prepared/1", tmp_path / "plain", tmp_path / "sealed")
    bent = bytearray((tmp_path / "sealed").read_bytes())
    bent[at] ^= 1
    (tmp_path / "sealed").write_bytes(bent)
    assert not OURS.open("prepared/1", tmp_path / "sealed")
    assert (tmp_path / "sealed").read_bytes() == bent


def test_a_seal_is_of_one_name_and_one_installation(sealed: tuple[bytes, Path]) -> None:
    _, file = sealed
    assert not OURS.open("prepared/2", file)
    assert not Seal(b"t" * 32).open("prepared/1", file)
    assert OURS.open("prepared/1", file)


def test_what_never_had_a_seal_is_not_opened(tmp_path: Path) -> None:
    for size in (0, LENGTH - 1, LENGTH, 1000):
        (tmp_path / "file").write_bytes(bytes(size))
        assert not OURS.open("prepared/1", tmp_path / "file")
