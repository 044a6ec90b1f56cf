"""What goes over the wire has the promised shape and holds nothing JSON does not know."""

import dataclasses
import json
import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import pytest

from engine import present
from engine.model.arrays import frozen
from engine.model.evidence import ProfileSegment, SegmentKind, Turned, TurnedProfile
from engine.model.feature import Feature, Kind, Role
from engine.model.finding import Findings
from engine.model.form import BodyForm, Form, PartForm
from engine.model.order import ProcessOrder, RankedConfiguration
from engine.model.part import BodyId, FaceId, MeasureCheck, MeasuredBy
from engine.model.pattern import Pattern, PatternForm
from engine.model.pull import UndercutRegion
from engine.model.quick_info import QuickInfo
from engine.model.rulepack import FormFit, Severity
from tests.support import analyses
from tests.support.measuring import with_evidence


@pytest.fixture(scope="module")
def judged():
    tray = analyses.tray()
    tray = analyses.with_features(tray, analyses.fin(tray))
    warning = analyses.finding(Severity.WARNING, value=2.4, margin=-0.1)
    return dataclasses.replace(tray, verdicts=(analyses.verdict(analyses.finding(), warning),))


def hole(**changes):
    values = {
        "kind": Kind.HOLE,
        "fid": FaceId(4),
        "faces": (FaceId(3), FaceId(4)),
        "roles": ((FaceId(4), Role.HOLE_WALL),),
        "body": BodyId(1),
        "center": frozen([1.0, 2.0, 3.0]),
        "axis": frozen([0.0, 0.0, -1.0]),
        "box_mm": frozen([[0, 0, 0], [6, 6, 10]]),
        "uncertainty_mm": 0.0,
        "diameter_mm": 6.0,
        "depth_mm": 10.0,
        "through": False,
        "stages": (analyses.Stage("cylinder", 6.0, 10.0, float("nan")),),
    }
    return analyses.HoleLike(**{**values, **changes})


def test_dimensions_lie_flat_in_the_entry_under_the_names_the_kind_declares() -> None:
    assert present.feature(hole()) == {
        "fid": "4",
        "kind": "HOLE",
        "diameter_mm": 6.0,
        "depth_mm": 10.0,
        "through": False,
        "stages": [{"shape": "cylinder", "diameter_mm": 6.0, "depth_mm": 10.0, "angle_deg": None}],
        "related_fids": ["3", "4"],
        "axis": [0.0, 0.0, -1.0],
        "center": [1.0, 2.0, 3.0],
        "box_mm": [[0.0, 0.0, 0.0], [6.0, 6.0, 10.0]],
        "solid": 1,
        "uncertainty_mm": 0.0,
    }


class Shape(StrEnum):
    ROUND = "round"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Novelty(Feature):
    """A kind nobody has thought of yet."""

    opposite_fids: tuple[FaceId, ...]
    supports: tuple[FaceId, FaceId]
    floor: FaceId | None
    count: int
    shape: Shape


def test_a_new_kind_needs_no_change_here_and_its_face_ids_are_strings_too() -> None:
    common = {field.name: getattr(hole(), field.name) for field in dataclasses.fields(Feature)}
    shown = present.feature(
        Novelty(
            **common,
            opposite_fids=(FaceId(7), FaceId(8)),
            supports=(FaceId(1), FaceId(2)),
            floor=FaceId(5),
            count=2,
            shape=Shape.ROUND,
        )
    )
    assert shown["opposite_fids"] == ["7", "8"]
    assert shown["supports"] == ["1", "2"]
    assert shown["floor"] == "5"
    assert shown["count"] == 2
    assert shown["shape"] == "round"


def test_a_feature_without_an_axis_has_null() -> None:
    assert present.feature(hole(axis=None))["axis"] is None


