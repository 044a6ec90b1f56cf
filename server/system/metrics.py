"""Numbers for operators, as Prometheus reads them."""

import hmac
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.enums import HttpMethod, ScopeType
from litestar.types import Message, Scope
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from engine.isolate.worker import CAUSES
from server.billing import inbox, outbox
from server.dependencies import provide
from server.errors import MetricsRefused
from server.http.router import Router
from server.jobs import entries, repository
from server.jobs.job import Status
from server.jobs.pool import Pool
from server.openapi import errors
from server.storage.database import Database
from server.webhooks import repository as deliveries
from server.webhooks.sender import Outcome

BEGAN = "sprue_began"
METHODS = {method.value for method in HttpMethod}
TEXT = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")
"""The framework tells the charset of every text."""
BUCKETS = (0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30, 100, 300)


class Metrics:
    """Counts responses as they are sent, and looks at jobs and workers when it is asked."""

    def __init__(self, database: Database, pools: Sequence[Pool], has_billing: bool = False) -> None:
        self._database = database
        self._pools = pools
        self._has_billing = has_billing
        self._registry = registry = CollectorRegistry()
        by_route = ("method", "route", "status")
        self._requests = Counter("sprue_requests", "Responses sent.", by_route, registry=registry)
        self._seconds = Histogram(
            "sprue_request_seconds",
            "Time to the first byte of a response.",
            ("route",),
            registry=registry,
            buckets=BUCKETS,
        )
        self._jobs = Gauge("sprue_jobs", "Jobs by state.", ("status",), registry=registry)
        self._oldest = Gauge(
            "sprue_queue_age_seconds", "How long the job waits that waits longest.", registry=registry
        )
        self._entries = Gauge(
            "sprue_queue_entries",
            "Entries of the queue that hosts share: waiting, running, and of those stalled, by a dead host.",
            ("state",),
            registry=registry,
        )
        self._hosts = Gauge(
            "sprue_queue_hosts", "Hosts that run jobs of the shared queue and live.", registry=registry
        )
        self._workers = Gauge("sprue_workers", "Worker processes at most.", ("lane",), registry=registry)
        self._busy = Gauge("sprue_workers_busy", "Worker processes at work.", ("lane",), registry=registry)
        self._waiting = Gauge(
            "sprue_waiting", "Callers that wait for a worker.", ("lane",), registry=registry
        )
        self._restarts = Gauge(
            "sprue_worker_restarts",
            "Worker processes started anew, by what ended the one before.",
            ("lane", "cause"),
            registry=registry,
        )
        self._connections = Gauge(
            "sprue_database_connections_busy",
            "Connections to the database that are at work, besides those of the queue.",
            registry=registry,
        )
        self._store_seconds = Histogram(
            "sprue_store_seconds",
            "Time of a request to the bucket, until it answers, by what is asked.",
            ("operation",),
            registry=registry,
            buckets=BUCKETS,
        )
        self._webhook_attempts = Counter(
            "sprue_webhook_attempts",
            "Attempts to deliver to a webhook, by outcome.",
            ("outcome",),
            registry=registry,
        )
        self._job_seconds = Histogram(
            "sprue_job_seconds",
            "Time of an attempt of a job on this host, by how it ended.",
            ("outcome",),
            registry=registry,
            buckets=BUCKETS,
        )
        self._stage_seconds = Histogram(
            "sprue_stage_seconds",
            "Time of a stage of the analyses that were done on this host.",
            ("stage",),
            registry=registry,
            buckets=BUCKETS,
        )
        for outcome in Outcome:
            self._webhook_attempts.labels(outcome)
        self._webhooks_pending = Gauge(
            "sprue_webhook_deliveries_pending", "Deliveries to webhooks on their way.", registry=registry
        )

        self._billing_units = Gauge(
            "sprue_billing_units",
            "Units beyond the plans: pending, parked (refused by the payment processor), to_take_back, and "
            "credits, which an operator owes. An alert belongs on parked and credits.",
            ("state",),
            registry=registry,
        )
        self._billing_age = Gauge(
            "sprue_billing_age_seconds",
            "How old the oldest unit is that is to be reported.",
            registry=registry,
        )
        self._meter_errors = Gauge(
            "sprue_billing_meter_errors",
            "Reports of the last 30 days of units that the payment processor took and cannot count.",
            registry=registry,
        )

    def count_webhook_attempt(self, outcome: Outcome) -> None:
        """Count an attempt to deliver to a webhook."""
        self._webhook_attempts.labels(outcome).inc()

    def observe_job(self, outcome: str, seconds: float, seconds_of_stage: Mapping[str, float]) -> None:
        """Count an attempt that ended."""
        self._job_seconds.labels(outcome).observe(seconds)
        for stage, each in seconds_of_stage.items():
            self._stage_seconds.labels(stage).observe(each)

    def observe_store(self, operation: str, seconds: float) -> None:
        """Count a request to the bucket."""
        self._store_seconds.labels(operation).observe(seconds)

    async def observe(self, message: Message, scope: Scope) -> None:
        """Count a response that starts."""
        if message["type"] != "http.response.start" or scope["type"] == ScopeType.WEBSOCKET:
            return
        route = str(scope.get("path_template") or "none")  # never the path: it holds ids
        method = (
            scope["method"] if scope["method"] in METHODS else "other"
        )  # a caller may invent one each time
        self._requests.labels(method, route, str(message["status"])).inc()
        began = scope.get("state", {}).get(BEGAN)
        if began is not None:
            self._seconds.labels(route).observe(time.perf_counter() - began)

    async def text(self) -> bytes:
        """Return all numbers as they stand."""
        async with self._database.reading() as connection:
            for status in Status:
                self._jobs.labels(status).set(await repository.count(connection, status))
            oldest = await repository.oldest_queued(connection)
            standing = await entries.standing(connection)
            self._webhooks_pending.set(await deliveries.count_pending(connection))
            if self._has_billing:
                self._observe_billing(await outbox.standing(connection))
                self._meter_errors.set(await inbox.count_meter_errors(connection))
        self._entries.labels("waiting").set(standing.n_waiting)
        self._entries.labels("running").set(standing.n_running)
        self._entries.labels("stalled").set(standing.n_stalled)
        self._hosts.set(standing.n_hosts)
        self._oldest.set(0 if oldest is None else (datetime.now(UTC) - oldest).total_seconds())
        for pool in self._pools:
            self._workers.labels(pool.name).set(pool.size)
            self._busy.labels(pool.name).set(pool.n_busy)
            self._waiting.labels(pool.name).set(pool.n_waiting)
            restarts = pool.restarts
            for cause in CAUSES:
                self._restarts.labels(pool.name, cause).set(restarts[cause])
        self._connections.set(self._database.n_busy)
        return generate_latest(self._registry)

    def _observe_billing(self, found: outbox.Standing) -> None:
        for state, count in (
            ("pending", found.n_pending),
            ("parked", found.n_parked),
            ("to_take_back", found.n_to_take_back),
            ("credits", found.n_credits),
        ):
            self._billing_units.labels(state).set(count)
        age = datetime.now(UTC) - found.oldest_at if found.oldest_at else timedelta()
        self._billing_age.set(age.total_seconds())


