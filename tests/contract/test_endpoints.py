"""Every row of the tables of "Endpoints", and the states of a job."""

import base64
import math
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.contract import parts
from tests.contract.conftest import COARSE, LONG_S, analyzed, poll, send
from tests.server.asking import PLAIN
from tests.support import blob_server

Document = dict[str, Any]


@pytest.fixture(scope="module")
def quote_body(api: httpx.Client, plate: Path) -> Document:
    return {
        "file_name": plate.name,
        "geometry": send(api, "/convert", plate).json()["geometry"],
        "material_id": api.get("/materials").json()["materials"][0]["id"],
        "quantity": 10,
    }


@pytest.fixture(scope="module")
def module(api: httpx.Client) -> Document:
    found: Document = next(
        one for one in api.get("/dfm/modules").json()["modules"] if one["key"] == "casting"
    )
    return found


# Quoting API


def test_convert_answers_at_once_with_geometry_and_glb(api: httpx.Client, plate: Path) -> None:
    response = send(api, "/convert", plate)
    assert response.status_code == 200
    body = response.json()
    assert {"geometry", "glb_url", "glb_base64"} <= set(body)
    glb = base64.b64decode(body["glb_base64"])
    assert glb[:4] == b"glTF"
    public = httpx.get(body["glb_url"], verify=PLAIN)
    assert public.status_code == 200
    assert public.content == glb


def test_convert_takes_several_bodies_as_one_geometry(api: httpx.Client, folder: Path) -> None:
    geometry = send(api, "/convert", parts.two_bodies(folder)).json()["geometry"]
    assert geometry["volume_cm3"] == pytest.approx(2.0, rel=1e-6)
    assert geometry["surface_area_cm2"] == pytest.approx(12.0, rel=1e-6)
    assert geometry["bounding_box"] == pytest.approx({"x_mm": 40, "y_mm": 10, "z_mm": 10}, abs=1e-4)


def test_materials_are_listed(api: httpx.Client) -> None:
    response = api.get("/materials")
    assert response.status_code == 200
    assert response.json()["materials"]


def test_post_processing_options_are_listed(api: httpx.Client) -> None:
    response = api.get("/post-processing")
    assert response.status_code == 200
    assert response.json()["post_processing_options"]


def test_a_quote_is_made_and_read_again_in_the_same_shape(api: httpx.Client, quote_body: Document) -> None:
    made = api.post("/quotes", json=quote_body)
    assert made.status_code == 200
    again = api.get(f"/quotes/{made.json()['quote']['id']}")
    assert again.status_code == 200
    assert again.json() == made.json()


@pytest.mark.parametrize("field", ["file_name", "geometry", "material_id", "quantity"])
def test_a_quote_needs_each_required_field(api: httpx.Client, quote_body: Document, field: str) -> None:
    body = {name: value for name, value in quote_body.items() if name != field}
    response = api.post("/quotes", json=body)
    assert response.status_code == 422
    assert field in response.json()["error"]


def test_post_processing_of_a_quote_is_optional_and_costs(api: httpx.Client, quote_body: Document) -> None:
    options = api.get("/post-processing").json()["post_processing_options"]
    plain = api.post("/quotes", json=quote_body).json()["quote"]
    finished = api.post(
        "/quotes", json=quote_body | {"post_processing_option_ids": [options[0]["id"]]}
    ).json()["quote"]
    assert plain["breakdown"]["post_processing_cost"] == 0
    assert finished["breakdown"]["post_processing_cost"] > 0


def test_a_quote_is_kept_on_its_account_alone(site: Any, api: httpx.Client, quote_body: Document) -> None:
    made = api.post("/quotes", json=quote_body).json()["quote"]["id"]
    with site.client(site.key()) as other:
        assert other.get(f"/quotes/{made}").status_code == 404


# DFM API


