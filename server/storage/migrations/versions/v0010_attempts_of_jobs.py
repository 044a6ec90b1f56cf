"""Which attempt of a job runs, until when its host holds it, and where its files are."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Bring them. What runs now has no lease; see `UNLEASED_S` of `server.jobs.repository`."""
    with op.batch_alter_table("jobs") as table:
        table.add_column(sa.Column("attempt_id", sa.String(36)))
        table.add_column(sa.Column("leased_until", sa.DateTime(timezone=True)))
        table.add_column(sa.Column("home", sa.String(36), nullable=False, server_default=""))


def downgrade() -> None:
    """Take them away again."""
    with op.batch_alter_table("jobs") as table:
        for name in ("attempt_id", "leased_until", "home"):
            table.drop_column(name)
