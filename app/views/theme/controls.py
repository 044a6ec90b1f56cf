"""What is pressed, turned and written in: one shape for all, and an accent around what has the focus."""

from app.views.theme.icons import ICONS
from app.views.theme.tokens import Tokens

ROUND = 4
"""Pixels of a control's corner."""
EDITS = "QLineEdit, QComboBox, QAbstractSpinBox"


def style_sheet(tokens: Tokens) -> str:
    """Return the looks of all kinds of controls."""
    return "".join(one(tokens) for one in (_buttons, _fields, _arrows, _boxes, _sliders, _bars, _menus))


def _buttons(tokens: Tokens) -> str:
    return f"""
QPushButton {{ background: {tokens.surface_raised}; color: {tokens.text}; border: 1px solid {tokens.border};
    border-radius: {ROUND}px; padding: 4px 9px; }}
QPushButton:hover {{ border-color: {tokens.text_muted}; }}
QPushButton:pressed, QPushButton:checked {{ background: {tokens.border}; }}
QPushButton:focus {{ border-color: {tokens.accent}; }}
QPushButton:disabled {{ color: {tokens.text_muted}; background: {tokens.window}; }}
QPushButton:default {{ background: {tokens.accent}; color: {tokens.accent_text};
    border-color: {tokens.accent}; }}
QPushButton:default:hover, QPushButton:default:focus {{ border-color: {tokens.text}; }}
QPushButton:default:disabled {{ background: {tokens.border}; color: {tokens.text_muted};
    border-color: {tokens.border}; }}
QToolButton {{ color: {tokens.text}; border: 1px solid transparent;
    border-radius: {ROUND}px; padding: 3px 5px; }}
QToolButton:hover {{ background: {tokens.surface_raised}; border-color: {tokens.border}; }}
QToolButton:checked {{ background: {tokens.accent}; color: {tokens.accent_text}; }}
QToolButton:focus {{ border-color: {tokens.accent}; }}
QToolButton:disabled {{ color: {tokens.text_muted}; }}
"""


def _fields(tokens: Tokens) -> str:
    return f"""
{EDITS} {{ background: {tokens.surface}; color: {tokens.text}; border: 1px solid {tokens.border};
    border-radius: {ROUND}px; padding: 3px 6px; min-height: 17px;
    placeholder-text-color: {tokens.text_muted};
    selection-background-color: {tokens.accent}; selection-color: {tokens.accent_text}; }}
QAbstractSpinBox {{ padding: 3px 18px 3px 4px; }}
QComboBox {{ background: {tokens.surface_raised}; padding-right: 20px; }}
QComboBox:editable {{ background: {tokens.surface}; }}
QLineEdit:hover, QComboBox:hover, QAbstractSpinBox:hover {{ border-color: {tokens.text_muted}; }}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus {{ border-color: {tokens.accent}; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{ background: {tokens.window};
    color: {tokens.text_muted}; }}
QLineEdit:read-only {{ background: {tokens.surface_raised}; }}
QAbstractSpinBox QLineEdit {{ padding: 0; }}
QComboBox QLineEdit {{ padding: 0; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {{ border: none; border-radius: 0;
    background: transparent; }}
QComboBox QAbstractItemView {{ background: {tokens.surface_raised}; border: 1px solid {tokens.border};
    border-radius: 0; padding: 2px; }}
"""


def _arrows(tokens: Tokens) -> str:
    theme = "dark" if tokens.is_dark else "light"
    down, up = ((ICONS / f"{way}_{theme}.svg").as_posix() for way in ("down", "up"))
    return f"""
QComboBox::drop-down {{ subcontrol-origin: border; subcontrol-position: center right; width: 20px;
    border: none; }}
QComboBox::down-arrow {{ image: url("{down}"); width: 12px; height: 12px; }}
QAbstractSpinBox::up-button {{ subcontrol-origin: border; subcontrol-position: top right; width: 17px;
    border: none; }}
QAbstractSpinBox::down-button {{ subcontrol-origin: border; subcontrol-position: bottom right; width: 17px;
    border: none; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {tokens.border}; }}
QAbstractSpinBox::up-arrow {{ image: url("{up}"); width: 9px; height: 9px; }}
QAbstractSpinBox::down-arrow {{ image: url("{down}"); width: 9px; height: 9px; }}
"""


def _boxes(tokens: Tokens) -> str:
    check = (ICONS / f"check_{'dark' if tokens.is_dark else 'light'}.svg").as_posix()
    return f"""
QCheckBox::indicator {{ width: 14px; height: 14px; border: 1px solid {tokens.text_muted}; border-radius: 3px;
    background: {tokens.surface}; }}
QCheckBox::indicator:checked {{ background: {tokens.accent}; border-color: {tokens.accent};
    image: url("{check}"); }}
QCheckBox::indicator:disabled {{ border-color: {tokens.border}; background: {tokens.window}; }}
QCheckBox:focus, QRadioButton:focus {{ color: {tokens.accent}; }}
QRadioButton::indicator {{ width: 14px; height: 14px; border: 1px solid {tokens.text_muted};
    border-radius: 8px;
    background: {tokens.surface}; }}
QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 5px solid {tokens.accent}; }}
QRadioButton::indicator:disabled {{ border-color: {tokens.border}; }}
QCheckBox::indicator:focus {{ border: 2px solid {tokens.accent}; }}
QCheckBox::indicator:checked:focus {{ border-color: {tokens.text}; }}
"""


def _sliders(tokens: Tokens) -> str:
    return f"""
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {tokens.border}; }}
QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {tokens.accent}; }}
QSlider::handle:horizontal {{ width: 12px; height: 12px; margin: -5px 0; border-radius: 7px;
    background: {tokens.surface_raised}; border: 1px solid {tokens.text_muted}; }}
QSlider::handle:horizontal:hover {{ border-color: {tokens.text}; }}
QSlider::handle:horizontal:focus {{ background: {tokens.accent}; border-color: {tokens.text}; }}
QSlider::sub-page:horizontal:disabled {{ background: {tokens.border}; }}
"""


def _bars(tokens: Tokens) -> str:
    """Bars of progress are thin lines without words; those that scroll are a thumb without arrows."""
    return f"""
QProgressBar {{ background: {tokens.border}; border: none; border-radius: 3px; min-height: 6px;
    max-height: 6px; }}
QProgressBar::chunk {{ background: {tokens.accent}; border-radius: 3px; }}
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: #80{tokens.text_muted[1:]}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {tokens.text_muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def _menus(tokens: Tokens) -> str:
    """Return the looks of menus; the icon of what is on is seen on the accent."""
    check = (ICONS / f"check_{'dark' if tokens.is_dark else 'light'}.svg").as_posix()
    return f"""
QMenu {{ background: {tokens.surface_raised}; color: {tokens.text}; border: 1px solid {tokens.border};
    padding: 4px; }}
QMenu::item {{ padding: 5px 18px 5px 10px; border-radius: {ROUND}px; }}
QMenu::item:selected {{ background: {tokens.accent}; color: {tokens.accent_text}; }}
QMenu::item:disabled {{ color: {tokens.text_muted}; background: transparent; }}
QMenu::icon {{ padding-left: 6px; }}
QMenu::icon:checked {{ background: {tokens.accent}; border-radius: {ROUND}px; }}
QMenu::indicator {{ width: 14px; height: 14px; margin-left: 6px; }}
QMenu::indicator:non-exclusive:checked {{ background: {tokens.accent}; border-radius: 3px;
    image: url("{check}"); }}
QMenu::separator {{ height: 1px; background: {tokens.border}; margin: 4px 6px; }}
"""
