"""${message}."""

import sqlalchemy as sa
from alembic import op

from server.storage.models import Instant

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Bring it."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Take it away again."""
    ${downgrades if downgrades else "pass"}