def test_roles_are_listed_by_face_and_named_by_code(judged) -> None:
    shown = present.features(judged.assessed)
    fin = analyses.fin(judged)
    assert set(shown["roles_by_fid"]) == {
        str(face) for face in range(len(judged.assessed.prepared.part.faces))
    }
    assert shown["roles_by_fid"][str(fin.fid)] == 7
    assert shown["role_names"]["0"] == "Unclassified"
    assert shown["role_names"]["1"] == "Hole wall"
    assert shown["role_names"]["35"] == "Tooth"
    assert len(shown["role_names"]) == 36


def test_manufacturability_counts_faces_and_lists_regions(judged) -> None:
    face = analyses.face_at(judged, (0, 40, 15))
    undercut = analyses.with_undercut(judged, face)
    region = UndercutRegion((face,), 12.5, frozen([0, 1, 2]), None)
    pull = dataclasses.replace(undercut.assessed.pull, regions=(region,))
    shown = present.manufacturability(pull)
    assert shown["pull_dir"] == [0.0, 0.0, 1.0]
    assert (shown["alpha_min_deg"], shown["n_undercuts"]) == (0.5, 1)
    # 4 walls outside, 4 inside, 2 of the fin, and none that lies across the pull
    assert shown["n_low_draft"] == 10
    assert shown["undercut_regions"] == [
        {
            "related_fids": [str(face)],
            "area_mm2": 12.5,
            "location": [0.0, 1.0, 2.0],
            "side_action": None,
            "is_split": False,
        }
    ]


def test_the_outline_of_a_turned_body_is_a_list_from_its_heavier_end(judged) -> None:
    body = Turned(
        body=BodyId(0),
        origin=frozen([0.0, 0.0, 0.0]),
        direction=frozen([0.0, 0.0, -1.0]),
        length_mm=40.0,
        diameter_mm=20.0,
        share=0.9,
        faces=(FaceId(3),),
        diameters=(),
    )
    journal = ProfileSegment(SegmentKind.JOURNAL, -0.0, 40.0, 20.0, 20.0, (FaceId(3),))
    described = with_evidence(judged, turned_profiles=(TurnedProfile(body, (journal,)),))
    assert present.turned(described.assessed) == [
        {
            "solid": 0,
            "axis": [0.0, 0.0, -1.0],
            "origin": [0.0, 0.0, 0.0],
            "length_mm": 40.0,
            "diameter_mm": 20.0,
            "share": 0.9,
            "profile": [
                {
                    "kind": "journal",
                    "from_mm": 0.0,
                    "to_mm": 40.0,
                    "from_diameter_mm": 20.0,
                    "to_diameter_mm": 20.0,
                    "fids": ["3"],
                }
            ],
        }
    ]


def test_where_outlines_failed_there_is_none(judged) -> None:
    assert present.result(judged)["turned"] is None


def test_patterns_name_their_features_by_defining_faces(judged) -> None:
    assessed = judged.assessed
    pattern = Pattern(
        form=PatternForm.CIRCULAR,
        kind=Kind.FIN,
        features=(0,),
        body=BodyId(0),
        label="1 × fin on Ø80",
        center=frozen([0.0, 0.0, 0.0]),
        axis=frozen([0.0, 0.0, 1.0]),
        directions=frozen(np.zeros((0, 3))),
        places=(8,),
        diameter_mm=80.0,
        angle_deg=45.0,
        uncertainty_mm=0.0,
    )
    (shown,) = present.patterns(dataclasses.replace(assessed, patterns=(pattern,)))
    assert shown == {
        "form": "circular",
        "kind": "FIN",
        "label": "1 × fin on Ø80",
        "count": 1,
        "fids": [str(assessed.recognition.features[0].fid)],
        "places": [8],
        "pitch_mm": [],
        "diameter_mm": 80.0,
        "angle_deg": 45.0,
        "center": [0.0, 0.0, 0.0],
        "axis": [0.0, 0.0, 1.0],
        "directions": [],
        "solid": 0,
        "uncertainty_mm": 0.0,
    }


