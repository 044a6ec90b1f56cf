"""Names of users that differ by more than case."""

from collections import defaultdict

import sqlalchemy as sa
from alembic import op

from server.settings import InvalidSetting

revision = "0005"
down_revision = "0004"

_users = sa.table("users", sa.column("id"), sa.column("username"), sa.column("folded_username"))


def upgrade() -> None:
    """Bring it; raise InvalidSetting, and change nothing, where two names differ by case alone."""
    connection = op.get_bind()
    names = connection.execute(sa.select(_users.c.id, _users.c.username)).all()
    alike = defaultdict(list)
    for _, username in names:
        alike[username.casefold()].append(username)
    if twice := sorted(" and ".join(sorted(each)) for each in alike.values() if len(each) > 1):
        raise InvalidSetting(
            f"users differ by case alone: {'; '.join(twice)}. Rename all but one of each in the table users "
            "(UPDATE users SET username = 'another' WHERE username = 'one'), then start again"
        )
    op.add_column("users", sa.Column("folded_username", sa.String(200), nullable=False, server_default=""))
    for user_id, username in names:
        change = _users.update().where(_users.c.id == user_id)
        connection.execute(change.values(folded_username=username.casefold()))
    op.create_index("ix_users_folded_username", "users", ["folded_username"], unique=True)


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("ix_users_folded_username", "users")
    op.drop_column("users", "folded_username")
