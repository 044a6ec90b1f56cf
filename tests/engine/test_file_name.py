"""Names of files as they are shown."""

import os
from pathlib import Path

import pytest

from engine import file_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"Geh\xe4use.step", "Geh\ufffduse.step"),
        ("Gehäuse 部品 \U0001f529.step".encode(), "Gehäuse 部品 \U0001f529.step"),
        (b"\xff\xfe/a.step", "\ufffd\ufffd/a.step"),
    ],
)
def test_what_is_no_utf_8_stands_as_a_replacement(name: bytes, shown: str) -> None:
    assert file_name.shown(os.fsdecode(name)) == shown
    assert file_name.shown(Path(os.fsdecode(name))) == shown
