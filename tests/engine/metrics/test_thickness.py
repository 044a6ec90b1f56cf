"""Thickness metrics, on a tray of 5 mm walls, 4 mm floor and a 1.2 mm fin."""

import math
from dataclasses import replace

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.arrays import frozen
from engine.model.evidence import Marks, SectionChange, ThinStretch, ThinStretches
from engine.model.metric import Domain
from engine.model.printing import BuildDirection
from tests.support import draw
from tests.support.analyses import face_at, fin, tray, with_features
from tests.support.drawn import analyzed, verdict
from tests.support.measuring import measure, of_face, of_feature, with_evidence, with_opposites

TRAY = tray(1.2)
FIN_SIDE = face_at(TRAY, (60, 40, 15))
BOTTOM = face_at(TRAY, (30, 40, 0))


def test_a_face_is_as_thick_as_the_wall_behind_it() -> None:
    for metric in ("thickness.min", "thickness.mean", "thickness.median", "thickness.max"):
        assert of_face(TRAY, metric, FIN_SIDE).value == pytest.approx(1.2)
    assert of_face(TRAY, "thickness.cv", FIN_SIDE).value == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(("share", "low_mm"), [(0.06, 1.2), (0.2, 0.1)])
def test_a_feather_edge_is_no_low_thickness_and_a_thin_stretch_is(share: float, low_mm: float) -> None:
    prepared = TRAY.assessed.prepared
    field, own = prepared.fields["thickness"], np.flatnonzero(prepared.mesh.face_of_vertex == FIN_SIDE)
    values = field.values.copy()
    heights = prepared.mesh.vertices[own, 2]
    values[own[heights <= np.quantile(heights, share)]] = 0.1
    thinned = replace(
        prepared, fields={**prepared.fields, "thickness": replace(field, values=frozen(values))}
    )
    analysis = replace(TRAY, assessed=replace(TRAY.assessed, prepared=thinned))
    analysis = with_evidence(analysis, thin_stretches=ThinStretches((), ()))
    assert of_face(analysis, "thickness.min", FIN_SIDE).value == pytest.approx(0.1)
    assert of_face(analysis, "thickness.low", FIN_SIDE).value == pytest.approx(low_mm)


@pytest.mark.parametrize(("step_mm", "is_measured"), [(0.05, False), (0.5, True)])
def test_a_sliver_has_no_low_thickness(step_mm: float, is_measured: bool) -> None:
    stepped = draw.fuse(draw.box((60, 40, 10)), draw.box((30, 40, 10 + step_mm)))
    analysis = analyzed(stepped, max_edge_mm=5.0)
    riser = face_at(analysis, (30, 20, 10 + step_mm / 2))
    table = measure(analysis)
    subjects = [each for each in table.subjects if each.kind == "FACE" and each.fid == riser]
    assert (subjects[0].index in table.values["thickness.low"]) == is_measured
    assert subjects[0].index in table.values["thickness.min"]


@pytest.mark.parametrize(
    ("direction", "width_mm"), [((0, 1, 0), 1.2), ((0, 0, 1), 1.2), ((1, 0, 0), math.inf), ((3, 0, 4), 1.5)]
)
def test_a_wall_is_as_wide_within_a_layer_as_the_layer_cuts_it(
    direction: tuple[float, float, float], width_mm: float
) -> None:
    # The fin is thin along x: layers whose axis leans from that by a cosine of 0.6 cut it over 1.2 / 0.8.
    along = np.array(direction, dtype=np.float64)
    build = BuildDirection(frozen(along / np.linalg.norm(along)), (), 0.0, 0.0, 0.0)
    analysis = with_evidence(TRAY, build=build)
    assert of_face(analysis, "thickness.in_layer", FIN_SIDE).value == pytest.approx(width_mm)
    unknown = of_face(TRAY, "thickness.in_layer", FIN_SIDE)
    assert math.isnan(unknown.value)
    assert unknown.reason.startswith("build directions were not gathered")


def test_a_feature_is_as_thick_as_the_thinnest_of_its_faces() -> None:
    analysis = with_features(TRAY, fin(TRAY))
    assert of_feature(analysis, "thickness.min").value == pytest.approx(1.2)
    # Its top looks down the fin and through the floor.
    assert of_feature(analysis, "thickness.max").value == pytest.approx(26.0)


def test_the_place_of_the_minimum_is_reported_with_the_wall_opposite() -> None:
    prepared = with_opposites(TRAY.assessed.prepared)
    analysis = replace(TRAY, assessed=replace(TRAY.assessed, prepared=prepared))
    found = of_face(analysis, "thickness.min", FIN_SIDE)
    assert found.faces == (FIN_SIDE,)
    assert found.location is not None
    assert found.witness is not None
    assert found.location[0] == pytest.approx(60.0)
    assert found.witness[1] == pytest.approx(found.location + np.array([1.2, 0.0, 0.0]))