def test_the_order_of_configurations_is_reported_with_what_put_them_there() -> None:
    ranked = RankedConfiguration(
        "cnc", "3-axis", "", "", FormFit.NATURAL, 1, 0.25, 0, ("setups (3)",), "It fails."
    )
    document = present.modules((), ProcessOrder((ranked,), "Cnc is first: it fails."))
    assert document["order_reason"] == "Cnc is first: it fails."
    assert document["order"] == [
        {
            "module_key": "cnc",
            "configuration_key": "3-axis",
            "misfit": None,
            "form_fit": "natural",
            "fail_share": 0.25,
            "needs": ["setups (3)"],
            "reason": "It fails.",
        }
    ]


def test_a_form_is_reported_with_its_bodies_and_evidence() -> None:
    body = BodyForm(
        BodyId(0),
        Form.FASTENER,
        "washer",
        0.5,
        "A washer.",
        (1.0, 8.0, 8.0),
        {Form.FASTENER: 1.0},
        {"wall_mm": math.nan},
    )
    shown = present.form(PartForm(Form.FASTENER, 0.5, "A washer.", (body,)))
    assert (shown["form"], shown["sentence"]) == ("fastener", "A washer.")
    assert shown["bodies"] == [
        {
            "solid": 0,
            "form": "fastener",
            "variant": "washer",
            "confidence": 0.5,
            "sentence": "A washer.",
            "sizes_mm": [1.0, 8.0, 8.0],
            "scores": {"fastener": 1.0},
            "evidence": {"wall_mm": None},
        }
    ]


def test_a_rule_entry_has_the_promised_keys_in_the_promised_order(judged) -> None:
    module = present.modules(judged.verdicts, judged.order)["modules"][0]
    assert module["module_key"] == "casting"
    configuration = module["configurations"][0]
    assert configuration["configuration_key"] == "investment"
    result = configuration["result"]
    assert result["overall_severity"] == "fail"
    assert result["summary"] == {"pass": 0, "warning": 0, "fail": 1}
    assert list(result) == ["overall_severity", "summary", "n_not_applicable", "gate", "limits", "rules"]
    assert (result["n_not_applicable"], result["gate"]) == (0, None)
    rule = result["rules"][0]
    promised = (
        "key name scope metric severity message n_inspected n_skipped reason applicable summary source "
        "findings issues"
    )
    assert list(rule) == promised.split()
    assert rule["summary"] == {"pass": 0, "warning": 1, "fail": 1}
    promised = (
        "fid related_fids kind severity value unit threshold margin uncertainty decided message location "
        "witness advice pass_threshold"
    )
    assert list(rule["findings"][0]) == promised.split()
    assert rule["findings"][0]["fid"] == "0"
    assert rule["findings"][0]["witness"] == [[60.0, 40.0, 15.0], [61.2, 40.0, 15.0]]


def test_a_finding_about_the_part_has_no_face_and_a_value_that_is_not_there_is_null() -> None:
    whole = analyses.finding(
        fid=None, faces=(), value=float("inf"), threshold=None, margin=None, witness=None
    )
    shown = present.module(analyses.verdict(whole))["configurations"][0]["result"]["rules"][0]["findings"][0]
    assert [shown[key] for key in ("fid", "value", "threshold", "margin", "witness")] == [None] * 5


def test_geometry_is_in_cubic_and_square_centimeters(judged) -> None:
    part = judged.assessed.prepared.part
    # 120 x 80 x 30 minus two chambers of 110 x 70 x 26 together, plus the fin of 1.2 x 70 x 22
    volume = 120 * 80 * 30 - 110 * 70 * 26 + 1.2 * 70 * 22
    assert present.geometry(QuickInfo.of(part))["volume_cm3"] == pytest.approx(volume / 1000)
    assert present.geometry(QuickInfo.of(part))["bounding_box_mm"] == {"x": 120.0, "y": 80.0, "z": 30.0}
    quoting = present.quoting_geometry(QuickInfo.of(part))
    assert list(quoting) == ["volume_cm3", "surface_area_cm2", "bounding_box", "n_bodies"]
    assert quoting["n_bodies"] == 1
    assert quoting["bounding_box"] == {"x_mm": 120.0, "y_mm": 80.0, "z_mm": 30.0}


