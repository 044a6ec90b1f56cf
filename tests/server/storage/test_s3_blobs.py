"""Files of jobs in a bucket: staged in, worked on, staged out, and shared by hosts."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from server.errors import ArtifactNotFound, StorageAway
from server.settings import InvalidSetting
from server.storage import s3_blobs
from server.storage.blobs import Staged
from server.storage.object_store import ObjectStore
from server.storage.s3_blobs import S3Blobs
from tests.server.stored import objects_of
from tests.support import seaweedfs

pytestmark = seaweedfs.CAN_RUN

T = TypeVar("T")
SECRET = b"s" * 32
CACHE_BYTES = 10**6
JOB, OTHER = "01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Recording(ObjectStore):
    """A store that notes what is written to it and read from it."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.written: list[str] = []
        self.fetched: list[str] = []

    async def put(self, path: str, file: Path, attributes: Mapping[str, str]) -> str | None:
        found = await super().put(path, file, attributes)
        self.written.append(path)
        return found

    async def fetch(self, path: str, target: Path) -> None:
        await super().fetch(path, target)
        self.fetched.append(path)


class Host:
    """One of the hosts of an installation."""

    def __init__(self, url: str, data_dir: Path, secret: bytes = SECRET) -> None:
        self.store = Recording(url)
        self.folder = data_dir
        self.blobs = S3Blobs(self.store, data_dir, CACHE_BYTES, secret)

    async def send_part(self, job_id: str = JOB, content: bytes = b"a part") -> None:
        """Store the part of a job, as who takes it in does."""
        (self.blobs.make(job_id) / "part.step").write_bytes(content)
        await self.blobs.keep_part(job_id)

    async def run_job(
        self,
        work: Callable[[Staged], Awaitable[None]],
        run: int = 1,
        job_id: str = JOB,
        early: tuple[str, ...] = (),
    ) -> int:
        """Stage a run, work on it and keep what it made."""
        async with self.blobs.stage(job_id, run, "part.step", names, early) as staged:
            await work(staged)
            return await self.blobs.keep_results(job_id, run, staged)


def names(part: Path) -> list[str]:
    """Name what a run may ask for, by its part."""
    assert part.is_file()
    return ["mesh.prepared"]


async def make_all(staged: Staged) -> None:
    """Make what an analysis does."""
    staged.results.mkdir(exist_ok=True)
    for name in ("result.json", "metrics.msgpack", "thickness.glb"):
        (staged.results / name).write_bytes(f"{name} of a run".encode())
    (staged.results / ".draft").touch()
    (staged.prepared / "mesh.prepared").write_bytes(b"a mesh")
    (staged.prepared / "pull.analysis").write_bytes(b"a judgment")


async def nothing(_: Staged) -> None:
    """Make nothing."""


@pytest.fixture
def hosts(store_url: str, tmp_path: Path) -> tuple[Host, Host]:
    return Host(store_url, tmp_path / "one"), Host(store_url, tmp_path / "other")


async def content_of(host: Host, name: str, run: int = 1) -> bytes:
    file = await host.blobs.artifact(JOB, run, name)
    return b"".join([piece async for piece in file.chunks(0, file.size_bytes)])


def test_what_a_run_made_on_one_host_is_read_at_another(hosts: tuple[Host, Host], store_url: str) -> None:
    one, other = hosts

    async def go() -> int:
        await one.send_part()
        size = await other.run_job(make_all)
        assert await content_of(one, "thickness.glb") == b"thickness.glb of a run"
        for name in ("part.step", "nothing.glb", "../result.json"):
            with pytest.raises(ArtifactNotFound):
                await one.blobs.artifact(JOB, 1, name)
        return size

    size = asyncio.run(go())
    kept = objects_of(store_url, f"jobs/{JOB}")
    assert kept == [
        "part.step",
        "results-1/metrics.msgpack",
        "results-1/result.json",
        "results-1/thickness.glb",
        "sealed-1/pull.analysis",
    ]
    assert size > len(b"a part") + 3 * len(b"result.json of a run")
    assert not list((one.folder / "scratch").iterdir())
    assert not list((other.folder / "scratch").iterdir())


def test_the_result_is_sent_when_all_else_is_there(hosts: tuple[Host, Host]) -> None:
    one, _ = hosts

    async def go() -> None:
        await one.send_part()
        await one.run_job(make_all)

    asyncio.run(go())
    assert one.store.written[-1].endswith("/result.json")
    assert len(one.store.written) == 5  # the part, three results and what they were judged to be


