"""A heatmap: one number at every vertex of the mesh, and how it becomes color."""

from dataclasses import dataclass

from engine.model.arrays import Bools, Floats, Ints
from engine.model.layer import Layer, Swatch
from engine.model.layer_limits import LayerLimits
from engine.palette import NO_LIMITS, Limits, Scale


@dataclass(frozen=True, slots=True, eq=False)
class Heatmap:
    """What an artifact shows. Colors follow from `values` by `scales`, or are given where there are none."""

    layer: Layer
    values: Floats
    """(V,) NaN: not measurable. inf: nothing there."""
    colors: Floats
    """(V, 3) sRGB."""
    scale: Scale | None
    """Of the legend; None where each value is a code with a color of its own."""
    scales: tuple[Scale, ...]
    """Of the places: where a limit depends on the place, so does the color of a value."""
    scale_of_vertex: Ints
    """(V,) index into `scales`."""
    is_marked: Bools
    """(V,) vertices that wear the mark of the layer whatever their value is."""
    swatches: tuple[Swatch, ...]
    """What the legend lists under the scale."""
    layer_limits: LayerLimits | None = None
    """The limits it is colored by; None: by none."""

    @property
    def limits(self) -> Limits:
        """The largest limits in force anywhere, with the process that sets them; none without."""
        return NO_LIMITS if self.layer_limits is None else self.layer_limits.limits
