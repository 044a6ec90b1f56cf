"""What lies in a shape besides solids, and the sentence that refuses a shape without any."""

from dataclasses import dataclass, replace

from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopoDS import TopoDS_Shape

from engine.kernel.brep import explore
from engine.step_text.screen import StepText

ACCEPTED = "needed is a closed solid body; export the part as a solid (AP203, AP214 or AP242)"


@dataclass(frozen=True, slots=True)
class Strays:
    """Geometry that belongs to no solid."""

    shells: int
    """Open or closed, outside solids."""
    faces: int
    """Outside shells."""
    curves: int
    """Edges outside faces."""
    points: int
    """Vertices outside edges."""

    def besides(self, shells: int) -> "Strays":
        """Return what is left when so many shells are taken for bodies."""
        return replace(self, shells=self.shells - shells)

    def in_words(self) -> str:
        """List what there is: `2 loose surfaces, 78 curves and 22 points`; empty for nothing."""
        counts = (
            (self.shells + self.faces, "loose surface"),
            (self.curves, "curve"),
            (self.points, "point"),
        )
        parts = [f"{count} {name}{'s' * (count > 1)}" for count, name in counts if count]
        return " and ".join([", ".join(parts[:-1])] * (len(parts) > 1) + parts[-1:])


def strays_of(shape: TopoDS_Shape) -> Strays:
    """Count what belongs to no solid."""
    return Strays(
        shells=_distinct(shape, Kind.TopAbs_SHELL, Kind.TopAbs_SOLID),
        faces=_distinct(shape, Kind.TopAbs_FACE, Kind.TopAbs_SHELL),
        curves=_distinct(shape, Kind.TopAbs_EDGE, Kind.TopAbs_FACE),
        points=_distinct(shape, Kind.TopAbs_VERTEX, Kind.TopAbs_EDGE),
    )


def _distinct(shape: TopoDS_Shape, kind: Kind, avoid: Kind) -> int:
    found = ShapeMap()
    for part in explore(shape, kind, avoid):
        found.Add(part)
    return found.Extent()


def refusal(strays: Strays, text: StepText) -> str:
    """Say in one sentence what a file without a solid holds and what is accepted."""
    surfaces = strays.shells + strays.faces
    if surfaces and text.has_solids:
        found = "a solid whose surface has gaps: entities of it are missing or of the wrong kind"
    elif surfaces == 1:
        found = "an open surface that encloses no volume"
    elif surfaces:
        found = f"{strays.in_words()} not joined into a solid"
    elif strays.curves:
        found = f"only a wireframe ({strays.in_words()})"
    elif strays.points:
        found = f"only {strays.in_words()}"
    elif text.contents:
        found = text.contents
    elif text.has_solids:
        found = "a solid that cannot be built: its entities are missing, doubled or of the wrong kind"
    else:
        found = "no part geometry"
    return f"the STEP file holds {found}; {ACCEPTED}"
