"""The quoting API: convert, list, price, read again."""

import base64
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server import acting
from tests.server.asking import assert_problem, poll, submit
from tests.server.keyed import key_of
from tests.support import hosted
from tests.support.postgresql import ON_BOTH

SERVERS = hosted.BOTH


Client = TestClient[Any]
API = "/api/v1"
GEOMETRY = {
    "volume_cm3": 103.412,
    "surface_area_cm2": 611.25,
    "bounding_box": {"x_mm": 136.0, "y_mm": 80.0, "z_mm": 34.0},
    "n_bodies": 1,
}


def convert(client: Client, act: str = "", filename: str = "housing.step") -> Any:
    return client.post(f"{API}/convert", files={"file": (filename, acting.part(act))})


def request_for(client: Client, **changes: Any) -> dict[str, Any]:
    material = client.get(f"{API}/materials").json()["materials"][0]["id"]
    asked = {"file_name": "housing.step", "geometry": GEOMETRY, "material_id": material, "quantity": 25}
    return asked | changes


def quote(client: Client, **changes: Any) -> dict[str, Any]:
    response = client.post(f"{API}/quotes", json=request_for(client, **changes))
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()["quote"]
    return found


def test_convert_answers_with_geometry_and_the_same_glb_twice(client: Client) -> None:
    response = convert(client)
    assert response.status_code == 200
    body = response.json()
    assert body["geometry"] == GEOMETRY
    glb = client.get(body["glb_url"].removeprefix("http://sprue.test"), headers={"X-API-Key": ""}).content
    assert glb == base64.b64decode(body["glb_base64"]) == b"glTF preview"
    assert body["notes"] == ["checked against [300.0, 195.0, 290.0]"]


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    "files",
    [
        {"other": (None, "x")},
        {"file": (None, "text, no file")},
        {"file": ("", b"x")},
        {"file": ("part.stl", b"solid")},
        {"file": ("part", b"ISO-10303-21;")},
        {"file": ("part.step", b"")},
        [("file", ("a.step", acting.part())), ("file", ("b.step", acting.part()))],
    ],
)
def test_convert_without_a_file_it_could_convert_is_400(client: Client, files: Any) -> None:
    assert_problem(client.post(f"{API}/convert", files=files), 400, "invalid_file")


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"", ""),
        (b'{"file": "a.step"}', "application/json"),
        (b"file=a.step", "application/x-www-form-urlencoded"),
        (b"rubbish", "multipart/form-data"),
        (b"rubbish", "multipart/form-data; boundary=x"),
        (
            b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n\xff\xfe\r\n--x--\r\n',
            "multipart/form-data; boundary=x",
        ),
    ],
)
def test_convert_of_a_body_that_is_no_form_is_400(client: Client, content: bytes, content_type: str) -> None:
    headers = {"Content-Type": content_type} if content_type else {}
    response = client.post(f"{API}/convert", content=content, headers=headers)
    assert_problem(response, 400, "invalid_file")


@hosted.EMBEDDED_ALONE
def test_convert_of_what_is_no_part_or_too_large_is_422(client: Client) -> None:
    response = client.post(f"{API}/convert", files={"file": ("a.step", b"%PDF-1.7")})
    assert_problem(response, 422, "unreadable_file")
    assert_problem(convert(client, "empty"), 422, "no_solid")
    assert_problem(convert(client, "crash"), 422, "kernel_error")
    assert_problem(convert(client, "too-big-to-cast"), 422, "outside_envelope", "300 x 195 x 290")


def test_convert_of_too_many_bytes_is_413(serve_all: Callable[..., Client]) -> None:
    client = serve_all(max_upload_mb=1)
    fits = acting.part().ljust(1024**2)
    assert client.post(f"{API}/convert", files={"file": ("a.step", fits)}).status_code == 200
    for content in (fits + b" ", fits * 2):
        response = client.post(f"{API}/convert", files={"file": ("a.step", content)})
        assert response.status_code == 413


def test_a_convert_beyond_the_time_limit_is_504(serve_all: Callable[..., Client]) -> None:
    assert_problem(convert(serve_all(time_limit_s=0.5), "sleep 60"), 504, "meshing_timeout")


def test_quoting_is_not_counted(client: Client) -> None:
    for response in (convert(client), client.get(f"{API}/materials")):
        assert "x-ratelimit-limit" not in response.headers
    assert all(meter["used"] == 0 for meter in client.get(f"{API}/usage").json()["meters"])


