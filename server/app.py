"""Where everything is wired."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from engine.isolate.worker import Worker, WorkerOptions
from server.auth.guard import GUARDED, HEADER, Guard
from server.dfm import routes as dfm
from server.dfm.service import DfmService
from server.http import hooks, problems, uploads
from server.jobs.local import LocalQueue
from server.settings import Settings
from server.storage import migrate
from server.storage import routes as storage
from server.storage.blobs import LocalBlobs
from server.storage.database import open_database
from server.storage.signing import PEPPER_FILE, Signer, load_key
from server.system import health

HOUR_S = 3600.0
WORKER_NICENESS = 10
"""The web process answers while the worker computes."""
MOST_FORM_FIELDS = 32
API_KEY = "ApiKey"
"""What the documentation calls the way a caller is known."""


def create_app(settings: Settings, task: str = "engine.tasks:analyze") -> Litestar:
    """Make the application. It starts its worker when it starts, and ends it when it ends.

    Parameters
    ----------
    settings : Settings
        All that can be set from outside.
    task : str
        What a worker runs for an analysis, as `module:function`.
    """
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    blobs = LocalBlobs(settings.data_dir / "jobs")
    worker = Worker(
        WorkerOptions(
            preload=(task.partition(":")[0],),
            memory_mb=settings.worker_memory_mb or None,
            niceness=WORKER_NICENESS,
            log=settings.data_dir / "worker.log",
        )
    )
    queue = LocalQueue(
        worker, settings.time_limit_s, settings.max_queued, settings.job_hours * HOUR_S, blobs.remove
    )
    database = open_database(settings.database_url, settings.data_dir)
    guard = Guard(database, load_key(settings.data_dir, PEPPER_FILE))
    signer = Signer(load_key(settings.data_dir), settings.base_url, settings.link_hours * HOUR_S)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        if database.is_sqlite:
            await migrate.upgrade(database)
        queue.start()
        try:
            yield
        finally:
            queue.stop()
            await database.close()

    return Litestar(
        [
            Router(
                "/api/v1",
                route_handlers=[dfm.ROUTES],
                middleware=[GUARDED],
                security=[{API_KEY: []}],
            ),
            storage.ROUTES,
            health.ROUTES,
        ],
        state=State(
            {
                "dfm": DfmService(settings, task, queue, blobs),
                "blobs": blobs,
                "signer": signer,
                "guard": guard,
                "upgrade_url": f"{settings.base_url}/dashboard/api",
            }
        ),
        lifespan=[running],
        before_send=[hooks.add_headers],
        cors_config=hooks.CORS,
        logging_config=None,
        exception_handlers={Exception: problems.handle},
        request_max_body_size=settings.max_upload_bytes + uploads.MULTIPART_OVERHEAD_BYTES,
        multipart_form_part_limit=MOST_FORM_FIELDS,
        openapi_config=OpenAPIConfig(
            title="Sprue",
            version=_version(),
            path="/docs",
            render_plugins=[JsonRenderPlugin()],
            components=Components(
                security_schemes={
                    API_KEY: SecurityScheme(type="apiKey", name=HEADER, security_scheme_in="header")
                }
            ),
        ),
    )


def _version() -> str:
    try:
        return version("sprue")
    except PackageNotFoundError:  # a checkout that was not installed
        return "0"
