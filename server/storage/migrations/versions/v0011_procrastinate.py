"""The queue of procrastinate, on PostgreSQL, and by which of its entries a job runs."""

import sqlalchemy as sa
from alembic import op

from server.settings import InvalidSetting

revision = "0011"
down_revision = "0010"

TABLES = (
    "procrastinate_events",
    "procrastinate_periodic_defers",
    "procrastinate_jobs",
    "procrastinate_workers",
)
DROP_THE_REST = """
DO $$
DECLARE
    each record;
BEGIN
    FOR each IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE proname LIKE 'procrastinate\\_%' AND pg_function_is_visible(oid)
    LOOP
        EXECUTE 'DROP FUNCTION ' || each.name || ' CASCADE';
    END LOOP;
END $$;
DROP TYPE procrastinate_job_to_defer_v1, procrastinate_job_event_type, procrastinate_job_status;
"""


def upgrade() -> None:
    """Bring them, with the SQL of the package that is installed. Hosts of version 0010 work on beside."""
    with op.batch_alter_table("jobs") as table:
        table.add_column(sa.Column("entry_id", sa.BigInteger()))
    if op.get_bind().dialect.name == "postgresql":
        _execute(_schema())


def downgrade() -> None:
    """Take them away again."""
    if op.get_bind().dialect.name == "postgresql":
        _execute(f"DROP TABLE {', '.join(TABLES)} CASCADE;{DROP_THE_REST}")
    with op.batch_alter_table("jobs") as table:
        table.drop_column("entry_id")


def _schema() -> str:
    try:
        from procrastinate.schema import SchemaManager
    except ImportError:
        raise InvalidSetting(
            "the queue of jobs on PostgreSQL needs procrastinate, which is not installed; install Sprue with "
            "its extra `hosted`: pip install 'sprue[hosted]'"
        ) from None
    return SchemaManager.get_schema()


def _execute(statements: str) -> None:
    """Execute several statements at once, which has to be without parameters."""
    cursor = op.get_bind().connection.cursor()
    cursor.execute(statements)
    cursor.close()
