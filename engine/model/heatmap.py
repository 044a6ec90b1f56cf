"""A heatmap: one number at every vertex of the mesh, and how it becomes color."""

from dataclasses import dataclass

from engine.model.arrays import Bools, Floats
from engine.model.field import Unit
from engine.palette import Limits, Scale


@dataclass(frozen=True, slots=True)
class Swatch:
    """A color with its meaning, for what a scale does not show. `color` is `#rrggbb`."""

    label: str
    color: str


@dataclass(frozen=True, slots=True, eq=False)
class Heatmap:
    """What an artifact shows. Colors follow from `values` by `scale`, or are given where it is None."""

    name: str
    """`thickness`: the artifact is `thickness.glb`."""
    title: str
    unit: Unit
    values: Floats
    """(V,) NaN: not measurable. inf: nothing there."""
    colors: Floats
    """(V, 3) sRGB."""
    scale: Scale | None
    """None where each value is a code with a color of its own."""
    is_marked: Bools
    """(V,) vertices that wear `mark` whatever their value is."""
    mark: Swatch | None
    swatches: tuple[Swatch, ...]
    """What the legend lists under the scale."""

    @property
    def limits(self) -> Limits:
        """The limits the scale is anchored to; none without a scale."""
        return self.scale.limits if self.scale else Limits()
