"""What a JSON body says in one kind is not taken for another; forms, which are all text, are."""

import copy
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.asking import job_of

Client = TestClient[Any]

GEOMETRY = {
    "volume_cm3": 12.5,
    "surface_area_cm2": 60.0,
    "bounding_box": {"x_mm": 50.0, "y_mm": 40.0, "z_mm": 20.0},
}


def order(client: Client) -> dict[str, Any]:
    material = client.get("/api/v1/materials").json()["materials"][0]["id"]
    return {
        "file_name": "a.step",
        "geometry": copy.deepcopy(GEOMETRY),
        "material_id": material,
        "quantity": 5,
    }


@pytest.mark.parametrize(
    ("place", "value", "reported"),
    [
        (("quantity",), "5", "quantity is text, and should be a whole number"),
        (("quantity",), True, "quantity is true or false, and should be a whole number"),
        (("quantity",), None, "quantity is null, and should be a whole number"),
        (("geometry", "volume_cm3"), "12.5", "geometry.volume_cm3 is text, and should be a number"),
        (
            ("geometry", "bounding_box", "x_mm"),
            "50",
            "geometry.bounding_box.x_mm is text, and should be a number",
        ),
        (
            ("post_processing_option_ids",),
            "null",
            "post_processing_option_ids is text, and should be a list or null",
        ),
    ],
)
def test_a_quote_says_what_was_found_where_and_what_should_be(
    client: Client, place: tuple[str, ...], value: object, reported: str
) -> None:
    body = order(client)
    inner = body
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    answer = client.post("/api/v1/quotes", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert answer.json()["error"] == f"The request is not valid: {reported}."
    choice = {name: body.pop(name) for name in tuple(body) if name not in ("file_name", "geometry")}
    body["choices"] = [choice]
    del body["file_name"]
    answer = client.post("/api/v1/quotes/preview", json=body)
    assert answer.status_code == 422
    assert reported.partition(" is ")[2] in answer.json()["error"]


def test_whole_numbers_are_numbers_too(client: Client) -> None:
    body = order(client)
    body["geometry"] = {
        "volume_cm3": 12,
        "surface_area_cm2": 60,
        "bounding_box": {"x_mm": 50, "y_mm": 40, "z_mm": 20},
    }
    assert client.post("/api/v1/quotes", json=body).status_code == 200
    assert client.post("/api/v1/quotes", json=body | {"quantity": 5.0}).status_code == 200
    halves = client.post("/api/v1/quotes", json=body | {"quantity": 5.5})
    assert "quantity" in halves.json()["error"]
    assert halves.status_code == 422


def test_forms_hold_text_and_are_read(client: Client) -> None:
    assert job_of(client, max_edge="2.5", curvature="24", alpha_min="0.5")