def test_a_part_that_was_meshed_on_one_host_is_not_meshed_at_another(hosts: tuple[Host, Host]) -> None:
    one, other = hosts

    async def go() -> list[str]:
        await one.send_part()
        await one.send_part(OTHER)
        await one.run_job(make_all)
        found = []

        async def look(staged: Staged) -> None:
            found.extend(sorted(path.name for path in staged.prepared.iterdir()))
            assert (staged.prepared / "mesh.prepared").read_bytes() == b"a mesh"

        await other.run_job(look, job_id=OTHER)
        other.store.fetched.clear()
        await other.run_job(look, job_id=OTHER)  # from the cache of that host
        return found

    assert asyncio.run(go()) == ["mesh.prepared", "mesh.prepared"]
    assert other.store.fetched == [f"jobs/{OTHER}/part.step"]


def test_the_report_of_a_run_finds_what_it_was_judged_to_be_and_that_of_another_run_does_not(
    hosts: tuple[Host, Host],
) -> None:
    one, other = hosts

    async def go() -> list[list[str]]:
        await one.send_part()
        await one.run_job(make_all)
        found = []
        for run in (1, 2):

            async def look(staged: Staged) -> None:
                found.append(sorted(path.name for path in staged.prepared.iterdir()))

            await other.run_job(look, run)
        return found

    assert asyncio.run(go()) == [["mesh.prepared", "pull.analysis"], ["mesh.prepared"]]


def test_a_prepared_part_that_none_of_our_hosts_wrote_is_not_read(
    hosts: tuple[Host, Host], store_url: str, tmp_path: Path
) -> None:
    _, other = hosts
    stranger = Host(store_url, tmp_path / "stranger", b"t" * 32)

    async def go() -> list[str]:
        await stranger.send_part()
        await stranger.run_job(make_all)
        found = []

        async def look(staged: Staged) -> None:
            found.extend(path.name for path in staged.prepared.iterdir())

        await other.run_job(look)
        return found

    assert asyncio.run(go()) == []
    assert objects_of(store_url, "prepared") == []  # so that one of ours takes its place


def test_what_is_shown_early_is_there_while_the_run_goes_on_and_when_it_fails(
    hosts: tuple[Host, Host],
) -> None:
    one, other = hosts

    async def shape(staged: Staged) -> None:
        staged.results.mkdir()
        (staged.results / "shape.glb").write_bytes(b"a shape")
        async with asyncio.timeout(10):
            while True:
                try:
                    assert await content_of(other, "shape.glb") == b"a shape"
                    return
                except ArtifactNotFound:
                    await asyncio.sleep(0.02)

    async def fail_at_once(staged: Staged) -> None:
        staged.results.mkdir()
        (staged.results / "shape.glb").write_bytes(b"a shape")
        (staged.results / "thickness.glb").write_bytes(b"half of it")
        raise ZeroDivisionError

    async def go() -> None:
        await one.send_part()
        await one.run_job(shape, early=("shape.glb",))
        with pytest.raises(ZeroDivisionError):
            await one.run_job(fail_at_once, run=2, early=("shape.glb",))
        assert await content_of(other, "shape.glb", run=2) == b"a shape"
        with pytest.raises(ArtifactNotFound):
            await other.blobs.artifact(JOB, 2, "thickness.glb")

    asyncio.run(go())


def test_a_pack_is_judged_by_what_was_measured_fetched_once(hosts: tuple[Host, Host]) -> None:
    one, other = hosts

    async def go() -> list[str]:
        await one.send_part()
        await one.run_job(make_all)
        for _ in range(3):
            async with other.blobs.results(JOB, 1) as folder:
                found = sorted(path.name for path in folder.iterdir())
        async with other.blobs.results(JOB, 2) as folder:
            assert not folder.exists()
        return found

    assert asyncio.run(go()) == ["metrics.msgpack", "result.json"]
    assert len(other.store.fetched) == 2


def test_what_is_drawn_later_joins_the_results(hosts: tuple[Host, Host]) -> None:
    one, other = hosts

    async def draw(staged: Staged) -> None:
        assert (staged.results / "result.json").is_file()
        (staged.results / "report.html").write_bytes(b"<h1>")

    async def go() -> tuple[int, int]:
        await one.send_part()
        before = await one.run_job(make_all)
        other.store.written.clear()
        return before, await other.run_job(draw)

    before, after = asyncio.run(go())
    assert after == before + len(b"<h1>")
    assert other.store.written == [f"jobs/{JOB}/results-1/report.html"]


