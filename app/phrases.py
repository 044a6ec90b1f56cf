"""Phrases: every word the window shows, read from its source, for translators.

`python -m app.phrases sprue_de.ts` writes or updates the file that Qt's tools for translators read: what is
translated there stays. `pyside6-lrelease sprue_de.ts -qm resources/i18n/sprue_de.qm` makes of it what the
program loads. A phrase is the literal argument of `self.tr`, of `QCoreApplication.translate`, or of the `_tr`
of a module; its context is the class, what is written there, or what the module's `_tr` says.
"""

import argparse
import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from app.state.interface import CONTEXT_OF_WORDS, FILE, SHIPPED

VIEWS = Path(__file__).resolve().parent / "views"
OWN = "_tr"
"""What a module without classes calls its own way to translate."""


@dataclass(frozen=True, slots=True, order=True)
class Phrase:
    """A literal that is translated before it is shown."""

    context: str
    text: str
    file: str
    line: int


class UnreadablePhrase(ValueError):
    """Something is translated that no translator could find in the source."""


def of_folder(folder: Path = VIEWS) -> tuple[Phrase, ...]:
    """Return the phrases of all modules below, sorted; raises UnreadablePhrase."""
    return tuple(sorted(one for path in sorted(folder.rglob("*.py")) for one in of_module(path)))


def of_interface() -> tuple[Phrase, ...]:
    """Return the words of layers and of their colors, which come with the interface."""
    words = {
        text
        for layer in SHIPPED.layers
        for text in (layer.title, layer.label, *(each.label for each in (layer.nothing, layer.mark) if each))
    }
    return tuple(Phrase(CONTEXT_OF_WORDS, text, FILE, 1) for text in sorted(words))


def of_module(path: Path) -> Iterator[Phrase]:
    """Return the phrases of one module."""
    tree = ast.parse(path.read_text("utf-8"))
    own = next((_own_context(node) for node in tree.body if _is_own(node)), "")
    yield from _within(tree, "", own, path)


def write(phrases: tuple[Phrase, ...], path: Path) -> None:
    """Write them as a .ts file; what is translated there already stays."""
    known = _translated(path)
    root = ElementTree.Element("TS", version="2.1", sourcelanguage="en", language=_language(path))
    for context in sorted({one.context for one in phrases}):
        entry = ElementTree.SubElement(root, "context")
        ElementTree.SubElement(entry, "name").text = context
        for text in sorted({one.text for one in phrases if one.context == context}):
            message = ElementTree.SubElement(entry, "message")
            ElementTree.SubElement(message, "source").text = text
            done = known.get((context, text))
            translation = ElementTree.SubElement(message, "translation")
            translation.text = done
            if done is None:
                translation.set("type", "unfinished")
    ElementTree.indent(root)
    path.write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
        + ElementTree.tostring(root, encoding="unicode")
        + "\n",
        "utf-8",
    )


def _within(node: ast.AST, class_name: str, own: str, path: Path) -> Iterator[Phrase]:
    for child in ast.iter_child_nodes(node):
        if _is_own(child):
            continue
        if isinstance(child, ast.Call):
            yield from _of_call(child, class_name, own, path)
        inner = child.name if isinstance(child, ast.ClassDef) else class_name
        yield from _within(child, inner, own, path)


def _of_call(call: ast.Call, class_name: str, own: str, path: Path) -> Iterator[Phrase]:
    spelled = ast.unparse(call.func)
    if spelled in ("self.tr", "tr"):
        context, text = class_name, call.args[0]
    elif spelled == OWN:
        context, text = own, call.args[0]
    elif spelled.endswith("QCoreApplication.translate"):
        context, text = str(getattr(call.args[0], "value", "")), call.args[1]
    elif spelled.endswith(".tr"):
        raise UnreadablePhrase(f"{path.name}:{call.lineno}: {spelled} has the context of another's class")
    else:
        return
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str) or not context:
        raise UnreadablePhrase(f"{path.name}:{call.lineno}: {ast.unparse(call)} is no literal with a context")
    yield Phrase(context, text.value, path.name, call.lineno)


def _is_own(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == OWN


def _own_context(node: ast.AST) -> str:
    calls = (one for one in ast.walk(node) if isinstance(one, ast.Call) and len(one.args) == 2)
    return next((str(getattr(one.args[0], "value", "")) for one in calls), "")


def _translated(path: Path) -> dict[tuple[str, str], str]:
    if not path.exists():
        return {}
    found: dict[tuple[str, str], str] = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is not None and translation.text and translation.get("type") != "unfinished":
                key = (context.findtext("name", ""), message.findtext("source", ""))
                found[key] = translation.text
    return found


def _language(path: Path) -> str:
    return path.stem.partition("_")[2] or "en"


def main() -> None:
    """Write the file that is named."""
    parser = argparse.ArgumentParser(
        prog="python -m app.phrases", description="Write phrases for translators."
    )
    parser.add_argument("file", type=Path, help="as sprue_de.ts")
    file: Path = parser.parse_args().file
    phrases = (*of_folder(), *of_interface())
    write(phrases, file)
    print(f"{file}: {len({(one.context, one.text) for one in phrases})} phrases")


if __name__ == "__main__":
    main()
