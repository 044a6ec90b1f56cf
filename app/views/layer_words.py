"""Words of layers in the language of the window. The interface has them, where `app.phrases` finds them."""

from PySide6.QtCore import QCoreApplication

from app.client.models import Layer, Swatch
from app.state.interface import CONTEXT_OF_WORDS

translate = QCoreApplication.translate
"""Named anew, as the phrases are not literals of this file."""


def title(layer: Layer) -> str:
    """Return what legends and pages call a layer."""
    return translate(CONTEXT_OF_WORDS, layer.title)


def label(layer: Layer) -> str:
    """Return what menus call a layer."""
    return translate(CONTEXT_OF_WORDS, layer.label)


def meaning(swatch: Swatch) -> str:
    """Return what a color beside the scale means."""
    return translate(CONTEXT_OF_WORDS, swatch.label)
