"""What a request asks for of a file of ten bytes."""

import os
from pathlib import Path

import pytest

from server.storage.file_ranges import Span, asked, etag

TAG = '"1-a"'


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("bytes=0-3", Span(206, 0, 4)),
        ("bytes=4-", Span(206, 4, 6)),
        ("bytes=4-99", Span(206, 4, 6)),
        ("bytes=-3", Span(206, 7, 3)),
        ("bytes=-99", Span(206, 0, 10)),
        ("bytes=9-9", Span(206, 9, 1)),
        ("bytes=10-", Span(416, 0, 0)),
        ("bytes=-0", Span(416, 0, 0)),
        ("bytes=5-4", Span(200, 0, 10)),
        ("bytes=0-1,4-5", Span(200, 0, 10)),
        ("lines=0-1", Span(200, 0, 10)),
        ("bytes=a-b", Span(200, 0, 10)),
        ("", Span(200, 0, 10)),
    ],
)
def test_one_range_is_a_part_and_what_is_none_is_the_whole(header: str, expected: Span) -> None:
    assert asked({"range": header}, TAG, 10) == expected


def test_a_range_of_another_version_is_the_whole() -> None:
    assert asked({"range": "bytes=4-", "if-range": TAG}, TAG, 10) == Span(206, 4, 6)
    assert asked({"range": "bytes=4-", "if-range": '"2-a"'}, TAG, 10) == Span(200, 0, 10)


@pytest.mark.parametrize(
    ("condition", "status"), [(TAG, 304), (f'"x", W/{TAG}', 304), ("*", 304), ('"2-a"', 200), ("", 200)]
)
def test_who_has_the_file_is_sent_nothing(condition: str, status: int) -> None:
    assert asked({"if-none-match": condition}, TAG, 10).status == status


def test_a_file_that_is_written_anew_has_another_tag(tmp_path: Path) -> None:
    file = tmp_path / "a.glb"
    file.write_bytes(b"0123456789")
    os.utime(file, ns=(1, 1))
    assert etag(file.stat()) == TAG
    os.utime(file, ns=(2, 2))
    assert etag(file.stat()) != TAG
