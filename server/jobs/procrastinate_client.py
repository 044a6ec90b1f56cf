"""procrastinate's ways to the database, for a database that goes away and comes back.

Its worker ends where a statement fails, and with it what runs. Here a statement that fails is asked again
later, so that a worker outlives PostgreSQL's restart and goes on with its jobs.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from procrastinate import PsycopgConnector
from procrastinate.connector import Notify
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager
from psycopg.errors import RaiseException
from sqlalchemy.engine import make_url

from server.jobs.outage import Outage
from server.storage.database import CONNECT_TIMEOUT_S

N_CONNECTIONS = 2
"""Entries are fetched one at a time and ended now and then; a third connection, beside these, listens."""
RETRY_S = 2.0
CONNECTION_WAIT_S = 5.0
"""How long a statement waits for a connection."""
BEAT = (
    "INSERT INTO procrastinate_workers (id, last_heartbeat) OVERRIDING SYSTEM VALUE "
    "VALUES (%(worker_id)s, now()) ON CONFLICT (id) DO UPDATE SET last_heartbeat = now()"
)
"""procrastinate's own updates alone: a worker that was forgotten as dead, and lives, would not be heard
again."""

log = logging.getLogger("sprue.jobs")


class Connector(PsycopgConnector):
    """A few connections; notices are listened to again when they broke off.

    Parameters
    ----------
    url : str
        Of the database, as the settings have it.
    """

    def __init__(self, url: str) -> None:
        super().__init__(
            conninfo=make_url(url).set(drivername="postgresql").render_as_string(hide_password=False),
            # a pooler that shares connections between transactions knows no prepared statements
            kwargs={"connect_timeout": CONNECT_TIMEOUT_S, "prepare_threshold": None},
            min_size=1,
            max_size=N_CONNECTIONS,
            timeout=CONNECTION_WAIT_S,
            reconnect_timeout=CONNECTION_WAIT_S,
        )

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """Listen until the task is cancelled."""
        outage = Outage(log, "notices of new jobs do not come")
        while True:
            try:
                await super().listen_notify(on_notification=on_notification, channels=channels)
            except (ConnectorException, OSError) as error:
                outage.failed(away(error))
                await asyncio.sleep(RETRY_S)


class Manager(JobManager):
    """Asks again where the database is away."""

    def __init__(self, connector: Connector) -> None:
        super().__init__(connector)
        self.gives_up = False
        """Whether an end that cannot be written down is left to the others, who find that its worker died."""
        self._outage = Outage(log, "jobs cannot be taken from the queue")

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """Return an entry to run; None also where the database is away, and then it is looked again soon."""
        try:
            found = await super().fetch_job(queues, worker_id)
        except ConnectorException as error:
            self._outage.failed(away(error))
            return None
        self._outage.ended()
        return found

    async def finish_job_by_id_async(self, job_id: int, status: Status, delete_job: bool) -> None:
        """Take an entry out of the queue, as often as it takes; one that was taken for stalled is gone."""
        while True:
            try:
                await super().finish_job_by_id_async(job_id, status, delete_job)
                return
            except ConnectorException as error:
                if isinstance(error.__cause__, RaiseException) or self.gives_up:
                    return
                self._outage.failed(away(error))
                await asyncio.sleep(RETRY_S)

    async def list_jobs_to_abort_async(self, queue: str | None = None) -> Iterable[int]:
        """Return the entries whose jobs were deleted; none where the database is away."""
        try:
            return await super().list_jobs_to_abort_async(queue)
        except ConnectorException:
            return ()

    async def update_heartbeat(self, worker_id: int) -> None:
        """Say that a worker lives."""
        await self.connector.execute_query_async(BEAT, worker_id=worker_id)

    async def prune_stalled_workers(self, seconds_since_heartbeat: float) -> list[int]:
        """Do nothing, where a worker does so when it starts: `forget_workers` does, when it is safe."""
        return []

    async def forget_workers(self, seconds_since_heartbeat: float) -> None:
        """Forget workers that were not heard of for so long."""
        await super().prune_stalled_workers(seconds_since_heartbeat)


def away(error: Exception) -> Exception:
    """Return what an outage is told with: a line for what the driver says, for all else the error itself."""
    cause: Any = error.__cause__
    return OSError(str(cause)) if isinstance(error, ConnectorException) and cause is not None else error
