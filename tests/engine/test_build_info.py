"""What `sprue --version` names."""

import subprocess
from pathlib import Path

import OCP

from engine import build_info


def file_in(folder: Path, text: str) -> Path:
    file = folder / "resources" / build_info.COMMIT_FILE
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return file


def test_the_release_of_the_kernel_is_the_one_that_is_loaded() -> None:
    assert build_info.read().kernel.startswith(f"OCCT {'.'.join(OCP.__version__.split('.')[:3])} (")


def test_a_build_tells_the_commit_that_it_was_made_of(tmp_path: Path) -> None:
    assert (
        build_info.commit(file_in(tmp_path, "0123456789abcdef0123456789abcdef01234567\n")) == "0123456789ab"
    )


def test_a_checkout_tells_its_own_commit_and_whether_a_file_differs(tmp_path: Path) -> None:
    file = file_in(tmp_path, "$Format:%H$\n")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "resources"], ["commit", "-q", "-m", "Begin"]):
        subprocess.run([*git, *words], check=True, capture_output=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout
    assert build_info.commit(file) == head[:12]
    file.write_text("$Format:%H$ and more\n")
    assert build_info.commit(file) == f"{head[:12]}-dirty"


def test_a_copy_without_its_history_has_no_commit(tmp_path: Path) -> None:
    assert build_info.commit(file_in(tmp_path, "$Format:%H$\n")) == build_info.UNKNOWN
