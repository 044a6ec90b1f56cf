"""An installation for a bench: PostgreSQL, SeaweedFS, and hosts of it."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults.installation import Installation
from tests.support import postgresql, relay, seaweedfs


@dataclass(frozen=True, slots=True)
class Ground:
    """What the hosts of an installation stand on."""

    cluster: postgresql.Cluster
    database_url: str
    store_url: str
    store: relay.Relay
    """Between the hosts and the store."""
    store_pid: int


@contextmanager
def ground(**settings: object) -> Iterator[Ground]:
    """Run a database that is migrated, with these settings of PostgreSQL, and an empty store."""
    with ExitStack() as stack:
        cluster = stack.enter_context(postgresql.serving(**settings))
        store = stack.enter_context(seaweedfs.serving())
        between = stack.enter_context(relay.before(store.port))
        os.environ |= store.environment | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{between.port}"}
        yield Ground(cluster, stack.enter_context(cluster.migrated()), store.new_url(), between, store.pid)


@contextmanager
def hosts(folder: Path, on: Ground, **arguments: object) -> Iterator[Installation]:
    """Run hosts, each with a folder of its own in this one, until the block ends."""
    installation = Installation(folder, on.database_url, on.store_url, **arguments)  # type: ignore[arg-type]
    try:
        installation.start()
        yield installation
    finally:
        installation.stop()
