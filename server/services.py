"""What a server is made of, wired by type: each router takes its part of it."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.isolate.worker import Worker
from engine.pricing import price_table
from server.auth import local
from server.auth.guard import Guard
from server.auth.sessions import Sessions
from server.billing.service import Billing, open_billing
from server.billing.spending import SpendingWatch
from server.dashboard.billing import BillingPages
from server.dashboard.new_keys import NewKeys
from server.dashboard.routes import DashboardServices, Pages, Rates
from server.dashboard.service import DashboardService
from server.dashboard.setup import Setup, is_loopback
from server.dfm import parts
from server.dfm.inspections import Inspections
from server.dfm.pack_folder import FolderPacks
from server.dfm.packs import PackService
from server.dfm.parts import PartService
from server.dfm.provided import DfmServices
from server.dfm.quick import QuickService
from server.dfm.service import DfmService
from server.fetch.guarded import Fetcher
from server.fetch.post import Poster
from server.jobs import lanes
from server.jobs.admission import Admission
from server.jobs.attempt import Attempts
from server.jobs.functions import THE_ENGINES, Functions
from server.jobs.intake import Intake
from server.jobs.local import LocalQueue
from server.jobs.pool import Pool
from server.jobs.previews import Previews
from server.jobs.queue import JobQueue
from server.jobs.remote import RemoteQueue
from server.jobs.remote_reports import RemoteReports
from server.jobs.reports import Reports
from server.jobs.retention import Retention
from server.metering import meter
from server.quoting import repository as quotes
from server.quoting.routes import QuotingServices
from server.quoting.service import QuotingService
from server.settings import MEBIBYTE, Settings
from server.storage.database import Database
from server.storage.disk import Disk
from server.storage.host import Host, check_is_shared, open_host
from server.storage.routes import ArtifactServices
from server.storage.signing import Signer
from server.system.metrics import Metrics
from server.webhooks import repository as deliveries
from server.webhooks.events import Events
from server.webhooks.routes import WebhookServices
from server.webhooks.sender import Sender
from server.webhooks.service import WebhookService
from server.webhooks.signature import Secrets

HOUR_S = 3600.0
MOST_WAITING = 32
"""Callers that may wait for a quick answer."""
LONGEST_WAIT_S = 2.0
"""Who would wait longer for a quick answer is asked to come again; on somebody's own machine all wait."""


@dataclass(frozen=True, slots=True)
class Services:
    """All parts of a server. Nothing runs yet; `app.create_app` starts and ends what has to."""

    settings: Settings
    database: Database
    interactive: Pool
    queue: JobQueue
    retention: Retention
    sender: Sender
    spending: SpendingWatch
    billing: Billing | None
    """None: nothing is charged."""
    metrics: Metrics
    guard: Guard
    dfm: DfmServices
    quoting: QuotingServices
    webhooks: WebhookServices
    artifacts: ArtifactServices
    dashboard: DashboardServices
    stopping: asyncio.Event
    """Set when the server is about to stop."""
    host: Host
    disk: Disk

    async def prepare_database(self) -> None:
        """Bring the database up to date, and check that it, the files and the secrets belong together.

        Raises
        ------
        InvalidSetting
            One of them is away or of another installation, or the database has to be migrated first.
        """
        await self.host.prepare()
        if self.settings.local_key:
            async with self.database.writing() as connection:
                await local.ensure_account(connection)


