"""The secrets that the hosts of an installation share, by their fingerprints."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Bring them; the first host that works with the database enters those of its own."""
    with op.batch_alter_table("installations") as table:
        table.add_column(sa.Column("secret_fingerprints", sa.JSON(none_as_null=True)))


def downgrade() -> None:
    """Take them away again."""
    with op.batch_alter_table("installations") as table:
        table.drop_column("secret_fingerprints")
