"""Billing: customers of a payment processor, what was reported to it, credits, spending and its notices."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

UNSENT = "billable AND sent_at IS NULL AND export_error IS NULL"
UNSENT_OF_SQLITE = "billable = 1 AND sent_at IS NULL AND export_error IS NULL"
PARKED = "export_error IS NOT NULL"
TO_TAKE_BACK = "take_back_at IS NOT NULL AND taken_back_at IS NULL"
LARGE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
OF_ACCOUNTS = (
    "customer_id",
    "subscription_id",
    "subscription_status",
    "grace_until",
    "plan_ends_at",
    "spending_limit",
    "arrangement",
)
OF_EVENTS = ("unit_price", "tried_at", "sent_at", "export_error", "take_back_at", "taken_back_at")


def upgrade() -> None:
    """Bring them. Units of before have no price: nothing was charged."""
    with op.batch_alter_table("accounts") as table:
        table.add_column(sa.Column("customer_id", sa.String(64)))
        table.add_column(sa.Column("subscription_id", sa.String(64)))
        table.add_column(sa.Column("subscription_status", sa.String(20)))
        table.add_column(sa.Column("grace_until", INSTANT))
        table.add_column(sa.Column("plan_ends_at", INSTANT))
        table.add_column(sa.Column("spending_limit", LARGE))
        table.add_column(sa.Column("arrangement", sa.JSON(none_as_null=True)))
    # an index, and no constraint: for that, SQLite would make the table anew, and users go with the old one
    op.create_index("ix_accounts_customer_id", "accounts", ["customer_id"], unique=True)
    with op.batch_alter_table("meter_events") as table:
        table.add_column(sa.Column("unit_price", LARGE, nullable=False, server_default="0"))
        table.add_column(sa.Column("export_error", sa.Text()))
        for name in ("tried_at", "sent_at", "take_back_at", "taken_back_at"):
            table.add_column(sa.Column(name, INSTANT))
    _index("ix_meter_events_unsent", "id", UNSENT, UNSENT_OF_SQLITE)
    _index("ix_meter_events_parked", "id", PARKED, PARKED)
    _index("ix_meter_events_take_back_at", "take_back_at", TO_TAKE_BACK, TO_TAKE_BACK)
    op.create_table(
        "billing_credits",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("account_id", sa.String(36), nullable=False),
        sa.Column("meter", sa.String(40), nullable=False),
        sa.Column("ledger_id", sa.String(36), nullable=False),
        sa.Column("amount", LARGE, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_billing_credits"),
        _of_account("billing_credits"),
        sa.UniqueConstraint("ledger_id", name="uq_billing_credits_ledger_id"),
    )
    op.create_index("ix_billing_credits_account_id", "billing_credits", ["account_id", "id"])
    op.create_table(
        "spending",
        sa.Column("account_id", sa.String(36), nullable=False),
        sa.Column("period_start", INSTANT, nullable=False),
        sa.Column("spent", LARGE, nullable=False),
        sa.Column("noticed", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("account_id", "period_start", name="pk_spending"),
        _of_account("spending"),
    )
    op.create_table(
        "billing_notices",
        sa.Column("id", sa.String(255), nullable=False),
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("customer_id", sa.String(64), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("received_at", INSTANT, nullable=False),
        sa.Column("handled_at", INSTANT),
        sa.Column("error", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_billing_notices"),
    )
    op.create_index("ix_billing_notices_handled_at", "billing_notices", ["handled_at", "received_at"])


def downgrade() -> None:
    """Take them away again."""
    for name in ("billing_notices", "spending", "billing_credits"):
        op.drop_table(name)
    for name in ("ix_meter_events_take_back_at", "ix_meter_events_parked", "ix_meter_events_unsent"):
        op.drop_index(name, "meter_events")
    op.drop_index("ix_accounts_customer_id", "accounts")
    for name in OF_EVENTS:
        op.drop_column("meter_events", name)
    for name in OF_ACCOUNTS:
        op.drop_column("accounts", name)


def _index(name: str, column: str, where: str, where_of_sqlite: str) -> None:
    op.create_index(
        name, "meter_events", [column], sqlite_where=sa.text(where_of_sqlite), postgresql_where=sa.text(where)
    )


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["account_id"], ["accounts.id"], name=f"fk_{table}_account_id", ondelete="CASCADE"
    )
