"""The application: the routes over their services, and what runs as long as it does."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

import litestar
from litestar import Litestar
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig

from server.agent.mount import AgentMount
from server.auth.guard import HEADER, guarded
from server.billing import routes as billing
from server.dashboard import billing as billing_pages
from server.dashboard import routes as dashboard
from server.dfm import routes as dfm
from server.http import cache_policy, forms, hooks, hosts, page_headers, traces, uploads
from server.http.body_timeout import BodyTimeout
from server.http.callers import CallerAddress
from server.http.head import AnswersHead
from server.http.problems import ErrorHandler
from server.http.router import Router
from server.quoting import routes as quoting
from server.reference import router
from server.reference.contents import Contents
from server.reference.document import CompleteDocument, DocumentPage
from server.reference.event_page import EventPage
from server.reference.events import Events
from server.reference.guide import Guide
from server.reference.operation_page import OperationPage
from server.reference.operations import Operations
from server.reference.overview import Overview
from server.reference.search_index import SearchIndex
from server.services import Services
from server.settings import Settings
from server.storage import routes as storage
from server.system import health, metrics, metrics_port, usage, version
from server.webhooks import description
from server.webhooks import routes as webhooks

HEAD_START_S = 10.0
"""For analyses, where a program started the server for itself: what is opened with it does not share the
processor with workers that nobody asks anything yet. Who does has one started at once."""
WARM_AFTER_S = 2.0
"""Where a program started the server for itself: who opened a part with it sends that part at once, and the
worker, busy with warming up, would keep it waiting."""
API_KEY = "ApiKey"
"""What the documentation calls the way a caller is known."""


def create_app(services: Services) -> Litestar:
    """Make the application. It starts its workers when it starts, and ends them when it ends."""
    settings = services.settings
    is_of_this_machine = settings.host in hosts.LOOPBACK and not settings.site_url
    agents = AgentMount(settings, services.host.keys.signing)
    application = AnswersHead(
        [*_routers(services), agents.handler()],
        lifespan=[_lifespan(services, agents)],
        before_send=[
            services.metrics.observe,
            traces.note_answer,
            hooks.add_headers,
            page_headers.add_headers,
            cache_policy.add_header,
        ],
        before_request=metrics.note_begin,
        middleware=[
            CallerAddress(settings.trusted_networks),
            *([hosts.OwnNamesOnly()] if is_of_this_machine else []),
            BodyTimeout(settings.max_upload_bytes + uploads.MULTIPART_OVERHEAD_BYTES),
        ],
        cors_config=hooks.CORS,
        logging_config=None,
        exception_handlers={
            Exception: dashboard.PageErrors(ErrorHandler(services.dfm.own_log, _upgrade_url(services)))
        },
        template_config=TemplateConfig(directory=dashboard.TEMPLATES, engine=JinjaTemplateEngine),
        request_max_body_size=settings.max_upload_bytes + uploads.MULTIPART_OVERHEAD_BYTES,
        multipart_form_part_limit=forms.MOST_FIELDS,
        openapi_config=_documentation(settings),
    )
    agents.serve(application)
    return application


def _routers(services: Services) -> list[litestar.Router]:
    csrf_secret = services.host.keys.csrf.hex()
    return [
        Router(
            "/api/v1",
            route_handlers=[
                quoting.router(services.quoting),
                dfm.router(services.dfm),
                webhooks.router(services.webhooks),
                usage.router(services.database),
            ],
            middleware=[guarded(services.guard)],
            security=[{API_KEY: []}],
        ),
        storage.router(services.artifacts),
        dashboard.router(services.dashboard, csrf_secret),
        *([] if services.billing is None else [billing.router(services.billing.inbox)]),
        health.router(services.database, services.disk, services.host.blobs),
        *(
            []
            if services.settings.metrics_port
            else [metrics.router(services.metrics, services.settings.metrics_key)]
        ),
    ]


def _upgrade_url(services: Services) -> str:
    """Return where a caller whose units are used up gets more: where plans are sold, with one chosen."""
    page = dashboard.HOME if services.billing is None else f"{billing_pages.PATH}?plan=starter"
    return f"{services.settings.base_url}{page}"


def _lifespan(
    services: Services, agents: AgentMount
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Return what starts the workers and ends them, and the database with them.

    What is begun is ended, also where a later part cannot begin.
    """
    is_local = bool(services.settings.local_key)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(services.database.close)
            await services.prepare_database()
            await stack.enter_async_context(
                metrics_port.serving(
                    services.settings.host, services.settings.metrics_port, services.metrics.text
                )
            )
            await services.retention.start()
            stack.push_async_callback(services.retention.stop)
            await services.sender.start()
            stack.push_async_callback(services.sender.stop)
            if not is_local:  # there, nothing is counted
                await services.spending.start()
                stack.push_async_callback(services.spending.stop)
            if services.billing is not None:
                await services.billing.start()
                stack.push_async_callback(services.billing.stop)
            head_start_s = HEAD_START_S if is_local else 0.0
            starting = asyncio.get_running_loop().call_later(head_start_s, services.interactive.start)
            stack.push_async_callback(services.interactive.stop)
            stack.callback(starting.cancel)
            stack.push_async_callback(services.queue.stop)
            await services.queue.start(WARM_AFTER_S if is_local else 0.0)
            stack.push_async_callback(agents.stop)
            yield

    return running


def _documentation(settings: Settings) -> OpenAPIConfig:
    document = CompleteDocument(settings.base_url, settings.max_upload_mb)
    contents = Contents(Operations(document), Events(document))
    guide = Guide(settings.base_url, settings.max_upload_mb)
    return OpenAPIConfig(
        title="Sprue",
        version=version.of_program(),
        openapi_router=router.pages(),
        render_plugins=[
            Overview(contents),
            OperationPage(contents),
            EventPage(contents),
            SearchIndex(contents, guide),
            guide,
            DocumentPage(document),
        ],
        webhooks=description.webhooks(f"{settings.base_url}/api/v1"),
        components=Components(
            security_schemes={
                API_KEY: SecurityScheme(type="apiKey", name=HEADER, security_scheme_in="header")
            }
        ),
    )
