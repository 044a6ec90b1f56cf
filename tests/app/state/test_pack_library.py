"""Rule packs of the user's own."""

import json

import pytest

from app.state.pack_library import NEW_PACK, PackLibrary


@pytest.fixture
def library(tmp_path):
    return PackLibrary(tmp_path / "packs")


def test_what_was_saved_is_there_next_time(library):
    library.save({**NEW_PACK, "name": "Ours"})
    (kept,) = PackLibrary(library.folder).packs
    assert (kept.key, kept.name) == ("my-pack", "Ours")
    assert kept.document["rules"] == NEW_PACK["rules"]


def test_what_others_save_change_and_delete_is_there_when_packs_are_listed(library):
    other = PackLibrary(library.folder)
    assert library.packs == ()
    other.save({**NEW_PACK, "name": "Theirs"})
    assert [one.name for one in library.packs] == ["Theirs"]
    other.save({**NEW_PACK, "name": "Changed"}, replacing="my-pack")
    assert [one.name for one in library.packs] == ["Changed"]
    assert library.document("my-pack")["name"] == "Changed"
    other.remove("my-pack")
    assert library.packs == ()


def test_what_is_edited_later_does_not_change_what_was_saved(library):
    document = json.loads(json.dumps(NEW_PACK))
    library.save(document)
    document["rules"].clear()
    assert library.document("my-pack")["rules"]


def test_another_key_takes_the_place_of_the_one_before(library):
    library.save(NEW_PACK)
    library.save({**NEW_PACK, "key": "ours"}, replacing="my-pack")
    assert [one.key for one in PackLibrary(library.folder).packs] == ["ours"]


def test_a_key_that_another_pack_has_is_refused_and_nothing_is_lost(library):
    library.save({**NEW_PACK, "name": "First"})
    library.save({**NEW_PACK, "key": "second"})
    with pytest.raises(ValueError, match="Another pack has the key"):
        library.save({**NEW_PACK, "name": "Second"}, replacing="second")
    assert library.document("my-pack")["name"] == "First"
    assert library.document("second")


@pytest.mark.parametrize("key", ["", "../evil", "a/b", 7, None, "x" * 65])
def test_a_key_that_is_no_name_of_a_file_is_refused(library, key):
    with pytest.raises(ValueError, match="letters, digits"):
        library.save({**NEW_PACK, "key": key})
    assert library.packs == ()


def test_a_pack_can_be_removed_twice(library):
    library.save(NEW_PACK)
    library.remove("my-pack")
    library.remove("my-pack")
    assert PackLibrary(library.folder).packs == ()


def test_a_pack_from_a_file_gets_a_key_that_is_free(library, tmp_path):
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps({**NEW_PACK, "key": "casting"}), "utf-8")
    assert library.add_from(path, taken=["casting"]) == "casting-2"
    assert library.add_from(path, taken=["casting"]) == "casting-3"


@pytest.mark.parametrize(
    ("text", "message"), [("{", "Line 1"), ("[]", "begins with"), ('{"key": "a"}', "no rule pack")]
)
def test_a_file_without_a_pack_is_refused_with_a_sentence(library, tmp_path, text, message):
    path = tmp_path / "theirs.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message):
        library.add_from(path)
    assert library.packs == ()


def test_a_damaged_file_is_left_alone_and_named(library):
    library.save(NEW_PACK)
    crowded_corners = library.folder / "torn.json"
    crowded_corners.write_text("{", "utf-8")
    again = PackLibrary(library.folder)
    assert [one.key for one in again.packs] == ["my-pack"]
    assert again.damaged == (crowded_corners,)
    assert crowded_corners.exists()
