"""Quotes."""

import sqlalchemy as sa
from alembic import op

from server.storage.models import Instant

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Bring it."""
    op.create_table(
        "quotes",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("file_name", sa.String(length=300), nullable=False),
        sa.Column("geometry", sa.JSON(), nullable=False),
        sa.Column("material_id", sa.String(length=36), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("option_ids", sa.JSON(), nullable=False),
        sa.Column("price", sa.JSON(), nullable=False),
        sa.Column("price_table_version", sa.String(length=60), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_quotes_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quotes")),
    )
    op.create_index("ix_quotes_account_id", "quotes", ["account_id", "id"])

    op.create_index("ix_jobs_quote_id", "jobs", ["quote_id"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("ix_jobs_quote_id", "jobs")
    op.drop_table("quotes")
