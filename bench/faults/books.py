"""Whether the books are right: each accepted request has one job and one unit, and nobody else has any."""

import time
from collections import Counter
from collections.abc import Collection

import httpx

from bench.faults import sending
from tests.faults.site import Site

POLL_S = 0.2


def wait(site: Site) -> None:
    """Wait until no job waits or runs."""
    deadline = time.monotonic() + sending.LONG_S
    while site.rows("SELECT 1 FROM jobs WHERE status IN ('queued', 'running') LIMIT 1"):
        if time.monotonic() > deadline:
            raise RuntimeError("jobs do not end")
        time.sleep(POLL_S)


def problems(site: Site, client: httpx.Client, good: Collection[str], bad: Collection[str]) -> list[str]:
    """Return what is wrong when every job has ended.

    Parameters
    ----------
    site, client
        Where to look, and as whom: the account that sent all jobs.
    good, bad : collection of str
        The jobs that were accepted: those that must be done, and those that must end in an error.
    """
    account = site.rows("SELECT DISTINCT account_id FROM jobs")
    found = ["jobs of several accounts"] if len(account) > 1 else []
    status = dict(site.rows("SELECT id, status FROM jobs"))
    sent = [*good, *bad]
    found += [f"answered twice: {job}" for job, n in Counter(sent).items() if n > 1]
    found += [f"job lost: {job}" for job in sent if job not in status]
    found += [f"job that nobody sent: {job}" for job in status if job not in sent]
    found += [
        f"{status[job]} instead of done: {job}" for job in good if status.get(job) not in (None, "done")
    ]
    found += [
        f"{status[job]} instead of error: {job}" for job in bad if status.get(job) not in (None, "error")
    ]
    found += [
        f"no result: {job}" for job in good if client.get(f"{sending.JOBS}/{job}/result").status_code != 200
    ]
    found += _files(site, status)
    return found + _units(site, client, status)


def _files(site: Site, status: dict[str, str]) -> list[str]:
    """Compare the folders of jobs, and of their runs, with the jobs."""
    folders = {folder.name: folder for folder in (site.data_dir / "jobs").iterdir()}
    found = [f"files of no job: {name}" for name in folders if name not in status]
    for job, how in status.items():
        runs = len(list(folders[job].glob("results-*"))) if job in folders else 0
        if how == "done" and runs != 1:
            found.append(f"{runs} results: {job}")
    return found


def _units(site: Site, client: httpx.Client, status: dict[str, str]) -> list[str]:
    """Compare the ledger with the jobs, and the counter with the ledger."""
    ledger = site.rows("SELECT job_id, returned_at FROM meter_events WHERE meter = 'dfm.analyze'")
    units = Counter(job for job, _ in ledger)
    returned = {job for job, moment in ledger if moment is not None}
    found = [f"{units[job]} units: {job}" for job in status if units[job] != 1]
    found += [f"unit of no job: {job}" for job in units if job not in status]
    found += [
        f"unit {'given back' if job in returned else 'kept'}, {how}: {job}"
        for job, how in status.items()
        if (job in returned) != (how == "error")
    ]
    counted = site.rows("SELECT used, returned FROM usage_counters WHERE meter = 'dfm.analyze'")
    expected = [(len(ledger) - len(returned), len(returned))]
    if counted != expected:
        found.append(f"the counter says {counted}, the ledger {expected}")
    billed = {meter["meter"]: meter["used"] for meter in client.get("/api/v1/usage").json()["meters"]}
    if billed["dfm.analyze"] != expected[0][0]:
        found.append(f"/usage says {billed['dfm.analyze']}, the ledger {expected[0][0]}")
    return found
