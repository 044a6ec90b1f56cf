"""Surfaces asked for places alone give those that come with derivatives."""

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS

from engine.kernel import evaluate
from engine.kernel.brep import explore
from tests.support import draw

ASKED = np.array([[0.1, 0.2], [0.4, 0.9], [0.75, 0.5]])


def test_places_are_those_that_come_with_derivatives() -> None:
    for body in (draw.as_nurbs(draw.sphere(5, (1, 2, 3))), draw.cylinder(2, 6)):
        for face in explore(body, TopAbs_ShapeEnum.TopAbs_FACE):
            surface = BRepAdaptor_Surface(TopoDS.Face(face))
            expected = evaluate.derivatives(surface, ASKED).point
            np.testing.assert_allclose(evaluate.places(surface, ASKED), expected, rtol=1e-14, atol=1e-14)


def test_no_parameters_have_no_places() -> None:
    face = explore(draw.box((1, 2, 3)), TopAbs_ShapeEnum.TopAbs_FACE)[0]
    assert evaluate.places(BRepAdaptor_Surface(TopoDS.Face(face)), np.zeros((0, 2))).shape == (0, 3)
