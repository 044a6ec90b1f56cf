"""What the part's colors say: the layer, the limits they are anchored to, and what is left in gray."""

from app.client.models import LayerLimits, Result
from app.state import findings, layer_limits
from app.state.observers import Observers
from app.views.viewport.overlays import ViewportOverlays
from app.views.viewport.part_view import NOTHING, Faces, PartView, faces_of
from app.views.window_context import WindowContext


class Coloring:
    """Follows the window context's layer and verdict, and what the legend asks for; it is given the part."""

    def __init__(self, context: WindowContext, overlays: ViewportOverlays) -> None:
        self.changed: Observers[Coloring] = Observers()
        """Notified when the part was colored anew, for another view that is to look alike."""
        self._context, self._overlays = context, overlays
        self._part: PartView | None = None
        self._own_limits: LayerLimits | None = None
        self._is_only_problems = False
        self._kept: Faces | None = None
        context.layer_chosen.connect(lambda _: self._color())
        context.verdict_chosen.connect(lambda *_: self._color())
        context.body_chosen.connect(lambda _: self._color())
        context.units_changed.connect(self._color)
        overlays.legend.range_asked.connect(self.set_range)
        overlays.legend.band_asked.connect(self.set_band)
        overlays.legend.off_changed.connect(self.set_off)

    def set_part(self, part: PartView | None) -> None:
        """Color this part from now on."""
        self._part = part
        self._color()

    def only_problems(self, is_on: bool) -> None:
        """Turn faces gray of which the chosen verdict has nothing to say."""
        self._is_only_problems = is_on
        self._color()

    @property
    def is_only_problems(self) -> bool:
        """Whether faces without a finding are gray."""
        return self._is_only_problems

    def keep(self, faces: Faces | None) -> None:
        """Turn all faces gray but these; None: color them all again."""
        self._kept = faces
        self._color()

    def set_limits(self, limits: LayerLimits | None) -> None:
        """Color by these limits, be there any or not; None: by the verdict's own."""
        self._own_limits = limits
        self._color()

    def _color(self) -> None:
        part, layer, verdict = self._part, self._context.layer, self._context.verdict
        if part is None:
            return
        part.dim = NOTHING
        if self._is_only_problems and verdict is not None:
            bad = {fid for one in findings.of_result(self._judged(part), *verdict).all for fid in one.fids}
            part.dim = part.all_faces - faces_of(bad)
        if self._kept is not None:
            part.dim |= part.all_faces - self._kept
        limits = self._own_limits
        if limits is None:
            limits = layer_limits.of_result(self._judged(part), layer, verdict)
        part.show_layer(layer, limits)
        self._overlays.show_legend(part)
        self.changed.notify(self)

    def _judged(self, part: PartView) -> Result:
        """Return what the part is judged by: its result, or what that says of the body looked at alone."""
        context = self._context
        is_its = context.result is part.result and context.judged is not None
        return context.judged or part.result if is_its else part.result

    def set_range(self, asked: tuple[float, float] | None) -> None:
        """Stretch the scale from one value to another; None: as suits the part."""
        if self._part is not None:
            self._part.range = asked
            self._color_again(self._part)

    def set_band(self, name: str | None) -> None:
        """Leave one band its color; None: all."""
        if self._part is not None:
            self._part.only_band = name
            self._color_again(self._part)

    def set_off(self, off: frozenset[str]) -> None:
        """Turn these kinds gray."""
        if self._part is not None:
            self._part.off_kinds = off
            self._color_again(self._part)

    def _color_again(self, part: PartView) -> None:
        part.color()
        self._overlays.show_legend(part)
        self.changed.notify(self)
