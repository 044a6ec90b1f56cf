"""Which request queued the run of a job, so that every host can name it in its log."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Bring the column. Hosts of version 0011 work on beside, and leave it empty."""
    with op.batch_alter_table("jobs") as table:
        table.add_column(sa.Column("request_id", sa.String(64)))


def downgrade() -> None:
    """Take it away again."""
    with op.batch_alter_table("jobs") as table:
        table.drop_column("request_id")
