"""The contract of the API at several hosts: what they can break, with real workers.

The tests are some of `tests/contract`; `python -m bench hosted contract` runs all of them so. Each request
goes to the next of two hosts. What no kernel has a say in, `test_hosts.py` looks at: webhooks, usage, links.
"""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.contract import on_hosts, parts
from tests.contract import test_endpoints as endpoints
from tests.contract.conftest import REAL_HOSTS, Site, served_by_hosts
from tests.support import postgresql, seaweedfs

pytestmark = [postgresql.CAN_RUN, seaweedfs.CAN_RUN]


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory,
    postgresql_cluster: postgresql.Cluster,
    seaweedfs_store: seaweedfs.Store,
) -> Iterator[Site]:
    ground = on_hosts.Ground(postgresql_cluster, seaweedfs_store)
    private = {"blob_allow_hosts": "127.0.0.1"}
    with served_by_hosts(ground, tmp_path_factory.mktemp("contract"), *REAL_HOSTS, **private) as running:
        yield running


@pytest.fixture(scope="module")
def api(site: Site) -> Iterator[httpx.Client]:
    with site.client(site.key("enterprise")) as client:
        yield client


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return parts.plate(tmp_path_factory.mktemp("parts"))


def test_a_part_that_is_converted_has_its_shape_at_every_host(api: httpx.Client, plate: Path) -> None:
    endpoints.test_convert_answers_at_once_with_geometry_and_glb(api, plate)


def test_a_part_is_looked_at_whichever_host_is_asked(api: httpx.Client, plate: Path) -> None:
    endpoints.test_quick_info_answers_with_geometry_glb_and_counts(api, plate)


def test_a_job_is_followed_at_one_host_that_another_took(api: httpx.Client, plate: Path) -> None:
    endpoints.test_a_job_goes_from_queued_over_running_to_done(api, plate)


def test_a_part_behind_a_link_is_fetched_whichever_host_is_asked(api: httpx.Client, plate: Path) -> None:
    endpoints.test_blob_url_with_filename_takes_the_place_of_file(api, plate, "multipart/form-data")


def test_a_job_is_computed_again_wherever_and_every_artifact_is_there(api: httpx.Client, plate: Path) -> None:
    endpoints.assert_computed_again(api, plate, "cardinal")
