"""Webhooks and their deliveries."""

import sqlalchemy as sa
from alembic import op

from server.storage.models import Instant

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Bring them."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("account_id", sa.String(36), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("description", sa.String(200), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("secret_version", sa.Integer(), nullable=False),
        sa.Column("rotated_at", Instant()),
        sa.Column("inactive_reason", sa.String(20)),
        sa.Column("failing_since", Instant()),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("last_claim_at", Instant()),
        sa.Column("lease_id", sa.String(36)),
        sa.Column("leased_until", Instant()),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name="fk_webhooks_account_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    op.create_index("ix_webhooks_account_id", "webhooks", ["account_id", "id"])

    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("webhook_id", sa.String(36), nullable=False),
        sa.Column("event_id", sa.String(36), nullable=False),
        sa.Column("event_type", sa.String(40), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("n_waits", sa.Integer(), nullable=False),
        sa.Column("due_at", Instant(), nullable=False),
        sa.Column("response_status", sa.Integer()),
        sa.Column("error", sa.Text()),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("attempted_at", Instant()),
        sa.Column("ended_at", Instant()),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name="fk_webhook_deliveries_webhook_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_deliveries"),
    )
    op.create_index("ix_webhook_deliveries_webhook_id", "webhook_deliveries", ["webhook_id", "id"])
    op.create_index(
        "ix_webhook_deliveries_webhook_id_status", "webhook_deliveries", ["webhook_id", "status", "due_at"]
    )
    op.create_index("ix_webhook_deliveries_status", "webhook_deliveries", ["status", "due_at"])
    op.create_index("ix_webhook_deliveries_ended_at", "webhook_deliveries", ["ended_at"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("webhook_deliveries")
    op.drop_table("webhooks")
