"""Parts that were sent ahead, and rule packs of accounts."""

import sqlalchemy as sa
from alembic import op

from server.storage.models import Instant, Large

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Bring them. Hosts of version 0014 work on beside, and know of neither."""
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("account_id", sa.String(36), nullable=False),
        sa.Column("filename", sa.String(300), nullable=False),
        sa.Column("stored_name", sa.String(80), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size_bytes", Large, nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name="fk_uploads_account_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
    )
    op.create_index("ix_uploads_account_id", "uploads", ["account_id", "id"])
    op.create_index("ix_uploads_created_at", "uploads", ["created_at"])

    op.create_table(
        "rule_packs",
        sa.Column("account_id", sa.String(36), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("updated_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name="fk_rule_packs_account_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "key", name="pk_rule_packs"),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("rule_packs")
    op.drop_table("uploads")
