"""What a label is: its look follows from that, in every theme, without the label being asked again."""

from typing import TypeVar

from PySide6.QtWidgets import QLabel

from app.views.theme.tokens import Tokens

LOOK = "look"
"""Property of a label that the style sheet of the program goes by."""
Label = TypeVar("Label", bound=QLabel)


def title(label: Label) -> Label:
    """Style a label as the title of a page."""
    return _looking(label, "title")


def heading(label: Label) -> Label:
    """Style a label as the heading of what stands below it."""
    return _looking(label, "heading")


def muted(label: Label) -> Label:
    """Style a label as secondary text."""
    return _looking(label, "muted")


def style_sheet(tokens: Tokens) -> str:
    """Return the looks."""
    return f"""
QLabel[{LOOK}="title"] {{ font-size: 20px; font-weight: 600; }}
QLabel[{LOOK}="heading"] {{ font-weight: 600; }}
QLabel[{LOOK}="muted"] {{ color: {tokens.text_muted}; }}
"""


def _looking(label: Label, look: str) -> Label:
    label.setProperty(LOOK, look)
    return label
