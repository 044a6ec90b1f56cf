"""What `make dist` puts into the wheel."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = ("app", "engine", "server", "resources")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DECLARED, UNDECLARED = "engine/report/more.css", "engine/report/more.undeclared"
BUILD = "from setuptools import build_meta; build_meta.build_wheel('dist')"


def source_files() -> set[str]:
    """Return what the wheel is made of, as the checkout has it; skip where this is no checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "sprue.py", *PROGRAMS],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode != 0:
        pytest.skip("this is no checkout")
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """Build the wheel of a copy of the sources, with the tools that are installed.

    Two files lie beside the page of the report, of which one has a suffix of `package-data`.
    """
    folder = tmp_path_factory.mktemp("wheel")
    for name in (*source_files(), "pyproject.toml", "README.md", "MANIFEST.in"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in (DECLARED, UNDECLARED):
        (folder / name).touch()
    subprocess.run([sys.executable, "-c", BUILD], cwd=folder, check=True, capture_output=True)
    [built] = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(built) as opened:
        yield opened


def files_of(wheel: zipfile.ZipFile) -> set[str]:
    return {name for name in wheel.namelist() if ".dist-info/" not in name}


def metadata_of(wheel: zipfile.ZipFile) -> Message:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return Parser().parsestr(wheel.read(name).decode())


def test_the_wheel_has_every_source_and_every_resource_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    assert files_of(wheel) - {DECLARED} == source_files()


def test_a_resource_of_a_kind_that_is_not_declared_would_be_missed(wheel: zipfile.ZipFile) -> None:
    assert {DECLARED, UNDECLARED} & files_of(wheel) == {DECLARED}


def test_the_wheel_installs_the_command(wheel: zipfile.ZipFile) -> None:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/entry_points.txt")]
    assert "sprue = sprue:main" in wheel.read(name).decode()


def test_the_metadata_name_license_description_and_extras(wheel: zipfile.ZipFile) -> None:
    metadata = metadata_of(wheel)
    assert metadata["License-Expression"] == PROJECT["license"]
    assert metadata["Summary"] == PROJECT["description"]
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert {"desktop", "hosted", "s3", "mcp", "otel"} <= set(metadata.get_all("Provides-Extra", []))
    assert not metadata.get_all("Project-URL", [])


def test_the_same_store_is_installed_by_its_own_extra_and_by_that_of_hosts() -> None:
    extras = PROJECT["optional-dependencies"]
    assert set(extras["s3"]) <= set(extras["hosted"])
