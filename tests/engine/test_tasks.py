"""What runs in the child process: choosing rule packs, and the whole analysis of a drawn part."""

import json
import math
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import pipeline, tasks
from engine.errors import InvalidOption, InvalidRulePack, OutsideEnvelope, UnreadableFile
from engine.graph import build
from engine.isolate.worker import Worker, WorkerOptions
from engine.kernel.read_step import NO_NAMES
from engine.model.rulepack import Configuration, RulePack
from engine.progress import Progress
from engine.rules import packs
from tests.support import draw, glb, other_formats, shared_fork_server
from tests.support.failing import break_function
from tests.support.parts_strays import BLOCK, STRAYS

SAND, INVESTMENT, MILL = (Configuration(key, key.title(), {}) for key in ("sand", "investment", "3-axis"))
SHIPPED = (RulePack("casting", "Casting", (SAND, INVESTMENT), ()), RulePack("cnc", "CNC", (MILL,), ()))
DEFAULTS: dict[str, Any] = {
    "max_edge_mm": None,
    "curvature": None,
    "pull": "cardinal",
    "alpha_min_deg": 0.5,
    "alpha_warn_deg": 3.0,
}

COARSE = {"max_edge_mm": 8.0, "curvature": 16.0}
"""For tests that look at no number of the mesh; a quarter of the time."""

CRASHING = "tests.support.crashing_names"

JUDGED = ("geometry", "stats", "failed_stages", "features", "modules")
"""What a result says of the part itself."""

pytestmark = pytest.mark.usefixtures("small_pictures", "coarse_hollows")


def names(chosen: tuple[RulePack, ...]) -> list[str]:
    return [f"{pack.key}/{one.key}" for pack in chosen for one in pack.configurations]


def test_without_a_name_every_pack_is_chosen() -> None:
    assert tasks.choose(SHIPPED, ()) == SHIPPED


def test_a_pack_brings_all_its_configurations_and_a_configuration_itself_alone() -> None:
    assert names(tasks.choose(SHIPPED, ["casting"])) == ["casting/sand", "casting/investment"]
    assert names(tasks.choose(SHIPPED, ["casting/investment"])) == ["casting/investment"]
    assert names(tasks.choose(SHIPPED, ["cnc", "casting/sand"])) == ["casting/sand", "cnc/3-axis"]


@pytest.mark.parametrize("name", ["cast", "casting/die", "", "casting/", "cnc/3-axis/x"])
def test_a_name_of_nothing_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(InvalidOption, match=r"casting/sand, casting/investment, cnc/3-axis"):
        tasks.choose(SHIPPED, [name])


def test_a_chosen_configuration_of_a_shipped_pack_is_judged_as_in_the_whole_pack() -> None:
    (whole,) = (pack for pack in packs.shipped() if pack.key == "casting")
    (part,) = tasks.choose(packs.shipped(), ["casting/investment"])
    assert replace(part, configurations=whole.configurations) == whole


def analyze(file: Path, folder: Path, **changes: Any) -> dict[str, Any]:
    """Analyze a file, without pictures and report unless they are asked for; return its result."""
    asked = {"file": str(file), "folder": str(folder), "with_report": False}
    tasks.analyze(DEFAULTS | asked | changes, Progress())
    document: dict[str, Any] = json.loads((folder / "result.json").read_text("utf-8"))
    return document


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Draw a plate of 60 x 40 x 5 mm with one hole of 6 mm through it."""
    shape = draw.cut(draw.box((60, 40, 5), (0, 0, 0)), draw.cylinder(3, 10, (20, 20, -1)))
    return draw.write_step(shape, tmp_path_factory.mktemp("parts") / "plate.step")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what is asked of a plate that several tests look at, with the folder of what is kept."""
    folder = tmp_path_factory.mktemp("cache")
    return {"packs": ["cnc"], "filename": "Platte.step", "cache": str(folder), **COARSE}


