"""Fields of drawn parts, measured when a test first asks for one: most ask about faces alone."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import cast

from engine import fields
from engine.graph import build
from engine.model.analysis import PreparedPart
from engine.model.arrays import Ints
from engine.model.field import Field
from engine.model.mesh import Mesh
from engine.model.part import Part
from engine.progress import Progress
from engine.raycast import scene as scenes
from engine.raycast.scene import Scene
from engine.run_context import RunContext


class Fields(Mapping[str, Field]):
    """What `fields.measure_all` returns."""

    def __init__(self, mesh: Mesh, group_of_face: Ints) -> None:
        self._mesh, self._group_of_face = mesh, group_of_face

    @cached_property
    def scene(self) -> Scene:
        """The trees over the mesh."""
        return scenes.build(self._mesh)

    @cached_property
    def _measured(self) -> dict[str, Field]:
        return fields.measure_all(self.scene, Progress(), self._group_of_face)

    def __getitem__(self, name: str) -> Field:
        return self._measured[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._measured)

    def __len__(self) -> int:
        return len(self._measured)


class Context(RunContext):
    """A run that looks at the trees over the mesh that the fields are measured with."""

    @property
    def scene(self) -> Scene:
        """The trees over its mesh."""
        known: object = self.prepared.fields
        return known.scene if isinstance(known, Fields) else super().scene


def related(part: Part, mesh: Mesh) -> PreparedPart:
    """Do as `pipeline.relate`, but for what the part's notes say of values that cannot be."""
    graph = build.build(part)
    lazy = cast(dict[str, Field], Fields(mesh, graph.group_of_face))
    return PreparedPart(part, graph, mesh, lazy, mesh.area_of_triangle)
