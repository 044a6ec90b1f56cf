"""A license that is not on the list stops a release; nothing that is locked for users has one."""

from email.message import Message
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tests.packaging import loaded

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def licenses() -> ModuleType:
    return loaded.script("licenses.py")


@pytest.mark.parametrize("lock", ["server", "desktop", "hosted", "bundle"])
def test_nothing_that_is_locked_for_users_has_a_license_that_is_not_on_the_list(
    licenses: ModuleType, lock: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert licenses.main([str(ROOT / f"requirements/{lock}.txt")]) == 0
    assert int(capsys.readouterr().out.split()[0]) > 20


@pytest.mark.parametrize(
    ("expression", "is_fine"),
    [
        ("MIT", True),
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", True),
        ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-2.0-or-later", False),
        ("AGPL-3.0-only OR SSPL-1.0", False),
        ("", False),
    ],
)
def test_one_choice_has_to_be_on_the_list_with_all_its_parts(
    licenses: ModuleType, expression: str, is_fine: bool
) -> None:
    assert licenses.is_allowed(expression) is is_fine


def test_a_package_that_says_its_license_by_a_classifier_alone_is_understood(licenses: ModuleType) -> None:
    data = Message()
    data["Classifier"] = "License :: OSI Approved :: GNU General Public License v2 (GPLv2)"
    assert licenses.license_of(SimpleNamespace(name="copyleft", metadata=data)) == "GPL-2.0-only"
    data["License-Expression"] = "MIT"
    assert licenses.license_of(SimpleNamespace(name="free", metadata=data)) == "MIT"


def test_the_texts_are_written_with_their_packages(licenses: ModuleType, tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("numpy==2.4.0 \\\n    --hash=sha256:0\n")
    written = tmp_path / "licenses.txt"
    assert licenses.main([str(lock), "--write", str(written)]) == 0
    assert written.read_text("utf-8").startswith("numpy ")
    assert "Redistributions of source code" in written.read_text("utf-8")
