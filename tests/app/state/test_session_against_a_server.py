"""A part's life on the server that is shipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import resources
from app.client.http import Client
from app.state import features, findings
from app.state.session import Session, Stage
from tests.contract import parts
from tests.contract.conftest import SERVE_LAZY, Site, served

PART = resources.path("sample_parts/gear_housing.step")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("session") / "data", SERVE_LAZY) as running:
        yield running


@pytest.fixture(scope="module")
def client(site: Site) -> Client:
    return Client(f"{site.url}/api/v1", site.key("pro"))


def test_a_part_is_analyzed_looked_at_and_pulled_otherwise(client: Client, tmp_path: Path) -> None:
    plate = parts.thin_plate(tmp_path)
    part = Session(client, plate)
    done = part.analyze()
    assert (done.stage, done.failure) == (Stage.DONE, None)
    assert done.log[0] == f"reading {plate.name}"
    assert done.n_sent == done.n_bytes == plate.stat().st_size
    assert done.result is not None
    found = findings.of_result(done.result, "casting", "sand")
    worst = found.all[0]
    assert worst.finding.severity == "fail"
    assert worst.fids
    severities = features.severity_of_feature(done.result, [("casting", "sand")])
    assert features.tree(done.result.features.features, severities)[0].kind == "HOLE"
    turned = part.recompute({"pull": "1,0,0"})
    assert turned.stage is Stage.DONE
    assert turned.result is not None
    assert turned.result.features.manufacturability.pull_dir == (1, 0, 0)


def test_cancelling_while_it_runs_leaves_nothing_on_the_server(client: Client) -> None:
    part = Session(client, PART)
    part.changed.subscribe(lambda now: part.cancel() if now.log else None)
    ended = part.analyze({"max_edge": 1.1})
    assert (ended.stage, ended.goes_on_unseen) == (Stage.CANCELLED, False)
    jobs = client.jobs()
    assert jobs is not None
    assert ended.job_id not in [job.job_id for job in jobs.jobs]
