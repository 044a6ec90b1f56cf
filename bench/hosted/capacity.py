"""What parts an hour need in machines, and what is exhausted first: a model of figures measured here.

The figures are of one host that answers and one that works, with the sample part, whose callers wait for the
end of each job and fetch its result and one mesh. The model multiplies them, and compares what comes out with
limits that do not grow with hosts: connections of PostgreSQL, jobs that one lock lets be claimed a second,
objects of the bucket that retention lists each hour.
"""

import asyncio
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import httpx
import psutil

import resources
from bench.hosted import growth, setting
from server.storage.object_store import PAGE, ObjectStore
from tests.faults.installation import Installation
from tests.faults.site import is_worker
from tests.server.databases import rows
from tests.server.stored import run as run_in_thread

N_JOBS, N_ROWS = 12, 20_000
IDLE_S = 5.0
RATES = (10, 1_000, 100_000)
"""Parts an hour."""
BUSY = 0.7
"""The share of a core that is planned with: at more, what comes in bursts waits long."""
CORES_OF_WORKER_HOST, CORES_OF_WEB_HOST = 16, 4
CONNECTIONS_OF_WORKER_HOST, CONNECTIONS_OF_WEB_HOST = 18, 15
"""At most, as `server/README.md` has them."""
MOST_CONNECTIONS = 97
"""PostgreSQL's default of 100, without those that are reserved."""
KEPT_H = 24.0
"""The default of `SPRUE_JOB_HOURS`."""
PAGE_S = 0.1
"""What a bucket takes to list a page of objects; of S3, a figure that is known and not measured here."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What one part takes, in all that runs."""

    analysis_s: float
    """Of a core: the process that analyzes."""
    worker_s: float
    """Of a core: what leads that process."""
    web_s: float
    database_s: float
    store_s: float
    bucket_bytes: float
    n_objects: float
    database_bytes: float
    claim_s: float
    """How long one transaction takes that claims a job: they go one after the other."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a rate needs."""

    worker_cores: float
    web_cores: float
    database_cores: float
    n_worker_hosts: int
    n_web_hosts: int
    n_connections: int
    bucket_bytes: float
    database_bytes: float
    bytes_a_second: float
    loads: dict[str, float]
    """Of what does not grow with hosts, each as a share of its limit."""

    @property
    def first(self) -> str:
        """What is exhausted first."""
        return max(self.loads, key=lambda name: self.loads[name])


def needs_of(figures: Figures, parts_an_hour: float) -> Needs:
    """Return what so many parts an hour need, spread evenly."""
    each_s = parts_an_hour / 3600 / BUSY
    worker_cores = each_s * (figures.analysis_s + figures.worker_s)
    web_cores = each_s * figures.web_s
    n_worker_hosts = max(1, ceil(worker_cores / CORES_OF_WORKER_HOST))
    n_web_hosts = max(1, ceil(web_cores / CORES_OF_WEB_HOST))
    n_connections = n_worker_hosts * CONNECTIONS_OF_WORKER_HOST + n_web_hosts * CONNECTIONS_OF_WEB_HOST
    n_kept = parts_an_hour * KEPT_H
    return Needs(
        worker_cores,
        web_cores,
        each_s * figures.database_s,
        n_worker_hosts,
        n_web_hosts,
        n_connections,
        n_kept * figures.bucket_bytes,
        n_kept * figures.database_bytes,
        parts_an_hour / 3600 * figures.bucket_bytes,
        {
            "connections of PostgreSQL": n_connections / MOST_CONNECTIONS,
            "the lock of claims": parts_an_hour / 3600 * figures.claim_s,
            "retention's list of the bucket": n_kept * figures.n_objects / PAGE * PAGE_S / 3600,
            "one core of PostgreSQL": each_s * figures.database_s,
        },
    )


