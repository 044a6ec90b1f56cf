"""Every row of the tables of "Resources and their fields"."""

import math
import re
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.contract import parts
from tests.contract.conftest import analyzed, poll, send
from tests.server.asking import PLAIN

Document = dict[str, Any]

HOLE_CM3 = math.pi * 0.3**2 * 0.5
PLATE_CM3 = 6 * 4 * 0.5 - HOLE_CM3
PLATE_CM2 = 2 * (6 * 4 + 6 * 0.5 + 4 * 0.5) - 2 * math.pi * 0.3**2 + 2 * math.pi * 0.3 * 0.5


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# Geometry (Quoting) and Geometry (DFM quick-info)


def test_geometry_of_quoting(api: httpx.Client, plate: Path) -> None:
    geometry = send(api, "/convert", plate).json()["geometry"]
    assert geometry["volume_cm3"] == pytest.approx(PLATE_CM3, rel=1e-6)
    assert geometry["surface_area_cm2"] == pytest.approx(PLATE_CM2, rel=1e-6)
    assert geometry["bounding_box"] == pytest.approx({"x_mm": 60, "y_mm": 40, "z_mm": 5}, abs=1e-4)


def test_geometry_of_quick_info(api: httpx.Client, plate: Path) -> None:
    geometry = send(api, "/dfm/quick-info", plate).json()["geometry"]
    assert geometry["volume_cm3"] == pytest.approx(PLATE_CM3, rel=1e-6)
    assert geometry["surface_area_cm2"] == pytest.approx(PLATE_CM2, rel=1e-6)
    assert geometry["bounding_box_mm"] == pytest.approx({"x": 60, "y": 40, "z": 5}, abs=1e-4)


# Material, Post-processing option


@pytest.mark.parametrize("field", ["id", "name", "description", "density_kg_m3", "cost_per_kg"])
def test_a_material_has_its_fields(api: httpx.Client, field: str) -> None:
    materials = api.get("/materials").json()["materials"]
    assert len(materials) >= 8
    for material in materials:
        if field == "id":
            assert str(uuid.UUID(material["id"])) == material["id"]
        elif field in ("name", "description"):
            assert isinstance(material[field], str)
            assert material[field]
        else:
            assert is_number(material[field])
            assert material[field] > 0


def test_a_material_says_its_largest_part(api: httpx.Client) -> None:
    for material in api.get("/materials").json()["materials"]:
        assert re.fullmatch(r"\d+mm x \d+mm x \d+mm", material["maximum_part_size_mm"])
        assert material["maximum_part_size_mm"] == "300mm x 195mm x 290mm"


@pytest.mark.parametrize("field", ["id", "name", "description", "pricing_model", "cost_per_unit"])
def test_a_post_processing_option_has_its_fields(api: httpx.Client, field: str) -> None:
    options = api.get("/post-processing").json()["post_processing_options"]
    assert len(options) >= 6
    for option in options:
        if field == "id":
            assert str(uuid.UUID(option["id"])) == option["id"]
        elif field == "cost_per_unit":
            assert is_number(option[field])
        else:
            assert isinstance(option[field], str)
            assert option[field]
    if field == "pricing_model":
        models = {option["pricing_model"] for option in options}
        assert models == {"per_part", "per_area_cm2", "per_kg", "per_order"}


# Quote


@pytest.fixture(scope="module")
def quote(api: httpx.Client, plate: Path) -> Document:
    body = {
        "file_name": plate.name,
        "geometry": send(api, "/convert", plate).json()["geometry"],
        "material_id": api.get("/materials").json()["materials"][0]["id"],
        "quantity": 10,
    }
    made: Document = api.post("/quotes", json=body).json()["quote"]
    return made


def test_a_quote_has_an_id(quote: Document) -> None:
    assert str(uuid.UUID(quote["id"])) == quote["id"]


def test_a_quote_is_a_draft_on_creation(quote: Document) -> None:
    assert quote["status"] == "draft"


def test_a_quote_has_prices_that_add_up(quote: Document) -> None:
    assert is_number(quote["unit_price"])
    assert quote["total_price"] == pytest.approx(10 * quote["unit_price"], abs=1e-6)
    assert set(quote["breakdown"]) == {
        "metal_cost",
        "shell_cost",
        "labor_cost",
        "post_processing_cost",
        "margin",
    }
    assert all(map(is_number, quote["breakdown"].values()))
    assert sum(quote["breakdown"].values()) == pytest.approx(quote["unit_price"], abs=1e-6)