def test_the_whole_result_is_json_and_the_same_every_time(judged) -> None:
    first, second = (present.text(present.result(judged)) for _ in range(2))
    assert first == second
    assert json.loads(first, parse_constant=lambda name: pytest.fail(name)) == present.result(judged)


def test_vectors_and_face_lists_are_written_on_one_line_and_text_is_left_alone() -> None:
    document = {
        "a": [1.0, -2e-05, None],
        "b": ["12", "7"],
        "c": ["x", "[ 1,\n 2 ]"],
        "d": [],
        "e": [[1], [2]],
    }
    shown = present.text(document)
    assert '"a": [1.0, -2e-05, null]' in shown
    assert '"b": ["12", "7"]' in shown
    assert json.loads(shown) == document


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (float("nan"), None),
        (float("-inf"), None),
        (np.float64(np.inf), None),
        (-0.0, 0.0),
        (-3.00004466e-12, 0.0),
        (0.000123456789123, 0.000123457),
        (0.1 + 0.2, 0.3),
        (1 / 3, 0.333333333),
        (123456789012.0, 123456789000.0),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (frozenset({3, 1}), [1, 3]),
        (Severity.FAIL, "fail"),
        ({"x": (1, np.nan)}, {"x": [1, None]}),
    ],
)
def test_values_become_what_json_knows(value, shown) -> None:
    made = present.plain(value)
    assert made == shown
    assert json.dumps(made) == json.dumps(shown)


def test_what_has_no_place_on_the_wire_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        present.plain(object())


def test_numbers_in_rows_are_written_as_single_ones_are() -> None:
    numbers = [
        0.1 + 0.2,
        1 / 3,
        2 / 3e6,
        -1e-12,
        -0.0,
        123456.789012345,
        1e9 / 7,
        1e12 / 7,
        np.nan,
        np.inf,
        8.0,
    ]
    rng = np.random.default_rng(7)
    numbers += (rng.normal(size=2000) * 10.0 ** rng.uniform(-8, 8, 2000)).tolist()
    (row,) = present._plain_rows([numbers])
    for rounded, number in zip(row, numbers, strict=True):
        alone = present.plain(number)
        if alone is None:
            assert rounded is None
        else:
            # a number halfway between two decimals may go either way
            assert rounded == pytest.approx(alone, rel=2e-9, abs=2e-9)
            assert rounded == float(f"{rounded:.9g}")
    assert str(row[4]) == "0.0"


def test_rows_without_a_number_and_witnesses_without_points_are_null() -> None:
    findings = (
        analyses.finding(threshold=None, margin=None, witness=None, fid=None),
        analyses.finding(value=float("inf")),
        analyses.finding(witness=None),
    )
    first, second, third = present._findings(Findings.of(findings))
    assert (first["fid"], first["threshold"], first["margin"], first["witness"]) == (None,) * 4
    assert (second["value"], second["threshold"]) == (None, 2.5)
    assert second["witness"] == [[60.0, 40.0, 15.0], [61.2, 40.0, 15.0]]
    assert third["witness"] is None
    assert present._findings(Findings.of(())) == []


def test_a_disputed_measure_stands_in_the_result(judged) -> None:
    prepared = judged.assessed.prepared
    check = MeasureCheck(BodyId(0), FaceId(3), 40.0, math.nan, 100.5, MeasuredBy.MESH)
    whole = dataclasses.replace(check, face=None, quadrature=100.0, taken=MeasuredBy.QUADRATURE)
    part = dataclasses.replace(prepared.part, checks=(check, whole))
    assessed = dataclasses.replace(judged.assessed, prepared=dataclasses.replace(prepared, part=part))
    area, volume = present.result(dataclasses.replace(judged, assessed=assessed))["measure_checks"]
    assert area == {
        "quantity": "area",
        "unit": "mm²",
        "body": 0,
        "fid": "3",
        "exact": 40.0,
        "quadrature": None,
        "mesh": 100.5,
        "taken": "mesh",
    }
    assert (volume["quantity"], volume["unit"], volume["fid"]) == ("volume", "mm³", None)
    assert present.result(judged)["measure_checks"] == []