async def note_begin(request: Any) -> None:
    """Note when a request began; runs before its handler."""
    request.scope["state"][BEGAN] = time.perf_counter()


@dataclass(frozen=True, slots=True)
class ReaderKey:
    """What the operator's Prometheus sends as `Authorization: Bearer KEY`; empty: anybody may read."""

    text: str

    def check(self, header: str) -> None:
        """Raise MetricsRefused unless a header brings the key."""
        scheme, _, key = header.partition(" ")
        if not self.text:
            return
        if scheme.lower() != "bearer":
            raise MetricsRefused(
                "Numbers are for the operator: send Authorization: Bearer SPRUE_METRICS_KEY."
            )
        if not hmac.compare_digest(key.strip().encode(), self.text.encode()):
            raise MetricsRefused("The key is not that of SPRUE_METRICS_KEY.")


@get(
    "/metrics",
    operation_id="getMetrics",
    summary="Numbers for operators",
    media_type="text/plain",
    responses=errors(),
)
async def metrics(
    request: Request[Any, Any, Any], numbers: NamedDependency[Metrics], reader_key: NamedDependency[ReaderKey]
) -> Response[bytes]:
    """Write every number in the text format of Prometheus; for the key of the operator, where one is set."""
    reader_key.check(request.headers.get("Authorization", ""))
    return Response(await numbers.text(), media_type=TEXT)


ROUTES = (metrics,)


def router(numbers: Metrics, key: str) -> Router:
    """Return the routes, working with these numbers, for a key or, where it is empty, for anybody."""
    return Router(
        "/",
        route_handlers=ROUTES,
        dependencies=provide(numbers=numbers, reader_key=ReaderKey(key)),
        tags=["system"],
    )
