"""The pictures of a report show what its text speaks of, and are not too many."""

import dataclasses

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.part import FaceId
from engine.model.rulepack import Severity
from engine.render import marks, scene
from engine.report import gallery, issues, places
from tests.support import analyses, layer_limits, small_pictures


@pytest.fixture(scope="module")
def tray():
    return analyses.tray()


@pytest.fixture(scope="module")
def lit(tray):
    return scene.build(tray.assessed.prepared.mesh, with_soft_light=False)


@pytest.fixture(autouse=True)
def without_axes(monkeypatch):
    """Leave the axes out: one of them is red."""
    monkeypatch.setattr(marks, "axes", lambda picture, *_: picture)


@pytest.fixture
def small():
    """Draw small pictures, for who counts them."""
    with small_pictures.drawn():
        yield


def reds(image):
    pixels = np.asarray(image).astype(int)
    return int(((pixels[..., 0] > 120) & (pixels[..., 0] > 2 * pixels[..., 1:3].max(axis=2))).sum())


def test_every_heatmap_is_shown_from_two_sides_in_one_size(tray, lit) -> None:
    views = gallery.heatmap_views(
        lit, tray, {"thickness": layer_limits.judged(tray, fail=1.5, warn=2.5)}, width=200
    )
    assert [view.name for view in views] == [
        f"{name}_{side}"
        for name in ("thickness", "clearance", "features", "draft")
        for side in ("front", "back")
    ]
    assert {view.bare.size for view in views} == {views[0].bare.size}
    assert all(view.image.width > view.bare.width for view in views)


def test_limits_go_to_the_heatmap_they_are_named_for(tray, lit) -> None:
    with_limits = gallery.heatmap_views(
        lit, tray, {"thickness": layer_limits.judged(tray, fail=1.5, warn=2.5)}, width=200
    )
    without = gallery.heatmap_views(lit, tray, {}, width=200)
    assert reds(with_limits[0].bare) > 20
    assert reds(without[0].bare) == 0


def test_a_tall_part_gets_a_tall_picture_and_a_flat_one_a_flat_one() -> None:
    solid = np.ones((1, 1, 1), dtype=bool)
    heights = []
    for z in (60.0, 2.0):
        block = analyses.blocks([0, 10], [0, 10], [0, z], solid)
        built = scene.build(block.assessed.prepared.mesh, with_soft_light=False)
        heights.append(gallery.heatmap_views(built, block, {}, width=200)[0].bare.height)
    assert heights[0] == 250
    assert heights[1] < 150


def issue_at(tray, point, **changes):
    fid = analyses.face_at(tray, point)
    finding = analyses.finding(
        **{"fid": fid, "faces": (fid,), "location": frozen(point), "witness": None} | changes
    )
    return issues.gather(analyses.verdict(finding))[0]


def under(tray, **limits):
    """Judge the tray by these limits of thickness."""
    (configuration,) = analyses.verdict().configurations
    judged = dataclasses.replace(configuration, limits={"thickness": layer_limits.judged(tray, **limits)})
    verdict = dataclasses.replace(analyses.verdict(), configurations=(judged,))
    return dataclasses.replace(tray, verdicts=(verdict,))


def test_a_closeup_has_the_colors_of_the_process_that_finds_fault(tray, lit, small) -> None:
    issue = issue_at(tray, (60.0, 40, 15))
    missed, other_limit, warned, bare = (
        gallery.closeups(lit, each, [issue])[0].image
        for each in (under(tray, fail=2.5), under(tray, fail=1.0), under(tray, warn=2.5), tray)
    )
    assert reds(missed) > 0.007 * missed.width * missed.height
    assert reds(other_limit) == reds(warned) == reds(bare) == 0
    assert places.process_of(issue, under(tray, fail=2.5)) == "Casting · Investment"
    assert places.process_of(issue, tray) == ""


