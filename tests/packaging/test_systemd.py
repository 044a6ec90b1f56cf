"""The units are ones systemd understands, run as nobody of note, and agree with one another."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from server import settings
from tests.packaging import loaded

FOLDER = loaded.PACKAGING / "server/systemd"
UNITS = sorted(FOLDER.glob("*.service"))
WORST_EXPOSURE = 2.0
"""On the scale of `systemd-analyze security`, where a unit that says nothing has 9.6. Compiled kernels need
memory that is written and run, and analyses need processes and sockets."""


def service(unit: Path) -> dict[str, str]:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(unit)
    return dict(parser["Service"])


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_each_runs_as_a_user_of_its_own_within_limits_and_gets_its_secrets_as_a_credential(
    unit: Path,
) -> None:
    section = service(unit)
    assert section["DynamicUser"] == "yes"
    assert section["LoadCredential"].startswith("secrets:")
    assert "SPRUE_SECRET_FILE=%d/secrets" in section["Environment"]
    assert "MemoryMax" in section or section["Type"] == "oneshot"


def test_every_variable_is_a_setting_there_is() -> None:
    texts = [path.read_text("utf-8") for path in (*UNITS, FOLDER / "sprue.env.example")]
    named = set(re.findall(r"\b(SPRUE_[A-Z_]+)=", "\n".join(texts)))
    assert named <= {name for name, _, _ in settings.table()}


def test_nobody_starts_before_the_database_is_at_this_version() -> None:
    for unit in UNITS:
        is_waiting = "Requires=sprue-migrate.service" in unit.read_text("utf-8")
        assert is_waiting is (unit.stem != "sprue-migrate")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_understands_them_and_finds_them_closed(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/sprue/bin/sprue", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    names = [str(tmp_path / unit.name) for unit in UNITS]
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *names], capture_output=True, text=True
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    for name in names:
        scored = subprocess.run(
            ["systemd-analyze", "security", "--offline=yes", "--no-pager", name],
            capture_output=True,
            text=True,
            check=True,
        )
        [exposure] = re.findall(r"exposure level for \S+: ([\d.]+)", scored.stdout)
        assert float(exposure) <= WORST_EXPOSURE
