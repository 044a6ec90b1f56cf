"""The examples of the reference do what they say, against a running server, in each language.

Its workers act: that the kernel answers what the examples say, `test_examples.py` looks at.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.reference.operations import Operation, operations
from server.reference.snippets import Snippet
from tests.contract import parts
from tests.contract.conftest import Site, poll, send
from tests.server.asking import PLAIN
from tests.support.receiver import Receiver, receiving

FILE = "gear_housing.step"
"""What the examples send."""
NODE = Path(sys.executable).with_name("node")
LAST = ("recompute", "deleteJob", "changeWebhook", "deleteWebhook", "deletePack")
"""What is not there afterwards, or not at once, as the others need it."""
SAID = {
    "convert": "volume_cm3",
    "createQuote": "unit_price",
    "previewPrices": "prices",
    "analyze": "queued",
    "getJob": "done",
    "followJob": "event: done",
    "getResult": "features",
    "evaluateModule": "configurations",
    "measurePlaces": "relation",
    "listModules": "modules",
    "uploadPart": "part_id",
    "measurePart": "uncertainty",
    "drawPicture": "png_base64",
    "printReport": "report_url",
    "validateModule": "configuration_key",
    "savePack": "version",
    "recompute": "queued",
    "getMetrics": "sprue_jobs",
    "createWebhook": "whsec_",
    "testWebhook": "webhook.test",
    "listWebhookDeliveries": "delivered",
    "resendWebhookDelivery": "pending",
    "changeWebhook": "paused",
}
FILES = ("thickness.glb", "preview.glb")


def run(words: list[str], folder: Path, key: str) -> subprocess.CompletedProcess[str]:
    no_authorities = {"SSL_CERT_DIR": str(folder)}  # reading the system's takes longer than most calls
    environment = os.environ | no_authorities | {"SPRUE_API_KEY": key, "PYTHONUTF8": "1"}
    return subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def shell(texts: list[str], folder: Path) -> list[str]:
    (folder / "all.sh").write_text("\necho ---\n".join(texts))
    return ["bash", "-e", "all.sh"]


def python(texts: list[str], folder: Path) -> list[str]:
    (folder / "all.py").write_text('\nprint("---", flush=True)\n'.join(texts))
    return [sys.executable, "all.py"]


def javascript(texts: list[str], folder: Path) -> list[str]:
    """Run each by itself: all are modules that name the same things."""
    for index, text in enumerate(texts):
        (folder / f"{index}.mjs").write_text(text)
    names = range(len(texts))
    (folder / "all.mjs").write_text(
        "\nconsole.log('---');\n".join(f"await import('./{name}.mjs');" for name in names)
    )
    return [str(NODE), "all.mjs"]


RUNNERS: dict[str, Callable[[list[str], Path], list[str]]] = {
    "shell": shell,
    "python": python,
    "javascript": javascript,
}


@pytest.fixture(scope="module")
def document(acting_site: Site) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{acting_site.url}/docs/openapi.json", verify=PLAIN).json()
    return found


@pytest.fixture(scope="module")
def every(acting_site: Site, document: dict[str, Any]) -> list[Operation]:
    """Return every operation, those last that end what others need."""
    found = operations(document, acting_site.url)
    return sorted(found, key=lambda each: LAST.index(each.name) + 1 if each.name in LAST else 0)


def snippet(operation: Operation, language: str) -> Snippet:
    return next(each for each in operation.snippets if each.language == language)


def real_ids(
    site: Site, document: dict[str, Any], client: httpx.Client, receiver: Receiver, part: Path
) -> dict[str, str]:
    """Make what the examples speak of, with a part; return what is to stand for what of them."""
    hooks = delivered_webhook(client, receiver)
    quote = client.post("/quotes", json=order(client, part)).json()["quote"]["id"]
    save_pack(client, document)
    job = send(client, "/dfm/analyze", part).json()["job_id"]
    assert poll(client, job)["status"] == "done"
    artifacts = client.get(f"/dfm/jobs/{job}/result").json()["artifacts"]
    preview = send(client, "/dfm/quick-info", part).json()["glb_url"]

    def example(path: str, method: str = "get") -> dict[str, str]:
        parameters = document["paths"][path][method]["parameters"]
        return {each["name"]: str(each["example"]) for each in parameters}

    def link(path: str) -> str:
        values = example(path)
        return f"{site.url}{path.format_map(values)}?exp={values['exp']}&sig={values['sig']}"

    listed = example("/api/v1/webhooks/{webhook_id}/deliveries")
    resent = example("/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend", "post")
    return {  # links first: the id of the job stands in one
        link("/artifacts/{job_id}/{run}/{name}"): artifacts["thickness_glb"],
        link("/artifacts/previews/{name}"): preview,
        f'"{example("/artifacts/previews/{name}")["name"]}"': '"preview.glb"',
        f"-o {example('/artifacts/previews/{name}')['name']}": "-o preview.glb",
        example("/api/v1/dfm/jobs/{job_id}")["job_id"]: job,
        example("/api/v1/quotes/{quote_id}")["quote_id"]: quote,
        "https://example.com/hooks/sprue": f"{receiver.url}/hooks/sprue",
        listed["webhook_id"]: hooks["webhook_id"],
        listed["starting_after"]: hooks["newest"],
        resent["delivery_id"]: hooks["before"],
    }


def save_pack(client: httpx.Client, document: dict[str, Any]) -> None:
    """Save the pack that the examples read."""
    body = document["paths"]["/api/v1/dfm/packs/{key}"]["put"]["requestBody"]["content"]["application/json"]
    module = body["example"]["module"]
    assert client.put(f"/dfm/packs/{module['key']}", json={"module": module}).status_code == 200


def delivered_webhook(client: httpx.Client, receiver: Receiver) -> dict[str, str]:
    """Make a webhook, and return the ids of it and of two deliveries to it, which have ended."""
    asked = {"url": f"{receiver.url}/hooks/sprue", "events": ["job.completed"]}
    webhook_id = client.post("/webhooks", json=asked).json()["webhook"]["id"]
    path = f"/webhooks/{webhook_id}"
    before, newest = (client.post(f"{path}/test").json()["delivery"]["id"] for _ in range(2))

    def are_delivered() -> bool:
        found = client.get(f"{path}/deliveries").json()["deliveries"]
        return [each["status"] for each in found] == ["delivered"] * 2

    receiver.wait(are_delivered)
    return {"webhook_id": webhook_id, "before": before, "newest": newest}


def order(client: httpx.Client, part: Path) -> dict[str, object]:
    converted = send(client, "/convert", part).json()
    material = client.get("/materials").json()["materials"][0]["id"]
    return {"file_name": "a", "geometry": converted["geometry"], "material_id": material, "quantity": 1}


@pytest.mark.parametrize("language", RUNNERS)
def test_every_example_of_a_language_does_what_it_says(
    acting_site: Site, document: dict[str, Any], every: list[Operation], tmp_path: Path, language: str
) -> None:
    part = parts.acted(tmp_path).rename(tmp_path / FILE)
    key = acting_site.key("enterprise")
    with receiving() as receiver:
        with acting_site.client(key) as client:
            ids = real_ids(acting_site, document, client, receiver, part)
        texts = []
        for operation in every:
            text = snippet(operation, language).text
            for example, real in ids.items():
                text = text.replace(example, real)
            texts.append(text)
        done = run(RUNNERS[language](texts, tmp_path), tmp_path, key)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    said = dict(zip([operation.name for operation in every], done.stdout.split("---\n"), strict=True))
    for name, words in SAID.items():
        assert words in said[name], name
    for name in FILES:
        assert (tmp_path / name).read_bytes()[:4] == b"glTF"


@pytest.mark.parametrize("language", RUNNERS)
def test_an_example_stops_at_an_error_and_says_why(
    every: list[Operation], tmp_path: Path, language: str
) -> None:
    materials = next(each for each in every if each.name == "listMaterials")
    command = RUNNERS[language]([snippet(materials, language).text], tmp_path)
    done = run(command, tmp_path, f"svc_live_{'0' * 32}")
    assert done.returncode != 0
    assert "Invalid API key." in done.stdout + done.stderr or "401" in done.stderr
    assert '"materials"' not in done.stdout
