"""A bucket over a real socket: what goes in comes out, and what goes wrong is a sentence."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from server.errors import StorageAway
from server.settings import InvalidSetting
from server.storage.object_store import PIECE_BYTES, ObjectStore
from tests.support import programs, seaweedfs

pytestmark = seaweedfs.CAN_RUN

TEN_MINUTES = timedelta(minutes=10)


def run(doing: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(doing)


def put(store: ObjectStore, tmp_path: Path, path: str, content: bytes) -> None:
    file = tmp_path / "content"
    file.write_bytes(content)
    run(store.put(path, file, {"Content-Type": "model/gltf-binary"}))


async def read(store: ObjectStore, path: str, start: int, length: int, tag: str | None = None) -> bytes:
    return b"".join([piece async for piece in store.read(path, start, length, tag)])


async def paths(store: ObjectStore, prefix: str) -> list[str]:
    return [entry["path"] async for entry in store.entries(prefix)]


def test_an_object_is_read_whole_and_in_parts(store_url: str, tmp_path: Path) -> None:
    store, content = ObjectStore(store_url), bytes(range(256)) * (PIECE_BYTES // 100)
    put(store, tmp_path, "a/b", content)
    entry = run(store.look("a/b"))
    assert (entry["path"], entry["size"]) == ("a/b", len(content))
    assert run(read(store, "a/b", 0, len(content), entry["e_tag"])) == content
    assert run(read(store, "a/b", 100, 7)) == content[100:107]
    assert run(read(store, "a/b", 5, 0)) == b""
    run(store.fetch("a/b", tmp_path / "fetched"))
    assert (tmp_path / "fetched").read_bytes() == content


def test_an_object_that_was_written_anew_is_not_read_as_the_one_before(
    store_url: str, tmp_path: Path
) -> None:
    store = ObjectStore(store_url)
    put(store, tmp_path, "a", b"before")
    tag = run(store.look("a"))["e_tag"]
    put(store, tmp_path, "a", b"after!")
    with pytest.raises(StorageAway):
        run(read(store, "a", 0, 6, tag))


def test_of_two_who_write_one_new_object_the_first_wins(store_url: str, tmp_path: Path) -> None:
    store, files = ObjectStore(store_url), [tmp_path / f"{at}" for at in range(8)]
    for file in files:
        file.write_bytes(file.name.encode())

    async def write() -> bytes:
        await store.put_new("a", files[0], {})
        await asyncio.gather(*(store.put_new("a", file, {}) for file in files[1:]))
        return await read(store, "a", 0, 1)

    assert run(write()) == b"0"


def test_a_list_is_of_a_folder_and_not_of_names_that_begin_so(store_url: str, tmp_path: Path) -> None:
    store = ObjectStore(store_url)
    for path in ("jobs/1/a", "jobs/1/b", "jobs/10/a", "jobs2/a"):
        put(store, tmp_path, path, b"x")
    assert run(paths(store, "jobs/1")) == ["jobs/1/a", "jobs/1/b"]
    assert run(paths(store, "jobs/2")) == []
    run(store.delete(["jobs/1/a", "jobs/1/never"]))
    run(store.move("jobs/1/b", "strays/b"))
    assert run(paths(store, "jobs")) == ["jobs/10/a"]
    assert run(paths(store, "strays")) == ["strays/b"]


def test_a_missing_object_is_one_that_is_not_there(store_url: str, tmp_path: Path) -> None:
    store = ObjectStore(store_url)
    for ask in (store.look("a"), store.fetch("a", tmp_path / "a"), read(store, "a", 0, 1)):
        with pytest.raises(FileNotFoundError):
            run(ask)


def test_a_link_of_the_store_needs_no_key_and_opens_one_object(
    store_url: str, seaweedfs_store: seaweedfs.Store, tmp_path: Path
) -> None:
    assert run(ObjectStore(store_url).link("a", TEN_MINUTES)) is None  # callers do not reach it
    store = ObjectStore(store_url, seaweedfs_store.endpoint)
    put(store, tmp_path, "a", b"for whoever has the link")
    put(store, tmp_path, "b", b"not this one")
    link = run(store.link("a", TEN_MINUTES))
    with urllib.request.urlopen(link) as answer:
        assert answer.read() == b"for whoever has the link"
        assert answer.headers["Content-Type"] == "model/gltf-binary"
    for bent in (link.replace("/a?", "/b?"), link.partition("?")[0], link[:-1] + "x"):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(bent)


def test_what_was_claimed_first_stands(store_url: str) -> None:
    store = ObjectStore(store_url)
    assert run(store.claim("installation", "one")) == "one"
    assert run(store.claim("installation", "another")) == "one"


def test_a_bucket_that_is_not_there_is_named(store_url: str) -> None:
    with pytest.raises(
        InvalidSetting, match="SPRUE_STORE is s3://nosuch/a, and there is no bucket nosuch at"
    ):
        run(ObjectStore("s3://nosuch/a").claim("installation", "one"))


@pytest.mark.parametrize("name", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
def test_keys_that_are_refused_are_told(store_url: str, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "wrong")
    with pytest.raises(InvalidSetting, match=r"its keys .* are refused at http"):
        run(ObjectStore(store_url).claim("installation", "one"))


def test_a_store_that_does_not_answer_is_told(
    store_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    store = ObjectStore(store_url)
    with pytest.raises(
        InvalidSetting, match=r"does not answer at http://127\.0\.0\.1:1: .*error sending"
    ) as caught:
        run(store.claim("installation", "one"))
    assert "\n" not in str(caught.value)
    (tmp_path / "file").touch()
    for ask in (
        store.look("a"),
        store.put("a", tmp_path / "file", {}),
        paths(store, "a"),
        store.delete(["a"]),
    ):
        with pytest.raises(StorageAway, match="does not answer; please try again"):
            run(ask)


@pytest.mark.parametrize(
    "url", ["bucket", "s3:bucket", "s3://", "https://bucket.example.com", "s3://user@bucket", "s3://a?b=c"]
)
def test_a_url_that_is_no_bucket_is_refused(url: str) -> None:
    with pytest.raises(InvalidSetting, match="which is no bucket, as s3://bucket/prefix is"):
        ObjectStore(url)


def test_an_endpoint_that_is_no_url_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidSetting, match="SPRUE_STORE_PUBLIC_URL is 'files', which is no URL"):
        ObjectStore("s3://bucket", "files")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "s3.example.com")
    with pytest.raises(InvalidSetting, match=r"AWS_ENDPOINT_URL is 's3\.example\.com', which is no URL"):
        ObjectStore("s3://bucket")


def test_a_server_of_one_machine_loads_nothing_that_speaks_with_stores(tmp_path: Path) -> None:
    look = tmp_path / "look.py"
    look.write_text(
        "import sys, server.app; print('obstore' in sys.modules, 'server.storage.s3_blobs' in sys.modules)"
    )
    assert programs.run_script(look).split() == ["False", "False"]