@hosted.EMBEDDED_ALONE
def test_materials_and_finishes_have_the_documented_fields(client: Client) -> None:
    materials = client.get(f"{API}/materials").json()["materials"]
    assert len(materials) >= 8
    fields = {"id", "name", "description", "density_kg_m3", "cost_per_kg", "maximum_part_size_mm"}
    assert all(fields <= set(one) for one in materials)
    assert {one["maximum_part_size_mm"] for one in materials} == {"300mm x 195mm x 290mm"}
    options = client.get(f"{API}/post-processing").json()["post_processing_options"]
    assert len(options) >= 6
    fields = {"id", "name", "description", "pricing_model", "cost_per_unit"}
    assert all(fields <= set(one) for one in options)


def test_a_quote_adds_up_to_the_cent_and_can_be_read_again(client: Client) -> None:
    options = [one["id"] for one in client.get(f"{API}/post-processing").json()["post_processing_options"]]
    made = quote(client, post_processing_option_ids=options)
    assert made["status"] == "draft"
    parts = made["breakdown"]
    assert set(parts) == {"metal_cost", "shell_cost", "labor_cost", "post_processing_cost", "margin"}
    unit = Decimal(str(made["unit_price"]))
    assert sum(Decimal(str(cost)) for cost in parts.values()) == unit
    assert Decimal(str(made["total_price"])) == 25 * unit
    assert isinstance(made["lead_time_days"], int)
    assert made["currency"] == "USD"
    again = client.get(f"{API}/quotes/{made['id']}")
    assert again.status_code == 200
    assert again.json() == {"quote": made}


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"quantity": 0}, "quantity"),
        ({"quantity": -3}, "quantity"),
        ({"quantity": 2.5}, "quantity"),
        ({"quantity": True}, "quantity"),
        ({"quantity": 10**9}, "quantity"),
        ({"quantity": 10**30}, "quantity"),
        ({"file_name": ""}, "file_name"),
        ({"file_name": None}, "file_name"),
        ({"material_id": "00000000-0000-0000-0000-000000000000"}, "material_id"),
        ({"material_id": "x"}, "material_id"),
        ({"post_processing_option_ids": ["x"]}, "post_processing_option_ids"),
        ({"post_processing_option_ids": "x"}, "post_processing_option_ids"),
        ({"geometry": {}}, "volume_cm3"),
        ({"geometry": GEOMETRY | {"volume_cm3": 0}}, "volume_cm3"),
        ({"geometry": GEOMETRY | {"volume_cm3": -1}}, "volume_cm3"),
        ({"geometry": GEOMETRY | {"volume_cm3": 103412}}, "volume_cm3"),
        ({"geometry": GEOMETRY | {"volume_cm3": 1e300}}, "volume_cm3"),
        ({"geometry": GEOMETRY | {"surface_area_cm2": 1e300}}, "surface_area_cm2"),
        ({"geometry": GEOMETRY | {"surface_area_cm2": 100}}, "surface_area_cm2 is 100, less than a ball"),
        ({"geometry": GEOMETRY | {"n_bodies": 0}}, "n_bodies"),
        ({"geometry": GEOMETRY | {"form": "nice"}}, "form"),
        ({"geometry": GEOMETRY | {"bounding_box": {"x_mm": 1, "y_mm": 2}}}, "z_mm"),
        ({"geometry": GEOMETRY | {"bounding_box": {"x_mm": 301, "y_mm": 80, "z_mm": 34}}}, "300 x 195 x 290"),
    ],
)
def test_a_quote_for_what_makes_no_sense_is_refused_and_named(
    client: Client, changes: dict[str, Any], words: str
) -> None:
    response = client.post(f"{API}/quotes", json=request_for(client, **changes))
    assert response.status_code == 422, response.text
    assert words in response.json()["error"]


@hosted.EMBEDDED_ALONE
@pytest.mark.parametrize("missing", ["file_name", "geometry", "material_id", "quantity"])
def test_a_quote_without_a_field_it_needs_is_refused(client: Client, missing: str) -> None:
    body = request_for(client)
    del body[missing]
    assert_problem(client.post(f"{API}/quotes", json=body), 422, "invalid_request", missing)


@hosted.EMBEDDED_ALONE
def test_a_box_fits_however_it_is_turned(client: Client) -> None:
    for sides in ((290, 300, 195), (195, 290, 300)):
        box = dict(zip(("x_mm", "y_mm", "z_mm"), sides, strict=True))
        assert quote(client, geometry=GEOMETRY | {"bounding_box": box})["status"] == "draft"


