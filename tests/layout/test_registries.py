"""A plug-in that is not in its list is a plug-in that nobody runs."""

import ast
import importlib
import json
from pathlib import Path

import pytest

from engine.fields import draft

ROOT = Path(__file__).parents[2]


VERB_OF_FOLDER = {
    "engine.formats": "read",
    "engine.fields": "measure",
    "engine.features": "recognize",
    "engine.heatmaps": "color",
    "engine.metrics": "METRICS",
}
"""What every plug-in of a folder offers; a file without it is a helper of theirs."""


def plugins_in(package: str) -> set[str]:
    """Return the files of a plug-in folder that offer what its plug-ins offer."""
    folder = ROOT / package.replace(".", "/")
    return {
        path.stem for path in folder.glob("[a-z]*.py") if VERB_OF_FOLDER[package] in names_defined_in(path)
    }


def names_defined_in(path: Path) -> set[str]:
    """Return the functions and constants at the top level of a file."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def registered_in(package: str) -> set[str]:
    """Return the modules of a plug-in folder that stand in its list."""
    module = importlib.import_module(package)
    entries = {
        "engine.formats": lambda: module.FORMATS,
        "engine.fields": lambda: (*module.FIELDS, draft.measure),
        "engine.features": lambda: [each.recognize for each in module.RECOGNIZERS],
        "engine.heatmaps": lambda: module.HEATMAPS,
        "engine.metrics": lambda: [metric.measure for metric in module.METRICS],
    }[package]()
    names = (getattr(entry, "__module__", None) or entry.__name__ for entry in entries)
    return {name.removeprefix(f"{package}.").split(".")[0] for name in names}


@pytest.mark.parametrize("package", VERB_OF_FOLDER)
def test_the_list_and_the_folder_agree(package: str) -> None:
    assert registered_in(package) == plugins_in(package)


@pytest.mark.parametrize("package", VERB_OF_FOLDER)
def test_plugins_of_one_folder_do_not_import_each_other(package: str) -> None:
    plugins = plugins_in(package)
    for name in plugins:
        file = ROOT / package.replace(".", "/") / f"{name}.py"
        siblings = siblings_imported(file, package) & (plugins - {name})
        assert not siblings, f"{file.relative_to(ROOT)} imports {siblings}"


def siblings_imported(file: Path, package: str) -> set[str]:
    """Return the names right below a package that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == package:
                found |= {alias.name for alias in node.names}
            elif node.module.startswith(f"{package}."):
                found.add(node.module.removeprefix(f"{package}.").split(".")[0])
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith(f"{package}.")]
            found |= {name.removeprefix(f"{package}.").split(".")[0] for name in names}
    return found


def test_every_metric_has_a_sentence_and_a_name_of_its_own() -> None:
    from engine.metrics import METRICS

    names = [metric.info.name for metric in METRICS]
    assert len(names) == len(set(names))
    for metric in METRICS:
        assert metric.info.doc.endswith("."), metric.info.name
        assert len(metric.info.doc.split()) >= 3, metric.info.name


def test_every_rule_pack_says_in_words_where_its_thresholds_come_from() -> None:
    folder = ROOT / "resources" / "rulepacks"
    packs = sorted(folder.glob("*.json"))
    assert packs
    for pack in packs:
        document = json.loads(pack.read_text("utf-8"))
        assert document["key"] == pack.stem
        words = pack.with_suffix(".md").read_text("utf-8")
        for rule in document["rules"]:
            assert rule["key"] in words, f"{pack.stem}.md does not speak of {rule['key']}"
    assert {path.stem for path in folder.glob("*.md")} <= {path.stem for path in packs} | {"README"}