def test_quick_info_answers_with_geometry_glb_and_counts(api: httpx.Client, plate: Path) -> None:
    response = send(api, "/dfm/quick-info", plate)
    assert response.status_code == 200
    body = response.json()
    assert {"geometry", "glb_url", "stats"} <= set(body)
    assert httpx.get(body["glb_url"], verify=PLAIN).content[:4] == b"glTF"
    assert all(type(body["stats"][name]) is int for name in ("n_features", "n_vertices", "n_triangles"))
    assert body["stats"]["n_features"] == 7  # a look recognizes nothing: the faces of a plate with a hole


def test_analyze_answers_202_with_a_job_that_is_queued(api: httpx.Client, plate: Path) -> None:
    response = send(api, "/dfm/analyze", plate)
    assert response.status_code == 202
    assert set(response.json()) == {"job_id", "status"}
    assert response.json()["status"] == "queued"


def test_a_job_goes_from_queued_over_running_to_done(api: httpx.Client, plate: Path) -> None:
    job_id = send(api, "/dfm/analyze", plate, **COARSE).json()["job_id"]
    seen = []
    with httpx.Client(base_url=api.base_url, headers=api.headers, timeout=240, verify=PLAIN) as follower:
        with follower.stream("GET", f"/dfm/jobs/{job_id}/events") as stream:
            for line in stream.iter_lines():
                for status in ("queued", "running", "done", "error"):
                    if f'"status": "{status}"' in line:
                        seen.append(status)
    assert seen[-1] == "done"
    order = ["queued", "running", "done"]
    assert [order.index(status) for status in seen] == sorted(order.index(status) for status in seen)
    assert api.get(f"/dfm/jobs/{job_id}").json()["status"] == "done"
    assert api.get(f"/dfm/jobs/{job_id}/result").status_code == 200


# The form of analyze


def asked(result: Document) -> Document:
    reported: Document = result["features"]["manufacturability"]
    return reported


@pytest.mark.parametrize("kind", ["multipart/form-data", "application/x-www-form-urlencoded"])
def test_blob_url_with_filename_takes_the_place_of_file(api: httpx.Client, plate: Path, kind: str) -> None:
    with blob_server.serving({"/plate": plate.read_bytes()}) as blobs:
        form = {"blob_url": f"{blobs}/plate", "filename": "plate.step"}
        fields = {name: (None, value) for name, value in form.items()}
        body = {"files": fields} if kind == "multipart/form-data" else {"data": form}
        response = api.post("/dfm/analyze", **body)
        assert response.request.headers["Content-Type"].startswith(kind)
        assert response.status_code == 202, response.text
        job = api.get(f"/dfm/jobs/{response.json()['job_id']}").json()
        assert job["filename"] == "plate.step"


def test_blob_url_needs_filename_and_one_of_both_is_needed(api: httpx.Client) -> None:
    url = {"blob_url": (None, "https://example.test/a.step")}
    assert "filename" in api.post("/dfm/analyze", files=url).json()["error"]
    nothing = api.post("/dfm/analyze", files={"pull": (None, "cardinal")})
    assert nothing.status_code == 422
    assert "file" in nothing.json()["error"]


def test_quote_id_attaches_the_analysis_to_a_quote(
    api: httpx.Client, plate: Path, quote_body: Document
) -> None:
    quote_id = api.post("/quotes", json=quote_body).json()["quote"]["id"]
    job_id = send(api, "/dfm/analyze", plate, quote_id=quote_id, **COARSE).json()["job_id"]
    assert api.get(f"/quotes/{quote_id}").json()["quote"]["analyses"] == [job_id]
    unknown = send(api, "/dfm/analyze", plate, quote_id="00000000-0000-0000-0000-000000000000")
    assert unknown.status_code == 404


def test_every_other_field_of_the_form_is_heeded(api: httpx.Client, plate: Path) -> None:
    form = {
        "max_edge": "4",
        "curvature": "40",
        "pull": "0,3,4",
        "alpha_min": "1.5",
        "alpha_warn": "4",
    }
    fine = analyzed(api, plate, **form)
    assert asked(fine)["pull_dir"] == pytest.approx([0, 0.6, 0.8])
    assert asked(fine)["alpha_min_deg"] == 1.5
    assert asked(fine)["alpha_warn_deg"] == 4
    coarse = analyzed(api, plate, max_edge="20", pull="cardinal")
    assert fine["stats"]["n_triangles"] > 4 * coarse["stats"]["n_triangles"]
    assert sorted(map(abs, asked(coarse)["pull_dir"])) == [0, 0, 1]
    assert (asked(coarse)["alpha_min_deg"], asked(coarse)["alpha_warn_deg"]) == (0.5, 3.0)


