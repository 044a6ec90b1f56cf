"""Real answers hold to the OpenAPI document."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from tests.contract.conftest import Site, send
from tests.server.asking import PLAIN

Document = dict[str, Any]


@pytest.fixture(scope="module")
def document(site: Site) -> Document:
    found: Document = httpx.get(f"{site.url}/docs/openapi.json", verify=PLAIN).json()
    return found


def assert_documented(document: Document, method: str, path: str, response: httpx.Response) -> None:
    """Check a body against the schema of its status."""
    reported = document["paths"][f"/api/v1{path}"][method]["responses"][str(response.status_code)]
    schema = reported["content"]["application/json"]["schema"] | {"components": document["components"]}
    problems = list(Draft202012Validator(schema).iter_errors(response.json()))
    assert not problems, [f"{problem.json_path}: {problem.message}" for problem in problems[:5]]


def test_names_are_such_that_generators_make_a_client_of_them(document: Document) -> None:
    """One name for one shape, without the modules that they stand in, and a verb for each operation."""
    schemas = document["components"]["schemas"]
    titles = [schema["title"] for schema in schemas.values() if "title" in schema]
    assert len(titles) == len({*titles})
    assert [name for name in schemas if not re.fullmatch(r"[A-Z][A-Za-z]+", name)] == []
    operations = [
        operation["operationId"]
        for item in document["paths"].values()
        for method, operation in item.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]
    assert len(operations) == len({*operations}) > 20
    assert [name for name in operations if not re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name)] == []


@pytest.mark.parametrize("list_name", ["materials", "post_processing_options", "quotes", "prices"])
def test_what_lists_hold_is_described_and_complete(
    api: httpx.Client, document: Document, list_name: str
) -> None:
    """Every member that the server sends stands in the document, and each of a quote's has a type."""
    geometry = {
        "volume_cm3": 10.0,
        "surface_area_cm2": 60.0,
        "bounding_box": {"x_mm": 40.0, "y_mm": 30.0, "z_mm": 20.0},
    }
    chosen = {"material_id": api.get("/materials").json()["materials"][0]["id"], "quantity": 3}
    api.post("/quotes", json={"file_name": "a.step", "geometry": geometry, **chosen})
    answers = {
        "materials": api.get("/materials"),
        "post_processing_options": api.get("/post-processing"),
        "quotes": api.get("/quotes"),
        "prices": api.post("/quotes/preview", json={"geometry": geometry, "choices": [chosen]}),
    }
    name = {
        "materials": "Material",
        "post_processing_options": "PostProcessingOption",
        "quotes": "Quote",
        "prices": "Price",
    }[list_name]
    found = answers[list_name].json()[list_name]
    described = document["components"]["schemas"][name]["properties"]
    assert found
    assert all(one.keys() == described.keys() for one in found)


@pytest.mark.parametrize(
    "path",
    ["/materials", "/post-processing", "/quotes", "/usage", "/dfm/jobs", "/dfm/rule-schema", "/dfm/modules"],
)
def test_a_list_is_as_documented(api: httpx.Client, document: Document, path: str) -> None:
    assert_documented(document, "get", path, api.get(path))


def test_an_analysis_is_as_documented(api: httpx.Client, document: Document, done: Document) -> None:
    job = f"/dfm/jobs/{done['job_id']}"
    assert_documented(document, "get", "/dfm/jobs/{job_id}", api.get(job))
    assert_documented(document, "get", "/dfm/jobs/{job_id}/result", api.get(f"{job}/result"))
    module = next(one for one in api.get("/dfm/modules").json()["modules"] if one["key"] == "casting")
    body = {"module": module, "configuration_key": "sand"}
    judged = api.post(f"{job}/modules/eval", json=body)
    assert judged.status_code == 200
    assert_documented(document, "post", "/dfm/jobs/{job_id}/modules/eval", judged)
    places = [{"fid": "0", "point": [0, 0, 0]}, {"fid": "1", "point": [0, 0, 0], "is_edge": True}]
    for what in ("relation", "thickness"):
        measured = api.post(f"{job}/measure-places", json={"places": places, "what": what})
        assert measured.status_code == 200
        assert_documented(document, "post", "/dfm/jobs/{job_id}/measure-places", measured)


def test_webhooks_and_their_deliveries_are_as_documented(api: httpx.Client, document: Document) -> None:
    asked = {"url": "https://nothing.invalid/hook", "events": ["quote.created"]}
    made = api.post("/webhooks", json=asked)
    assert_documented(document, "post", "/webhooks", made)
    one, path = f"/webhooks/{made.json()['webhook']['id']}", "/webhooks/{webhook_id}"
    assert_documented(document, "post", f"{path}/test", api.post(f"{one}/test"))
    listed = api.get(f"{one}/deliveries")
    assert_documented(document, "get", f"{path}/deliveries", listed)
    [delivery] = listed.json()["deliveries"]
    schemas = document["components"]["schemas"]
    assert delivery.keys() == schemas["WebhookDelivery"]["properties"].keys()
    assert made.json()["webhook"].keys() == schemas["Webhook"]["properties"].keys()
    resent = api.post(f"{one}/deliveries/{delivery['id']}/resend")
    assert_documented(document, "post", f"{path}/deliveries/{{delivery_id}}/resend", resent)
    for method in ("get", "post"):
        assert_documented(document, method, f"{path}/secret", api.request(method, f"{one}/secret"))
    assert_documented(document, "patch", path, api.patch(one, json={"active": False}))
    assert_documented(document, "post", f"{path}/test", api.post(f"{one}/test"))
    assert_documented(document, "get", "/webhooks", api.get("/webhooks"))
    assert api.delete(one).status_code == 204
    assert_documented(document, "get", path, api.get(one))


def test_a_look_at_a_part_is_as_documented(api: httpx.Client, document: Document, plate: Path) -> None:
    for path in ("/convert", "/dfm/quick-info"):
        response = send(api, path, plate)
        assert response.status_code == 200
        assert_documented(document, "post", path, response)
