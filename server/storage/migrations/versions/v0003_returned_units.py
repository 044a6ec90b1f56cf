"""Units that are given back."""

import sqlalchemy as sa
from alembic import op

from server.storage.models import Instant

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Bring it."""
    op.add_column("usage_counters", sa.Column("returned", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("meter_events", sa.Column("returned_at", Instant()))
    op.create_index("ix_meter_events_job_id", "meter_events", ["job_id"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("ix_meter_events_job_id", "meter_events")
    op.drop_column("meter_events", "returned_at")
    op.drop_column("usage_counters", "returned")
