"""`sprue worker`: a host that runs the analyses of an installation, as many as it has processes.

Any number of them work on one database and one store. What one runs when it is killed goes on at another; one
that is told to stop takes no more, lets what runs end for a while, and hands the rest back.
"""

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import OperationalError

from server import logs
from server.jobs import lanes
from server.jobs.admission import Admission
from server.jobs.attempt import Attempts
from server.jobs.functions import THE_ENGINES, Functions
from server.jobs.pool import Pool
from server.jobs.reports import Reports
from server.jobs.retention import Retention
from server.metering import meter
from server.settings import MEBIBYTE, InvalidSetting, Settings, variable
from server.storage import database, lock, migrate
from server.storage.disk import Disk
from server.storage.host import Host, check_is_shared, open_host
from server.system import metrics_port, version
from server.system.metrics import Metrics
from server.tracing import setup
from server.webhooks import repository as deliveries
from server.webhooks.events import Events

if TYPE_CHECKING:  # it is of the extra `hosted`, without which this ends with a sentence
    from server.jobs.procrastinate_queue import ProcrastinateQueue

OK, BAD_USAGE = 0, 2
HOUR_S = 3600.0
SERVICE = "sprue worker"
"""What traces call this process, unless `OTEL_SERVICE_NAME` does."""
READY = "working"
"""The first word of the line on standard output that says that jobs are taken."""

log = logging.getLogger("sprue.jobs")


def main(
    argv: Sequence[str] | None = None, prog: str = "sprue worker", functions: Functions = THE_ENGINES
) -> int:
    """Run analyses until told to stop; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Run the analyses that hosts with `sprue serve` accept, from the database and the store "
        f"that all of them share; there {variable('worker_hosts')} is 1.",
        epilog=f"example:\n  {prog} --data-dir /var/lib/sprue-worker",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="folder for what is on its way, and the cache"
    )
    arguments = parser.parse_args(argv)
    try:
        settings = Settings.from_environment().with_changes(data_dir=arguments.data_dir)
        logs.set_up(settings.log_format)
        check_is_shared(settings)
        with setup.running(SERVICE, version.of_program()), lock.held(settings.data_dir):
            asyncio.run(_work(settings, functions))
    except (InvalidSetting, lock.DataFolderInUse, OSError) as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE
    except OperationalError as error:
        print(f"{prog}: {migrate.AWAY}: {database.reason(error)}", file=sys.stderr)
        return BAD_USAGE
    return OK


async def _work(settings: Settings, functions: Functions) -> None:
    """Run jobs until a signal comes; a second one cuts short what is left of the time to end."""
    host = open_host(settings)
    stop, stop_now = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: (stop_now if stop.is_set() else stop).set())
    async with AsyncExitStack() as stack:
        stack.push_async_callback(host.database.close)
        await host.prepare()
        retention = _retention(settings, host)
        await retention.start()
        stack.push_async_callback(retention.stop)
        pool = _pool(settings, functions)
        metrics = Metrics(host.database, (pool,))
        host.blobs.observe_requests(metrics.observe_store)
        await stack.enter_async_context(
            metrics_port.serving(settings.host, settings.metrics_port, metrics.text)
        )
        queue = _queue(settings, host, pool, metrics, functions)
        await queue.start()
        print(f"{READY} with {settings.n_batch_workers} processes", flush=True)
        await stop.wait()
        log.info("told to stop: what runs has %g s to end", settings.stop_grace_s)
        stopping = asyncio.create_task(queue.stop(settings.stop_grace_s))
        impatience = asyncio.create_task(stop_now.wait())
        await asyncio.wait((stopping, impatience), return_when=asyncio.FIRST_COMPLETED)
        if not stopping.done():
            queue.end_all()
        impatience.cancel()
        await stopping


def _retention(settings: Settings, host: Host) -> Retention:
    """Return what frees the cache where the disk is short, and forgets for all where nobody else does."""
    return Retention(
        host.database,
        host.blobs,
        Disk(settings.data_dir),
        settings.job_hours * HOUR_S,
        settings.link_hours * HOUR_S,
        settings.disk_budget_mb * MEBIBYTE,
        deliveries.forget,
    )


def _pool(settings: Settings, functions: Functions) -> Pool:
    return Pool(
        "batch",
        lanes.batch(settings, functions),
        settings.n_batch_workers,
        most_waiting=1,
        warm=functions.warm,
    )


def _queue(
    settings: Settings, host: Host, pool: Pool, metrics: Metrics, functions: Functions
) -> "ProcrastinateQueue":
    from server.jobs.procrastinate_queue import ProcrastinateQueue

    attempts = Attempts(
        host.database,
        pool,
        host.blobs,
        settings.time_limit_s,
        meter.give_back,
        Events(f"{settings.base_url}/api/v1").job_ended,
        metrics.observe_job,
    )
    admission = Admission(settings.max_queued, settings.max_queued_of_account)
    reports = Reports(host.database, pool, host.blobs, functions.report, settings.time_limit_s)
    return ProcrastinateQueue(host.database, pool, attempts, admission, reports=reports)


if __name__ == "__main__":
    sys.exit(main())
