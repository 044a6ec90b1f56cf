"""Formats are picked by suffix, and files looked at before any kernel is loaded."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine import formats
from engine.errors import UnreadableFile, UnsupportedFormat


@pytest.mark.parametrize("name", ["a.step", "a.STEP", "a.stp", "a.Stp", "a.b.stp", "деталь.step"])
def test_step_suffixes_are_step(name: str) -> None:
    assert formats.pick(Path(name)).FORMAT.label == "STEP"


@pytest.mark.parametrize("name", ["a.sldprt", "a.dxf", "step", "a", "a.step.zip"])
def test_other_suffixes_are_refused_with_those_accepted(name: str) -> None:
    with pytest.raises(UnsupportedFormat, match=r"\.step, \.stp, \.glb, \.gltf"):
        formats.pick(Path(name))


def test_an_empty_file_is_refused_as_such(tmp_path: Path) -> None:
    path = tmp_path / "part.step"
    path.touch()
    with pytest.raises(UnreadableFile, match="empty"):
        formats.check(path)


def test_looking_at_a_file_loads_no_kernel(tmp_path: Path) -> None:
    path = tmp_path / "part.step"
    path.write_text("ISO-10303-21;")
    script = (
        "import sys; from pathlib import Path; from engine import formats\n"
        f"formats.check(Path({str(path)!r}))\n"
        "sys.exit('OCP' in sys.modules)"
    )
    root = Path(__file__).parents[3]
    assert subprocess.run([sys.executable, "-c", script], cwd=root, check=False).returncode == 0
