"""Whether an installation of several hosts loses or doubles anything, whatever befalls them.

Two hosts that answer and three that work, with a data folder each, on PostgreSQL and SeaweedFS, behind a
proxy that goes round them. Three accounts send real parts, 300 in all, while hosts are killed at random every
few seconds, PostgreSQL is restarted twice and the store is away for 20 seconds. In the end every job has
ended once, each has its one unit, and no file and no process is left that belongs to nobody.
"""

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from bench.hosted import books, setting
from bench.hosted.sending import Sent, send_all
from bench.hosted.trouble import Trouble
from tests.contract import parts
from tests.faults.installation import Installation
from tests.faults.site import free_port
from tests.server.keyed import a_key
from tests.support import round_robin

N_JOBS, N_ACCOUNTS, N_PARTS = 300, 3, 12
SEED = 20261127
MOST_LISTED = 10


def run(n_jobs: int = N_JOBS) -> bool:
    """Send jobs through trouble; print what was done and what is wrong. Return whether nothing is."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        on = stack.enter_context(setting.ground())
        installation = stack.enter_context(
            setting.hosts(folder, on, n_web=2, n_workers=3, serve="server", worker="server.worker")
        )
        address = stack.enter_context(round_robin.before(installation.ports, free_port()))
        trouble = Trouble(installation, on.cluster, on.store, SEED)
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
