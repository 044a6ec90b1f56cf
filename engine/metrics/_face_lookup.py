"""What evidence says of single faces, as metrics read it."""

from functools import cached_property

import numpy as np

from engine.metrics._bodies import void_shells
from engine.model.analysis import Assessed
from engine.model.arrays import Floats
from engine.model.evidence import ThinStretch
from engine.model.part import FaceId
from engine.model.printing import Overhang
from engine.model.pull import UndercutRegion
from engine.model.shell import ShellWall


class FaceLookup:
    """Finds the undercut, overhang, thin stretch or shell wall that a face belongs to."""

    def __init__(self, assessed: Assessed) -> None:
        """Take the evidence."""
        self._assessed = assessed

    @cached_property
    def region(self) -> dict[FaceId, UndercutRegion]:
        """The undercut region each undercut face belongs to."""
        return {face: region for region in self._assessed.pull.regions for face in region.faces}

    @cached_property
    def overhang(self) -> dict[FaceId, Overhang]:
        """What hangs over, by face."""
        return {each.face: each for each in self._assessed.evidence.overhangs}

    @cached_property
    def sealed(self) -> frozenset[FaceId]:
        """The faces of sealed hollows."""
        shells = void_shells(self._assessed.prepared.part)
        return frozenset(face for shell in shells for face in shell.faces)

    @cached_property
    def stretch(self) -> dict[FaceId, ThinStretch]:
        """The stretches of thin wall, by the face they lie behind."""
        return {each.face: each for each in self._assessed.evidence.thin_stretches.low}

    @cached_property
    def thinnest_stretch(self) -> dict[FaceId, ThinStretch]:
        """The stretches round the thinnest places of walls, by face."""
        return {each.face: each for each in self._assessed.evidence.thin_stretches.thinnest}

    @cached_property
    def shell_wall(self) -> dict[FaceId, ShellWall]:
        """The walls of thin shells, by the face that stands for each."""
        shells = self._assessed.evidence.shells
        return {wall.face: wall for shell in shells for wall in shell.walls}

    @cached_property
    def beside_shell_walls(self) -> frozenset[FaceId]:
        """The faces of thin shells that are no walls and have no rules of their own."""
        return frozenset(face for shell in self._assessed.evidence.shells for face in shell.other_faces)

    @cached_property
    def height_mm(self) -> Floats:
        """(F,) mm, how far each face reaches along the pull, with what the file split from it."""
        prepared = self._assessed.prepared
        along_mm = prepared.mesh.vertices @ self._assessed.pull.direction
        group = prepared.graph.group_of_face[prepared.mesh.face_of_vertex]
        low, high = np.full(len(prepared.part.faces), np.inf), np.full(len(prepared.part.faces), -np.inf)
        np.minimum.at(low, group, along_mm)
        np.maximum.at(high, group, along_mm)
        height_mm: Floats = np.maximum(high - low, 0.0)[prepared.graph.group_of_face]
        return height_mm
