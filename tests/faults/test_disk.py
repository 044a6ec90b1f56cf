"""A full disk: callers are told to come again, and everything goes on once there is room."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.site import Site, answering, assert_books_balance, assert_results, finished, started, until
from tests.server.acting import part
from tests.server.asking import assert_problem, job_of, submit

DISK_MB = 16
QUICK = "/api/v1/dfm/quick-info"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a disk of its own; skip where this user may not mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(folder)]
    if subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("no disk of its own can be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(site: Site) -> Path:
    """Write until nothing more can be written."""
    ballast = site.data_dir / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)) == 4096:
                pass
        except OSError:
            pass
    return ballast


@pytest.mark.slow
def test_a_full_disk_loses_nothing(small_disk: Path, tmp_path: Path) -> None:
    go = tmp_path / "go"
    with started(small_disk, batch_workers=1) as site, site.client() as client, answering(site):
        before = job_of(client)
        finished(site, client, [before])
        client.post(QUICK, files={"file": ("a.step", part())}).raise_for_status()
        waiting = [job_of(client, f"wait-for {go}"), job_of(client)]
        until(lambda: site.rows("SELECT 1 FROM jobs WHERE status = 'running'"), "nothing runs")
        ballast = fill(site)
        for answer in (submit(client), client.post(QUICK, files={"file": ("a.step", part())})):
            assert_problem(answer, 503, "storage_full", "no room")
            assert "retry-after" in answer.headers
        assert_results(client, [before])
        go.touch()  # it now finds no room for its result, nor can anybody write down that it did not
        until(lambda: "cannot be written down" in site.log() or "is done again" in site.log(), "no trouble")
        assert client.get(f"/api/v1/dfm/jobs/{waiting[0]}").json()["status"] in ("running", "queued")
        ballast.unlink()
        ended = finished(site, client, waiting)
        assert {one["status"] for one in ended.values()} == {"done"}
        assert_results(client, [before, *waiting])
        assert submit(client).status_code == 202
        jobs = [row[0] for row in site.rows("SELECT id FROM jobs")]
        assert len(jobs) == 4
        finished(site, client, jobs)
        assert_books_balance(site, jobs)
        assert "Traceback" not in client.get(f"/api/v1/dfm/jobs/{waiting[0]}").text


def test_a_look_that_finds_no_room_costs_nothing_and_a_job_that_finds_none_is_done_later(
    site: Site, tmp_path: Path
) -> None:
    with site.client() as client, answering(site):
        answer = client.post(QUICK, files={"file": ("a.step", part("no-room"))})
        assert_problem(answer, 503, "storage_full", "no room")
        used = {one["meter"]: one["used"] for one in client.get("/api/v1/usage").json()["meters"]}
        assert used["dfm.quick_info"] == 0
        job_id = job_of(client, f"no-room-once {tmp_path / 'tried'}")
        assert finished(site, client, [job_id])[job_id]["status"] == "done"
        assert_books_balance(site, [job_id])