@pytest.mark.parametrize(
    "field", ["max_edge", "curvature", "pull", "alpha_min", "alpha_warn", "build_volumes"]
)
def test_a_field_that_makes_no_sense_is_refused_by_name(api: httpx.Client, plate: Path, field: str) -> None:
    response = send(api, "/dfm/analyze", plate, **{field: "banana"})
    assert response.status_code == 422
    assert field in response.json()["error"]


# Jobs that are done


def test_recompute_runs_the_job_again_in_another_direction(api: httpx.Client, plate: Path) -> None:
    assert_computed_again(api, plate, "1,0,0", "hemisphere", "cardinal")


def assert_computed_again(api: httpx.Client, plate: Path, *pulls: str) -> None:
    """Compute a job again in directions, the last of them its own; check each, and all that is there then."""
    before = analyzed(api, plate, **COARSE)
    job_id = before["job_id"]
    for pull in pulls:
        response = api.post(f"/dfm/jobs/{job_id}/recompute", data={"pull": pull})
        assert response.status_code == 202
        assert response.json() == {"job_id": job_id, "status": "queued"}
        job = poll(api, job_id)
        assert job["status"] == "done"
        assert not any("meshing" in line for line in job["log"])
        after = api.get(f"/dfm/jobs/{job_id}/result").json()
        assert math.hypot(*asked(after)["pull_dir"]) == pytest.approx(1)
        if pull == "1,0,0":
            assert asked(after)["pull_dir"] == [1, 0, 0]
    assert after["features"] == before["features"]
    assert after["modules"] == before["modules"]
    assert set(after["artifacts"]) == set(before["artifacts"])
    for link in after["artifacts"].values():  # pictures and report are drawn when they are first asked for
        assert httpx.get(link, timeout=LONG_S, verify=PLAIN).status_code == 200


SCHEMA = {
    "selector_sets": "walls holes bosses fillets rounds pockets slots fins all_features",
    "metrics_per_feature": "thickness.min thickness.mean draft.min hole.diameter boss.height_over_diameter "
    "axis_angle_to_pull area_mm2",
    "metrics_whole_part": "part.thickness.cv part.undercut_count",
}


@pytest.mark.parametrize("field", SCHEMA)
def test_the_rule_schema_lists_what_is_documented(api: httpx.Client, field: str) -> None:
    assert set(SCHEMA[field].split()) <= set(api.get("/dfm/rule-schema").json()[field])


def test_the_rule_schema_lists_comparisons_levels_and_forms(api: httpx.Client) -> None:
    schema = api.get("/dfm/rule-schema").json()
    assert schema["comparison_ops"] == ["lt", "le", "gt", "ge", "eq", "ne"]
    assert schema["severity_levels"] == ["pass", "warning", "fail"]
    assert len(schema["rhs_forms"]) == 3
    assert all(
        isinstance(form["shape"], str) and isinstance(form["doc"], str) for form in schema["rhs_forms"]
    )


def test_a_shipped_module_is_evaluated_as_in_the_result(
    api: httpx.Client, done: Document, module: Document
) -> None:
    body = {"module": module, "configuration_key": "sand"}
    response = api.post(f"/dfm/jobs/{done['job_id']}/modules/eval", json=body)
    assert response.status_code == 200
    reported = response.json()
    assert reported["module_key"] == "casting"
    (configuration,) = reported["configurations"]
    (shipped,) = [one for one in done["modules"]["modules"] if one["module_key"] == "casting"]
    (sand,) = [one for one in shipped["configurations"] if one["configuration_key"] == "sand"]
    assert configuration == sand


