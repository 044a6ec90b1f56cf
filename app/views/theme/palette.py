"""The look of every widget: one style on every system, in the colors of a theme."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.views.theme import controls, labels
from app.views.theme.tokens import DARK, LIGHT, Tokens

ROUND = 6
"""Pixels of a corner's radius."""


def chosen(theme: str) -> Tokens:
    """Return the colors of a setting: light, dark, or as the system has it."""
    if theme == "system":
        scheme = QGuiApplication.styleHints().colorScheme()
        return DARK if scheme is Qt.ColorScheme.Dark else LIGHT
    return DARK if theme == "dark" else LIGHT


def apply(app: QApplication, tokens: Tokens) -> None:
    """Give every widget these colors, those that exist already too."""
    app.setStyle("Fusion")
    app.setPalette(palette(tokens))
    app.setStyleSheet(style_sheet(tokens))


def palette(tokens: Tokens) -> QPalette:
    """Return what widgets that draw themselves use."""
    made = QPalette()
    role = QPalette.ColorRole
    colors = {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.surface_raised,
        role.Text: tokens.text,
        role.PlaceholderText: tokens.text_muted,
        role.Button: tokens.surface_raised,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.fail,
        role.ToolTipBase: tokens.surface_raised,
        role.ToolTipText: tokens.text,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.accent_text,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.Accent: tokens.accent,
        role.Light: tokens.surface_raised,
        role.Midlight: tokens.surface_raised,
        role.Mid: tokens.border,
        role.Dark: tokens.border,
    }
    for each, color in colors.items():
        made.setColor(each, QColor(color))
    disabled = QColor(tokens.text_muted)
    disabled.setAlphaF(0.7)
    for each in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, each, disabled)
    made.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(tokens.border))
    return made


def style_sheet(tokens: Tokens) -> str:
    """Return what the style leaves to be said."""
    return f"""
{controls.style_sheet(tokens)}
QToolTip {{ color: {tokens.text}; background: {tokens.surface_raised}; border: 1px solid {tokens.border};
    padding: 4px 6px; }}
QHeaderView::section {{ background: {tokens.surface_raised}; color: {tokens.text_muted}; border: none;
    border-bottom: 1px solid {tokens.border}; padding: 4px 6px; }}
QTableView, QTreeView, QListView, QPlainTextEdit, QTextBrowser {{ border: 1px solid {tokens.border};
    border-radius: {ROUND}px; }}
QTableView:focus, QTreeView:focus, QListView:focus, QPlainTextEdit:focus, QTextBrowser:focus {{
    border-color: {tokens.accent}; }}
QTableView::item, QTreeView::item {{ padding: 2px 4px; }}
QFrame#Card {{ background: {tokens.surface_raised}; border: 1px solid {tokens.border};
    border-radius: {ROUND}px; }}
QToolBar {{ background: {tokens.window}; border: none; border-bottom: 1px solid {tokens.border};
    spacing: 2px; padding: 4px 6px; }}
QToolBar QToolButton {{ padding: 5px 9px; border-radius: {ROUND}px; border: 1px solid transparent; }}
QToolBar#rail {{ border-bottom: none; }}
QToolBar#rail QToolButton {{ min-width: 62px; }}
QToolBar QToolButton:hover {{ background: {tokens.surface_raised}; border-color: {tokens.border}; }}
QToolBar QToolButton:checked {{ background: {tokens.accent}; color: {tokens.accent_text}; }}
QToolBar QToolButton:disabled {{ color: {tokens.text_muted}; }}
QStatusBar {{ border-top: 1px solid {tokens.border}; }}
QStatusBar::item {{ border: none; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QSplitter::handle:hover {{ background: {tokens.border}; }}
QDockWidget::title {{ padding: 5px 8px; background: {tokens.window}; }}
QToolBar QToolButton:checked:disabled {{ background: {tokens.border}; color: {tokens.text_muted}; }}
{labels.style_sheet(tokens)}"""
