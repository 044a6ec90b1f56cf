"""What settings and their choices are called, and under which heading they stand."""

from PySide6.QtCore import QCoreApplication

from app.state.interface import SHIPPED
from app.views import layer_words


def headings() -> dict[str, tuple[str, ...]]:
    """Return the names of settings under each heading, in the order they are shown."""
    return {
        _tr("Window"): ("theme", "length_unit", "n_recent"),
        _tr("New parts"): ("layer", "pull", "alpha_min_deg", "alpha_warn_deg", "watches_file"),
        _tr("View"): ("mouse", "is_orthographic", "shows_edges", "legend_is_open"),
        _tr("Engine of this computer"): (
            "engine_max_file_mb",
            "engine_time_limit_s",
            "engine_memory_mb",
        ),
        _tr("Build volumes of your machines"): ("build_volumes",),
        _tr("Quotes"): ("currency", "quantities"),
    }


def label(name: str) -> str:
    """Return what a setting is called; a new one by its name."""
    words = {
        "theme": _tr("Colors"),
        "length_unit": _tr("Lengths"),
        "n_recent": _tr("Parts kept on Home"),
        "layer": _tr("Layer shown first"),
        "pull": _tr("Pull direction"),
        "alpha_min_deg": _tr("Undercut below"),
        "alpha_warn_deg": _tr("Low draft below"),
        "watches_file": _tr("Analyze a part anew when its file is saved"),
        "mouse": _tr("Mouse buttons as in"),
        "is_orthographic": _tr("Without perspective"),
        "shows_edges": _tr("Draw the edges of the part"),
        "legend_is_open": _tr("Show the legend unfolded"),
        "engine_max_file_mb": _tr("Largest file, MB"),
        "engine_time_limit_s": _tr("Longest analysis, seconds"),
        "engine_memory_mb": _tr("Memory of an analysis, MB"),
        "build_volumes": _tr("Build volumes"),
        "currency": _tr("Currency sign"),
        "quantities": _tr("Quantities of the curve"),
    }
    return words.get(name, name.replace("_", " "))


def hint(name: str) -> str:
    """Return what explains a setting where its name may not be enough; empty: nothing."""
    share = _tr("0: a share of the machine's.")
    engine = _tr("A server elsewhere has limits of its own: there it is {variable}.")
    words = {
        "length_unit": _tr("Values, limits, what you type, and reports; rule packs and files stay metric."),
        "pull": _tr("How a part is pulled out of its mold before you choose a direction yourself."),
        "alpha_min_deg": _tr("Faces that lean the wrong way by more than this are called undercuts."),
        "alpha_warn_deg": _tr("Faces with less draft than this are told of."),
        "engine_max_file_mb": engine.format(variable="SPRUE_MAX_UPLOAD_MB"),
        "engine_time_limit_s": engine.format(variable="SPRUE_TIME_LIMIT_S"),
        "engine_memory_mb": f"{share} {engine.format(variable='SPRUE_WORKER_MEMORY_MB')}",
        "build_volumes": _tr(
            "The largest box that goes in, in any order of its sides. What is larger does not fit, and its "
            "process ranks last. Empty: a common machine, as the rule pack has it. A server elsewhere may "
            "refuse parts whatever they are made by: beyond its {variable}."
        ).format(variable="SPRUE_BUILD_VOLUME_MM"),
        "currency": _tr("Only where the server names no currency; the engine of this computer names one."),
        "quantities": _tr("Numbers of parts, parted by commas."),
    }
    return words.get(name, "")


def choice(value: str) -> str:
    """Return what one of several values is called; one nobody named by itself."""
    words = {
        "system": _tr("As the system"),
        "light": _tr("Light"),
        "dark": _tr("Dark"),
        "mm": _tr("Millimeters"),
        "in": _tr("Inches"),
        "cardinal": _tr("Best of the six axes"),
        "hemisphere": _tr("Best of all directions"),
        "cad": _tr("Most CAD programs"),
        "touchpad": _tr("No mouse: a touchpad"),
    }
    layer = SHIPPED.layer_of_name.get(value)
    return words.get(value, value.capitalize()) if layer is None else layer_words.label(layer)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Settings", text)
