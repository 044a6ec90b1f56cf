"""What one run has computed so far: made by `pipeline`, handed down through the stages, gone with the run.

Several stages ask for the trees over the mesh, for what lies opposite a face or across a blend. No module
keeps these; whoever needs one asks the context.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from engine.model.analysis import PreparedPart
from engine.model.face_graph import FaceGraph
from engine.model.mesh import Mesh
from engine.model.part import Part

if TYPE_CHECKING:  # the ray tracer comes along when trees are asked for: servers read catalogs without it
    from engine.raycast.scene import Scene

T = TypeVar("T")


class RunContext:
    """A prepared part and what was computed of it in one run."""

    def __init__(self, prepared: PreparedPart, scene: "Scene | None" = None) -> None:
        """Take the part, and the trees over its mesh if they are built already."""
        self.prepared = prepared
        self._computed: dict[Callable[[RunContext], Any], Any] = {}
        if scene is not None:
            self._computed[_scene] = scene

    @property
    def part(self) -> Part:
        """The part."""
        return self.prepared.part

    @property
    def graph(self) -> FaceGraph:
        """Its face graph."""
        return self.prepared.graph

    @property
    def mesh(self) -> Mesh:
        """Its mesh."""
        return self.prepared.mesh

    @property
    def scene(self) -> "Scene":
        """The trees over its mesh, split by direction first: for the first wall that a ray meets."""
        return self.once(_scene)

    @property
    def scene_by_place(self) -> "Scene":
        """The trees over its mesh, split by place alone: for what stops a ray at all, and what is nearest."""
        return self.once(_scene_by_place)

    def once(self, compute: Callable[["RunContext"], T]) -> T:
        """Return `compute(self)`, which is computed at the first call and kept for the rest of the run.

        Parameters
        ----------
        compute
            A function or a class of a module: it is the key, so a lambda or a bound method would be computed
            anew each time. What it returns must not hold the context. Where it raises, nothing is kept.
        """
        if compute not in self._computed:
            self._computed[compute] = compute(self)
        return cast(T, self._computed[compute])


def _scene(context: RunContext) -> "Scene":
    from engine.raycast import scene

    return scene.build(context.mesh)


def _scene_by_place(context: RunContext) -> "Scene":
    from engine.raycast import scene

    return scene.build(context.mesh, by_direction=False)
