"""Sprue is set up with the Python that is fast, of those that a machine has."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.packaging import loaded

PLAIN, OPTIMIZED = "3.11 True False", "3.11 True True"
"""What `packaging/interpreter` asks: the version, whether it makes environments, whether it is optimized."""


def chosen(folder: Path, python3: str | None, of_system: str | None) -> str:
    """Return which is chosen where these answer so: "python3" or "system"; None stands for one not there."""
    for name, answer in (("python3", python3), ("system", of_system)):
        if answer is not None:
            (folder / name).write_text(f"#!/bin/sh\necho {answer}\n")
            (folder / name).chmod(0o755)
    for name in ("bash", "env"):
        (folder / name).symlink_to(f"/usr/bin/{name}")
    command = [loaded.PACKAGING / "interpreter", folder / "system"]
    variables = os.environ | {"PATH": str(folder)}
    return Path(subprocess.check_output(command, env=variables, text=True).strip()).name


def test_the_systems_own_is_taken_for_one_that_was_compiled_without_optimizations(tmp_path: Path) -> None:
    assert chosen(tmp_path, PLAIN, PLAIN) == "system"


@pytest.mark.parametrize(
    ("python3", "of_system"),
    [
        (OPTIMIZED, PLAIN),
        (PLAIN, "3.10 True False"),
        (PLAIN, "3.11 False False"),
        (PLAIN, None),
        (None, PLAIN),
        (None, None),
    ],
    ids=["is fast itself", "of another version", "makes no environment", "no system's", "no python3", "none"],
)
def test_otherwise_it_is_the_one_that_a_terminal_finds(
    tmp_path: Path, python3: str | None, of_system: str | None
) -> None:
    assert chosen(tmp_path, python3, of_system) == "python3"


def test_this_machine_has_one_of_the_version_asked_for() -> None:
    found = subprocess.check_output([loaded.PACKAGING / "interpreter"], text=True).strip()
    subprocess.run([found, "-c", "import sys; assert sys.version_info >= (3, 11)"], check=True)
