"""A backup of database and bucket, brought back to a new installation: `docs/hosting.md` has the commands."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import make_url

from server.storage.object_store import ObjectStore
from tests.faults.installation import Installation, running
from tests.faults.site import until
from tests.server.asking import PLAIN, job_of, poll, result, submit
from tests.server.databases import rows
from tests.support import postgresql, seaweedfs

pytestmark = [postgresql.CAN_RUN, seaweedfs.CAN_RUN]

ONE_EACH = {"n_web": 1, "n_workers": 1}


def program(cluster: postgresql.Cluster, name: str, database_url: str, *words: str) -> None:
    """Run one of PostgreSQL's programs on a database."""
    url = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    subprocess.run([str(cluster.programs / name), "--dbname", url, *words], check=True, capture_output=True)


def copy_bucket(url: str, target_url: str) -> None:
    """Copy every object, as `aws s3 sync` does."""

    async def copy() -> None:
        source, target = ObjectStore(url)._store, ObjectStore(target_url)._store
        async for page in source.list():
            for entry in page:
                found = await source.get_async(entry["path"])
                await target.put_async(
                    entry["path"], bytes(await found.bytes_async()), attributes=found.attributes
                )

    asyncio.run(copy())


def without_links(document: dict[str, Any]) -> dict[str, Any]:
    """Return a result without what each answer signs anew."""
    return {name: value for name, value in document.items() if name != "artifacts"}


@contextmanager
def restored(
    folder: Path, cluster: postgresql.Cluster, dump: Path, store_url: str, secret_file: str
) -> Iterator[Installation]:
    """Run hosts with empty folders on a database made of a dump."""
    folder.mkdir()
    with cluster.empty() as url:
        program(cluster, "pg_restore", url, "--no-owner", "--exit-on-error", str(dump))
        with running(folder, url, store_url, secret_file=secret_file, **ONE_EACH) as hosts:
            yield hosts


@pytest.mark.slow
def test_a_new_installation_answers_for_what_was_and_goes_on_with_what_ran(
    tmp_path: Path,
    postgresql_cluster: postgresql.Cluster,
    seaweedfs_store: seaweedfs.Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dump, go = tmp_path / "sprue.dump", tmp_path / "go"
    store_url, new_store_url = seaweedfs_store.new_url(), seaweedfs_store.new_url()
    (tmp_path / "old").mkdir()
    with (
        postgresql_cluster.migrated() as url,
        running(tmp_path / "old", url, store_url, stop_grace_s=0.5, **ONE_EACH) as old,
        old.client("free") as client,
    ):
        done = job_of(client)
        poll(client, done)
        before = result(client, done).json()
        ran = job_of(client, f"wait-for {go}")
        poll(client, ran, until=("running",))
        waited = job_of(client)
        # the database first: of each job in it that is done, the bucket has the result
        program(postgresql_cluster, "pg_dump", url, "--format=custom", "--file", str(dump))
        after = submit(client)
        assert after.status_code == 202
        copy_bucket(store_url, new_store_url)
        headers = dict(client.headers)
        secret_file = old.settings.secret_file

    with restored(tmp_path / "new", postgresql_cluster, dump, new_store_url, secret_file) as new:
        new_url = new.settings.database_url
        new_site = f"http://127.0.0.1:{new.ports[0]}"
        with httpx.Client(base_url=new_site, headers=headers, timeout=60, verify=PLAIN) as client:
            found = result(client, done)
            assert found.status_code == 200, found.text
            assert without_links(found.json()) == without_links(before)
            link = httpx.URL(found.json()["artifacts"]["thickness_glb"])
            assert client.get(link.raw_path.decode()).content == b"glTF binary"

            def begun_again() -> bool:
                return rows(new_url, f"SELECT attempts FROM jobs WHERE id = '{ran}'") == [(2,)]

            until(begun_again, "what ran when the dump was made does not go on")
            go.touch()
            assert poll(client, ran)["status"] == "done"
            assert poll(client, waited)["status"] == "done"
            assert client.get(f"/api/v1/dfm/jobs/{after.json()['job_id']}").status_code == 404
            answer = submit(client)
            assert answer.headers["x-ratelimit-remaining"] == str(100 - 4)
            assert poll(client, answer.json()["job_id"])["status"] == "done"
        assert rows(new_url, "SELECT COUNT(*) FROM meter_events") == [(4,)]
