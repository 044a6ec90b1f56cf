"""Commands of the picture: layers, standard sides, and what is cut, hidden, dimmed or measured there."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.views.commands.registry import Registry
from app.views.window_context import LAYERS

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

SIDES = ("front", "back", "left", "right", "top", "bottom")


class ViewCommands(QObject):
    """What they do; those that are on or off follow the viewport."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._context, self._viewport = window.context, window.viewport

    def add_to(self, commands: Registry) -> None:
        """Add them in the order the palette lists them."""
        self._add_layers(commands)
        tr, add, group, view = self.tr, commands.add, self.tr("View"), self._viewport
        add("view.fit", tr("Fit"), lambda: view.fit(), "F", group=group, tip=tr("Show the whole part"))
        self._section = add("view.section", tr("Section"), self._cut, "X", group=group, is_checkable=True)
        self._measure = add(
            "view.measure", tr("Measure"), self._take_ends, "M", group=group, is_checkable=True
        )
        add("view.isolate", tr("Isolate"), self._isolate, "I", group=group)
        add("view.hide", tr("Hide"), self._hide, "H", group=group, tip=tr("Hide what is selected"))
        add("view.show_all", tr("Show all"), view.show_all, "Shift+H", group=group)
        self._problems = add(
            "view.problems", tr("Only problems"), self._dim, "O", group=group, is_checkable=True
        )
        self._add_sides(commands)
        view.section_changed.connect(self._section.setChecked)
        view.measuring_changed.connect(self._measure.setChecked)

    def _add_layers(self, commands: Registry) -> None:
        tr, choose, group = self.tr, self._context.choose_layer, self.tr("Layers")
        names = (tr("Features"), tr("Thickness"), tr("Clearance"), tr("Draft"))
        for at, (layer, text) in enumerate(zip(LAYERS, names, strict=True), 1):
            run = partial(choose, layer)
            commands.add(f"layer.{layer}", text, run, str(at), group=group, is_checkable=True)

    def _add_sides(self, commands: Registry) -> None:
        tr, look, group = self.tr, self._viewport.look, self.tr("View")
        commands.add("view.iso", tr("From the corner"), lambda: look("iso"), "0", group=group)
        keys = ("Ctrl+Up", "Ctrl+Down", "Ctrl+Left", "Ctrl+Right", "Ctrl+PgUp", "Ctrl+PgDown")
        sides = (
            tr("From the front"),
            tr("From the back"),
            tr("From the left"),
            tr("From the right"),
            tr("From the top"),
            tr("From below"),
        )
        for side, text, key in zip(SIDES, sides, keys, strict=True):
            commands.add(f"view.{side}", text, partial(look, side), key, group=group)
        self._orthographic: QAction = commands.add(
            "view.orthographic", tr("Without perspective"), self._flatten, "5", group=group, is_checkable=True
        )
        self._edges: QAction = commands.add(
            "view.edges", tr("Edges"), self._draw_edges, "E", group=group, is_checkable=True,
            tip=tr("Draw the edges of the part"),
        )  # fmt: skip
        self._context.settings.changed.subscribe(lambda _: self._check())
        self._check()

    def _cut(self) -> None:
        """Cut the part, or show it whole."""
        self._viewport.set_section("x" if self._section.isChecked() else None)

    def _take_ends(self) -> None:
        """Take clicks for the ends of a measurement, or no longer."""
        self._viewport.measure(self._measure.isChecked())

    def _isolate(self) -> None:
        """Show what is selected alone; with nothing selected, everything."""
        self._viewport.isolate(self._context.selection.now.fids)

    def _hide(self) -> None:
        """Leave out what is selected."""
        self._viewport.hide(self._context.selection.now.fids)

    def _dim(self) -> None:
        """Turn what has no finding gray, or show all colors."""
        self._viewport.only_problems(self._problems.isChecked())

    def _flatten(self) -> None:
        """Show with perspective or without."""
        self._context.settings.set("is_orthographic", self._orthographic.isChecked())

    def _draw_edges(self) -> None:
        """Draw the edges of the part, or leave them out."""
        self._context.settings.set("shows_edges", self._edges.isChecked())

    def _check(self) -> None:
        """Show what the settings say."""
        self._orthographic.setChecked(self._context.settings["is_orthographic"])
        self._edges.setChecked(self._context.settings["shows_edges"])
