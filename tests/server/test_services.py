"""Two hosts of one installation: what one made holds at the other."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from server.errors import ArtifactNotFound
from server.settings import InvalidSetting
from server.storage.secret_keys import SecretKeys
from tests.server.application import Client, client_of
from tests.server.asking import job_of, poll, result
from tests.server.dashboard.test_routes import PASSWORD, csrf_of, sign_up
from tests.server.databases import settings_of
from tests.server.keyed import a_key
from tests.server.stored import objects_of
from tests.support import postgresql, seaweedfs
from tests.support.postgresql import ON_POSTGRESQL

PATH = "/artifacts/job/1/thickness.glb"


@pytest.fixture(scope="module")
def hosts(
    postgresql_cluster: postgresql.Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Client]]:
    """Serve from two hosts with a data folder each, and one file of secrets."""
    folder = tmp_path_factory.mktemp("hosts")
    with ExitStack() as stack:
        url = stack.enter_context(postgresql_cluster.migrated())
        first = settings_of(url, folder / "first").with_changes(open_sign_up=1)
        second = first.with_changes(data_dir=folder / "second")
        yield [stack.enter_context(client_of(settings)) for settings in (first, second)]


@postgresql.CAN_RUN
def test_a_key_a_session_a_form_and_a_link_of_one_host_hold_at_the_other(hosts: list[Client]) -> None:
    one, other = hosts
    for host in hosts:
        host.headers["X-API-Key"] = a_key(one.services.settings)
        assert host.get("/api/v1/usage").status_code == 200
        del host.headers["X-API-Key"]

    assert sign_up(one, "ada").url.path == "/dashboard/api"
    form = {"_csrf_token": csrf_of(one.get("/dashboard/api")), "name": "made at the other"}
    assert other.post("/dashboard/api/keys", data=form).status_code == 403  # without the cookies of the first
    other.cookies.update(one.cookies)
    made = other.post("/dashboard/api/keys", data=form)
    assert made.status_code == 200
    assert "made at the other" in one.get("/dashboard/api").text
    assert PASSWORD not in made.text

    link = one.services.artifacts.signer.url(PATH)
    expires, signature = (each.partition("=")[2] for each in link.partition("?")[2].split("&"))
    other.services.artifacts.signer.check(PATH, int(expires), signature)
    with pytest.raises(ArtifactNotFound):
        other.services.artifacts.signer.check(PATH + "2", int(expires), signature)


@postgresql.CAN_RUN
def test_a_host_with_other_secrets_does_not_start_and_the_others_go_on(
    hosts: list[Client], tmp_path: Path
) -> None:
    file = tmp_path / "other.toml"
    file.write_text(SecretKeys.new().as_file)
    stranger = hosts[0].services.settings.with_changes(data_dir=tmp_path / "third", secret_file=str(file))
    with pytest.raises((InvalidSetting, ExceptionGroup)) as caught, client_of(stranger):
        pass
    assert "are not those of installation" in str(_first(caught.value))
    assert isinstance(_first(caught.value), InvalidSetting)
    assert all(host.get("/readyz").status_code == 200 for host in hosts)


@seaweedfs.CAN_RUN
@ON_POSTGRESQL
def test_what_one_host_took_in_another_reads_judges_draws_and_deletes(
    database_url: str, store_url: str, tmp_path: Path
) -> None:
    first = settings_of(database_url, tmp_path / "first").with_changes(store=store_url)
    with client_of(first) as one:
        one.headers["X-API-Key"] = a_key(first)
        job_id = job_of(one)
        assert poll(one, job_id)["status"] == "done"
    second = first.with_changes(data_dir=tmp_path / "second")
    with client_of(second) as other:
        other.headers["X-API-Key"] = one.headers["X-API-Key"]
        artifacts = result(other, job_id).json()["artifacts"]
        links = {name: link.removeprefix("http://sprue.test") for name, link in artifacts.items()}
        assert other.get(links["thickness_glb"]).content == b"glTF binary"
        module = {"module": {"key": "own", "name": "Own", "rules": []}, "configuration_key": "sand"}
        judged = other.post(f"/api/v1/dfm/jobs/{job_id}/modules/eval", json=module)
        assert judged.status_code == 200, judged.text
        assert other.get(links["report_html"]).text == "<h1>Report cardinal</h1>"
        again = other.post(f"/api/v1/dfm/jobs/{job_id}/recompute", data={"pull": "0,0,1"})
        assert again.status_code == 202
        assert poll(other, job_id)["status"] == "done"
        assert other.delete(f"/api/v1/dfm/jobs/{job_id}").status_code == 204
    assert objects_of(store_url, "jobs") == []
    assert not any((tmp_path / "second" / "scratch").iterdir())


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
