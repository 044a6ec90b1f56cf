"""Commands of the picture: layers, standard sides, and what is cut, hidden, dimmed or measured there."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.client.models import Layer
from app.state.interface import SHIPPED
from app.views import layer_words
from app.views.commands.command import Command, CommandContext, shows_part, shows_result
from app.views.inspect.side import Side
from app.views.inspect.workspace import InspectWorkspace

SideOf = Callable[[InspectWorkspace], Side]
N_LAYER_KEYS = 4
"""Layers chosen by 1 to 4; 5 is another view's."""


def commands() -> tuple[Command, ...]:
    """Return them in the order the palette lists them."""
    return (*of_layers(SHIPPED.layers), *_of_part(), *_sides(), *_drawing(), *_panels())


def of_layers(layers: Sequence[Layer]) -> tuple[Command, ...]:
    """Return what colors the part by each layer, in their order; the first have keys."""
    return tuple(
        Command(
            f"layer.{layer.name}",
            _tr("Layers"),
            layer_words.label(layer),
            partial(_choose_layer, layer.name),
            shortcut=str(at) if at <= N_LAYER_KEYS else "",
            tip="" if layer.name in SHIPPED.layer_of_name else layer.doc,
            icon=layer.icon or layer.name,
            is_enabled=shows_part,
            is_checked=partial(_is_layer, layer.name),
        )
        for at, layer in enumerate(layers, 1)
    )


def _of_part() -> tuple[Command, ...]:
    """Fit, cut, measure, hide and dim."""
    group = _tr("View")
    return (
        Command(
            "view.fit",
            group,
            _tr("Fit"),
            lambda at: at.viewport.fit(),
            shortcut="F",
            tip=_tr("Show the whole part"),
            icon="fit",
            is_enabled=shows_result,
        ),
        Command(
            "view.fit_selection",
            group,
            _tr("Zoom to selection"),
            lambda at: at.viewport.fit(at.context.selection.now.fids or None),
            shortcut="Z",
            is_enabled=shows_result,
        ),
        Command(
            "view.clear_selection",
            group,
            _tr("Clear selection"),
            lambda at: at.context.selection.clear(),
            tip=_tr("Escape does so everywhere"),
            is_enabled=shows_result,
        ),
        Command(
            "view.section",
            group,
            _tr("Section"),
            lambda at: at.viewport.set_section(None if at.viewport.is_cut else "x"),
            shortcut="X",
            icon="section",
            is_enabled=shows_result,
            is_checked=lambda at: at.viewport.is_cut,
        ),
        Command(
            "view.measure",
            group,
            _tr("Measure"),
            lambda at: at.viewport.measure(not at.viewport.is_measuring),
            shortcut="M",
            tip=_tr("Measure between faces and edges"),
            icon="measure",
            is_enabled=shows_result,
            is_checked=lambda at: at.viewport.is_measuring,
        ),
        Command(
            "view.thickness",
            group,
            _tr("Pin thickness"),
            lambda at: at.viewport.pin_thickness(not at.viewport.is_pinning),
            shortcut="T",
            tip=_tr("Pin the thickness at each click"),
            is_enabled=shows_result,
            is_checked=lambda at: at.viewport.is_pinning,
        ),
        Command(
            "view.clear_measurements",
            group,
            _tr("Clear measurements"),
            lambda at: at.viewport.clear_measurements(),
            shortcut="Shift+M",
            is_enabled=shows_result,
        ),
        Command(
            "view.isolate",
            group,
            _tr("Isolate"),
            lambda at: at.viewport.isolate(at.context.selection.now.fids),
            shortcut="I",
            icon="isolate",
            is_enabled=shows_result,
        ),
        Command(
            "view.hide",
            group,
            _tr("Hide"),
            lambda at: at.viewport.hide(at.context.selection.now.fids),
            shortcut="H",
            tip=_tr("Hide what is selected"),
            is_enabled=shows_result,
        ),
        Command(
            "view.show_all",
            group,
            _tr("Show all"),
            lambda at: at.viewport.show_all(),
            shortcut="Shift+H",
            is_enabled=shows_result,
        ),
        Command(
            "view.problems",
            group,
            _tr("Only problems"),
            lambda at: at.viewport.only_problems(not at.viewport.is_only_problems),
            shortcut="O",
            icon="problems",
            is_enabled=shows_result,
            is_checked=lambda at: at.viewport.is_only_problems,
        ),
    )


def _sides() -> tuple[Command, ...]:
    """Look from a standard side."""
    sides = (
        ("iso", _tr("From the corner"), "0"),
        ("front", _tr("From the front"), "Ctrl+Up"),
        ("back", _tr("From the back"), "Ctrl+Down"),
        ("left", _tr("From the left"), "Ctrl+Left"),
        ("right", _tr("From the right"), "Ctrl+Right"),
        ("top", _tr("From the top"), "Ctrl+PgUp"),
        ("bottom", _tr("From below"), "Ctrl+PgDown"),
    )
    return tuple(
        Command(f"view.{side}", _tr("View"), title, partial(_look, side), shortcut=key, is_enabled=shows_part)
        for side, title, key in sides
    )


def _drawing() -> tuple[Command, ...]:
    """Draw otherwise, now and in the next part: both are settings."""
    return (
        Command(
            "view.orthographic",
            _tr("View"),
            _tr("Without perspective"),
            partial(_toggle_setting, "is_orthographic"),
            shortcut="5",
            is_checked=lambda at: bool(at.context.settings["is_orthographic"]),
        ),
        Command(
            "view.edges",
            _tr("View"),
            _tr("Edges"),
            partial(_toggle_setting, "shows_edges"),
            shortcut="E",
            tip=_tr("Draw the edges of the part"),
            is_checked=lambda at: bool(at.context.settings["shows_edges"]),
        ),
    )


def _panels() -> tuple[Command, ...]:
    """Fold the panels of Inspect, or unfold them."""
    sides = (
        ("features", _tr("Features and processes"), "[", lambda shown: shown.left_side),
        ("issues", _tr("Issues and pull"), "]", lambda shown: shown.right_side),
    )
    return tuple(
        Command(
            f"view.panel_{name}",
            _tr("View"),
            title,
            partial(_toggle_panels, side),
            shortcut=key,
            tip=_tr("Fold these panels, or show them again"),
            is_enabled=lambda at: isinstance(at.shown, InspectWorkspace),
            is_checked=partial(_is_unfolded, side),
        )
        for name, title, key, side in sides
    )


def _toggle_panels(side: SideOf, at: CommandContext) -> None:
    shown = at.workspace(InspectWorkspace)
    shown.fold(side(shown), is_folded=not side(shown).is_folded)


def _is_unfolded(side: SideOf, at: CommandContext) -> bool:
    return not side(at.workspace(InspectWorkspace)).is_folded


def _choose_layer(layer: str, at: CommandContext) -> None:
    at.context.choose_layer(layer)


def _is_layer(layer: str, at: CommandContext) -> bool:
    return at.context.layer == layer


def _look(side: str, at: CommandContext) -> None:
    at.viewport.look(side)


def _toggle_setting(name: str, at: CommandContext) -> None:
    at.context.settings.set(name, not at.context.settings[name])


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
