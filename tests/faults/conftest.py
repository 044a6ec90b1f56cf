"""A server for each file of tests, with room for everything that comes."""

from collections.abc import Iterator

import pytest

from tests.faults.site import Site, started


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve with two workers for analyses, a time limit that nothing but a hang passes, and little memory."""
    folder = tmp_path_factory.mktemp("faults")
    with started(
        folder,
        batch_workers=2,
        time_limit_s=6,
        worker_memory_mb=200,
        max_queued=500,
        max_queued_of_account=500,
    ) as running:
        yield running
