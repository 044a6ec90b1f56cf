"""What is no request and what is no part: told as the caller's mistake by a server that lives on."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.contract.conftest import SERVE_LAZY, served
from tests.faults.site import Site
from tests.server.acting import part
from tests.support import corpus, gltf_by_hand

UPLOADS = ("/convert", "/dfm/quick-info", "/dfm/analyze")
FORM = "multipart/form-data; boundary=x"
HEAD = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.step"\r\n\r\n'
END = b"\r\n--x--\r\n"


def field(name: str, value: bytes) -> bytes:
    return b'--x\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\n\r\n' + value + b"\r\n"


BODIES: dict[str, tuple[str, bytes]] = {
    "nothing": (FORM, b""),
    "no content type": ("", HEAD + part() + END),
    "no boundary": ("multipart/form-data", HEAD + part() + END),
    "an empty boundary": ("multipart/form-data; boundary=", HEAD + part() + END),
    "another boundary": ("multipart/form-data; boundary=y", HEAD + part() + END),
    "a boundary that is not text": ("multipart/form-data; boundary=\xff\xfe", HEAD + part() + END),
    "no headers of a part": (FORM, b"--x\r\n\r\nISO-10303-21;" + END),
    "headers that do not end": (FORM, b"--x\r\nContent-Disposition: form-data; name=" + b"a" * 70_000),
    "a header without a colon": (FORM, b"--x\r\nContent-Disposition\r\n\r\na" + END),
    "a charset nobody knows": (
        FORM,
        b'--x\r\nContent-Disposition: form-data; name="filename"\r\nContent-Type: text/plain; charset=klingon'
        b"\r\n\r\na" + END,
    ),
    "text that is not UTF-8": (FORM, field("pull", b"\xff\xfe\x00") + HEAD + part() + END),
    "a name that is not UTF-8": (FORM, HEAD.replace(b"a.step", b"\xff\xfe.pdf") + part() + END),
    "two files": (FORM, HEAD + part() + b"\r\n" + HEAD + part() + END),
    "a file of nothing": (FORM, HEAD + END),
    "a file without a name": (FORM, field("file", part()) + b"--x--\r\n"),
    "a name of dots": (FORM, HEAD.replace(b"a.step", b"../..") + part() + END),
    "another suffix": (FORM, HEAD.replace(b"a.step", b"a.exe") + part() + END),
    "other bytes than the suffix says": (FORM, HEAD + b"MZ\x90\x00" + END),
    "a hundred fields": (FORM, b"".join(field(f"f{at}", b"1") for at in range(100)) + HEAD + part() + END),
    "JSON": ("application/json", b'{"file": "a.step"}'),
    "a plain form": ("application/x-www-form-urlencoded", b"file=a.step"),
    "bytes": ("application/octet-stream", part()),
}

QUOTE = {
    "file_name": "a.step",
    "geometry": {
        "volume_cm3": 1,
        "surface_area_cm2": 6,
        "bounding_box": {"x_mm": 10, "y_mm": 10, "z_mm": 10},
    },
    "material_id": "a",
    "quantity": 1,
}
TEXTS: dict[str, bytes] = {
    "nothing": b"",
    "half an object": b'{"file_name": "a',
    "not UTF-8": b'{"file_name": "\xff"}',
    "UTF-16": json.dumps(QUOTE).encode("utf-16"),
    "a lone surrogate": b'{"file_name": "\\ud800"}',
    "NaN": json.dumps(QUOTE | {"quantity": float("nan")}).encode(),
    "infinity": json.dumps(QUOTE | {"quantity": float("inf")}).encode(),
    "a number beyond all": json.dumps(QUOTE).replace('"quantity": 1', '"quantity": 1e999').encode(),
    "a number of 100000 digits": json.dumps(QUOTE)
    .replace('"quantity": 1', '"quantity": ' + "9" * 100_000)
    .encode(),
    "100000 brackets": b"[" * 100_000,
    "a list": b"[]",
    "null": b"null",
    "a word": b'"quote"',
    "twice the same key": b'{"quantity": 1, "quantity": 2}',
    "NUL in a name": json.dumps(QUOTE | {"file_name": "a\0.step"}).encode(),
}


def assert_refused(answer: httpx.Response) -> None:
    """Check that it is the caller's mistake, told in the one shape of errors."""
    assert 400 <= answer.status_code < 500, answer.text
    body = answer.json()
    assert body["error"].endswith((".", "!", "?"))
    assert body["status"] == answer.status_code
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("path", UPLOADS)
@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_no_form_with_a_part_is_refused(client: httpx.Client, path: str, name: str) -> None:
    kind, body = BODIES[name]
    headers = [(b"Content-Type", kind.encode("latin-1"))] if kind else []
    assert_refused(client.post(f"/api/v1{path}", content=body, headers=headers))


