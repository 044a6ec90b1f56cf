"""The tables. One schema for SQLite and PostgreSQL; `migrations/` brings a database to it.

Who asks (accounts, users, sessions, keys), what it costs (counters, meter events), what runs (jobs and their
log), with which parts and rules (uploads, rule packs), what was offered (quotes), who is told of it (webhooks
and deliveries), what was answered before (idempotency), what is charged (spending, credits, notices of the
payment processor), and to which data folder all of it belongs (installations). Results are files;
see `blobs`.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Instant(TypeDecorator[datetime]):
    """A moment, in UTC whatever the database thinks of time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store in UTC; a time without a zone is a mistake."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return in UTC; SQLite keeps no zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Large = BigInteger().with_variant(Integer(), "sqlite")
"""A whole number of 64 bits; every INTEGER of SQLite is one, and only that numbers rows by itself."""


UNSENT = "billable AND sent_at IS NULL AND export_error IS NULL"
UNSENT_OF_SQLITE = UNSENT.replace("billable", "billable = 1")
"""As statements have it there: SQLite takes an index for conditions in its own words alone."""
PARKED = "export_error IS NOT NULL"
TO_TAKE_BACK = "take_back_at IS NOT NULL AND taken_back_at IS NULL"
"""Rows of the ledger that are still to be reported, were refused, or are to be taken back: few among many."""


def _id(name: str = "id", **options: Any) -> Column[str]:
    return Column(name, String(36), primary_key=True, **options)


def _account() -> Column[str]:
    return Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False)


installations = Table(
    "installations",
    metadata,
    _id(),
    Column("secret_fingerprints", JSON(none_as_null=True)),
)
"""One row at most: the installation that the database was first served by, and, where its hosts share their
secrets, the fingerprint of each; see `installation`."""

accounts = Table(
    "accounts",
    metadata,
    _id(),
    Column("name", String(200), nullable=False, index=True),
    Column("plan", String(40), nullable=False),
    Column("overage_enabled", Boolean, nullable=False),
    Column("period_start", Instant),
    Column("period_end", Instant),
    Column("created_at", Instant, nullable=False),
    Column("last_claim_at", Instant),
    Column("customer_id", String(64)),
    Column("subscription_id", String(64)),
    Column("subscription_status", String(20)),
    Column("grace_until", Instant),
    Column("plan_ends_at", Instant),
    Column("spending_limit", Large),
    Column("arrangement", JSON(none_as_null=True)),
    Index("ix_accounts_customer_id", "customer_id", unique=True),
)
"""Whoever is counted and billed. The period is that of a paid plan; free ones count by calendar month. Who
subscribed is a customer of the payment processor; after a payment has failed, units beyond the plan are sold
until `grace_until`. The spending limit is the account's own, in millionths of the currency a period. An
arrangement is what an operator agreed on instead of the plan's quotas and prices.
`last_claim_at` is when a job of the account last went to a worker: jobs go round robin over accounts."""

users = Table(
    "users",
    metadata,
    _id(),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("username", String(200), nullable=False, unique=True),
    Column("folded_username", String(200), nullable=False),
    Column("password_hash", Text, nullable=False),
    Column("created_at", Instant, nullable=False),
    Index("ix_users_folded_username", "folded_username", unique=True),
)
"""People who sign in to the dashboard. Names differ by more than case: `folded_username` tells them apart."""

sessions = Table(
    "sessions",
    metadata,
    Column("id_hash", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("data", LargeBinary),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False, index=True),
)
"""Who is signed in; the cookie holds what hashes to `id_hash`."""

api_keys = Table(
    "api_keys",
    metadata,
    _id(),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(200), nullable=False),
    Column("prefix", String(40), nullable=False, index=True),
    Column("key_hash", String(64), nullable=False, unique=True),
    Column("created_at", Instant, nullable=False),
    Column("last_used_at", Instant),
    Column("revoked_at", Instant),
)
"""Keys as peppered hashes; `prefix` is all that is ever shown of one again."""

usage_counters = Table(
    "usage_counters",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("meter", String(40), primary_key=True),
    Column("period_start", Instant, primary_key=True),
    Column("included", Integer, nullable=False),
    Column("hard_cap", Integer),
    Column("used", Integer, nullable=False),
    Column("returned", Integer, nullable=False, server_default="0"),
)
"""Units used of a meter in a period; `returned` were given back besides. No cap: the rest is billed."""