def test_of_a_run_that_failed_one_file_may_stay_and_of_a_job_that_is_removed_none(
    hosts: tuple[Host, Host], store_url: str
) -> None:
    one, other = hosts

    async def go() -> list[str]:
        await one.send_part()
        await one.send_part(OTHER)
        await one.run_job(make_all)
        await other.blobs.remove_partial(JOB, 1, but="thickness.glb")
        left = objects_of(store_url, f"jobs/{JOB}")
        await other.blobs.remove(JOB)
        return left

    assert asyncio.run(go()) == ["part.step", "results-1/thickness.glb"]
    assert objects_of(store_url, "jobs") == [f"{OTHER}/part.step"]


def test_a_job_whose_part_is_gone_is_not_staged(hosts: tuple[Host, Host]) -> None:
    one, _ = hosts
    with pytest.raises(ArtifactNotFound):
        asyncio.run(one.run_job(nothing))
    assert not list((one.folder / "scratch").iterdir())


def test_what_nobody_knows_is_moved_aside_but_not_what_may_be_on_its_way(
    hosts: tuple[Host, Host], store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = hosts

    async def look() -> int:
        n_strays, aside = await other.blobs.move_strays({JOB}, datetime.now(UTC))
        assert aside.startswith(f"{store_url}/strays/")
        return n_strays

    async def go() -> None:
        await one.send_part()
        await one.send_part(OTHER)
        assert await look() == 0
        monkeypatch.setattr(s3_blobs, "STRAY_AGE", timedelta(seconds=-10))
        assert await look() == 1
        assert await look() == 0

    asyncio.run(go())
    assert objects_of(store_url, "jobs") == [f"{JOB}/part.step"]
    [stray] = objects_of(store_url, "strays")
    assert stray.endswith(f"/{OTHER}/part.step")


def test_what_is_old_goes_and_what_is_not_stays(hosts: tuple[Host, Host], store_url: str) -> None:
    one, _ = hosts
    soon = datetime.now(UTC) + timedelta(minutes=1)

    async def preview() -> None:
        file = one.blobs.new_preview()
        file.write_bytes(b"glTF " * 1000)
        await one.blobs.keep_preview(file)
        assert await (await one.blobs.preview(file.name)).compressed() is not None

    async def go() -> None:
        await one.send_part()
        for _ in range(2):
            await preview()
        for run in (1, 2):
            await one.run_job(make_all, run)
        (one.folder / "part").write_bytes(b"")
        await one.store.put(f"jobs/{JOB}/results-3/shape.glb", one.folder / "part", {})
        await one.blobs.forget(LONG_AGO, LONG_AGO)

    asyncio.run(go())
    before = objects_of(store_url)
    assert len([path for path in before if path.startswith("previews/")]) == 4
    assert "prepared/mesh.prepared" in before

    later = Host(store_url, one.folder.parent / "later")
    asyncio.run(later.blobs.forget(soon, soon))
    left = [path for path in objects_of(store_url) if not path.endswith("part.step")]
    assert {path.rpartition("/")[0] for path in left} == {
        f"jobs/{JOB}/results-2",  # the newest that is done
        f"jobs/{JOB}/sealed-2",
        f"jobs/{JOB}/results-3",  # not done yet
    }


def test_a_bucket_is_of_one_installation(hosts: tuple[Host, Host]) -> None:
    one, other = hosts

    async def go() -> None:
        await one.blobs.claim("0123456789ab")
        await other.blobs.claim("0123456789ab")
        await other.blobs.check()
        with pytest.raises(
            InvalidSetting, match="is of installation 0123456789ab, and this host is of"
        ) as caught:
            await other.blobs.claim("ffffffffffff")
        assert "nothing was changed" in str(caught.value)
        await other.blobs.claim("0123456789ab")

    asyncio.run(go())


def test_a_store_that_is_not_ours_or_is_away_fails_its_check(
    hosts: tuple[Host, Host], monkeypatch: pytest.MonkeyPatch, store_url: str, tmp_path: Path
) -> None:
    with pytest.raises(StorageAway):
        asyncio.run(hosts[0].blobs.check())  # nobody has claimed it
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    away = Host(store_url, tmp_path / "away")
    with pytest.raises(StorageAway):
        asyncio.run(away.blobs.check())
    asyncio.run(away.blobs.remove(JOB))  # is found as a stray later


def test_what_an_earlier_process_left_on_its_way_is_gone(store_url: str, tmp_path: Path) -> None:
    before = Host(store_url, tmp_path / "one")
    (before.blobs.make(JOB) / "part.step").write_bytes(b"half of a part")
    Host(store_url, tmp_path / "one")
    assert list((tmp_path / "one" / "scratch").iterdir()) == []