def test_a_quote_of_another_account_is_as_one_that_is_not_there(newcomer: Client, tmp_path: Path) -> None:
    mine = quote(newcomer)["id"]
    other = {"X-API-Key": key_of(newcomer)}
    reported = []
    for quote_id in (mine, "00000000-0000-0000-0000-000000000000", "nonsense"):
        response = newcomer.get(f"{API}/quotes/{quote_id}", headers=other)
        assert_problem(response, 404, "quote_not_found")
        reported.append(response.json()["error"])
    assert len(set(reported)) == 1
    assert newcomer.get(f"{API}/quotes", headers=other).json() == {"quotes": [], "has_more": False}
    response = newcomer.post(
        f"{API}/dfm/analyze",
        files={"file": ("a.step", acting.part())},
        data={"quote_id": mine},
        headers=other,
    )
    assert_problem(response, 404, "quote_not_found")


def test_an_analysis_is_attached_to_a_quote(client: Client) -> None:
    made = quote(client)
    assert made["analyses"] == []
    response = submit(client, quote_id=made["id"])
    assert response.status_code == 202
    job_id = response.json()["job_id"]
    poll(client, job_id)
    assert client.get(f"{API}/quotes/{made['id']}").json()["quote"]["analyses"] == [job_id]
    assert client.get(f"{API}/dfm/jobs").json()["jobs"][0]["quote_id"] == made["id"]


def test_quotes_are_listed_newest_first_page_by_page(newcomer: Client) -> None:
    made = [quote(newcomer, quantity=number)["id"] for number in (1, 2, 3)]
    first = newcomer.get(f"{API}/quotes", params={"limit": 2}).json()
    assert [one["id"] for one in first["quotes"]] == made[:0:-1]
    assert first["has_more"] is True
    rest = newcomer.get(f"{API}/quotes", params={"limit": 2, "starting_after": made[1]}).json()
    assert [one["id"] for one in rest["quotes"]] == made[:1]
    assert rest["has_more"] is False


@ON_BOTH
def test_the_same_key_makes_one_quote(serve: Callable[..., Client]) -> None:
    client = serve()
    body = request_for(client)
    headers = {"Idempotency-Key": "order"}
    with ThreadPoolExecutor(10) as executor:
        answers = list(
            executor.map(lambda _: client.post(f"{API}/quotes", json=body, headers=headers), range(10))
        )
    assert len({answer.json()["quote"]["id"] for answer in answers}) == 1
    other = client.post(f"{API}/quotes", json=body | {"quantity": 26}, headers=headers)
    assert_problem(other, 422, "idempotency_mismatch")


def preview(client: Client, *choices: dict[str, Any], **changes: Any) -> Any:
    return client.post(
        f"{API}/quotes/preview", json={"geometry": GEOMETRY, "choices": list(choices)} | changes
    )


def test_a_preview_says_what_each_choice_would_cost_and_keeps_nothing(client: Client) -> None:
    before = len(client.get(f"{API}/quotes?limit=100").json()["quotes"])
    materials = [one["id"] for one in client.get(f"{API}/materials").json()["materials"]]
    options = [one["id"] for one in client.get(f"{API}/post-processing").json()["post_processing_options"]]
    choices = [
        {"material_id": material, "quantity": quantity, "post_processing_option_ids": options[:2]}
        for material in materials[:3]
        for quantity in (1, 25)
    ]
    response = preview(client, *choices)
    assert response.status_code == 200, response.text
    prices = response.json()["prices"]
    assert [{name: price[name] for name in choices[0]} for price in prices] == choices
    assert len(client.get(f"{API}/quotes?limit=100").json()["quotes"]) == before
    for choice, price in zip(choices, prices, strict=True):
        quoted = quote(client, **choice)
        assert price == {name: quoted[name] for name in price}
        assert "id" not in price


@hosted.EMBEDDED_ALONE
def test_a_preview_refuses_what_a_quote_refuses(client: Client) -> None:
    material = request_for(client)["material_id"]
    fine = {"material_id": material, "quantity": 1}
    assert_problem(preview(client, fine, {"material_id": "x", "quantity": 1}), 422, "invalid_option")
    assert_problem(preview(client, fine | {"quantity": 0}), 422, "invalid_request")
    assert_problem(preview(client), 422, "invalid_request")
    assert_problem(preview(client, *[fine] * 501), 422, "invalid_request")
    large = GEOMETRY | {"bounding_box": {"x_mm": 301.0, "y_mm": 195.0, "z_mm": 290.0}}
    assert_problem(preview(client, fine, geometry=large), 422, "outside_envelope")


