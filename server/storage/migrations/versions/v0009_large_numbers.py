"""Room for more lines of logs than 32 bits count, and for jobs of more than 2 GiB; SQLite has it already."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Widen the columns, and the sequence that numbers lines."""
    _change(sa.Integer(), sa.BigInteger())


def downgrade() -> None:
    """Narrow them again."""
    _change(sa.BigInteger(), sa.Integer())


def _change(before: sa.types.TypeEngine[int], after: sa.types.TypeEngine[int]) -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    op.alter_column("job_log", "id", existing_type=before, type_=after)
    op.execute(f"ALTER SEQUENCE job_log_id_seq AS {after.compile()}")
    op.alter_column("jobs", "size_bytes", existing_type=before, type_=after)
