"""`python -m bench hosted [JOBS]`: whether an installation of several hosts loses or doubles anything.

Two hosts that answer and three that work, with a data folder each, on PostgreSQL and SeaweedFS, behind a
proxy that goes round them. Three accounts send real parts, 300 in all, while hosts are killed at random every
few seconds, PostgreSQL is restarted twice and the store is away for 20 seconds. In the end every job has
ended once, each has its one unit, and no file and no process is left that belongs to nobody.
"""

import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from bench.hosted import books, proxy
from bench.hosted.sending import Sent, send_all
from bench.hosted.trouble import Trouble
from tests.contract import parts
from tests.faults.installation import Installation
from tests.server.keyed import a_key
from tests.support import postgresql, relay, seaweedfs

N_JOBS, N_ACCOUNTS, N_PARTS = 300, 3, 12
SEED = 20261127
MOST_LISTED = 10


def run(n_jobs: int = N_JOBS) -> bool:
    """Send jobs through trouble; print what was done and what is wrong. Return whether nothing is."""
    if reason := postgresql.why_not() or seaweedfs.why_not():
        print(f"this cannot be tried: {reason}", file=sys.stderr)
        return False
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(postgresql.serving())
        store = stack.enter_context(seaweedfs.serving())
        between = stack.enter_context(relay.before(store.port))
        os.environ |= store.environment | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{between.port}"}
        url = stack.enter_context(cluster.migrated())
        installation = Installation(
            folder, url, store.new_url(), n_web=2, n_workers=3, serve="server", worker="server.worker"
        )
        stack.callback(installation.stop)
        installation.start()
        address = stack.enter_context(proxy.before(installation.ports))
        trouble = Trouble(installation, cluster, between, SEED)
        began = time.monotonic()
        trouble.start()
        try:
            sent = _sent(installation, address, folder, n_jobs)
        finally:
            trouble.end()
        took_s = time.monotonic() - began
        wrong = [*trouble.failures, *books.problems(installation, sent, folder / "strays")]
        n_attempts, most = books.attempts_of(installation)
        installation.stop()
    wrong += [f"worker process {pid} has no server" for pid in books.orphans()]
    print(
        f"{len(sent)} jobs of {N_ACCOUNTS} accounts in {took_s:.0f} s; {trouble.n_kills} hosts killed, "
        f"database restarted {trouble.n_database} times, store away {trouble.n_store} times; "
        f"{n_attempts} attempts, {most} at most of one job; {len(wrong)} wrong"
    )
    for line in wrong[:MOST_LISTED]:
        print(f"  {line}")
    return not wrong


def _sent(installation: Installation, address: str, folder: Path, n_jobs: int) -> list[Sent]:
    drawn = [parts.plate(folder, (60 + at, 40, 5)) for at in range(min(N_PARTS, n_jobs))]
    of_account = [[drawn[at % len(drawn)] for at in range(n, n_jobs, N_ACCOUNTS)] for n in range(N_ACCOUNTS)]
    with ThreadPoolExecutor(N_ACCOUNTS) as pool:
        sending = [
            pool.submit(send_all, address, a_key(installation.settings, "enterprise"), each, f"account-{n}")
            for n, each in enumerate(of_account)
        ]
        return [job for each in sending for job in each.result()]