def test_a_field_without_opposites_gives_no_witness() -> None:
    assert of_face(TRAY, "thickness.min", FIN_SIDE).witness is None


def test_the_fields_error_is_the_values_uncertainty() -> None:
    prepared = TRAY.assessed.prepared
    field = replace(prepared.fields["thickness"], absolute_error=0.01, relative_error=0.1)
    analysis = replace(
        TRAY,
        assessed=replace(
            TRAY.assessed, prepared=replace(prepared, fields={**prepared.fields, "thickness": field})
        ),
    )
    assert of_face(analysis, "thickness.min", FIN_SIDE).uncertainty == pytest.approx(0.01 + 0.12)
    assert of_face(analysis, "thickness.mean", FIN_SIDE).uncertainty == pytest.approx(0.01 + 0.12)
    assert of_face(analysis, "thickness.cv", FIN_SIDE).uncertainty == pytest.approx(0.13 / 1.2)
    assert of_face(TRAY, "thickness.min", FIN_SIDE).uncertainty == 0.0


def test_what_could_not_be_measured_says_why() -> None:
    prepared = TRAY.assessed.prepared
    field = prepared.fields["thickness"]
    holed = np.where(prepared.mesh.face_of_vertex == FIN_SIDE, np.nan, field.values)
    fields = {**prepared.fields, "thickness": replace(field, values=frozen(holed))}
    analysis = replace(TRAY, assessed=replace(TRAY.assessed, prepared=replace(prepared, fields=fields)))
    for metric in ("thickness.min", "thickness.mean", "thickness.cv"):
        found = of_face(analysis, metric, FIN_SIDE)
        assert np.isnan(found.value)
        assert found.reason == "thickness could not be measured there"
    assert of_face(analysis, "thickness.min", BOTTOM).value == pytest.approx(4.0)


def test_a_change_of_section_is_reported_on_the_heavy_face_alone() -> None:
    change = SectionChange(BOTTOM, 4.0, frozen([60.0, 40.0, 0.0]), FIN_SIDE, 1.2, frozen([60.0, 40.0, 15.0]))
    level = SectionChange(
        FIN_SIDE, 1.2, frozen([60.0, 40.0, 15.0]), FIN_SIDE, 1.2, frozen([60.0, 40.0, 15.0])
    )
    analysis = with_evidence(TRAY, section_changes=(change, level))
    found = of_face(analysis, "thickness.section_ratio", BOTTOM)
    assert found.value == pytest.approx(4.0 / 1.2)
    assert found.faces == (BOTTOM, FIN_SIDE)
    assert found.witness is not None
    np.testing.assert_array_equal(found.witness, (change.thick_point, change.thin_point))
    assert found.note == "4.0 mm meets 1.2 mm."
    assert of_face(analysis, "thickness.section_ratio", FIN_SIDE).value == 1.0
    heavy = of_face(analysis, "thickness.heavy_section", BOTTOM)
    assert (heavy.value, heavy.location) == (4.0, None)
    assert of_face(analysis, "thickness.heavy_section", FIN_SIDE).value == 1.2
    inspected = measure(analysis).values["thickness.section_ratio"]
    subjects = measure(analysis).subjects
    assert {subjects[index].fid for index in inspected if subjects[index].domain == Domain.FACE} == {
        BOTTOM,
        FIN_SIDE,
    }


def test_the_room_for_a_feeder_is_reported_in_thicknesses_of_the_heavy_section() -> None:
    place = frozen([60.0, 40.0, 0.0])
    shut = SectionChange(BOTTOM, 4.0, place, FIN_SIDE, 1.2, place, room_mm=3.0)
    opened = SectionChange(FIN_SIDE, 1.2, place, FIN_SIDE, 1.2, place)
    analysis = with_evidence(TRAY, section_changes=(shut, opened))
    assert of_face(analysis, "thickness.feeder_room", BOTTOM).value == pytest.approx(0.75)
    assert np.isinf(of_face(analysis, "thickness.feeder_room", FIN_SIDE).value)


def test_a_thin_wall_says_how_far_it_reaches_and_a_thick_one_nothing() -> None:
    point, foot = frozen([60.0, 40.0, 26.0]), frozen([60.0, 40.0, 4.0])
    analysis = with_evidence(
        TRAY, thin_stretches=ThinStretches((ThinStretch(FIN_SIDE, 1.2, 22.0, point, foot),), ())
    )
    found = of_face(analysis, "thickness.slenderness", FIN_SIDE)
    assert found.value == pytest.approx(22.0 / 1.2)
    assert found.witness is not None
    np.testing.assert_array_equal(found.witness, (point, foot))
    assert of_face(analysis, "thickness.low", FIN_SIDE).note == (
        "It reaches 22.0 mm from what holds it, 18.3 times its thickness."
    )
    assert of_face(analysis, "thickness.height_over_thickness", FIN_SIDE).value == found.value
    values, subjects = measure(analysis).values["thickness.slenderness"], measure(analysis).subjects
    assert {subjects[index].fid for index in values if subjects[index].domain == Domain.FACE} == {FIN_SIDE}
    assert of_face(analysis, "thickness.low", BOTTOM).note == ""