meter_events = Table(
    "meter_events",
    metadata,
    _id(),
    _account(),
    Column("meter", String(40), nullable=False),
    Column("period_start", Instant, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("billable", Boolean, nullable=False),
    Column("job_id", String(36)),
    Column("occurred_at", Instant, nullable=False),
    Column("returned_at", Instant),
    Column("unit_price", Large, nullable=False, server_default="0"),
    Column("tried_at", Instant),
    Column("sent_at", Instant),
    Column("export_error", Text),
    Column("take_back_at", Instant),
    Column("taken_back_at", Instant),
    UniqueConstraint("account_id", "meter", "period_start", "seq"),
    Index("ix_meter_events_job_id", "job_id"),
    Index(
        "ix_meter_events_unsent",
        "id",
        sqlite_where=text(UNSENT_OF_SQLITE),
        postgresql_where=text(UNSENT),
    ),
    Index(
        "ix_meter_events_parked",
        "id",
        sqlite_where=text(PARKED),
        postgresql_where=text(PARKED),
    ),
    Index(
        "ix_meter_events_take_back_at",
        "take_back_at",
        sqlite_where=text(TO_TAKE_BACK),
        postgresql_where=text(TO_TAKE_BACK),
    ),
)
"""The ledger: one row a unit. `seq` counts those that were given back too, so a unit cannot be written twice.
Rows that are billable are to be billed, at a price in millionths of the currency. A payment processor may
know of a row from `tried_at` on, which is committed before it is first sent, and does know from `sent_at` on;
one that it refused has `export_error`. A row that was tried stays billable, and is taken back instead: asked
for at `take_back_at`, done at `taken_back_at`."""

billing_credits = Table(
    "billing_credits",
    metadata,
    _id(),
    _account(),
    Column("meter", String(40), nullable=False),
    Column("ledger_id", String(36), nullable=False, unique=True),
    Column("amount", Large, nullable=False),
    Column("reason", Text, nullable=False),
    Column("created_at", Instant, nullable=False),
    Index("ix_billing_credits_account_id", "account_id", "id"),
)
"""Units that were reported and are not owed, and that the processor takes back no longer: what an operator
credits, in millionths of the currency."""

spending = Table(
    "spending",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("period_start", Instant, primary_key=True),
    Column("spent", Large, nullable=False),
    Column("noticed", Integer, nullable=False, server_default="0"),
)
"""What an account owes for units beyond its plan in a period, in millionths of the currency, and the share of
its spending limit that it was last told of, in percent."""

billing_notices = Table(
    "billing_notices",
    metadata,
    Column("id", String(255), primary_key=True),
    Column("kind", String(100), nullable=False),
    Column("customer_id", String(64), nullable=False),
    Column("detail", Text, nullable=False),
    Column("received_at", Instant, nullable=False),
    Column("handled_at", Instant),
    Column("error", Text),
    Index("ix_billing_notices_handled_at", "handled_at", "received_at"),
)
"""What the payment processor told of, by its own ids, so that what comes twice is handled once."""

jobs = Table(
    "jobs",
    metadata,
    _id(),
    _account(),
    Column("filename", String(300), nullable=False),
    Column("task", String(200), nullable=False),
    Column("arguments", JSON, nullable=False),
    Column("status", String(20), nullable=False),
    Column("error_kind", String(60)),
    Column("error", Text),
    Column("run", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("has_result", Boolean, nullable=False),
    Column("size_bytes", Large, nullable=False),
    Column("quote_id", String(36)),
    Column("created_at", Instant, nullable=False),
    Column("queued_at", Instant, nullable=False),
    Column("started_at", Instant),
    Column("finished_at", Instant),
    Column("last_used_at", Instant, nullable=False),
    Column("attempt_id", String(36)),
    Column("leased_until", Instant),
    Column("entry_id", BigInteger),
    Column("home", String(36), nullable=False, server_default=""),
    Column("request_id", String(64)),
    Column("traceparent", String(64)),
    Index("ix_jobs_account_id", "account_id", "id"),
    Index("ix_jobs_status", "status", "queued_at"),
    Index("ix_jobs_last_used_at", "last_used_at"),
    Index("ix_jobs_quote_id", "quote_id"),
)
"""Analyses. `run` counts what was asked of one (the analysis, then every recompute), `attempts` how often the
run was begun. The attempt that runs has an id, and on PostgreSQL the entry of procrastinate's queue that it
runs by; `leased_until` is of hosts before version 0011 alone, which may run beside. `home` is where the files
are, empty for where every server of the database finds them. `request_id` is of the request that queued the
run, for lines of the log, and `traceparent` its span, for traces."""

job_log = Table(
    "job_log",
    metadata,
    Column("id", Large, primary_key=True, autoincrement=True),
    Column("job_id", ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
    Column("line", Text, nullable=False),
    Column("written_at", Instant, nullable=False),
    Index("ix_job_log_job_id", "job_id", "id"),
    sqlite_autoincrement=True,
)
"""Lines of progress, in order."""

quotes = Table(
    "quotes",
    metadata,
    _id(),
    _account(),
    Column("status", String(20), nullable=False),
    Column("file_name", String(300), nullable=False),
    Column("geometry", JSON, nullable=False),
    Column("material_id", String(36), nullable=False),
    Column("quantity", Integer, nullable=False),
    Column("option_ids", JSON, nullable=False),
    Column("price", JSON, nullable=False),
    Column("price_table_version", String(60), nullable=False),
    Column("currency", String(3), nullable=False),
    Column("created_at", Instant, nullable=False),
    Index("ix_quotes_account_id", "account_id", "id"),
)
"""Quotes with what they were worked out from, so that a later price table changes none of them."""

uploads = Table(
    "uploads",
    metadata,
    _id(),
    _account(),
    Column("filename", String(300), nullable=False),
    Column("stored_name", String(80), nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("size_bytes", Large, nullable=False),
    Column("created_at", Instant, nullable=False),
    Index("ix_uploads_account_id", "account_id", "id"),
    Index("ix_uploads_created_at", "created_at"),
)
"""Parts that were sent ahead, to be named by several requests. The file is among the previews."""

rule_packs = Table(
    "rule_packs",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("document", JSON, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
)
"""Rule packs of an account. `version` counts from 1 how often one was saved; a deleted one begins anew."""

webhooks = Table(
    "webhooks",
    metadata,
    _id(),
    _account(),
    Column("url", Text, nullable=False),
    Column("description", String(200), nullable=False),
    Column("events", JSON, nullable=False),
    Column("secret_version", Integer, nullable=False),
    Column("rotated_at", Instant),
    Column("inactive_reason", String(20)),
    Column("failing_since", Instant),
    Column("created_at", Instant, nullable=False),
    Column("last_claim_at", Instant),
    Column("lease_id", String(36)),
    Column("leased_until", Instant),
    Index("ix_webhooks_account_id", "account_id", "id"),
)
"""URLs that are told of events. Whoever sends to one holds its lease, taken at `last_claim_at`."""

webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    _id(),
    Column("webhook_id", ForeignKey("webhooks.id", ondelete="CASCADE"), nullable=False),
    Column("event_id", String(36), nullable=False),
    Column("event_type", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("n_waits", Integer, nullable=False),
    Column("due_at", Instant, nullable=False),
    Column("response_status", Integer),
    Column("error", Text),
    Column("created_at", Instant, nullable=False),
    Column("attempted_at", Instant),
    Column("ended_at", Instant),
    Index("ix_webhook_deliveries_webhook_id", "webhook_id", "id"),
    Index("ix_webhook_deliveries_webhook_id_status", "webhook_id", "status", "due_at"),
    Index("ix_webhook_deliveries_status", "status", "due_at"),
    Index("ix_webhook_deliveries_ended_at", "ended_at"),
)
"""Events on their way: one row an event and webhook."""

idempotency = Table(
    "idempotency",
    metadata,
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("request_hash", String(64), nullable=False),
    Column("answer", JSON, nullable=False),
    Column("created_at", Instant, nullable=False, index=True),
)
"""What was answered to a request that may be sent again, by the key its sender gave it."""
