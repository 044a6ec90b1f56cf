"""Whether a part that is collected comes out of its file as it was drawn, and nothing else of it."""

import zipfile

import numpy as np
import pytest
import trimesh
from OCP.BRep import BRep_Builder
from OCP.BRepGProp import BRepGProp
from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox
from OCP.BRepTools import BRepTools
from OCP.GProp import GProp_GProps
from OCP.STEPControl import STEPControl_Reader
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS_Compound

from bench.judgment import shapes

DOCUMENT = """<Document><ObjectData>
<Object name="Pad"><Properties>
<Property name="Shape"><Part file="PartShape.brp"/></Property>
</Properties></Object>
<Object name="Note"><Properties><Property name="Label"/></Properties></Object>
</ObjectData></Document>"""


@pytest.fixture
def two_boxes(tmp_path):
    """Two boxes in one file: 1 x 2 x 3 mm and 4 x 5 x 6 mm."""
    both, builder = TopoDS_Compound(), BRep_Builder()
    builder.MakeCompound(both)
    builder.Add(both, BRepPrimAPI_MakeBox(1.0, 2.0, 3.0).Shape())
    builder.Add(both, BRepPrimAPI_MakeBox(4.0, 5.0, 6.0).Shape())
    path = tmp_path / "two.brep"
    BRepTools.Write_s(both, str(path))
    return path


def volumes(path):
    reader = STEPControl_Reader()
    reader.ReadFile(str(path))
    reader.TransferRoots()
    explorer = TopExp_Explorer(reader.OneShape(), TopAbs_ShapeEnum.TopAbs_SOLID)
    found = []
    while explorer.More():
        properties = GProp_GProps()
        BRepGProp.VolumeProperties_s(explorer.Current(), properties)
        found.append(pytest.approx(properties.Mass()))
        explorer.Next()
    return found


@pytest.mark.parametrize(("solid", "expected"), [(None, [6.0, 120.0]), (0, [6.0]), (1, [120.0])])
def test_one_solid_of_several_is_written_alone(two_boxes, tmp_path, solid, expected):
    shapes.write_step(two_boxes, tmp_path / "one.step", solid)
    assert volumes(tmp_path / "one.step") == expected


def test_a_solid_that_is_not_there_is_told_with_how_many_there_are(two_boxes, tmp_path):
    with pytest.raises(shapes.NoShape, match=r"two\.brep has 2 solids, and none numbered 2"):
        shapes.write_step(two_boxes, tmp_path / "one.step", 2)


def test_a_body_of_a_document_is_found_by_its_name(two_boxes, tmp_path):
    document = tmp_path / "part.FCStd"
    with zipfile.ZipFile(document, "w") as packed:
        packed.writestr("Document.xml", DOCUMENT)
        packed.write(two_boxes, "PartShape.brp")
    shapes.write_step(document, tmp_path / "body.step", body="Pad")
    assert volumes(tmp_path / "body.step") == [6.0, 120.0]
    with pytest.raises(shapes.NoShape, match="has no body 'Note'; it has Pad"):
        shapes.write_step(document, tmp_path / "body.step", body="Note")


@pytest.mark.parametrize(("unit_mm", "expected_m"), [(1.0, [0.01, 0.03, 0.02]), (1000.0, [10, 30, 20])])
def test_triangles_come_out_in_meters_and_lie_on_their_side(tmp_path, unit_mm, expected_m):
    trimesh.creation.box((10, 20, 30)).export(tmp_path / "box.stl")
    shapes.write_glb(tmp_path / "box.stl", tmp_path / "box.glb", unit_mm)
    read = trimesh.load_scene(tmp_path / "box.glb")
    assert np.allclose(read.extents, expected_m)