def test_the_same_place_is_drawn_once(tray, lit, small) -> None:
    same = issue_at(tray, (60.0, 40, 15))
    other = issue_at(tray, (0, 40, 15), value=5.0, threshold=6.0)
    found = gallery.closeups(lit, tray, [same, other, same])
    assert found[2] == 0
    assert not isinstance(found[1], int)


def test_there_are_not_more_pictures_than_a_page_can_bear(tray, lit, small, monkeypatch) -> None:
    monkeypatch.setattr(gallery, "MOST_CLOSEUPS", 2)
    points = [(60.0, 40, 15), (0, 40, 15), (120, 40, 15)]
    found = gallery.closeups(lit, tray, [issue_at(tray, point) for point in points])
    assert sorted(found) == [0, 1]


def test_warnings_get_fewer_pictures_than_failures(tray, lit, small, monkeypatch) -> None:
    monkeypatch.setattr(gallery, "MOST_CLOSEUPS", 3)
    monkeypatch.setattr(gallery, "MOST_WITH_WARNINGS", 1)
    points = [(60.0, 40, 15), (0, 40, 15), (120, 40, 15)]
    failing = [issue_at(tray, point) for point in points]
    warned = [issue_at(tray, point, severity=Severity.WARNING) for point in points]
    assert sorted(gallery.closeups(lit, tray, failing)) == [0, 1, 2]
    assert sorted(gallery.closeups(lit, tray, warned)) == [0]


def test_a_further_place_gets_a_smaller_picture(tray, lit) -> None:
    issues = [issue_at(tray, point) for point in [(60.0, 40, 15), (0, 40, 15)]]
    found = gallery.closeups(lit, tray, issues, is_small=[False, True])
    assert [found[at].image.size for at in (0, 1)] == [gallery.CLOSEUP_SIZE, gallery.SMALL_CLOSEUP_SIZE]


def test_what_is_about_the_whole_part_has_no_close_up(tray, lit) -> None:
    everything = tuple(FaceId(face) for face in range(len(tray.assessed.prepared.part.faces)))
    whole = issue_at(tray, (60.0, 40, 15), fid=None, faces=everything)
    nowhere = issue_at(tray, (60.0, 40, 15), fid=None, faces=())
    assert gallery.closeups(lit, tray, [whole, nowhere]) == {}


def test_a_dimension_is_drawn_only_where_it_agrees_with_its_number(tray, lit, small, monkeypatch) -> None:
    drawn = []
    monkeypatch.setattr(marks, "draw", lambda picture, camera, witness, *_: drawn.append(witness) or picture)
    agreeing = (frozen([60.0, 40, 15]), frozen([61.2, 40, 15]))
    astray = (frozen([60.0, 40, 15]), frozen([63.0, 40, 15]))
    for witness in (agreeing, astray):
        gallery.closeups(lit, tray, [issue_at(tray, (60.0, 40, 15), witness=witness)])
    np.testing.assert_array_equal(drawn[0], agreeing)
    assert drawn[1:] == [None]


def test_what_was_measured_is_in_no_pixel_and_stands_beside_its_place(tray, lit, small) -> None:
    point = (60.0, 40, 15)
    thin, thick = (
        gallery.closeups(lit, tray, [issue_at(tray, point, value=value)])[0] for value in (1.2, 1.9)
    )
    assert (thin.label, thick.label) == ("1.20 mm", "1.90 mm")
    np.testing.assert_array_equal(np.asarray(thin.image), np.asarray(thick.image))
    at = places.aim(lit, issue_at(tray, point), gallery.CLOSEUP_SIZE).project(np.array([point]))[0, :2]
    off = np.array(thin.label_at) * gallery.CLOSEUP_SIZE - at
    assert 10.0 < np.hypot(*off) < 120.0
    assert all(0.0 < share < 1.0 for share in thin.label_at)


def test_what_is_no_length_has_no_words_over_its_picture(tray, lit, small) -> None:
    found = gallery.closeups(lit, tray, [issue_at(tray, (60.0, 40, 15), unit="setups", value=3.0)])[0]
    assert found.label == ""