def test_a_loose_plate_reaches_across_its_width_and_has_no_height() -> None:
    point, border = frozen([60.0, 40.0, 26.0]), frozen([60.0, 40.0, 4.0])
    loose = ThinStretch(FIN_SIDE, 1.2, 22.0, point, border, is_held=False)
    analysis = with_evidence(TRAY, thin_stretches=ThinStretches((loose,), ()))
    assert of_face(analysis, "thickness.slenderness", FIN_SIDE).value == pytest.approx(22.0 / 1.2)
    assert not measure(analysis).values["thickness.height_over_thickness"]


def test_evidence_that_nobody_gathered_is_not_measured() -> None:
    for metric, what in (
        ("thickness.section_ratio", "changes of section"),
        ("thickness.heavy_section", "changes of section"),
        ("thickness.feeder_room", "changes of section"),
        ("thickness.slenderness", "thin stretches"),
        ("thickness.height_over_thickness", "thin stretches"),
    ):
        found = of_face(TRAY, metric, BOTTOM)
        assert np.isnan(found.value)
        assert found.reason.startswith(f"{what} were not gathered")


def test_a_thin_wall_beside_a_hole_names_the_hole_and_another_none() -> None:
    lug = draw.cut(draw.box((40, 30, 20)), draw.cylinder(4.0, 30, (20, 6.5, -1)))
    table = measure(analyzed(lug, max_edge_mm=3.0))
    diameter_of_face = {
        subject.fid: table.values["thickness.hole_diameter"][subject.index].value
        for subject in table.subjects
        if subject.kind == "FACE"
    }
    thin = table.values["thickness.min"]
    beside = [
        subject.fid
        for subject in table.subjects
        if subject.kind == "FACE" and thin[subject.index].value == pytest.approx(2.5, abs=0.05)
    ]
    assert len(beside) == 2  # the bore, and the side of the block that it stands beside
    assert {diameter_of_face[fid] for fid in beside} == {8.0}
    assert max(diameter_of_face.values()) == math.inf


def slitted(width_mm: float) -> TopoDS_Shape:
    """Draw a block of 60 x 20 x 10 with a sealed slit 0.3 mm below its top and a pocket that leaves 2."""
    block = draw.cut(draw.box((60, 20, 10)), draw.box((20, 12, width_mm), (5, 4, 9.7 - width_mm)))
    return draw.cut(block, draw.box((16, 12, 8), (35, 4, 0)))


@pytest.mark.parametrize(("width_mm", "least_mm"), [(0.495, 2.0), (0.505, 0.3)])
def test_material_beside_a_sealed_slit_is_no_wall_and_the_rest_of_the_face_is(
    width_mm: float, least_mm: float
) -> None:
    part = analyzed(slitted(width_mm), max_edge_mm=4.0)
    top = face_at(part, (15, 10, 10))
    (slit,) = (shell for shell in part.assessed.prepared.part.bodies[0].shells if shell.is_void)
    assert of_face(part, "thickness.min", top).value == pytest.approx(0.3)
    assert of_face(part, "thickness.apart_from_slits", top).value == pytest.approx(least_mm)
    table = measure(part)
    walls = table.values["thickness.apart_from_slits"].subjects
    known = {each.fid for each in table.subjects if each.domain == Domain.FACE and each.index in walls}
    assert known.isdisjoint(slit.faces) == (least_mm == 2.0)
    rule = verdict(part, "additive/fdm/min_wall_thickness")
    assert rule.severity.name == ("PASS" if least_mm == 2.0 else "FAIL")
    trapped = verdict(part, "additive/fdm/trapped_volume")
    assert (trapped.severity.name == "PASS") == (least_mm == 2.0)


