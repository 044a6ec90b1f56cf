"""The widgets over the 3D view (legend, view cube, section bar, annotations), kept where they cover least."""

from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QWidget

from app.client.models import LayerLimits
from app.state import display_unit
from app.state.interface import SHIPPED, Interface, in_words
from app.views import layer_words
from app.views.theme.tokens import Tokens
from app.views.viewport import colormaps, layers, section
from app.views.viewport.annotations import Annotations
from app.views.viewport.camera import Stretch
from app.views.viewport.kinds_legend import Kind
from app.views.viewport.legend import Legend
from app.views.viewport.loader import Loaded
from app.views.viewport.part_view import PartView
from app.views.viewport.section import Section
from app.views.viewport.section_bar import SectionBar
from app.views.viewport.view_cube import ViewCube

MARGIN = 12
LEAST_PX = 200
"""A stretch that is narrower or lower shows no part; the legend may cover it then."""
CROWDED_PX, TALL_PX, BELOW_SHARE = 215, 600, 0.45
"""With less beside the legend the part hides behind it, unless the picture is tall and so much is below."""


class ViewportOverlays:
    """All overlay widgets of one viewport."""

    def __init__(self, home: QWidget, tokens: Tokens) -> None:
        self._home = home
        self._interface = SHIPPED
        self.annotations = Annotations(tokens, home)
        self.legend = Legend(tokens, home)
        self.cube = ViewCube(tokens, home)
        self.section = SectionBar(tokens, home)
        self.legend.hide()
        self.section.hide()
        self.show_part(None)

    @property
    def free(self) -> tuple[Stretch, ...]:
        """What the legend leaves of the picture: beside it, and below it."""
        width, height = float(self._home.width()), float(self._home.height())
        if self.legend.isHidden():
            return ((0.0, 0.0, width, height),)
        beside, below = width - self.legend.width() - MARGIN, float(self.legend.geometry().bottom() + 1)
        stretches = ((0.0, 0.0, beside, height), (0.0, below, width, height - below))
        roomy = tuple(one for one in stretches if min(one[2:]) >= LEAST_PX)
        return roomy or ((0.0, 0.0, width, height),)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        for one in (self.annotations, self.legend, self.cube, self.section):
            one.set_tokens(tokens)

    def show_part(self, loaded: Loaded | None) -> None:
        """Make room for a part, or show the hint of an empty viewport."""
        self.cube.setVisible(loaded is not None)
        self.section.hide()
        self.annotations.show_measure((), ())
        self.annotations.show_badge("")
        if loaded is None:
            self.legend.hide()
            self.invite()
        else:
            self.annotations.hide_empty()
        self.arrange()

    def set_interface(self, interface: Interface) -> None:
        """Take what the server reads, for the hint of an empty viewport."""
        self._interface = interface
        if self.annotations.is_inviting:
            self.invite()

    def invite(self, *, is_busy: bool = False) -> None:
        """Show the hint of an empty viewport, unless a part is being loaded."""
        if is_busy:
            self.annotations.hide_empty()
            return
        files = in_words([each.label for each in self._interface.file_formats], _tr("or"))
        most_mb = self._interface.max_file_mb
        if most_mb is not None:
            files = _tr("{files}, up to {most:g} MB").format(files=files, most=most_mb)
        hint = _tr("It is measured and judged in seconds; nothing is changed in the file.")
        self.annotations.show_empty(_tr("Drop a part here"), f"{files}.\n{hint}")

    def show_legend(self, part: PartView) -> None:
        """Show what the colors of a layer mean."""
        shown, layer = part.shown, part.layer
        known = part.loaded.interface.layer_of_name.get(layer)
        if part.loaded.is_foreign:
            self.legend.show_sentence(
                _tr("Colors as this server sent them. It sent no values to read off here.")
            )
        elif shown is not None and shown.scales is not None and known is not None:
            notes: list[tuple[str | None, str]] = []
            if shown.has_marks and known.mark is not None:
                notes.append((shown.scales.mark_color, layer_words.meaning(known.mark)))
            if shown.has_gaps:
                gap = _tr("not measured") if known.nothing is None else layer_words.meaning(known.nothing)
                notes.append((shown.scales.no_value_color, gap))
            notes += [(None, sentence) for sentence in about_limits(part.limits)]
            unit = _tr("degrees") if known.unit == "°" else known.unit
            self.legend.show_scale(layer_words.title(known), unit, shown.scales.legend, part.only_band, notes)
        else:
            counts = layers.kind_counts(part.result, part.loaded.interface)
            kinds = [
                Kind(name, colormaps.role_color(name, part.loaded.interface), count)
                for name, count in counts.items()
            ]
            self.legend.show_kinds(kinds, part.off_kinds)
        self.legend.show()
        self.arrange()

    def show_section(self, cut: Section | None, part: PartView) -> None:
        """Show the controls of a section while there is one."""
        if cut is not None:
            self.section.show_section(cut, section.reach(cut.axis, part.mesh.box))
        self.section.setVisible(cut is not None)
        self.arrange()

    def arrange(self) -> None:
        """Put everything in its place."""
        width, height = self._home.width(), self._home.height()
        self.annotations.setGeometry(0, 0, width, height)
        below = height - MARGIN - self.legend.unfolded_px
        is_low = height < TALL_PX or below < BELOW_SHARE * height
        self.legend.set_crowded(width - self.legend.width() < CROWDED_PX and is_low)
        self.legend.settle()
        self.legend.move(width - self.legend.width() - MARGIN, MARGIN)
        self.annotations.keep_clear_of(None if self.legend.isHidden() else self.legend.geometry())
        self.section.set_room(width - 2 * MARGIN)
        bar = self.section.sizeHint()
        bar_width = min(bar.width() + 210, width - 2 * MARGIN)
        left = max((width - bar_width) // 2, min(self.cube.width() + MARGIN, width - bar_width - MARGIN))
        self.section.setGeometry(left, height - bar.height() - MARGIN, bar_width, bar.height())
        is_over = not self.section.isHidden() and left < self.cube.width() + MARGIN
        below = self.section.y() if is_over else height
        self.cube.move(MARGIN // 2, below - self.cube.height() - MARGIN // 2)
        for one in (self.legend, self.cube, self.section):
            one.raise_()

    def render_into(self, painter: QPainter) -> None:
        """Draw what belongs to a saved image; controls are left out."""
        for one in (self.annotations, self.legend, self.cube):
            if not one.isHidden():
                one.render(painter, QPoint(one.pos()), QRegion(), QWidget.RenderFlag.DrawChildren)


def about_limits(limits: LayerLimits | None) -> list[str]:
    """Return whose limits the colors show, and their range where they depend on the place."""
    if limits is None:
        return [_tr("No limits were sent for these values")]
    if not limits.has_any:
        return [
            _tr("No limit in {unit} in {process}").format(
                unit=display_unit.name(limits.unit), process=limits.process
            )
        ]
    lines = [_tr("Limits: {process}").format(process=limits.process)]
    if limits.depends_on_place:
        ends = (
            (_tr("fail"), limits.fail_least, limits.fail),
            (_tr("warn"), limits.warn_least, limits.warn),
        )
        spans = [
            _tr("{word} below {least:g} to {most:g}").format(
                word=word,
                least=round(display_unit.shown(least, limits.unit), 4),
                most=round(display_unit.shown(most, limits.unit), 4),
            )
            for word, least, most in ends
            if least is not None and most is not None and least < most
        ]
        lines.append(", ".join([_tr("They depend on the place"), *spans]))
    return lines


def _tr(text: str) -> str:
    return QCoreApplication.translate("ViewportOverlays", text)