def test_a_quote_has_a_lead_time_in_days(quote: Document) -> None:
    assert isinstance(quote["lead_time_days"], int)
    assert quote["lead_time_days"] > 0


# DFM job


def test_a_job_has_its_fields(api: httpx.Client, done: Document) -> None:
    job = api.get(f"/dfm/jobs/{done['job_id']}").json()
    assert set(job) == {"job_id", "status", "error", "filename", "log"}
    assert job["job_id"] == done["job_id"]
    assert job["status"] in ("queued", "running", "done", "error")
    assert job["error"] is None
    assert job["filename"] == "everything.step"
    assert job["log"]
    assert all(isinstance(line, str) for line in job["log"])


def test_a_job_that_failed_has_a_message(api: httpx.Client, folder: Path) -> None:
    broken = folder / "broken.step"
    broken.write_text("ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n")
    response = send(api, "/dfm/analyze", broken)
    assert response.status_code == 202
    job = poll(api, response.json()["job_id"])
    assert job["status"] == "error"
    assert isinstance(job["error"], str)
    assert job["error"]


# DFM result


def test_a_result_names_its_job(done: Document) -> None:
    assert isinstance(done["job_id"], str)
    assert done["status"] == "done"


def test_a_result_gives_every_face_a_role_that_has_a_name(done: Document) -> None:
    roles, names = done["features"]["roles_by_fid"], done["features"]["role_names"]
    assert len(roles) == done["stats"]["n_faces"]
    for fid, role in roles.items():
        assert fid.isdigit()
        assert isinstance(role, int)
        assert str(role) in names
    assert names["0"] == "Unclassified"
    assert names["1"] == "Hole wall"


def test_a_result_lists_features_with_fid_kind_and_members(done: Document) -> None:
    faces = set(done["features"]["roles_by_fid"])
    for feature in done["features"]["features"]:
        assert feature["fid"] in faces
        assert feature["kind"] == feature["kind"].upper()
        assert feature["fid"] in feature["related_fids"]
        assert set(feature["related_fids"]) <= faces


def test_a_result_says_manufacturability(done: Document) -> None:
    reported = done["features"]["manufacturability"]
    assert len(reported["pull_dir"]) == 3
    assert math.hypot(*reported["pull_dir"]) == pytest.approx(1.0)
    assert reported["alpha_min_deg"] == 0.5
    assert isinstance(reported["n_undercuts"], int)
    assert isinstance(reported["n_low_draft"], int)


def test_a_result_has_one_entry_for_each_module_and_configuration(done: Document) -> None:
    for module in done["modules"]["modules"]:
        assert isinstance(module["module_key"], str)
        for configuration in module["configurations"]:
            assert isinstance(configuration["configuration_key"], str)
            result = configuration["result"]
            assert result["overall_severity"] in ("pass", "warning", "fail")
            assert set(result["summary"]) == {"pass", "warning", "fail"}
            assert all(isinstance(count, int) for count in result["summary"].values())
            assert isinstance(result["rules"], list)


@pytest.mark.parametrize(
    "name", ["thickness_glb", "clearance_glb", "features_glb", "draft_glb", "features_json", "modules_json"]
)
def test_an_artifact_is_fetched_without_a_key(done: Document, name: str) -> None:
    response = httpx.get(done["artifacts"][name], verify=PLAIN)
    assert response.status_code == 200
    if name.endswith("_glb"):
        assert response.content[:4] == b"glTF"
        assert response.headers["content-type"] == "model/gltf-binary"
    else:
        assert response.json() == done[name.removesuffix("_json")]


# Feature kinds


def only(result: Document, kind: str) -> Document:
    (found,) = [one for one in result["features"]["features"] if one["kind"] == kind]
    return found


