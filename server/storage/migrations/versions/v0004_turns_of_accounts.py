"""When a job of an account last went to a worker."""

import sqlalchemy as sa
from alembic import op

from server.storage.models import Instant

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Bring it."""
    op.add_column("accounts", sa.Column("last_claim_at", Instant()))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("accounts", "last_claim_at")
