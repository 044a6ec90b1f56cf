"""Whether what database and store hold is what the senders were answered."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil

from bench.hosted.sending import Sent
from server.storage import s3_blobs
from server.storage.object_store import ObjectStore
from server.storage.s3_blobs import RESULT, S3Blobs
from tests.faults.installation import Installation
from tests.faults.site import is_worker
from tests.server.databases import rows
from tests.server.stored import objects_of


def problems(installation: Installation, sent: Sequence[Sent], scratch: Path) -> list[str]:
    """Return a sentence for each thing that is lost, doubled or wrongly counted, when strays are gone."""
    url, store = installation.settings.database_url, installation.settings.store
    found = []
    jobs = {
        job_id: (status, attempts)
        for job_id, status, attempts in rows(url, "SELECT id, status, attempts FROM jobs")
    }
    ids = Counter(each.job_id for each in sent)
    found += [f"job {job_id} was given to {count} requests" for job_id, count in ids.items() if count > 1]
    found += [f"job {each.job_id} ended in {each.status}" for each in sent if each.status != "done"]
    found += [f"job {job_id} is in the database, and nobody sent it" for job_id in jobs if job_id not in ids]
    found += [
        f"job {job_id} was accepted, and is not in the database" for job_id in ids if job_id not in jobs
    ]
    units = Counter(
        job_id
        for (job_id,) in rows(
            url,
            "SELECT job_id FROM meter_events WHERE meter = 'dfm.analyze' AND returned_at IS NULL",
        )
    )
    found += [f"job {job_id} has {units[job_id]} units" for job_id in jobs if units[job_id] != 1]
    found += [f"a unit is of job {job_id}, which there is not" for job_id in units if job_id not in jobs]
    [(used,)] = rows(url, "SELECT COALESCE(SUM(used), 0) FROM usage_counters WHERE meter = 'dfm.analyze'")
    if used != len(jobs):
        found.append(f"the counters say {used}, and there are {len(jobs)} jobs")
    _move_strays(store, set(jobs), scratch)
    kept = objects_of(store, "jobs")
    found += [f"{path} is of no job" for path in kept if path.split("/")[0] not in jobs]
    results = {path.split("/")[0] for path in kept if path.endswith(f"/{RESULT}")}
    found += [f"job {job_id} is done, and has no result" for job_id in jobs if job_id not in results]
    return found


def attempts_of(installation: Installation) -> tuple[int, int]:
    """Return how many attempts all jobs took, and the most of one."""
    [(total, most)] = rows(
        installation.settings.database_url, "SELECT SUM(attempts), MAX(attempts) FROM jobs"
    )
    return int(total), int(most)


def orphans() -> list[int]:
    """Return worker processes whose server is gone."""
    return [
        process.pid
        for process in psutil.process_iter(["ppid"])
        if process.info["ppid"] == 1 and is_worker(process)
    ]


def _move_strays(store: str, known: set[str], scratch: Path) -> None:
    """Do what retention does each hour, without the hour that a file may be on its way."""
    s3_blobs.STRAY_AGE = timedelta(0)
    blobs = S3Blobs(ObjectStore(store), scratch, 0, bytes(32))
    asyncio.run(blobs.move_strays(known, datetime.now(UTC) + timedelta(seconds=5)))