KINDS = {
    "WALL": {},
    "SLAB": {},
    "HOLE": {"diameter_mm": 6.0, "depth_mm": 20.0},
    "BOSS": {"diameter_mm": 12.0, "height_mm": 10.0},
    "SLOT": {"width_mm": 8.0, "depth_mm": 6.0},
    "FIN": {"thickness_mm": 2.5, "height_mm": 12.0},
    "POCKET": {"depth_mm": 8.0, "width_mm": 24.0, "length_mm": 36.0},
    "PROTRUSION": {"height_mm": 5.0},
    "ROUND": {"radius_mm": 5.0},
    "FILLET": {"radius_mm": 4.0},
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_feature_of_each_kind_carries_its_dimensions(done: Document, kind: str) -> None:
    found = [one for one in done["features"]["features"] if one["kind"] == kind]
    assert found
    for feature in found:
        for name, value in KINDS[kind].items():
            assert feature[name] == pytest.approx(value, abs=0.01)


def test_a_stepped_hole_carries_its_stages(done: Document) -> None:
    stages = only(done, "HOLE")["stages"]
    assert [stage["diameter_mm"] for stage in stages] == pytest.approx([12.0, 6.0], abs=0.01)


def test_a_boss_carries_its_base_relief(done: Document) -> None:
    assert only(done, "BOSS")["base_relief"]["kind"] == "none"


@pytest.mark.parametrize(
    ("kind", "members"),
    [("SLOT", {"Slot wall": 2, "Slot floor": 1}), ("POCKET", {"Pocket wall": 4, "Pocket floor": 1})],
)
def test_a_recess_carries_its_floor_and_walls(done: Document, kind: str, members: dict[str, int]) -> None:
    roles, names = done["features"]["roles_by_fid"], done["features"]["role_names"]
    reported = [names[str(roles[fid])] for fid in only(done, kind)["related_fids"]]
    for role, count in members.items():
        assert reported.count(role) >= count


def test_a_pocket_names_its_sub_features(done: Document) -> None:
    fillets = {one["fid"] for one in done["features"]["features"] if one["kind"] == "FILLET"}
    assert set(only(done, "POCKET")["sub_features"]) == fillets


def test_a_bend_is_found_in_sheet(api: httpx.Client, folder: Path) -> None:
    bend = only(analyzed(api, parts.bent_sheet(folder)), "BEND")
    assert bend["inside_radius_mm"] == pytest.approx(3.0, abs=0.01)
    assert bend["angle_deg"] == pytest.approx(90.0, abs=0.1)


# Rule module spec, rule objects, rhs forms


@pytest.fixture(scope="module")
def modules(api: httpx.Client) -> Document:
    return {module["key"]: module for module in api.get("/dfm/modules").json()["modules"]}


def test_a_module_spec_has_its_fields(modules: Document) -> None:
    for key, module in modules.items():
        assert module["key"] == key
        assert isinstance(module["name"], str)
        for configuration in module["configurations"].values():
            assert isinstance(configuration["name"], str)
            assert all(map(is_number, configuration["parameters"].values()))
        assert module["rules"]


def test_a_rule_has_its_fields(modules: Document, api: httpx.Client) -> None:
    schema = api.get("/dfm/rule-schema").json()
    for module in modules.values():
        for rule in module["rules"]:
            assert isinstance(rule["key"], str)
            assert isinstance(rule["name"], str)
            assert rule["scope"] in ("per_feature", "whole_part")
            assert rule["selector"]["set"] in schema["selector_sets"]
            assert rule["metric"] in schema["metrics_per_feature"] + schema["metrics_whole_part"]
            for tier in rule["tiers"]:
                assert tier["level"] in ("pass", "warning", "fail")
                if set(tier) != {"level"}:
                    assert tier["op"] in ("lt", "le", "gt", "ge", "eq", "ne")
                    assert is_number(tier["rhs"]) or "param" in tier["rhs"]
            assert set(rule["messages"]) <= {"fail", "warning", "pass"}


SHIPPED = {
    "cnc": (
        ["3-axis", "5-axis"],
        "solid_body setup_count min_wall_thickness min_internal_radius tool_clearance undercut_access "
        "tool_inaccessible thread_candidates hole_depth_to_diameter pocket_aspect",
    ),
    "casting": (
        ["sand", "investment"],
        "solid_body min_wall_thickness thickness_uniformity internal_fillet sharp_internal_corner",
    ),
    "injection": (
        ["standard", "side-action"],
        "solid_body applicability wall_thickness draft_required no_undercuts boss_proportions rib_thickness",
    ),
    "additive": (
        ["dmls", "sla", "fdm"],
        "min_wall_thickness overhang_angle trapped_volume min_feature_size",
    ),
    "sheet-metal": (
        ["mild-steel-1.5mm", "stainless-1.0mm"],
        "solid_body applicability uniform_thickness bend_radius hole_diameter hole_to_edge",
    ),
}


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_module_has_the_configurations_and_rules_listed(
    modules: Document, done: Document, key: str
) -> None:
    configurations, rules = SHIPPED[key]
    assert list(modules[key]["configurations"]) == configurations
    assert {rule["key"] for rule in modules[key]["rules"]} == set(rules.split())
    (judged,) = [module for module in done["modules"]["modules"] if module["module_key"] == key]
    assert [one["configuration_key"] for one in judged["configurations"]] == configurations


def test_there_are_five_shipped_modules(modules: Document) -> None:
    assert set(modules) == set(SHIPPED)
