"""Phrases are read from the source as a translator needs them, and what is shown is translated."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import phrases
from app.phrases import VIEWS, Phrase, UnreadablePhrase

MODULE = """
class Panel:
    def build(self):
        tr = self.tr
        self.setWindowTitle(self.tr("A panel"))
        return tr("{n} parts"), QCoreApplication.translate("Else", "elsewhere"), _tr("of the module")


def _tr(text):
    return QCoreApplication.translate("Module", text)
"""
NOT_FOR_PEOPLE = frozenset(
    {"setObjectName", "setStyleSheet", "setProperty", "QKeySequence", "TypeVar", "cast", "fromString"}
)
"""Calls whose words nobody reads."""
ERRORS = frozenset({"ValueError", "KeyError", "TypeError", "RuntimeError", "UnreadableGlb"})
"""For programmers, or shown by the one who catches them."""
NAMES = frozenset(
    {"Sprue", " – Sprue", "Fusion", "CAD (", "PNG (*.png)", "CSV (*.csv)", "PDF (*.pdf);;HTML (*.html)"}
)
"""The same in every language."""
WITHOUT_WORDS = frozenset({"theme", "colormaps.py", "layers.py", "glb.py", "scene.py", "problems_strip.py"})
"""Style sheets; names of roles and keys of files as they are sent; what drivers and the engine say."""
WITH_WORDS = [path for path in sorted(VIEWS.rglob("*.py")) if not WITHOUT_WORDS & set(path.parts)]
WORDS = re.compile(r"(?<![^\W\d_])[A-Z][a-z]+\b|[^\W\d_]{2,},? [a-z]{2,}")
"""A capital that begins a word, or two words."""
MARKUP = re.compile(
    r"[{};]\s*$|: [#{\d]|^\s*(Q[A-Z]\w+|border|background|color|padding|<)|px|Ctrl\+|Shift\+|\.\w{3}$"
)
"""Style sheets, HTML, keys and file names."""


def module(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "module.py"
    path.write_text(text, "utf-8")
    return path


def test_a_phrase_has_the_context_it_is_looked_up_in(tmp_path: Path) -> None:
    found = {(one.context, one.text) for one in phrases.of_module(module(tmp_path, MODULE))}
    assert found == {
        ("Panel", "A panel"),
        ("Panel", "{n} parts"),
        ("Else", "elsewhere"),
        ("Module", "of the module"),
    }


@pytest.mark.parametrize(
    "text", ["self.tr(words)", 'self.tr(f"{n} parts")', 'window.tr("Tools")', "_tr(name)"]
)
def test_what_no_translator_could_find_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UnreadablePhrase, match=r"module\.py:3"):
        list(phrases.of_module(module(tmp_path, f"class Panel:\n  def build(self):\n    return {text}\n")))


def test_what_is_translated_already_stays_and_what_is_gone_goes(tmp_path: Path) -> None:
    path = tmp_path / "sprue_de.ts"
    phrases.write((Phrase("Panel", "Open", "a.py", 1), Phrase("Panel", "Close", "a.py", 2)), path)
    assert 'language="de"' in path.read_text()
    done = "<source>Open</source>\n      <translation>Öffnen</translation>"
    path.write_text(
        re.sub(r"<source>Open</source>\s*<translation [^>]*/>", done, path.read_text("utf-8")), "utf-8"
    )
    phrases.write((Phrase("Panel", "Open", "a.py", 1), Phrase("Panel", "Save", "a.py", 2)), path)
    text = path.read_text("utf-8")
    assert "Öffnen" in text
    assert "Save" in text
    assert "Close" not in text


def test_every_phrase_of_the_window_can_be_found() -> None:
    found = phrases.of_folder()
    assert len(found) > 300
    assert all(one.context and one.text.strip() for one in found)


def test_no_words_are_shown_in_the_language_they_were_written_in() -> None:
    words = [
        f"{path.relative_to(VIEWS).as_posix()}:{one.lineno}: {one.value!r}"
        for path in WITH_WORDS
        for one in shown(ast.parse(path.read_text("utf-8")))
    ]
    assert words == []


def test_words_that_are_not_translated_are_noticed() -> None:
    text = 'class Panel:\n  def build(self):\n    say("Open a part")\n    say(f"{n} of them")\n'
    assert [one.value for one in shown(ast.parse(text))] == ["Open a part", " of them"]


def shown(tree: ast.Module) -> Iterator[ast.Constant]:
    """Return literals with words in them that are not translated, beside those nobody sees."""
    nodes = list(ast.walk(tree))
    unseen = {id(node) for one in nodes for node in _unseen(one)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unseen:
            is_markup = MARKUP.search(node.value) is not None
            if node.value not in NAMES and WORDS.search(node.value) and not is_markup:
                yield node


def _unseen(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value  # a docstring
    elif isinstance(node, ast.Call):
        called = _dotted(node.func)
        last = called.rpartition(".")[2]
        is_translated = last in ("tr", "_tr") or called.endswith("QCoreApplication.translate")
        if is_translated or last in NOT_FOR_PEOPLE | ERRORS or called.startswith("LOG."):
            yield from ast.walk(node)
    elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
        yield from ast.walk(node.annotation)
    elif isinstance(node, ast.FunctionDef) and node.returns is not None:
        yield from ast.walk(node.returns)


def _dotted(called: ast.expr) -> str:
    """Return the names of what is called, as far as it is called by names."""
    if isinstance(called, ast.Attribute):
        return f"{_dotted(called.value)}.{called.attr}"
    return called.id if isinstance(called, ast.Name) else ""
