"""Where everything is wired."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig

from engine.isolate.worker import Worker
from engine.pricing import price_table
from server.auth import local
from server.auth.guard import GUARDED, HEADER, Guard
from server.auth.sessions import Sessions
from server.dashboard import routes as dashboard
from server.dashboard.service import DashboardService
from server.dashboard.setup import Setup, is_loopback
from server.dfm import routes as dfm
from server.dfm.quick import QuickService
from server.dfm.service import DfmService
from server.fetch.guarded import Fetcher
from server.http import forms, hooks, hosts, problems, uploads
from server.http.body_timeout import BodyTimeout
from server.http.head import AnswersHead
from server.jobs import lanes
from server.jobs.functions import THE_ENGINES, Functions
from server.jobs.intake import Intake
from server.jobs.local import LocalQueue
from server.jobs.pool import Pool
from server.jobs.previews import Previews
from server.jobs.reports import Reports
from server.jobs.retention import Retention
from server.metering import meter
from server.quoting import repository as quotes
from server.quoting import routes as quoting
from server.quoting.service import QuotingService
from server.reference import router
from server.reference.guide import Guide
from server.reference.operations import Reference
from server.settings import MEBIBYTE, Settings
from server.storage import migrate
from server.storage import routes as storage
from server.storage.blobs import LocalBlobs
from server.storage.database import open_database
from server.storage.signing import CSRF_FILE, PEPPER_FILE, Signer, load_key
from server.system import health, metrics, usage, version

HOUR_S = 3600.0
HEAD_START_S = 10.0
"""For analyses, where a program started the server for itself: what is opened with it does not share the
processor with workers that nobody asks anything yet. Who does has one started at once."""
WARM_AFTER_S = 2.0
"""Where a program started the server for itself: who opened a part with it sends that part at once, and the
worker, busy with warming up, would keep it waiting."""
MOST_WAITING = 32
"""Callers that may wait for a quick answer; two workers need about a quarter of a minute for them."""
API_KEY = "ApiKey"
"""What the documentation calls the way a caller is known."""


def create_app(
    settings: Settings, functions: Functions = THE_ENGINES, first_worker: Worker | None = None
) -> Litestar:
    """Make the application. It starts its workers when it starts, and ends them when it ends.

    Parameters
    ----------
    settings : Settings
        All that can be set from outside.
    functions : Functions
        What workers run.
    first_worker : Worker, optional
        One of the batch lane that was started already.
    """
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    blobs = LocalBlobs(settings.data_dir)
    database = open_database(settings.database_url, settings.data_dir)
    pepper = load_key(settings.data_dir, PEPPER_FILE)
    local_key = local.LocalKey(settings.local_key) if settings.local_key else None
    guard = Guard(database, pepper, local_key)
    is_of_this_machine = settings.host in hosts.LOOPBACK and not settings.site_url
    # One that a program started for itself has nobody sign up, though others may use this machine besides.
    admits_neighbors = is_loopback(settings.host) and not settings.site_url and not settings.local_key
    is_secure = settings.base_url.startswith("https:")
    signer = Signer(load_key(settings.data_dir), settings.base_url, settings.link_hours * HOUR_S)

    warm = functions.warm
    interactive = Pool(
        "interactive",
        lanes.interactive(settings, functions),
        settings.interactive_workers,
        MOST_WAITING,
        warm,
    )
    batch = Pool(
        "batch", lanes.batch(settings, functions), settings.n_batch_workers, MOST_WAITING, warm, first_worker
    )
    queue = LocalQueue(
        database,
        batch,
        blobs,
        settings.time_limit_s,
        settings.max_queued,
        settings.max_queued_of_account,
        meter.give_back,
    )
    retention = Retention(
        database,
        blobs,
        settings.job_hours * HOUR_S,
        settings.link_hours * HOUR_S,
        settings.disk_budget_mb * MEBIBYTE,
    )
    fetcher = Fetcher(settings.allowed_hosts, settings.max_upload_bytes)
    intake = Intake(fetcher, settings.max_upload_bytes)
    previews = Previews(interactive, blobs, intake, functions.preview, settings.time_limit_s)
    quick = QuickService(database, previews, settings.size_limit)
    table = price_table.load(Path(settings.price_table)) if settings.price_table else price_table.shipped()
    quoting_service = QuotingService(database, previews, blobs, table, settings.currency)
    service = DfmService(settings, functions, database, queue, interactive, blobs, intake, quotes.has)
    reports = Reports(database, batch, blobs, functions.report, settings.time_limit_s)
    numbers = metrics.Metrics(database, (interactive, batch))

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        if database.is_sqlite:
            await migrate.upgrade(database)
        if local_key is not None:
            async with database.writing() as connection:
                await local.ensure_account(connection)
        await retention.start()
        head_start_s = 0.0 if local_key is None else HEAD_START_S
        starting = asyncio.get_running_loop().call_later(head_start_s, interactive.start)
        await queue.start(0.0 if local_key is None else WARM_AFTER_S)
        try:
            yield
        finally:
            starting.cancel()
            await queue.stop()
            await interactive.stop()
            await retention.stop()
            await database.close()

    return AnswersHead(
        [
            Router(
                "/api/v1",
                route_handlers=[quoting.ROUTES, dfm.ROUTES, usage.ROUTES],
                middleware=[GUARDED],
                security=[{API_KEY: []}],
            ),
            storage.ROUTES,
            dashboard.routes(load_key(settings.data_dir, CSRF_FILE).hex(), is_secure),
            health.ROUTES,
            metrics.ROUTES,
        ],
        state=State(
            {
                "dfm": service,
                "quick": quick,
                "quoting": quoting_service,
                "metrics": numbers,
                "database": database,
                "blobs": blobs,
                "signer": signer,
                "draw_report": reports.draw,
                "guard": guard,
                "sessions": Sessions(database, settings.new_account_plan),
                "dashboard": DashboardService(database, pepper),
                "setup": Setup(is_local=admits_neighbors),
                "pages": dashboard.Pages(
                    f"{settings.base_url}/api/v1",
                    is_secure,
                    bool(settings.open_sign_up),
                    settings.contact_email,
                ),
                "own_log": lanes.log_of(settings) if settings.local_key else None,
                "stopping": asyncio.Event(),
                "upgrade_url": f"{settings.base_url}/dashboard/api",
            }
        ),
        lifespan=[running],
        before_send=[numbers.observe, hooks.add_headers, dashboard.add_headers],
        before_request=metrics.note_begin,
        middleware=[*([hosts.OwnNamesOnly()] if is_of_this_machine else []), BodyTimeout()],
        cors_config=hooks.CORS,
        logging_config=None,
        exception_handlers={Exception: problems.handle},
        template_config=TemplateConfig(directory=dashboard.TEMPLATES, engine=JinjaTemplateEngine),
        request_max_body_size=settings.max_upload_bytes + uploads.MULTIPART_OVERHEAD_BYTES,
        multipart_form_part_limit=forms.MOST_FIELDS,
        openapi_config=OpenAPIConfig(
            title="Sprue",
            version=version.of_program(),
            openapi_router=router.pages(),
            render_plugins=[Reference(), Guide(f"{settings.base_url}/api/v1"), JsonRenderPlugin()],
            components=Components(
                security_schemes={
                    API_KEY: SecurityScheme(type="apiKey", name=HEADER, security_scheme_in="header")
                }
            ),
        ),
    )
