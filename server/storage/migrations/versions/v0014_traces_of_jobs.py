"""Which span queued the run of a job, so that what other hosts do for it belongs to the same trace."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Bring the column. Hosts of version 0013 work on beside, and leave it empty."""
    with op.batch_alter_table("jobs") as table:
        table.add_column(sa.Column("traceparent", sa.String(64)))


def downgrade() -> None:
    """Take it away again."""
    with op.batch_alter_table("jobs") as table:
        table.drop_column("traceparent")
