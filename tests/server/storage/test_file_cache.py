"""Files near the workers: linked, not copied, and within a budget."""

import os
from pathlib import Path

import pytest

from server.storage.file_cache import FileCache


@pytest.fixture
def cache(tmp_path: Path) -> FileCache:
    return FileCache(tmp_path / "cache", 1000)


def made(tmp_path: Path, name: str, size: int) -> Path:
    file = tmp_path / name
    file.write_bytes(name[:1].encode() * size)
    return file


def test_what_was_added_is_taken_by_its_name_and_by_no_other(cache: FileCache, tmp_path: Path) -> None:
    cache.add("jobs/1/a.json", made(tmp_path, "a", 10))
    assert cache.take("jobs/1/a.json", tmp_path / "taken")
    assert (tmp_path / "taken").read_bytes() == b"a" * 10
    assert not cache.take("jobs/2/a.json", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_beyond_the_budget_what_was_used_longest_ago_goes(cache: FileCache, tmp_path: Path) -> None:
    for at, name in enumerate("abc"):
        cache.add(name, made(tmp_path, name, 300))
        os.utime(tmp_path / name, (1000 + at, 1000 + at))  # which is the one in the cache
    assert cache.take("a", tmp_path / "used")  # now the last one used
    cache.add("d", made(tmp_path, "d", 300))
    left = [name for name in "abcd" if cache.take(name, tmp_path / f"left-{name}")]
    assert left == ["a", "c", "d"]


def test_who_has_taken_a_file_keeps_it_when_the_cache_lets_go_of_it(cache: FileCache, tmp_path: Path) -> None:
    cache.add("a", made(tmp_path, "a", 100))
    assert cache.take("a", tmp_path / "taken")
    cache.free(10**6)
    assert not cache.take("a", tmp_path / "again")
    assert (tmp_path / "taken").read_bytes() == b"a" * 100


def test_a_file_larger_than_the_budget_is_not_kept(cache: FileCache, tmp_path: Path) -> None:
    cache.add("fits", made(tmp_path, "f", 1000))
    cache.add("large", made(tmp_path, "l", 1001))
    assert cache.take("fits", tmp_path / "1")
    assert not cache.take("large", tmp_path / "2")


def test_the_next_process_goes_on_with_what_is_there(cache: FileCache, tmp_path: Path) -> None:
    cache.add("a", made(tmp_path, "a", 600))
    next_one = FileCache(tmp_path / "cache", 1000)
    assert next_one.take("a", tmp_path / "taken")
    next_one.add("b", made(tmp_path, "b", 600))  # and counts it
    assert sum(file.stat().st_size for file in (tmp_path / "cache").iterdir()) <= 1000
