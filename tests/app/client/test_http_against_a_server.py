"""The client and the server that is shipped, with a part that is too thin for sand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.client.cancel import Cancel
from app.client.casting import Choice
from app.client.errors import Failure, Reason
from app.client.http import Client
from app.client.models import Event, Result
from tests.contract import parts
from tests.contract.conftest import SERVE_LAZY, Site, served


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return parts.thin_plate(tmp_path_factory.mktemp("part"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("client") / "data", SERVE_LAZY, job_hours="1") as running:
        yield running


@pytest.fixture(scope="module")
def client(site: Site) -> Client:
    return Client(f"{site.url}/api/v1", site.key("pro"))


@pytest.fixture(scope="module")
def followed(client: Client, part: Path) -> list[Event]:
    """Analyze the part and follow it to its end."""
    accepted = client.analyze(part, {"pull": "cardinal"})
    assert accepted.status == "queued"
    assert accepted.standing.tier == "pro"
    return list(client.follow(accepted.job_id))


@pytest.fixture(scope="module")
def job_id(followed: list[Event]) -> str:
    last = followed[-1].job
    assert last is not None
    assert last.status == "done", last.error
    return last.job_id


@pytest.fixture(scope="module")
def result(client: Client, job_id: str) -> Result:
    return client.result(job_id)


def test_a_job_is_followed_line_by_line_to_its_end(
    client: Client, part: Path, followed: list[Event], job_id: str
) -> None:
    lines = [event.line for event in followed if event.line is not None]
    assert lines[0] == f"reading {part.name}"
    assert followed[-1].is_last
    job = client.job(job_id)
    assert job.is_final
    assert list(job.log) == lines
    numbered = [event.id for event in followed if event.id is not None]
    again = [event.line for event in client.follow(job_id, after_id=numbered[1]) if event.line is not None]
    assert again == lines[2:]


def test_a_result_is_read_whole(result: Result) -> None:
    assert {pack.module_key for pack in result.packs} >= {"cnc", "casting", "injection"}
    assert result.geometry is not None
    assert result.geometry.sides_mm == pytest.approx((60, 40, 2.5), abs=0.01)
    hole = next(one for one in result.features.features if one.kind == "HOLE")
    assert hole.dimensions["diameter_mm"] > 0
    assert set(hole.fids) <= set(result.features.roles_by_fid)
    worst = [
        finding
        for pack in result.packs
        for configuration in pack.configurations
        for rule in configuration.result.rules
        for finding in rule.findings
        if finding.severity == "fail"
    ]
    assert worst
    assert all(finding.message for finding in worst)


def test_artifacts_are_fetched_without_the_key(client: Client, result: Result) -> None:
    assert client.download(result.artifacts["thickness_glb"])[:4] == b"glTF"


def test_a_look_and_a_conversion_say_the_same_size(client: Client, part: Path) -> None:
    looked, converted = client.quick_info(part), client.convert(part)
    assert looked.standing.limit == 50_000
    assert looked.geometry.sides_mm == converted.geometry.sides_mm
    assert looked.geometry.volume_cm3 == converted.geometry.volume_cm3


def test_a_quote_is_made_once_and_found_again(client: Client, part: Path) -> None:
    material, finish = client.materials()[0], client.post_processing()[0]
    geometry = client.convert(part).geometry
    made = client.make_quote(part.name, geometry, material.id, 25, [finish.id])
    assert made.status == "draft"
    assert made.total_price == pytest.approx(25 * made.unit_price)
    assert client.quote(made.id) == made
    page = client.quotes()
    assert page is not None
    assert [one.id for one in page.quotes] == [made.id]
    with pytest.raises(Failure) as caught:
        client.make_quote(part.name, geometry, "no-such-material", 25)
    assert caught.value.reason is Reason.INVALID


def test_prices_are_those_of_quotes_and_leave_none(client: Client, part: Path) -> None:
    kept = client.quotes()
    assert kept is not None
    material, finish = client.materials()[0].id, client.post_processing()[0].id
    geometry = client.convert(part).geometry
    choices = [Choice(material, 1), Choice(material, 25, (finish,))]
    prices = client.prices(geometry, choices)
    assert prices is not None
    assert client.quotes() == kept
    made = client.make_quote(part.name, geometry, material, 25, [finish])
    assert (prices[1].total_price, prices[1].breakdown) == (made.total_price, made.breakdown)
    assert prices[0].unit_price > prices[1].unit_price - made.breakdown.post_processing_cost


def test_a_shipped_pack_judges_as_it_did_and_an_edited_one_as_it_is_edited(
    client: Client, job_id: str, result: Result
) -> None:
    module = next(one for one in client.modules() if one["key"] == "casting")
    judged = client.evaluate(job_id, module, "sand").configurations[0].result
    shipped = next(pack for pack in result.packs if pack.module_key == "casting")
    assert judged == shipped.configurations[0].result
    parameters = module["configurations"]["sand"]["parameters"]
    lenient = {name: 0.0 for name in parameters if name.startswith("wall")}
    assert lenient
    eased = client.evaluate(job_id, module, "sand", lenient).configurations[0].result
    assert eased != judged


def test_packs_that_the_account_keeps_are_read_and_a_server_that_keeps_none_has_none(client: Client) -> None:
    module = {**next(one for one in client.modules() if one["key"] == "casting"), "key": "house"}
    client._connection.send("PUT", "/dfm/packs/house", json={"module": module})
    assert [one["key"] for one in client.saved_modules()] == ["house"]


def test_everything_wrong_with_a_pack_is_reported_with_its_path(client: Client, job_id: str) -> None:
    module = next(one for one in client.modules() if one["key"] == "cnc")
    module["rules"][0]["metric"] = "hole.color"
    module["rules"][1]["tiers"] = []
    with pytest.raises(Failure) as caught:
        client.evaluate(job_id, module, "3-axis")
    assert caught.value.reason is Reason.INVALID
    paths = [problem.split(":")[0] for problem in caught.value.problems]
    assert paths == ["rules[0].metric", "rules[1].tiers"]


def test_the_schema_names_what_the_shipped_packs_use(client: Client) -> None:
    schema = client.rule_schema()
    known = {*schema.metrics_per_feature, *schema.metrics_whole_part}
    assert {rule["metric"] for module in client.modules() for rule in module["rules"]} <= known
    assert schema.metric_info is not None


def test_another_pull_is_computed_on_the_same_job(client: Client, part: Path) -> None:
    submitted = client.analyze(part)
    assert list(client.follow(submitted.job_id))[-1].is_last
    client.recompute(submitted.job_id, {"pull": "1,0,0"})
    assert list(client.follow(submitted.job_id))[-1].is_last
    turned = client.result(submitted.job_id)
    assert turned.features.manufacturability.pull_dir == (1, 0, 0)
    assert client.remove(submitted.job_id)
    with pytest.raises(Failure) as caught:
        client.job(submitted.job_id)
    assert caught.value.reason is Reason.MISSING


def test_following_ends_when_asked_to(client: Client, part: Path) -> None:
    cancel = Cancel()
    submitted = client.analyze(part, {"max_edge": 0.2})
    following = client.follow(submitted.job_id, cancel=cancel)
    next(following)
    cancel.ask()
    with pytest.raises(Failure) as caught:
        list(following)
    assert caught.value.reason is Reason.CANCELLED
    assert client.remove(submitted.job_id)


def test_a_wrong_key_a_wrong_file_and_a_wrong_address_each_say_so(
    client: Client, site: Site, tmp_path: Path
) -> None:
    with pytest.raises(Failure) as caught:
        Client(client.base_url, "svc_live_wrong").materials()
    assert (caught.value.reason, caught.value.sentence) == (Reason.KEY, "Invalid API key.")
    broken = tmp_path / "broken.step"
    broken.write_bytes(b"this is no part")
    with pytest.raises(Failure) as caught:
        client.quick_info(broken)
    assert caught.value.reason is Reason.INVALID
    with pytest.raises(Failure) as caught:
        Client(f"{site.url}/api/v2", None).materials()
    assert caught.value.reason is Reason.MISSING


def test_the_server_says_that_it_is_there_and_what_was_used(client: Client) -> None:
    client.healthz()
    usage = client.usage()
    assert usage is not None
    assert usage.plan == "pro"
    jobs = client.jobs()
    assert jobs is not None