def run(n_jobs: int = N_JOBS) -> bool:
    """Measure; print the figures and what rates need."""
    figures = measure(n_jobs)
    print(
        f"a part takes {figures.analysis_s:.2f} s of a core to analyze, {1e3 * figures.worker_s:.0f} ms of "
        f"its host, {1e3 * figures.web_s:.0f} ms of one that answers, {1e3 * figures.database_s:.0f} ms of "
        f"PostgreSQL, {1e3 * figures.store_s:.0f} ms of the store; {figures.bucket_bytes / 1e6:.2f} MB in "
        f"{figures.n_objects:.0f} objects of the bucket, {figures.database_bytes / 1e3:.1f} kB of the "
        f"database; {1e3 * figures.claim_s:.1f} ms to claim it\n"
        f"{3600 * BUSY / (figures.analysis_s + figures.worker_s):.0f} parts an hour a core"
    )
    for rate in RATES:
        needs = needs_of(figures, rate)
        print(
            f"{rate:7} parts an hour: {needs.worker_cores:.1f} cores in {needs.n_worker_hosts} worker hosts, "
            f"{needs.web_cores:.1f} cores in {needs.n_web_hosts} that answer, {needs.database_cores:.2f} "
            f"cores of PostgreSQL, {needs.n_connections} connections, {needs.bucket_bytes / 1e9:.2f} GB of "
            f"bucket, {needs.database_bytes / 1e9:.2f} GB of database, {needs.bytes_a_second / 1e6:.2f} MB/s"
        )
        for name, load in sorted(needs.loads.items(), key=lambda each: -each[1]):
            print(f"{'':9}{name}: {100 * load:.1f} % of its limit")
    return True


def measure(n_jobs: int) -> Figures:
    """Run jobs one after the other, and look what they took."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        on = stack.enter_context(setting.ground())
        hosts = stack.enter_context(
            setting.hosts(folder, on, n_web=1, n_workers=1, serve="server", worker="server.worker")
        )
        roots = {
            "web": hosts.web[0].pid,
            "worker": hosts.workers[0].pid,
            "database": on.cluster.pid,
            "store": on.store_pid,
        }
        with hosts.client() as client:
            _one(client)  # the first has everything loaded
            idle_s = _spent(roots, lambda: time.sleep(IDLE_S))
            began = time.monotonic()
            busy_s = _spent(roots, lambda: [_one(client) for _ in range(n_jobs)])
            took_s = time.monotonic() - began
        each_s = {name: max(0.0, busy_s[name] - idle_s[name] * took_s / IDLE_S) / n_jobs for name in busy_s}
        sizes = run_in_thread(_sizes(hosts))
        database_bytes, claim_s = _database(on)
    return Figures(
        each_s["analysis"],
        each_s["worker"],
        each_s["web"],
        each_s["database"],
        each_s["store"],
        sum(sizes) / (n_jobs + 1),
        len(sizes) / (n_jobs + 1),
        database_bytes,
        claim_s,
    )


def _one(client: httpx.Client) -> None:
    """Do what a caller does with a part; each is another to the server, or the mesh would be known."""
    part = resources.path("sample_parts/gear_housing.step").read_bytes() + f"/* {time.time_ns()} */".encode()
    answer = client.post("/api/v1/dfm/analyze", files={"file": ("part.step", part)})
    job = f"/api/v1/dfm/jobs/{answer.raise_for_status().json()['job_id']}"
    while (status := client.get(f"{job}?wait=30").raise_for_status().json()["status"]) != "done":
        assert status != "error"
    result = client.get(f"{job}/result").raise_for_status().json()
    link = httpx.URL(result["artifacts"]["thickness_glb"]).raw_path.decode()
    client.get(link).raise_for_status()


def _spent(roots: dict[str, int], work: object) -> dict[str, float]:
    """Return the seconds of a core that each tree of processes took meanwhile; analyses apart."""
    assert callable(work)
    before = _cpu_s(roots)
    work()
    after = _cpu_s(roots)
    return {name: after[name] - before[name] for name in after}


def _cpu_s(roots: dict[str, int]) -> dict[str, float]:
    found = dict.fromkeys((*roots, "analysis"), 0.0)
    for name, pid in roots.items():
        root = psutil.Process(pid)
        for process in (root, *root.children(recursive=True)):
            times = process.cpu_times()
            is_analysis = name == "worker" and is_worker(process)
            found["analysis" if is_analysis else name] += times.user + times.system
    return found


async def _sizes(hosts: Installation) -> list[int]:
    return [entry["size"] async for entry in ObjectStore(hosts.settings.store).entries("")]


def _database(on: setting.Ground) -> tuple[float, float]:
    """Return the bytes that a job takes of a database, and the seconds of a claim."""
    size = "SELECT pg_database_size(current_database())"
    with on.cluster.migrated() as url:
        [(before,)] = rows(url, size)
        asyncio.run(growth.fill(url, N_ROWS, N_ROWS))
        [(after,)] = rows(url, size)
        times, _ = asyncio.run(growth.measured(url))
    return (after - before) / N_ROWS, times.p50("claim") / 1e3
