"""What the page carries of the part is the part: read back by hand, as the viewer reads it."""

import base64
import dataclasses
import json
import zlib

import numpy as np
import pytest

from engine import report
from engine.render import scene
from engine.report import gallery, shape
from engine.stages import FailedStage
from tests.support import analyses, layer_limits

pytestmark = pytest.mark.usefixtures("small_pictures")


def made(*findings, fail=1.5, warn=2.5):
    tray = analyses.tray()
    tray = analyses.with_features(tray, analyses.fin(tray))
    analysis = dataclasses.replace(tray, verdicts=(analyses.verdict(*findings),))
    built = scene.build(analysis.assessed.prepared.mesh, with_soft_light=False)
    limits = {"thickness": layer_limits.judged(analysis, fail=fail, warn=warn)}
    written = report.build(analysis, built, gallery.heatmap_views(built, analysis, limits, width=120))
    return analysis, shape.write(written, limits)


def read(written):
    """Return facts and arrays, by what the format says of itself."""
    facts = json.loads(written.facts)
    data = np.frombuffer(zlib.decompress(base64.b64decode(written.data)), dtype=np.uint8).astype(np.int64)
    arrays, at = {}, 0
    for each in facts["arrays"]:
        planes = data[at : at + each["n"] * each["bytes"]].reshape(each["bytes"], each["n"])
        at += planes.size
        values = sum(plane << (8 * power) for power, plane in enumerate(planes))
        if each["run"]:
            values = np.cumsum((values >> 1) ^ -(values & 1))
        arrays[each["name"]] = values
    assert at == len(data), "something is left over"
    return facts, arrays


@pytest.fixture(scope="module")
def tray():
    fin = analyses.fin(analyses.tray())
    analysis, written = made(analyses.finding(fid=fin.fid, faces=fin.faces))
    return analysis, *read(written)


def test_the_mesh_is_back_to_a_step_of_its_place(tray) -> None:
    analysis, facts, arrays = tray
    mesh = analysis.assessed.prepared.mesh
    step = facts["size"] / facts["steps"]
    places = np.column_stack([arrays[axis] for axis in "xyz"]) * step + facts["low"]
    assert np.abs(places - mesh.vertices).max() <= 0.5 * step + 1e-9
    assert (arrays["triangles"].reshape(-1, 3) == mesh.triangles).all()
    assert (arrays["face"] == mesh.face_of_vertex).all()


def test_directions_are_back_to_a_degree(tray) -> None:
    analysis, _, arrays = tray
    normals = np.nan_to_num(analysis.assessed.prepared.mesh.normals)
    flat = np.column_stack([arrays["normal0"], arrays["normal1"]]) / 127.0 - 1.0
    up = 1.0 - np.abs(flat).sum(axis=1)
    side = np.where(up[:, None] < 0.0, (1.0 - np.abs(flat[:, ::-1])) * np.where(flat >= 0.0, 1.0, -1.0), flat)
    back = np.column_stack([side, up])
    back /= np.linalg.norm(back, axis=1, keepdims=True)
    assert np.einsum("ij,ij->i", back, normals).min() > np.cos(np.radians(1.0))


def test_values_are_back_to_a_step_of_the_scale(tray) -> None:
    analysis, facts, arrays = tray
    (layer,) = [each for each in facts["layers"] if each["name"] == "thickness"]
    values = analysis.assessed.prepared.fields["thickness"].values
    codes = arrays["thickness"]
    finite = np.isfinite(values)
    assert (codes[np.isnan(values)] == shape.NO_VALUE).all()
    assert (codes[np.isposinf(values)] == shape.NOTHING).all()
    back = layer["start"] + (codes[finite] - shape.FIRST_VALUE) * layer["step"]
    assert np.abs(back - values[finite]).max() <= 0.5 * layer["step"] + 1e-9
    span = layer["choices"][0]["high"] - layer["choices"][0]["low"]
    assert layer["step"] <= max(span, np.ptp(values[finite])) / 4000


def test_limits_are_named_with_their_process_in_both_units(tray) -> None:
    _, facts, _ = tray
    (layer,) = [each for each in facts["layers"] if each["name"] == "thickness"]
    first = layer["choices"][0]
    assert [(mark["kind"], mark["value"]) for mark in first["marks"]] == [("fail", 1.5), ("warn", 2.5)]
    assert first["marks"][0]["words"] == ["fail below 1.5 mm", "fail below 0.0591 in"]
    assert first["process"]


def test_an_issue_has_its_faces_its_layer_and_a_place_to_stand(tray) -> None:
    analysis, facts, _ = tray
    fin = analyses.fin(analyses.tray())
    target = facts["targets"]["issue-1"]
    assert target["faces"] == sorted(int(face) for face in fin.faces)
    assert (target["layer"], target["severity"]) == ("thickness", "fail")
    assert np.linalg.norm(target["toward"]) == pytest.approx(1.0)
    box = analysis.assessed.prepared.mesh.vertices
    assert (box.min(axis=0) - 5 <= target["target"]).all()
    assert (box.max(axis=0) + 5 >= target["target"]).all()
    assert 0.0 < target["span"][1] < 200.0


def test_features_can_be_flown_to_and_faces_have_names(tray) -> None:
    analysis, facts, _ = tray
    fin = analyses.fin(analyses.tray())
    assert facts["targets"][f"face-{fin.fid}"]["faces"] == [int(face) for face in fin.faces]
    assert len(facts["faces"]) == len(analysis.assessed.prepared.part.faces)
    assert any("fin" in name[0] for name in facts["faces"])


def test_a_layer_that_could_not_be_measured_is_left_out() -> None:
    analysis, written = made()
    assert "draft" in {each["name"] for each in read(written)[0]["layers"]}
    failed = FailedStage("pull", "the pull direction was not chosen", "a defect")
    hurt = dataclasses.replace(
        analysis, assessed=dataclasses.replace(analysis.assessed, pull=failed, draft=failed)
    )
    built = scene.build(analysis.assessed.prepared.mesh, with_soft_light=False)
    facts, _ = read(shape.write(report.build(hurt, built, ())))
    assert [each["name"] for each in facts["layers"]] == ["thickness", "clearance", "features"]


def test_no_words_of_a_file_can_close_the_block_they_stand_in() -> None:
    _, written = made(analyses.finding(message="</script><script>alert(1)</script>", fid=1, faces=(1,)))
    assert "<" not in written.facts
    assert read(written)[0]["targets"]["issue-1"]["name"][0].startswith("</script>")
