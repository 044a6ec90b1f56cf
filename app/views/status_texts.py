"""What the status bar says: the place under the pointer, and the part in a line."""

from PySide6.QtCore import QCoreApplication

from app.client.models import Result
from app.state import display_unit, size_words
from app.state.interface import SHIPPED, Interface
from app.state.quantity_words import MINUS
from app.views import layer_words
from app.views.viewport.probe import Probe


def probe_words(probe: Probe | None, interface: Interface = SHIPPED) -> str:
    """Return face, value and place; empty where the pointer is on nothing."""
    if probe is None:
        return ""
    parts = [] if not probe.fid else [_tr("Face {fid}").format(fid=probe.fid)]
    if probe.value is not None:
        digits = display_unit.digits(2, probe.unit)
        value = f"{display_unit.shown(probe.value, probe.unit):.{digits}f} {display_unit.name(probe.unit)}"
        parts.append(f"{_layer(probe.layer, interface)} {value}".replace(" °", "°"))
    digits = display_unit.digits(2)
    place = zip("xyz", (probe.x, probe.y, probe.z), strict=True)
    parts.append(
        "  ".join(f"{axis} {display_unit.shown(at):.{digits}f}" for axis, at in place).replace("-", MINUS)
    )
    return "   ·   ".join(parts)


def part_facts(result: Result) -> str:
    """Return faces, size and volume; what a server does not send is left out."""
    parts = []
    if result.stats is not None and result.stats.n_faces is not None:
        parts.append(_tr("{n} faces").format(n=f"{result.stats.n_faces:,}"))
    if result.geometry is not None:
        parts += [size_words.sides(result.geometry.sides_mm), size_words.volume(result.geometry.volume_cm3)]
    return "   ·   ".join(parts)


def _layer(name: str, interface: Interface) -> str:
    layer = interface.layer_of_name.get(name)
    return name if layer is None else layer_words.label(layer).lower()


def _tr(text: str) -> str:
    return QCoreApplication.translate("StatusBar", text)