@pytest.fixture(scope="module")
def analyzed(plate: Path, kept: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Analyze the plate where it just fits, and return the folder of its result."""
    folder = tmp_path_factory.mktemp("analyzed")
    analyze(plate, folder, build_volume_mm=60.001, **kept)
    return folder


def test_a_plate_with_a_hole_is_reported_as_it_was_drawn(analyzed: Path) -> None:
    document = json.loads((analyzed / "result.json").read_text("utf-8"))
    assert document["filename"] == "Platte.step"
    assert document["geometry"]["bounding_box_mm"] == pytest.approx({"x": 60, "y": 40, "z": 5}, abs=1e-6)
    assert document["geometry"]["volume_cm3"] == pytest.approx(12.0 - 0.045 * math.pi, rel=1e-8)
    (hole,) = [one for one in document["features"]["features"] if one["kind"] == "HOLE"]
    assert hole["diameter_mm"] == pytest.approx(6.0, abs=0.01)
    assert hole["depth_mm"] == pytest.approx(5.0, abs=0.01)
    assert hole["through"] is True


def test_what_a_part_looks_like_is_there_before_it_is_measured_for_those_who_want_it(
    plate: Path, analyzed: Path, tmp_path: Path
) -> None:
    shape = tmp_path / "out" / "shape.glb"
    seen: dict[str, bool] = {}

    class Watching(Progress):
        def stage(self, name: str, line: str = "") -> None:
            seen[name] = shape.exists()
            super().stage(name, line)

    asked = DEFAULTS | COARSE | {"file": str(plate), "folder": str(shape.parent), "with_report": False}
    asked["packs"] = ["cnc"]
    tasks.analyze(asked | {"with_shape": True}, Watching())
    assert (seen["meshing"], seen["graph"], seen["fields"]) == (False, True, True)
    early, late = (glb.attributes((shape.parent / name).read_bytes()) for name in ("shape.glb", "draft.glb"))
    for attribute in ("POSITION", "NORMAL", "_FID"):
        np.testing.assert_array_equal(early[attribute], late[attribute])
    assert not (analyzed / "shape.glb").exists()


def test_a_report_that_is_drawn_later_is_the_one_that_would_have_been_drawn_at_once(
    plate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the part is judged again for it, or what was kept of it is there."""
    now, later, kept, cache = (tmp_path / name for name in ("now", "later", "kept", "cache"))
    asked = {"packs": ["casting/investment"], "filename": "Platte.step", **COARSE}
    analyze(plate, now, **asked, with_report=True)
    named = analyze(plate, kept, **asked, cache=str(cache))["artifacts"]
    assert {path.suffix for path in cache.iterdir()} == {".prepared", ".analysis"}
    assert not (kept / named["report_html"]).exists()
    shutil.copytree(kept, later)
    question = DEFAULTS | asked | {"file": str(plate)}
    tasks.report(question | {"folder": str(later)}, Progress())
    break_function(monkeypatch, pipeline, "assess")
    question |= {"folder": str(kept), "cache": str(cache)}
    tasks.report(question, Progress())
    # and two analyses of one file write the same result
    for file in (*named.values(), "result.json", "metrics.msgpack", "thickness.glb"):
        for folder in (later, kept):
            assert (now / file).read_bytes() == (folder / file).read_bytes(), (folder.name, file)
    with pytest.raises(ZeroDivisionError):  # what was kept answers no other question
        tasks.report(question | {"pull": "hemisphere"}, Progress())


def test_a_part_beyond_the_build_volume_is_refused_with_both_sizes(
    plate: Path, analyzed: Path, tmp_path: Path
) -> None:
    with pytest.raises(OutsideEnvelope, match=r"60 × 40 × 5 mm.* 50 mm a side"):
        analyze(plate, tmp_path / "out", build_volume_mm=50, **COARSE)
    assert (analyzed / "result.json").exists()
    beam = draw.write_step(draw.box((20_000, 40, 50)), tmp_path / "beam.step")
    with pytest.raises(OutsideEnvelope, match=r"is 20000 × 40 × 50 mm; the build volume is 2000 mm a side"):
        analyze(beam, tmp_path / "beam", build_volume_mm=2000, max_edge_mm=2000.0)


def test_whoever_is_refused_for_size_is_reported_what_sets_the_limit(plate: Path, tmp_path: Path) -> None:
    limit = {"build_volume_mm": 50, "build_volume_setting": "SPRUE_BUILD_VOLUME_MM"}
    message = r"60 × 40 × 5 mm; the build volume is 50 mm a side \(set by SPRUE_BUILD_VOLUME_MM\)"
    with pytest.raises(OutsideEnvelope, match=message):
        analyze(plate, tmp_path / "out", **limit, **COARSE)
    asked = {"file": str(plate), "target": str(tmp_path / "plate.glb")}
    with pytest.raises(OutsideEnvelope, match=message):
        tasks.preview(asked | limit, Progress())
    assert tasks.preview(asked, Progress())["geometry"]


def test_what_lies_beside_a_solid_changes_nothing_of_its_result(tmp_path: Path) -> None:
    """Shells in its pocket, each without one face, and a fin on every edge."""
    names = "six shells of a pocket, each without one face", "a fin on every edge"
    strays = [stray for name in names for stray in STRAYS[name]]
    asked = {"filename": "block.step", "packs": ["cnc"], "max_edge_mm": 8.0, "curvature": 8.0}
    alone, beside = (
        analyze(draw.write_step(shape, tmp_path / f"{name}.step"), tmp_path / name, **asked)
        for name, shape in (("alone", BLOCK), ("beside", draw.compound(BLOCK, *strays)))
    )
    roles = beside["features"]["roles_by_fid"]
    n_strays = len(roles) - len(alone["features"]["roles_by_fid"])
    assert n_strays > 0
    assert [roles.popitem()[1] for _ in range(n_strays)] == [0] * n_strays
    assert beside["stats"].pop("n_faces") == alone["stats"].pop("n_faces") + n_strays
    (note,) = beside.pop("notes")
    assert note.startswith("Besides solids the file holds")
    assert alone.pop("notes") == []
    assert {key: value for key, value in beside.items() if key in JUDGED} == {
        key: value for key, value in alone.items() if key in JUDGED
    }


def test_a_part_whose_names_end_the_process_is_read_analyzed_and_shown_without_them(
    plate: Path, tmp_path: Path
) -> None:
    asked = DEFAULTS | COARSE | {"file": str(plate), "with_report": False}
    shared_fork_server.take_over()
    crashing = WorkerOptions(preload=shared_fork_server.COARSE.preload, is_forked=True)
    lines: list[str] = []
    with Worker(crashing) as worker:
        described = worker.run(f"{CRASHING}:describe", asked, lines.append)
        shown = worker.run(f"{CRASHING}:preview", asked | {"target": str(tmp_path / "plate.glb")})
        worker.run(f"{CRASHING}:analyze", asked | {"folder": str(tmp_path / "out"), "packs": ["cnc"]})
    document = json.loads((tmp_path / "out" / "result.json").read_text("utf-8"))
    for answer in (described, shown, document):
        assert answer["notes"] == [NO_NAMES]
        assert answer["geometry"]["volume_cm3"] == pytest.approx(12.0 - 0.045 * math.pi, rel=1e-6)
    assert described["name"] == "plate"
    assert sum("crashed (signal 11) while reading names" in line for line in lines) == 1
    assert (tmp_path / "plate.glb").read_bytes().startswith(b"glTF")


def test_a_file_that_is_not_there_is_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="there is no such file"):
        analyze(tmp_path / "nowhere.step", tmp_path / "out")
    with pytest.raises(UnreadableFile, match="it is a folder"):
        analyze(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_preview_says_both_geometries_and_writes_a_glb(plate: Path, tmp_path: Path) -> None:
    target = tmp_path / "plate.glb"
    document = tasks.preview({"file": str(plate), "target": str(target)}, Progress())
    assert target.read_bytes()[:4] == b"glTF"
    assert document["geometry"]["bounding_box_mm"] == pytest.approx({"x": 60, "y": 40, "z": 5}, abs=1e-6)
    assert document["quoting_geometry"]["bounding_box"] == pytest.approx(
        {"x_mm": 60, "y_mm": 40, "z_mm": 5}, abs=1e-6
    )
    assert document["stats"]["n_features"] == 7
    assert document["stats"]["n_triangles"] > 12


def test_a_preview_is_of_the_unit_that_is_meant_where_the_file_has_none(plate: Path, tmp_path: Path) -> None:
    """A block of 4 x 2 x 1 without a unit is 101.6 mm long in inches; a STEP file has its own."""
    block = other_formats.write(draw.box((4, 2, 1)), tmp_path / "block.stl")
    asked = {"file": str(block), "target": str(tmp_path / "block.glb")}
    for unit, longest_mm in ((None, 4.0), ("mm", 4.0), ("in", 101.6)):
        box = tasks.preview(asked | {"unit": unit}, Progress())["quoting_geometry"]["bounding_box"]
        assert box["x_mm"] == pytest.approx(longest_mm, rel=1e-6)
    with pytest.raises(InvalidOption, match="cubit"):
        tasks.preview(asked | {"unit": "cubit"}, Progress())
    of_step = tasks.preview(asked | {"file": str(plate), "unit": "in"}, Progress())
    assert of_step["quoting_geometry"]["bounding_box"]["x_mm"] == pytest.approx(60.0)


def test_a_part_that_fits_no_way_into_the_envelope_is_refused(plate: Path, tmp_path: Path) -> None:
    asked = {"file": str(plate), "target": str(tmp_path / "plate.glb")}
    tasks.preview(asked | {"envelope_mm": [5.1, 61, 41]}, Progress())
    with pytest.raises(OutsideEnvelope, match="60 x 40 x 5"):
        tasks.preview(asked | {"envelope_mm": [5.1, 39, 61]}, Progress())


def test_an_analysis_is_judged_again_by_any_pack(analyzed: Path) -> None:
    pack = next(one for one in tasks.catalog({}, Progress())["modules"] if one["key"] == "casting")
    asked = {"folder": str(analyzed), "module": pack, "configuration_key": "sand", "overrides": {}}
    judged = tasks.judge(asked, Progress())
    assert judged["module_key"] == "casting"
    (sand,) = judged["configurations"]
    assert sand["configuration_key"] == "sand"
    with pytest.raises(InvalidRulePack, match="overrides"):
        tasks.judge(asked | {"overrides": {"no_such_parameter": 1}}, Progress())


def test_the_catalog_says_what_rules_are_written_with() -> None:
    catalog = tasks.catalog({}, Progress())
    assert "holes" in catalog["rule_schema"]["selector_sets"]
    assert {pack.key for pack in packs.shipped()} == {module["key"] for module in catalog["modules"]}


def test_a_part_that_was_not_prepared_wholly_is_prepared_again_next_time(
    plate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"file": str(plate), "folder": str(tmp_path / "out"), "with_report": False}
    cache = {"cache": str(tmp_path / "cache"), "packs": ["cnc"], **COARSE}
    with monkeypatch.context() as broken:
        break_function(broken, build, "build")
        tasks.analyze(DEFAULTS | asked | cache, Progress(outlives_failures=True))
    hurt = json.loads((tmp_path / "out" / "result.json").read_text("utf-8"))
    assert [each["stage"] for each in hurt["failed_stages"]] == ["graph"]
    assert hurt["features"]["features"] == []
    sound = analyze(plate, tmp_path / "out", **cache)
    assert sound["failed_stages"] == []
    assert sound["features"]["features"]


OWN_PACK: dict[str, Any] = {
    "key": "house",
    "name": "House rules",
    "configurations": {"shop": {"name": "Shop", "parameters": {"least": 7.0}}},
    "rules": [
        {
            "key": "wide_holes",
            "name": "Wide holes",
            "scope": "per_feature",
            "selector": {"set": "holes"},
            "metric": "hole.diameter",
            "tiers": [{"level": "fail", "op": "lt", "rhs": {"param": "least"}}, {"level": "pass"}],
            "messages": {},
        }
    ],
}


def test_a_part_is_judged_by_packs_of_the_caller_besides_those_that_ship(plate: Path, tmp_path: Path) -> None:
    document = analyze(plate, tmp_path / "out", own_packs=[OWN_PACK], **COARSE)
    verdicts = {each["module_key"]: each for each in document["modules"]["modules"]}
    assert {"casting", "cnc", "house"} <= verdicts.keys()
    result = verdicts["house"]["configurations"][0]["result"]
    assert result["overall_severity"] == "fail"  # the hole is 6 mm wide
    assert result["rules"][0]["findings"][0]["pass_threshold"] == 7.0
    assert ("house", "shop") in {
        (each["module_key"], each["configuration_key"]) for each in document["modules"]["order"]
    }


def of_process(document: dict[str, Any], process: str) -> dict[str, Any]:
    """Return what the order says of a process."""
    (found,) = (
        each
        for each in document["modules"]["order"]
        if f"{each['module_key']}/{each['configuration_key']}" == process
    )
    return dict(found)


def test_a_part_has_to_fit_into_the_machines_that_the_caller_has(
    plate: Path, kept: dict[str, Any], analyzed: Path, tmp_path: Path
) -> None:
    """The plate is 60 x 40 x 5 mm: it goes into a box of 61 x 41 x 6 mm, and not into one of 59 mm."""
    without = json.loads((analyzed / "result.json").read_text("utf-8"))
    volumes = "cnc/5-axis=6x61x41, cnc/3-axis=59x59x59"
    found = analyze(plate, tmp_path / "out", build_volumes=volumes, **kept)
    assert of_process(found, "cnc/3-axis")["reason"] == (
        "Does not fit: the smallest box round it is 60 × 40 × 5 mm, and 59 × 59 × 59 mm go in."
    )
    assert of_process(found, "cnc/3-axis") != of_process(without, "cnc/3-axis")
    assert of_process(found, "cnc/5-axis") == of_process(without, "cnc/5-axis")


def test_a_machine_of_a_process_there_is_not_is_refused_before_the_part_is_read(tmp_path: Path) -> None:
    file = tmp_path / "part.step"
    file.write_text("no part")
    with pytest.raises(InvalidOption, match="additive/fmd"):
        analyze(file, tmp_path / "out", build_volumes="additive/fmd=1x1x1")


def test_a_part_that_was_analyzed_is_measured_drawn_and_tried_without_being_analyzed_again(
    plate: Path, kept: dict[str, Any], analyzed: Path, tmp_path: Path
) -> None:
    document = json.loads((analyzed / "result.json").read_text("utf-8"))
    hole = next(each for each in document["features"]["features"] if each["kind"] == "HOLE")
    asked = DEFAULTS | {"file": str(plate), "folder": str(analyzed)} | kept
    progress = Progress()
    clearance = {"quantity": "clearance", "first": {"point": [23.0, 20.0, 2.5]}}
    assert tasks.measure(asked | {"asked": clearance}, progress)["value"] == pytest.approx(6.0, abs=1e-6)
    target = tmp_path / "picture.png"
    drawn = tasks.picture(
        asked | {"asked": {"fids": hole["related_fids"], "width_px": 240}, "target": str(target)}, progress
    )
    assert (drawn["width"], drawn["height"]) == (240, 180)
    assert target.read_bytes()[:4] == b"\x89PNG"
    assert "meshing" not in progress.seconds_of_stage
    tried = tasks.validate({"module": OWN_PACK, "folder": str(analyzed)}, progress)
    [rule] = tried["trial"]["rules"]
    assert [each["value"] for each in rule["picked"]] == [pytest.approx(6.0)]


def test_a_pack_that_is_wrong_is_an_answer_with_every_problem() -> None:
    found = tasks.validate({"module": {"key": "x"}}, Progress())
    assert not found["valid"]
    assert len(found["problems"]) > 1
    assert found["trial"] is None


def test_a_pack_is_tried_under_a_configuration_that_it_has(plate: Path, tmp_path: Path) -> None:
    asked = {"module": OWN_PACK, "folder": str(tmp_path), "configuration_key": "yard"}
    with pytest.raises(InvalidOption, match="the pack has shop"):
        tasks.validate(asked, Progress())
