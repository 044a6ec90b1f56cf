"""What Alembic runs; the connection comes from `server.storage.migrate`."""

from alembic import context

from server.storage.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
context.run_migrations()