@hosted.EMBEDDED_ALONE
def test_a_ball_has_a_quote(client: Client) -> None:
    # the least surface there is: 4 π r² for a ball of 60 mm, 113.097 cm², 113.097 cm³
    ball = {"volume_cm3": 113.097, "surface_area_cm2": 113.097}
    box = {"x_mm": 60.0, "y_mm": 60.0, "z_mm": 60.0}
    assert quote(client, geometry=ball | {"bounding_box": box})["status"] == "draft"


@hosted.EMBEDDED_ALONE
def test_a_part_too_heavy_to_pour_is_refused_with_both_masses(client: Client) -> None:
    # 16 dm³ at 7.75 kg/dm³
    block = {
        "volume_cm3": 16000.0,
        "surface_area_cm2": 3950.0,
        "bounding_box": {"x_mm": 290.0, "y_mm": 195.0, "z_mm": 290.0},
    }
    steel = next(
        one for one in client.get(f"{API}/materials").json()["materials"] if one["density_kg_m3"] == 7750
    )
    assert steel["maximum_part_mass_kg"] == 20.0
    said = "The part weighs 124 kg in Stainless steel CF8M (316); castings of it are made up to 20 kg"
    body = request_for(client, geometry=block, material_id=steel["id"])
    assert_problem(client.post(f"{API}/quotes", json=body), 422, "too_heavy", said)
    choice = {"material_id": steel["id"], "quantity": 1}
    assert_problem(preview(client, choice, geometry=block), 422, "too_heavy", said)
    light = block | {"volume_cm3": 2580.0}  # 19.995 kg
    assert quote(client, geometry=light, material_id=steel["id"])["weight_kg"] == 19.995


@hosted.EMBEDDED_ALONE
def test_tooling_stands_beside_the_specified_members(client: Client) -> None:
    # 6 + 0.33 × 103.412 = 40.13 a printed pattern; complexity 611.25 / 364.48 = 1.677047: a die is
    # 1200 + 2.5 × 611.25 × 1.677047 + 0.05 × 369.92 = 3781.233
    few, many = quote(client, quantity=94), quote(client, quantity=95)
    assert (few["tooling"]["method"], few["tooling"]["cost"]) == ("printed_patterns", 3772.22)
    assert (many["tooling"]["method"], many["tooling"]["cost"]) == ("wax_die", 3781.23)
    assert many["tooling"]["die_cheaper_from"] == 95
    for made in (few, many):
        assert sum(Decimal(str(one)) for one in made["breakdown"].values()) == Decimal(
            str(made["unit_price"])
        )
        assert Decimal(str(made["total_with_tooling"])) == Decimal(str(made["total_price"])) + Decimal(
            str(made["tooling"]["cost"])
        )
    assert many["total_price"] > few["total_price"]


@pytest.mark.parametrize(
    ("known", "described"),
    [
        ({"n_bodies": 7}, "an assembly of 7 bodies"),
        ({"n_bodies": 7, "form": "assembly"}, "an assembly of 7 bodies"),
        ({"form": "sheet"}, "sheet metal"),
        ({"form": "milled"}, None),
        ({}, None),
    ],
)
def test_several_bodies_and_sheet_are_quoted_as_one_casting_and_said_so(
    client: Client, known: dict[str, Any], described: str | None
) -> None:
    made = quote(client, geometry=GEOMETRY | known)
    assert made["quoted_as_one_casting"] == described
    assert made["notes"] == ([f"Quoted as one casting, though the part is {described}."] if described else [])
    assert made["geometry"] == GEOMETRY | known
    assert client.get(f"{API}/quotes/{made['id']}").json()["quote"] == made


def test_a_geometry_with_the_specified_members_alone_is_quoted(client: Client) -> None:
    specified = {name: value for name, value in GEOMETRY.items() if name != "n_bodies"}
    made = quote(client, geometry=specified)
    assert made["geometry"] == specified
    assert made["quoted_as_one_casting"] is None


@hosted.EMBEDDED_ALONE
def test_a_long_lead_time_is_by_arrangement(client: Client) -> None:
    soon, late = quote(client, quantity=1), quote(client, quantity=100_000)
    assert soon["is_lead_time_by_arrangement"] is False
    assert (late["is_lead_time_by_arrangement"], late["lead_time_days"]) == (True, 90)
    assert late["notes"] == ["The lead time is by arrangement: the order takes more than 90 working days."]
