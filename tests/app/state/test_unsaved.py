"""Changes that are not saved outlive a program that ends badly."""

import pytest

from app.state.pack_library import NEW_PACK
from app.state.unsaved import Unsaved


@pytest.fixture
def unsaved(tmp_path):
    return Unsaved(tmp_path / "packs" / "unsaved")


def test_what_was_kept_is_there_next_time_until_it_is_forgotten(unsaved):
    unsaved.keep("my-pack", {**NEW_PACK, "name": "Half done"})
    again = Unsaved(unsaved.folder)
    assert again.all()["my-pack"]["name"] == "Half done"
    again.forget("my-pack")
    again.forget("my-pack")  # gone already
    assert unsaved.all() == {}


def test_a_damaged_file_is_passed_over(unsaved):
    unsaved.keep("whole", NEW_PACK)
    (unsaved.folder / "torn.json").write_text('{"key": ', "utf-8")
    (unsaved.folder / "bytes.json").write_bytes(b"\xff\xfe\x00")
    assert list(unsaved.all()) == ["whole"]


def test_a_folder_that_cannot_be_written_costs_nobody_the_program(tmp_path):
    (tmp_path / "file").write_text("in the way")
    unsaved = Unsaved(tmp_path / "file" / "unsaved")
    unsaved.keep("my-pack", NEW_PACK)
    unsaved.forget("my-pack")
    assert unsaved.all() == {}
