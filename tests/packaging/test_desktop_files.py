"""What a desktop reads of the program: its entry, its metadata, the files it opens."""

import re
import shutil
import subprocess
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine import formats
from tests.packaging import loaded

FOLDER = loaded.PACKAGING / "desktop"
ID = "app.sprue.Sprue"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def filled(name: str, folder: Path) -> Path:
    """Write a file as `packaging/desktop/debian` does."""
    types = "".join(f"{media};" for each in formats.FORMATS for media in each.FORMAT.media_types)
    text = (FOLDER / name).read_text("utf-8")
    values = {"@MIME_TYPES@": types, "@VERSION@": "1.2.3", "@DATE@": "2026-01-01"}
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
    assert "@" not in text
    (folder / name).write_text(text, "utf-8")
    return folder / name


def test_every_suffix_that_is_read_belongs_to_a_type_that_is_described() -> None:
    root = ElementTree.parse(FOLDER / f"{ID}.mime.xml").getroot()
    globs = {
        each.attrib["type"]: {glob.attrib["pattern"] for glob in each.iter(f"{MIME}glob")}
        for each in root.iter(f"{MIME}mime-type")
    }
    for each in formats.FORMATS:
        described = {glob for media in each.FORMAT.media_types for glob in globs[media]}
        assert {f"*{suffix}" for suffix in each.FORMAT.suffixes} <= described
    assert {"*.step", "*.glb", "*.stl", "*.3mf"} <= set().union(*globs.values())


@pytest.mark.skipif(
    shutil.which("desktop-file-validate") is None, reason="desktop-file-utils is not installed"
)
def test_the_entry_is_valid_and_a_wrong_one_is_noticed(tmp_path: Path) -> None:
    entry = filled(f"{ID}.desktop", tmp_path)
    assert subprocess.run(["desktop-file-validate", entry]).returncode == 0
    entry.write_text(entry.read_text().replace("Type=Application", "Type=Program"))
    assert subprocess.run(["desktop-file-validate", entry], capture_output=True).returncode != 0


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstream is not installed")
def test_the_metadata_are_valid(tmp_path: Path) -> None:
    metadata = filled(f"{ID}.metainfo.xml", tmp_path)
    done = subprocess.run(["appstreamcli", "validate", "--no-net", metadata], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_names_agree() -> None:
    assert f"Icon={ID}\n" in (FOLDER / f"{ID}.desktop").read_text("utf-8")
    assert f">{ID}.desktop<" in (FOLDER / f"{ID}.metainfo.xml").read_text("utf-8")
    assert (FOLDER / f"{ID}.svg").is_file()
    assert re.search(r"^Exec=sprue app %F$", (FOLDER / f"{ID}.desktop").read_text("utf-8"), re.MULTILINE)


def test_the_recipe_of_the_bundle_is_python() -> None:
    text = (FOLDER / "sprue.spec").read_text("utf-8")
    compile(text, "sprue.spec", "exec")
    for package in ("app", "engine", "server", "resources"):
        assert f'"{package}"' in text


def test_the_multipart_of_the_server_is_a_file_of_the_bundle() -> None:
    """That of agents' tools has the same name, and would take its place: no server would start."""
    file = Path(str(metadata.distribution("multipart").locate_file("multipart.py")))
    assert "class MultipartSegment" in file.read_text("utf-8")
    text = (FOLDER / "sprue.spec").read_text("utf-8")
    assert '(str(multipart), ".")' in text
    assert '[*EXCLUDES, "multipart"]' in text
