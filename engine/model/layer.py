"""Layers: what a heatmap shows, declared once for legends, rules, artifacts, the report and the desktop."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.model.field import Unit
from engine.palette import UNMEASURED, Extent, Limits, Scale


@dataclass(frozen=True, slots=True)
class Swatch:
    """A color with its meaning, for what a scale does not show. `color` is `#rrggbb`."""

    label: str
    color: str


@dataclass(frozen=True, slots=True)
class Layer:
    """All that is to be known of a layer besides its values."""

    name: str
    """`thickness`: the artifact is `thickness.glb`, its key in the result `thickness_glb`."""
    title: str
    """Of legends and pages."""
    label: str
    """Of menus, where there is less room."""
    doc: str
    """What it shows, in a sentence."""
    unit: Unit
    icon: str = ""
    """Drawing in `resources/icons`; empty: a neutral one."""
    scale: Callable[[Extent, Limits, Limits | None], Scale] | None = None
    """Builds the colors from the extent of the values, the limits and those of them that are broken; None
    where values are codes, each with a color of its own. A layer with a scale has limits."""
    attribute: str = ""
    """Attribute with the values in every artifact; empty: they are in its own alone, as `_VALUE`."""
    sentinel: float = -1.0
    """What stands for NaN and inf in an artifact."""
    unmeasured: Swatch = Swatch("not measurable", UNMEASURED)
    """NaN."""
    nothing: Swatch | None = None
    """inf; None where that is no more than not measurable."""
    mark: Swatch | None = None
    """Vertices that wear a color of their own whatever their value is."""
    is_limited_by_pull: bool = False
    """Whether the pull's own limit of draft colors it where no rule sets one."""

    @property
    def no_value(self) -> Swatch:
        """What stands for places without a value where NaN and inf are not told apart."""
        return self.unmeasured if self.nothing is None else self.nothing
