"""Lock files pin everything by hash and name no place to download from."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def requirements_of(lock: Path) -> list[str]:
    """Return the logical lines of a lock file."""
    return [line for line in lock.read_text().replace("\\\n", " ").splitlines() if line.strip()]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_file_carries_no_address_and_no_option(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert "@" not in text
    for line in requirements_of(lock):
        assert re.match(r"[a-z0-9]", line), line


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_package_is_pinned_and_hashed(lock: Path) -> None:
    for line in requirements_of(lock):
        assert re.match(r"[a-z0-9.-]+==[^\s;]+( ; .+?)? +--hash=sha256:[0-9a-f]{64}", line), line[:80]


def pins_of(name: str) -> set[str]:
    """Return each `package==version` of a lock; where it is installed may differ from lock to lock."""
    return {line.split()[0] for line in requirements_of(ROOT / f"requirements/{name}.txt")}


@pytest.mark.parametrize("name", ["server", "desktop"])
def test_the_development_lock_agrees_with_what_users_install(name: str) -> None:
    assert pins_of(name) <= pins_of("dev")


def test_there_is_a_lock_for_the_server_the_desktop_and_development() -> None:
    assert {lock.stem for lock in LOCKS} >= {"server", "desktop", "dev"}
