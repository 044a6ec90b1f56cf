"""Which files are sent compressed, to whom, and what is kept of them."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from server.storage import compressed
from tests.server import stored
from tests.server.application import Client
from tests.support import hosted

SERVERS = hosted.BOTH


LONG = b"vertex 0.125 0.25 0.5 " * 500


@pytest.mark.parametrize(
    ("header", "is_taken"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=0, *", False),
        ("gzip; q=0.000", False),
        ("identity", False),
        ("x-gzip", False),
        ("", False),
    ],
)
def test_who_takes_gzip(header: str, is_taken: bool) -> None:
    assert compressed.is_taken(header) is is_taken


@pytest.mark.parametrize(
    ("name", "content", "is_packed"),
    [
        ("a.glb", LONG, True),
        ("a.json", LONG, True),
        ("a.png", LONG, False),
        ("a.glb", LONG[: compressed.LEAST_BYTES - 1], False),
    ],
)
def test_what_is_worth_it_is_compressed(tmp_path: Path, name: str, content: bytes, is_packed: bool) -> None:
    (tmp_path / name).write_bytes(content)
    found = anyio.run(compressed.beside, tmp_path / name)
    assert (found is not None) is is_packed
    if found is not None:
        assert gzip.decompress(found.read_bytes()) == content
        made_at = found.stat().st_mtime_ns
        assert anyio.run(compressed.beside, tmp_path / name) == found
        assert found.stat().st_mtime_ns == made_at
        assert sorted(path.name for path in tmp_path.iterdir()) == [name, f"{name}.gz"]


def test_where_there_is_no_room_nothing_half_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.glb").write_bytes(LONG)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfileobj", full)
    assert anyio.run(compressed.beside, tmp_path / "a.glb") is None
    assert [path.name for path in tmp_path.iterdir()] == ["a.glb"]


def preview(client: Client) -> str:
    blobs = client.services.host.blobs
    path = blobs.new_preview()
    path.write_bytes(LONG)
    stored.run(blobs.keep_preview(path))
    link = client.services.artifacts.signer.url(f"/artifacts/previews/{path.name}")
    return link.removeprefix("http://sprue.test")


def test_an_artifact_is_sent_compressed_and_its_parts_as_they_are(client: Client) -> None:
    link = preview(client)
    packed = client.get(link, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == LONG
    assert int(packed.headers["content-length"]) < len(LONG) / 5
    plain = client.get(link, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == LONG
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    again = client.get(link, headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]})
    assert again.status_code == 304
    part = client.get(link, headers={"Accept-Encoding": "gzip", "Range": "bytes=7-28"})
    assert (part.status_code, part.content) == (206, LONG[7:29])


def test_a_program_on_the_same_machine_gets_files_as_they_are(serve: Callable[..., Any]) -> None:
    local = serve(local_key="svc_live_" + "k" * 40)
    answer = local.get(preview(local), headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.content == LONG