@pytest.mark.parametrize("path", ["/quotes", "/dfm/jobs/{job}/modules/eval"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_body_that_is_no_json_of_the_right_shape_is_refused(
    client: httpx.Client, job: str, path: str, name: str
) -> None:
    path = path.replace("{job}", job)
    headers = {"Content-Type": "application/json"}
    assert_refused(client.post(f"/api/v1{path}", content=TEXTS[name], headers=headers))


def test_what_was_refused_cost_nothing_and_left_nothing(client: httpx.Client, site: Site, job: str) -> None:
    for kind, body in BODIES.values():
        client.post("/api/v1/dfm/analyze", content=body, headers=[(b"Content-Type", kind.encode("latin-1"))])
    used = {one["meter"]: one["used"] for one in client.get("/api/v1/usage").json()["meters"]}
    assert used == {"dfm.analyze": 1, "dfm.quick_info": 0}
    assert [folder.name for folder in (site.data_dir / "jobs").iterdir()] == [job]
    assert list((site.data_dir / "uploads").iterdir()) == []


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[httpx.Client]:
    """Ask as one caller."""
    with site.client() as asking:
        yield asking


@pytest.fixture(scope="module")
def job(client: httpx.Client) -> str:
    """Analyze one part, that there is something to ask for."""
    made = client.post("/api/v1/dfm/analyze", files={"file": ("a.step", part())})
    job_id: str = made.json()["job_id"]
    while client.get(f"/api/v1/dfm/jobs/{job_id}").json()["status"] != "done":
        pass
    return job_id


# Parts that are none, or too much of one, for the real kernel.


@cache
def bombs() -> dict[str, tuple[dict[str, Any], bytes]]:
    """Return glTF documents that are small to send and large to read."""
    found = {}
    for count in (2**31, 2**53, -1, 1e300):
        tree, binary = gltf_by_hand.cube()
        tree["accessors"][0]["count"] = count
        found[f"{count:g} vertices"] = (tree, binary)
    tree, binary = gltf_by_hand.cube()
    tree["bufferViews"][0]["byteLength"] = 2**40
    found["a view of a terabyte"] = (tree, binary)
    tree, binary = gltf_by_hand.cube()
    tree["nodes"] = [{"children": [at + 1, at + 1]} for at in range(60)] + [{"mesh": 0}]
    found["2^60 copies"] = (tree, binary)
    tree, binary = gltf_by_hand.cube()
    tree["nodes"] = [{"mesh": 0, "children": [0]}]
    found["a node within itself"] = (tree, binary)
    for uri in ("http://127.0.0.1:9/a.bin", "file:///etc/passwd", "/dev/zero", "../../sprue.db", "a.bin"):
        tree, binary = gltf_by_hand.cube()
        tree["buffers"][0]["uri"] = uri
        found[f"a buffer at {uri}"] = (tree, binary)
    tree, binary = gltf_by_hand.cube()
    tree["nodes"] = [{"mesh": 0}] * 2000
    tree["scenes"] = [{"nodes": list(range(2000))}]
    found["2000 copies at one place"] = (tree, binary)
    tree, binary = gltf_by_hand.cube()
    tree["nodes"] = [{"mesh": 0}] * 110_000
    tree["scenes"] = [{"nodes": list(range(110_000))}]
    found["110,000 nodes"] = (tree, binary)
    tree, binary = gltf_by_hand.cube()
    tree["meshes"][0]["primitives"] *= 30_000
    found["30,000 pieces of a mesh"] = (tree, binary)
    for size in (1e300, 1e15, 1e-300):
        tree, binary = gltf_by_hand.cube()
        tree["nodes"][0]["scale"] = [size] * 3
        found[f"a scale of {size:g}"] = (tree, binary)
    tree, binary = gltf_by_hand.cube()
    tree["extras"] = nested = {}
    for _ in range(400):
        nested["a"] = nested = {}
    found["extras 400 deep"] = (tree, binary)
    return found


READABLE = ("extras 400 deep", "2000 copies at one place")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Serve with the real kernel, loaded."""
    folder = tmp_path_factory.mktemp("malformed")
    cube = gltf_by_hand.write(folder / "cube.glb", *gltf_by_hand.cube())
    with served(folder / "data", SERVE_LAZY) as running:
        with running.client(running.key("enterprise")) as asking:
            asking.post("/dfm/quick-info", files={"file": ("cube.glb", cube.read_bytes())}).raise_for_status()
            yield asking


@pytest.mark.slow
@pytest.mark.parametrize("name", bombs())
def test_a_bomb_of_gltf_is_refused_and_quickly(real: httpx.Client, tmp_path: Path, name: str) -> None:
    tree, binary = bombs()[name]
    bomb = gltf_by_hand.write(tmp_path / "bomb.glb", tree, binary)
    answer = real.post("/dfm/quick-info", files={"file": ("bomb.glb", bomb.read_bytes())})
    if name in READABLE:
        assert answer.status_code == 200
    else:
        assert_refused(answer)
        assert answer.json()["code"] in ("unreadable_file", "mesh_too_large", "no_solid")
    assert answer.elapsed.total_seconds() < 10


@pytest.mark.slow
def test_json_without_end_is_refused(real: httpx.Client) -> None:
    for text in (b'{"a":' * 100_000, b"[" * 2_000_000, b'{"asset": {"version": "2.0"}, "nodes": ['):
        assert_refused(real.post("/dfm/quick-info", files={"file": ("a.gltf", text)}))


ROWS = corpus.manifest("bad/manifest.csv")
SAMPLE = ROWS[::9]


@pytest.mark.slow
@pytest.mark.corpus
@corpus.needs_corpus
@pytest.mark.parametrize("row", SAMPLE, ids=lambda row: str(row["file"]).removeprefix("bad/"))
def test_a_bad_file_of_the_corpus_is_refused_or_read_and_no_defect(
    real: httpx.Client, row: dict[str, str]
) -> None:
    file = corpus.CORPUS / row["file"]
    answer = real.post("/dfm/quick-info", files={"file": (file.name, file.read_bytes())})
    if answer.status_code != 200 or row["expected"].startswith("reject"):
        assert_refused(answer)
