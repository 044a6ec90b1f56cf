"""The fields of a pull: a part of its direction, and degrees of draft."""

from PySide6.QtCore import QCoreApplication

from app.state.pull_choice import MOST_DRAFT_DEG
from app.views.theme.number_box import NumberBox

LEAST_PX = 84
"""Pixels for a part of a unit vector; the field would ask for those of a thousand."""


def direction(axis: str) -> NumberBox:
    """Return the field of a direction's part along x, y or z."""
    box = NumberBox()
    box.setRange(-1000.0, 1000.0)
    box.setDecimals(3)
    box.setSingleStep(0.1)
    box.setPrefix(f"{axis}  ")
    box.setMinimumWidth(LEAST_PX)
    box.setKeyboardTracking(False)
    box.setAccessibleName(QCoreApplication.translate("PullPanel", "{} of the pull").format(axis))
    return box


def draft(words: str) -> NumberBox:
    """Return a field of degrees, called by these words."""
    box = NumberBox()
    box.setRange(0.0, MOST_DRAFT_DEG)
    box.setDecimals(2)
    box.setSingleStep(0.25)
    box.setSuffix("°")
    box.setKeyboardTracking(False)
    box.setAccessibleName(words)
    box.setToolTip(words)
    return box
