"""The contract against an installation of several hosts: `python -m bench hosted contract`.

With the variable `ON_HOSTS` set, the tests of this folder run against two hosts that answer and two that
work, on PostgreSQL and a bucket of S3, behind a proxy that sends each request to the next of them.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults import installation
from tests.faults.installation import Installation
from tests.faults.site import free_port
from tests.support import postgresql, round_robin, seaweedfs

ON_HOSTS = "SPRUE_TEST_ON_HOSTS"


@dataclass(frozen=True, slots=True)
class Ground:
    """What hosts stand on."""

    cluster: postgresql.Cluster
    store: seaweedfs.Store


def is_asked_for() -> bool:
    """Whether the tests are to run against hosts."""
    return bool(os.environ.get(ON_HOSTS))


@contextmanager
def running(on: Ground, folder: Path, serve: str, worker: str, **settings: object) -> Iterator[Installation]:
    """Run hosts with these modules and settings until the block ends; callers come to their `site_url`."""
    port = free_port()
    with (
        on.cluster.migrated() as database_url,
        installation.running(
            folder,
            database_url,
            on.store.new_url(),
            serve=serve,
            worker=worker,
            site_url=f"http://127.0.0.1:{port}",
            **settings,
        ) as hosts,
        round_robin.before(hosts.ports, port),
    ):
        yield hosts
