"""Bodies and what lies beside them: strays keep their ids and touch nothing."""

import numpy as np
import pytest
from OCP.TopAbs import TopAbs_ShapeEnum as Kind

from engine.graph import build
from engine.kernel import gather
from engine.kernel.brep import explore, map_shapes
from engine.kernel.topology import measure
from engine.model.part import Part
from engine.model.surface import Freeform
from tests.support import draw
from tests.support.parts import brep_of
from tests.support.parts_strays import BLOCK, STRAYS, faces, shell


@pytest.fixture(scope="module")
def alone() -> Part:
    return measure(brep_of(BLOCK))


@pytest.mark.parametrize(("name", "is_first"), [(name, at % 2 == 0) for at, name in enumerate(STRAYS)])
def test_a_solid_is_measured_as_if_nothing_lay_beside_it(name: str, is_first: bool, alone: Part) -> None:
    shapes = [*STRAYS[name], BLOCK] if is_first else [BLOCK, *STRAYS[name]]
    brep = brep_of(draw.compound(*shapes))
    part = measure(brep)
    assert any(note.startswith("Besides solids the file holds") for note in part.notes)
    assert part.volume_mm3 == pytest.approx(alone.volume_mm3)
    assert part.area_mm2 == pytest.approx(alone.area_mm2)
    np.testing.assert_allclose(part.box_mm, alone.box_mm, atol=1e-9)
    own = [face for face in part.faces if face.body is not None]
    assert [face.area_mm2 for face in own] == pytest.approx([face.area_mm2 for face in alone.faces])
    assert len(part.edges) == len(alone.edges) == 27
    assert part.bodies[0].is_valid
    assert [joint.convexity for joint in build.build(part).joints] == [
        joint.convexity for joint in build.build(alone).joints
    ]


def test_a_stray_face_keeps_its_id_and_has_no_measures() -> None:
    brep = brep_of(draw.compound(shell(faces(draw.box((5, 5, 5), (100, 0, 0)))[:4]), BLOCK))
    part = measure(brep)
    assert len(part.faces) == len(brep.faces) == map_shapes(brep.shape, Kind.TopAbs_FACE).Extent() == 16
    strays = [face for face in part.faces if face.body is None]
    assert len(strays) == 4
    assert len(brep.body_faces) == 12
    for face in strays:
        assert face.loops == ()
        assert isinstance(face.surface, Freeform)
        assert face.area_mm2 == 0.0
        assert np.isnan(face.inner_point).all()
        assert build.build(part).joints_of_face[face.id] == ()


def test_strays_stay_where_bodies_are_given_faces_of_their_own() -> None:
    """Two shells that share a face, a shell and a face beside them."""
    box = draw.box((10, 10, 10))
    first = explore(box, Kind.TopAbs_SHELL)[0]
    second = shell([faces(box)[0], *faces(draw.box((10, 10, 10), (-10, 0, 0)))[1:]])
    beside, face = shell(faces(draw.box((5, 5, 5), (100, 0, 0)))[:4]), faces(draw.sphere(2, (50, 0, 0)))[0]
    shape = gather.compound([first, second, beside, face])
    assert [len(faces(each)) for each in gather.strays(shape, [first, second])] == [4, 1]
    again, bodies = gather.with_own_faces(shape, [first, second])
    assert map_shapes(again, Kind.TopAbs_FACE).Extent() == 6 + 6 + 4 + 1
    numbered, body_of_face = gather.numbered_faces(again, bodies)
    assert len(numbered) == 17
    assert body_of_face.tolist() == [0] * 6 + [1] * 6 + [-1] * 5
