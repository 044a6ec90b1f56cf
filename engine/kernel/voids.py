"""The inner shells of a solid, each round a void that the material encloses.

A file may spell them either way out. Turned, as OCCT does when it repairs a whole body, they enclose a
negative volume: what they take from the outer shell's.
"""

from OCP.BRep import BRep_Builder
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopoDS import TopoDS_Shape

from engine.kernel.brep import explore

FORWARD = TopAbs_Orientation.TopAbs_FORWARD


def has_voids(body: TopoDS_Shape) -> bool:
    """Whether a body has more shells than its outer one."""
    return len(explore(body, Kind.TopAbs_SHELL)) > 1


def with_voids_oriented(body: TopoDS_Shape) -> TopoDS_Shape:
    """Return a solid with its hollows the right way out; its first shell, the outer one, stays as it is."""
    outer, *inner = explore(body.Oriented(FORWARD), Kind.TopAbs_SHELL)
    builder, new = BRep_Builder(), body.EmptyCopied().Oriented(FORWARD)
    builder.Add(new, outer)
    for shell in inner:
        builder.Add(new, shell.Reversed() if _volume_mm3(shell) > 0.0 else shell)
    return new.Oriented(body.Orientation())


def _volume_mm3(shell: TopoDS_Shape) -> float:
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shell, properties)
    return float(properties.Mass())