def test_apart_from_holes_a_face_is_as_thin_as_its_other_walls() -> None:
    """Above the bottom are a pocket that leaves 2 mm and a bore of 4 that leaves 1."""
    pocketed = draw.cut(draw.box((40, 30, 20)), draw.box((10, 10, 20), (5, 10, 2)))
    bored = analyzed(draw.cut(pocketed, draw.cylinder(2.0, 40, (30, -1, 3), draw.Y)), max_edge_mm=2.0)
    bottom, bore = face_at(bored, (10, 15, 0)), face_at(bored, (30, 15, 1))
    walls = {face: of_face(bored, "thickness.min", face).value for face in (bottom, bore)}
    apart = {face: of_face(bored, "thickness.apart_from_holes", face).value for face in (bottom, bore)}
    assert walls == {bottom: pytest.approx(1.0), bore: pytest.approx(1.0)}
    assert apart == {bottom: pytest.approx(2.0), bore: pytest.approx(1.0)}
    widths = {face: of_face(bored, "hole.diameter_of_face", face).value for face in (bottom, bore)}
    assert widths == {bottom: math.inf, bore: pytest.approx(4.0)}
    cast = verdict(bored, "casting/sand/min_wall_thickness")
    found = {finding.fid: finding.value for finding in cast.findings}
    assert found[bottom] == pytest.approx(2.0)
    assert bore not in found


@pytest.mark.parametrize(("deep_mm", "is_mark"), [(0.5, True), (4.0, False)])
def test_what_lies_between_an_engraved_line_and_the_next_wall_is_none(deep_mm: float, is_mark: bool) -> None:
    """A groove 1 mm from the side of a bar, 5 mm from its ends: as shallow as a mark, or a slot."""
    groove = draw.box((20, 2, 20), (5, 1, 12 - deep_mm))
    bar = analyzed(draw.cut(draw.box((30, 20, 12)), groove), max_edge_mm=1.0)
    side = face_at(bar, (15, 0, 6))
    assert of_face(bar, "thickness.min", side).value == pytest.approx(1.0)
    apart_mm = of_face(bar, "thickness.apart_from_holes", side).value
    assert apart_mm > 5.0 if is_mark else apart_mm == pytest.approx(1.0)


def test_a_face_with_walls_beside_holes_alone_has_none_apart_from_them() -> None:
    tube = analyzed(draw.cut(draw.cylinder(8.0, 30.0), draw.cylinder(5.0, 32.0, (0, 0, -1))), max_edge_mm=2.0)
    apart = measure(tube).values["thickness.apart_from_holes"]
    index_of_face = {each.fid: each.index for each in measure(tube).subjects if each.kind == "FACE"}
    assert index_of_face[face_at(tube, (8, 0, 15))] not in apart
    assert apart[index_of_face[face_at(tube, (5, 0, 15))]].value == pytest.approx(3.0)


def test_what_a_tenth_of_a_face_is_thinner_than_says_how_thin_its_thinnest_place_is() -> None:
    block = draw.cut(draw.box((30, 20, 10)), draw.cylinder(2, 32, (-1, 10, 2.4), draw.X))
    bored = analyzed(block, max_edge_mm=1.0)
    found = of_face(bored, "thickness.low", face_at(bored, (15, 10, 0)))
    assert found.value > 0.44
    assert found.note.startswith("A tenth of it is no thicker than that; its thinnest place is 0.40 mm.")
    plate = analyzed(draw.box((40, 30, 7)), max_edge_mm=5.0)
    assert of_face(plate, "thickness.low", face_at(plate, (20, 15, 0))).note == ""


def test_the_run_of_cast_metal_is_reported_over_the_thickness() -> None:
    """A plate of 1 mm is filled across its 30 mm; a block is no thin wall."""
    plate = measure(analyzed(draw.box((40, 30, 1)), max_edge_mm=1.5))
    runs = [each.value for each in plate.values["thickness.run_in_thicknesses"].values()]
    assert len(runs) >= 2
    assert runs == [pytest.approx(30.0, rel=0.01)] * len(runs)
    assert not measure(analyzed(draw.box((40, 30, 10)), max_edge_mm=5.0)).values[
        "thickness.run_in_thicknesses"
    ]


@pytest.mark.parametrize(
    ("reach_mm", "neck_mm", "stroke_mm", "slenderness"),
    [
        (2.4, 0.0, None, 2.0),
        (2.4, 6.0, None, 2.5),
        (2.4, 6.0, 1.8, 0.75),
        (0.6, 0.0, 1.8, 0.5),
    ],
)
def test_a_wall_reaches_half_its_neck_round_its_thinnest_place_and_half_a_stroke_behind_a_letter(
    reach_mm: float, neck_mm: float, stroke_mm: float | None, slenderness: float
) -> None:
    point, foot = frozen([60.0, 40.0, 25.0]), frozen([60.0, 40.0, 4.0])
    thinnest = ThinStretch(FIN_SIDE, 1.2, reach_mm, point, foot, neck_mm=neck_mm)
    analysis = with_evidence(
        TRAY,
        thin_stretches=ThinStretches((), (thinnest,)),
        marks=Marks({}, {} if stroke_mm is None else {FIN_SIDE: stroke_mm}, {}),
    )
    assert of_face(analysis, "thickness.least_slenderness", FIN_SIDE).value == pytest.approx(slenderness)
    assert of_face(analysis, "thickness.least_slenderness", BOTTOM).value == math.inf
