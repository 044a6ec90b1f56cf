"""What the queue and the store of an installation cost a job, beside one machine with SQLite and a folder.

Both run the same jobs, whose workers act and take no time, so that the cost of everything else is left.
One after the other they show how long a job takes, many at once how many a minute there are. Statements are
those that PostgreSQL counts while jobs run and nobody asks for them, without what idle hosts ask for.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import psycopg
from sqlalchemy.engine import make_url

from bench.hosted import setting
from tests.contract.conftest import SERVE_ACTING, served
from tests.faults.installation import Installation
from tests.faults.site import until
from tests.server import acting
from tests.server.databases import rows

N_ONE_BY_ONE, N_AT_ONCE, N_KILLS = 60, 200, 5
SENDERS = 8
MOST_OVERHEAD_MS, MOST_STATEMENTS, MOST_ELSEWHERE_S = 150.0, 15.0, 15.0
IDLE_S = 10.0
STATISTICS = {
    "shared_preload_libraries": "pg_stat_statements",
    "pg_stat_statements.track_utility": "off",  # BEGIN and COMMIT
}
WATCHER = "watcher"
"""Who looks at the database, so as not to be counted."""


def run() -> bool:
    """Run both; print what a job costs. Return whether it is within the limits."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = stack.enter_context(served(folder / "alone", SERVE_ACTING, batch_workers="1"))
        with site.client(site.key("enterprise")) as client:
            alone_s, alone_rate = _one_by_one(client), _at_once(client)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        on = stack.enter_context(setting.ground(**STATISTICS))
        hosts = stack.enter_context(setting.hosts(folder, on, n_web=1, n_workers=1))
        with hosts.client() as client:
            client.base_url = client.base_url.join("/api/v1/")
            hosted_s, hosted_rate = _one_by_one(client), _at_once(client)
            statements = _statements(on, client)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        on = stack.enter_context(setting.ground())
        hosts = stack.enter_context(setting.hosts(folder, on, n_web=1, n_workers=2))
        elsewhere_s = [_elsewhere_s(hosts, folder / f"go-{at}") for at in range(N_KILLS)]
    overhead_ms = 1000 * (hosted_s - alone_s)
    print(
        f"a job takes {1000 * alone_s:.0f} ms on one machine and {1000 * hosted_s:.0f} ms on hosts: "
        f"{overhead_ms:.0f} ms more\n"
        f"{alone_rate:.0f} jobs a minute on one machine, {hosted_rate:.0f} on hosts, of one worker process\n"
        f"{sum(statements.values()):.1f} statements a job:"
    )
    for statement, count in sorted(statements.items(), key=lambda each: -each[1]):
        print(f"  {count:5.2f}  {statement}")
    print(f"a job of a worker that was killed began elsewhere after {min(elsewhere_s):.1f} to ", end="")
    print(f"{max(elsewhere_s):.1f} s, {N_KILLS} times")
    return (
        overhead_ms <= MOST_OVERHEAD_MS
        and sum(statements.values()) <= MOST_STATEMENTS
        and max(elsewhere_s) <= MOST_ELSEWHERE_S
    )


def _sent(client: httpx.Client, act: str = "") -> str:
    answer = client.post("dfm/analyze", files={"file": ("part.step", acting.part(act))})
    assert answer.status_code == 202, answer.text
    job_id: str = answer.json()["job_id"]
    return job_id


def _done(client: httpx.Client, job_id: str) -> None:
    while (status := client.get(f"dfm/jobs/{job_id}").json()["status"]) != "done":
        assert status != "error"
        time.sleep(0.005)


def _one_by_one(client: httpx.Client) -> float:
    """Return the median time from sending a job to its end."""
    took_s = []
    for _ in range(N_ONE_BY_ONE):
        began = time.monotonic()
        _done(client, _sent(client))
        took_s.append(time.monotonic() - began)
    return statistics.median(took_s)


def _at_once(client: httpx.Client) -> float:
    """Return jobs a minute where some senders send one after the other."""
    began = time.monotonic()
    with ThreadPoolExecutor(SENDERS) as pool:
        for job in [pool.submit(lambda: _done(client, _sent(client))) for _ in range(N_AT_ONCE)]:
            job.result()
    return 60 * N_AT_ONCE / (time.monotonic() - began)


def _statements(on: setting.Ground, client: httpx.Client) -> dict[str, float]:
    """Count statements a job, from its request to its end."""
    url = make_url(on.database_url)
    on.cluster.execute(f"CREATE ROLE {WATCHER} SUPERUSER LOGIN")
    conninfo = url.set(drivername="postgresql", username=WATCHER).render_as_string(hide_password=False)
    with psycopg.connect(conninfo, autocommit=True) as watcher:
        watcher.execute("CREATE EXTENSION pg_stat_statements")

        def count(work: Callable[[], object]) -> tuple[dict[str, int], float]:
            watcher.execute("SELECT pg_stat_statements_reset()")
            began = time.monotonic()
            work()
            took_s = time.monotonic() - began
            found = watcher.execute(
                "SELECT query, calls FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid "
                "JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = current_database() AND rolname <> %s",
                (WATCHER,),
            )
            return {" ".join(query.split())[:90]: calls for query, calls in found}, took_s

        def all_jobs() -> None:
            for _ in range(N_ONE_BY_ONE):
                _sent(client)
            open_jobs = "SELECT count(*) FROM jobs WHERE status IN ('queued', 'running')"
            while watcher.execute(open_jobs).fetchone() != (0,):
                time.sleep(0.02)

        idle, idle_s = count(lambda: time.sleep(IDLE_S))
        busy, busy_s = count(all_jobs)
    found = {
        query: (calls - idle.get(query, 0) * busy_s / idle_s) / N_ONE_BY_ONE for query, calls in busy.items()
    }
    return {query: each for query, each in found.items() if each > 0.005}


def _elsewhere_s(hosts: Installation, go: Path) -> float:
    """Kill the host that runs a job; return after how long another has begun it."""

    def attempts(job_id: str) -> int:
        [(count, status)] = rows(
            hosts.settings.database_url, f"SELECT attempts, status FROM jobs WHERE id = '{job_id}'"
        )
        return int(count) if status == "running" else 0

    with hosts.client() as client:
        client.base_url = client.base_url.join("/api/v1/")
        act = f"wait-for {go}"
        job_id = _sent(client, act)
        until(lambda: attempts(job_id) == 1, "it does not begin")

        def runs_it(folder: Path) -> bool:
            return any(part.read_bytes() == acting.part(act) for part in folder.glob("scratch/*/*.step"))

        until(lambda: any(runs_it(host.data_dir) for host in hosts.workers), "nobody has the part")
        [host] = [host for host in hosts.workers if runs_it(host.data_dir)]
        host.kill()
        began = time.monotonic()
        until(lambda: attempts(job_id) == 2, "it does not begin elsewhere")
        took_s = time.monotonic() - began
        go.touch()
        _done(client, job_id)
        host.start()
        hosts.until_working(host)
    return took_s
