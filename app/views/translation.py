"""The language of the window: a translation of Sprue's words, and of Qt's own, where there is one."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "i18n"
"""Of `sprue_<language>.qm`; `app/phrases.py` describes how one is made."""


def install(app: QCoreApplication, language: str = "", folder: Path = FOLDER) -> tuple[QTranslator, ...]:
    """Show the window in this language, empty: the system's; return what was found, none for English."""
    locale = QLocale(language) if language else QLocale.system()
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    found = []
    for name, place in (("qtbase", qt), ("sprue", folder)):
        translator = QTranslator(app)
        if translator.load(locale, name, "_", str(place)):
            found.append(translator)
    if not any(Path(one.filePath()).parent == folder for one in found):
        return ()  # half a language is worse than English
    for translator in found:
        app.installTranslator(translator)
    return tuple(found)