def build(
    settings: Settings, functions: Functions = THE_ENGINES, first_worker: Worker | None = None
) -> Services:
    """Make every part of a server.

    Parameters
    ----------
    settings : Settings
        All that can be set from outside.
    functions : Functions
        What workers run.
    first_worker : Worker, optional
        One of the batch lane that was started already.

    Raises
    ------
    InvalidSetting
        The local key is none, the trusted proxies are no addresses, the secrets are not there, or the keys of
        the payment processor are not as they should be.
    """
    _ = settings.trusted_networks  # told before anything is made
    if settings.worker_hosts:
        check_is_shared(settings)
    host = open_host(settings)
    keys, database, blobs = host.keys, host.database, host.blobs
    local_key = local.LocalKey(settings.local_key) if settings.local_key else None
    signer = Signer(keys.signing, settings.base_url, settings.link_hours * HOUR_S)
    stopping = asyncio.Event()
    events = Events(f"{settings.base_url}/api/v1")
    poster = Poster(allows_private=bool(settings.webhook_private))
    secrets = Secrets(keys.pepper)
    webhooks = WebhookService(database, events, secrets, poster)

    interactive = Pool(
        "interactive",
        lanes.interactive(settings, functions),
        settings.interactive_workers,
        MOST_WAITING,
        functions.warm,
        longest_wait_s=None if settings.local_key else LONGEST_WAIT_S,
    )
    batch = Pool(
        "batch",
        lanes.batch(settings, functions),
        1 if settings.worker_hosts else settings.n_batch_workers,
        MOST_WAITING,
        functions.warm,
        first_worker,
    )
    billing = open_billing(settings, database)
    sessions = Sessions(database, settings.new_account_plan, settings.new_accounts_per_day)
    metrics = Metrics(database, (interactive, batch), has_billing=billing is not None)
    blobs.observe_requests(metrics.observe_store)
    admission = Admission(settings.max_queued, settings.max_queued_of_account)
    attempts = Attempts(
        database,
        batch,
        blobs,
        settings.time_limit_s,
        meter.give_back,
        events.job_ended,
        metrics.observe_job,
    )
    queue = (
        RemoteQueue(batch, admission) if settings.worker_hosts else _queue(host, batch, attempts, admission)
    )
    disk = Disk(settings.data_dir)
    retention = Retention(
        database,
        blobs,
        disk,
        settings.job_hours * HOUR_S,
        settings.link_hours * HOUR_S,
        settings.disk_budget_mb * MEBIBYTE,
        _forget,
    )
    intake = Intake(Fetcher(settings.allowed_hosts, settings.max_upload_bytes), settings.max_upload_bytes)
    previews = Previews(interactive, blobs, intake, functions.preview, settings.time_limit_s)
    reports = Reports(database, batch, blobs, functions.report, settings.time_limit_s)
    draw = RemoteReports(database, blobs, reports).draw if settings.worker_hosts else reports.draw
    dfm = DfmService(settings, functions, database, queue, interactive, blobs, intake, quotes.has)
    table = price_table.load(Path(settings.price_table)) if settings.price_table else price_table.shipped()
    return Services(
        settings,
        database,
        interactive,
        queue,
        retention,
        Sender(database, poster, secrets, metrics.count_webhook_attempt, is_alone=database.is_sqlite),
        SpendingWatch(database, events),
        billing,
        metrics,
        Guard(database, keys.pepper, local_key),
        DfmServices(
            dfm,
            QuickService(database, previews, settings.size_limit),
            PartService(database, blobs, intake, timedelta(hours=settings.job_hours)),
            _packs(settings, database, interactive, functions.validate, dfm),
            Inspections(dfm, interactive, blobs, functions),
            signer,
            lanes.log_of(settings) if settings.local_key else None,
            bool(settings.extra_formats),
            stopping,
        ),
        QuotingServices(
            QuotingService(database, previews, blobs, table, settings.currency, events),
            signer,
            bool(settings.extra_formats),
        ),
        WebhookServices(webhooks),
        ArtifactServices(signer, blobs, draw, compresses=not settings.local_key),
        DashboardServices(
            DashboardService(database, keys.pepper),
            sessions,
            Setup(is_local=_admits_neighbors(settings)),
            _pages(settings),
            Rates(),
            NewKeys(),
            webhooks,
            BillingPages(database, sessions, billing, settings.base_url, settings.contact_email),
        ),
        stopping,
        host,
        disk,
    )


async def _forget(connection: AsyncConnection, moment: datetime) -> None:
    """Forget what is kept as long as jobs are, besides them."""
    await deliveries.forget(connection, moment)
    await parts.forget(connection, moment)


def _queue(host: Host, pool: Pool, attempts: Attempts, admission: Admission) -> JobQueue:
    """Return what runs jobs here: one that others share on PostgreSQL, and the table alone on SQLite."""
    if host.database.is_sqlite:
        return LocalQueue(host.database, pool, attempts, admission)
    from server.jobs.procrastinate_queue import ProcrastinateQueue

    return ProcrastinateQueue(host.database, pool, attempts, admission, host.blobs.home)


def _packs(settings: Settings, database: Database, pool: Pool, task: str, dfm: DfmService) -> PackService:
    """Return what keeps rule packs: for the program that started this server, in the folder that it named."""
    if settings.local_key and settings.pack_folder:
        return FolderPacks(database, pool, task, dfm.catalog, Path(settings.pack_folder))
    return PackService(database, pool, task, dfm.catalog)


def _admits_neighbors(settings: Settings) -> bool:
    """Whether whoever sits at this machine may sign up first.

    One that a program started for itself has nobody sign up, though others may use this machine besides.
    """
    return is_loopback(settings.host) and not settings.site_url and not settings.local_key


def _pages(settings: Settings) -> Pages:
    return Pages(
        f"{settings.base_url}/api/v1",
        settings.base_url.startswith("https:"),
        bool(settings.open_sign_up),
        settings.contact_email,
    )