RULE = {
    "key": "fin_thickness",
    "name": "Fins are thick enough",
    "scope": "per_feature",
    "selector": {"set": "fins"},
    "metric": "thickness.min",
    "messages": {"fail": "Fin {fid} is {metric:.2f} mm, under {threshold:.2f} mm."},
}
RHS = [2.4, {"param": "least"}, {"param": "least", "factor": 1.0}]


@pytest.mark.parametrize("rhs", RHS)
def test_a_rule_of_the_callers_holds_with_each_form_of_bound_and_overrides(
    api: httpx.Client, done: Document, rhs: Any
) -> None:
    tiers = [{"level": "fail", "op": "lt", "rhs": rhs}, {"level": "pass"}]
    mine = {
        "key": "mine",
        "name": "Mine",
        "configurations": {"usual": {"name": "Usual", "parameters": {"least": 2.4}}},
        "rules": [RULE | {"tiers": tiers}],
    }
    path = f"/dfm/jobs/{done['job_id']}/modules/eval"
    reported = api.post(path, json={"module": mine, "configuration_key": "usual"}).json()
    assert reported["configurations"][0]["result"]["overall_severity"] == "pass"
    if isinstance(rhs, dict):
        body = {"module": mine, "configuration_key": "usual", "overrides": {"least": 2.6}}
        result = api.post(path, json=body).json()["configurations"][0]["result"]
        assert result["overall_severity"] == "fail"
        (fin,) = [one["fid"] for one in done["features"]["features"] if one["kind"] == "FIN"]
        assert result["rules"][0]["message"] == f"Fin {fin} is 2.50 mm, under 2.60 mm."


def verdict_of(api: httpx.Client, done: Document, rule: Document) -> Document:
    """Judge the block by one rule; return what became of it."""
    spec = {
        "key": "mine",
        "name": "Mine",
        "configurations": {"usual": {"name": "Usual", "parameters": {}}},
        "rules": [RULE | rule],
    }
    path = f"/dfm/jobs/{done['job_id']}/modules/eval"
    reported = api.post(path, json={"module": spec, "configuration_key": "usual"})
    assert reported.status_code == 200, reported.text
    (found,) = reported.json()["configurations"][0]["result"]["rules"]
    return dict(found)


HOLDS = {"lt": (False, False, True), "le": (False, True, True), "gt": (True, False, False)}
HOLDS |= {"ge": (True, True, False), "eq": (False, True, False), "ne": (True, False, True)}
"""Whether one hole is so compared with 0, with 1 and with 2."""


@pytest.mark.parametrize("level", ["warning", "fail"])
@pytest.mark.parametrize("op", HOLDS)
def test_a_tier_compares_as_its_op_says(api: httpx.Client, done: Document, op: str, level: str) -> None:
    for rhs, holds in enumerate(HOLDS[op]):
        rule = {
            "scope": "per_feature",
            "selector": {"set": "holes"},
            "metric": "hole.is_through",
            "tiers": [{"level": level, "op": op, "rhs": rhs}, {"level": "pass"}],
            "messages": {},
        }
        assert verdict_of(api, done, rule)["severity"] == (level if holds else "pass")


def test_a_rule_of_the_whole_part_is_judged_and_says_how_many_it_looked_at(
    api: httpx.Client, done: Document
) -> None:
    rule = {
        "scope": "whole_part",
        "selector": {"set": "part"},
        "metric": "part.undercut_count",
        "tiers": [{"level": "warning", "op": "ge", "rhs": 0}, {"level": "pass"}],
        "messages": {"warning": "{metric:.0f} undercuts in {n_inspected}, {threshold:.1f} allowed"},
    }
    reported = verdict_of(api, done, rule)
    assert reported["severity"] == "warning"
    assert reported["message"] == f"{asked(done)['n_undercuts']} undercuts in 1, 0.0 allowed"


@pytest.mark.parametrize("field", ["module", "configuration_key"])
def test_an_evaluation_needs_each_required_field(
    api: httpx.Client, done: Document, module: Document, field: str
) -> None:
    body = {"module": module, "configuration_key": "sand"}
    del body[field]
    response = api.post(f"/dfm/jobs/{done['job_id']}/modules/eval", json=body)
    assert response.status_code == 422
    assert field in response.json()["error"]
