"""The installation that a database belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Bring it; the first server that works with the database enters its own."""
    op.create_table(
        "installations",
        sa.Column("id", sa.String(36), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_installations"),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("installations")
