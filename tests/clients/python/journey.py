"""The whole journey of a caller, by the client that openapi-python-client makes.

`python journey.py URL PART`, with keys in `SPRUE_API_KEY` and `SPRUE_USED_UP_KEY`; prints one JSON object.
"""

import json
import os
import sys
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from sprue_client import AuthenticatedClient
from sprue_client.api.artifacts import get_artifact
from sprue_client.api.dfm import (
    analyze,
    evaluate_module,
    get_job,
    get_result,
    list_modules,
    quick_info,
    recompute,
)
from sprue_client.api.quoting import convert, create_quote, get_quote, list_materials
from sprue_client.api.webhooks import (
    change_webhook,
    create_webhook,
    delete_webhook,
    list_webhook_deliveries,
    list_webhooks,
    test_webhook,
)
from sprue_client.models import (
    AnalyzeFilesBody,
    ConvertBody,
    EvalRequest,
    EvalRequestModule,
    Problem,
    QuickInfoBody,
    QuotaProblem,
    QuoteRequest,
    RecomputeBody,
    WebhookChange,
    WebhookRequest,
    WebhookTestEvent,
)
from sprue_client.types import File

WAIT_S = 30
TIMEOUT_S = 60.0
UNKNOWN_JOB = "01a00000-0000-7000-8000-000000000000"
LARGEST_QUANTITY = 100_000
HOOK = "https://nothing.invalid/hook"

Client = AuthenticatedClient


def client_of(url: str, key: str) -> Client:
    """Return a client with a key; an answer that is not documented is an exception."""
    return Client(
        base_url=url,
        token=key,
        prefix="",
        auth_header_name="X-API-Key",
        timeout=TIMEOUT_S,
        raise_on_unexpected_status=True,
    )


def finished(client: Client, job_id: str) -> str:
    """Wait for a job by long polls; return how it ended."""
    while (job := get_job.sync(job_id, client=client, wait=WAIT_S)).status in ("queued", "running"):
        pass
    return str(job.status)


def journey(client: Client, part: Path) -> dict[str, Any]:
    """Convert, quote, analyze, wait, read, fetch, recompute and evaluate; return what was read on the way."""
    seen: dict[str, Any] = {}

    def file() -> File:
        return File(BytesIO(part.read_bytes()), part.name)

    converted = convert.sync(client=client, body=ConvertBody(file()))
    box = converted.geometry.bounding_box
    seen["box_mm"] = [box.x_mm, box.y_mm, box.z_mm]
    material = list_materials.sync(client=client).materials[0]
    order = QuoteRequest(part.name, converted.geometry, material.id, quantity=25)
    quote = create_quote.sync(client=client, body=order).quote
    seen["quote"] = [quote.unit_price, quote.total_price, quote.quantity, quote.currency]

    submitted = analyze.sync_detailed(client=client, body=AnalyzeFilesBody(file=file(), quote_id=quote.id))
    seen["tier"] = submitted.headers["X-Billing-Tier"]
    job_id = submitted.parsed.job_id
    seen["waited"] = finished(client, job_id)
    seen["attached"] = get_quote.sync(quote.id, client=client).quote.analyses == [job_id]
    result = get_result.sync(job_id, client=client)
    features = [feature.to_dict() for feature in result.features.features]
    seen["holes_mm"] = sorted(each["diameter_mm"] for each in features if each["kind"] == "HOLE")
    seen["packs"] = [module.module_key for module in result.modules.modules]
    seen["artifact"] = magic_of_artifact(client, result.artifacts["thickness_glb"])

    again = recompute.sync(job_id, client=client, body=RecomputeBody(pull="1,0,0"))
    seen["queued"] = [again.status, again.job_id == job_id]
    finished(client, job_id)
    seen["pull"] = get_result.sync(job_id, client=client).features.manufacturability.pull_dir
    casting = next(each for each in list_modules.sync(client=client).modules if each.key == "casting")
    module = EvalRequestModule.from_dict(casting.to_dict())
    judged = evaluate_module.sync(job_id, client=client, body=EvalRequest(module, "sand"))
    verdict = judged.configurations[0]
    seen["judged"] = [judged.module_key, verdict.configuration_key, len(verdict.result.rules)]
    seen["webhook"] = webhook(client)
    return seen


def webhook(client: Client) -> list[Any]:
    """Make a webhook, test it, read what is sent to it, switch it off and delete it."""
    made = create_webhook.sync(client=client, body=WebhookRequest(HOOK, ["job.completed"])).webhook
    test_webhook.sync(made.id, client=client)
    payload = list_webhook_deliveries.sync(made.id, client=client).deliveries[0].payload
    assert isinstance(payload, WebhookTestEvent), payload
    changed = change_webhook.sync(made.id, client=client, body=WebhookChange(active=False)).webhook
    deleted = delete_webhook.sync_detailed(made.id, client=client).status_code
    seen = [made.events, payload.type_, payload.data.webhook_id == made.id, changed.inactive_reason]
    return [*seen, int(deleted), list_webhooks.sync(client=client).webhooks]


def magic_of_artifact(client: Client, link: str) -> str:
    """Fetch an artifact by the operation that its link is of; return its first four bytes as text."""
    split = urlsplit(link)
    _, _, job_id, run, name = split.path.split("/")
    query = {key: values[0] for key, values in parse_qs(split.query).items()}
    found = get_artifact.sync(job_id, run, name, client=client, exp=int(query["exp"]), sig=query["sig"])
    return found.payload.read(4).decode()


def errors(client: Client, used_up: Client, unknown: Client, part: Path) -> dict[str, Any]:
    """Do what is refused; return each error as `[type, status, code]`, by what was wrong."""
    file = File(BytesIO(part.read_bytes()), part.name)
    too_large = File(BytesIO(part.read_bytes() * 20), part.name)
    geometry = convert.sync(client=client, body=ConvertBody(file)).geometry
    material = list_materials.sync(client=client).materials[0]
    too_many = QuoteRequest(part.name, geometry, material.id, LARGEST_QUANTITY + 1)
    file.payload.seek(0)
    refused = {
        "unknown key": list_materials.sync_detailed(client=unknown),
        "used up": quick_info.sync_detailed(client=used_up, body=QuickInfoBody(file)),
        "unknown job": get_result.sync_detailed(UNKNOWN_JOB, client=client),
        "too large": convert.sync_detailed(client=client, body=ConvertBody(too_large)),
        "too many": create_quote.sync_detailed(client=client, body=too_many),
    }
    problems: dict[str, Any] = {}
    for name, answer in refused.items():
        problem = answer.parsed
        assert isinstance(problem, Problem | QuotaProblem), (name, answer)
        assert answer.status_code == HTTPStatus(problem.status), (name, answer)
        problems[name] = [type(problem).__name__, problem.status, problem.code]
    problems["upgrade"] = refused["used up"].parsed.upgrade_url
    return problems


if __name__ == "__main__":
    url, part = sys.argv[1], Path(sys.argv[2])
    with client_of(url, os.environ["SPRUE_API_KEY"]) as client:
        used_up = client_of(url, os.environ["SPRUE_USED_UP_KEY"])
        unknown = client_of(url, f"svc_live_{'0' * 32}")
        found = journey(client, part) | {"refused": errors(client, used_up, unknown, part)}
    json.dump(found, sys.stdout)
