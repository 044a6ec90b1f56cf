"""What is imported is declared, and what is declared is imported."""

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = ("engine", "server", "resources")
OWN = {"sprue", "tests", "bench", "app", "engine", "server", "resources", "sprue-client"}
"""The last is the client that tests make."""
IMPORT = re.compile(r"^ *(?:from (\w[\w.]*) import (\([^)]*\)|[\w ,]+)|import ([\w., ]+))$", re.MULTILINE)
"""Found by lines: parsing 2,000 files takes many times as long."""
TEXT_OR_COMMENT = re.compile(r"""\"{3}.*?\"{3}|'{3}.*?'{3}| +#[^\n]*""", re.DOTALL)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def name_of(requirement: str) -> str:
    return re.split(r"[<>=!~\[; ]", requirement)[0].lower().replace("_", "-")


def imported_by(folders: list[Path]) -> set[str]:
    """Return the distributions that the files of some folders import from."""
    distributions = installed()
    found = set()
    for name in {name for folder in folders for file in folder.rglob("*.py") for name in names_in(file)}:
        top = name.split(".")[0]
        if top not in sys.stdlib_module_names:
            found |= {name_of(each) for each in owners(name, distributions.get(top, [top]))}
    return found - OWN - {"cadquery-ocp-proxy"}


@cache
def installed() -> Mapping[str, list[str]]:
    """Return the distributions that have a module, by its name."""
    return packages_distributions()


@cache
def names_in(file: Path) -> frozenset[str]:
    """Return the modules, or what of them, that a file imports."""
    names: set[str] = set()
    for module, taken, modules in IMPORT.findall(TEXT_OR_COMMENT.sub("", file.read_text("utf-8"))):
        members = [each.split()[0] for each in (taken or modules).strip("()").split(",") if each.strip()]
        names |= {f"{module}.{each}" if module else each for each in members}
    return frozenset(names)


def owners(module: str, candidates: list[str]) -> list[str]:
    """Return which of some distributions has a module, or what it comes from; all where none says so."""
    if len(candidates) == 1:
        return candidates
    parts = tuple(module.split("."))
    for searched in (parts, parts[:-1]):
        if found := [each for each in set(candidates) if searched in packages_of(each)]:
            return found
    return candidates


@cache
def packages_of(name: str) -> set[tuple[str, ...]]:
    """Return the packages and modules that a distribution has files of, by the parts of their names."""
    paths = [file.with_suffix("").parts for file in distribution(name).files or () if file.suffix == ".py"]
    return {parts[:-1] if parts[-1] == "__init__" else parts for parts in paths}


def test_the_base_install_is_exactly_what_engine_and_server_import_but_for_hosts_and_agents() -> None:
    """What only several hosts, traces or agents need is in their extras; one machine goes without it."""
    declared = {name_of(requirement) for requirement in PROJECT["dependencies"]}
    extras = PROJECT["optional-dependencies"]
    of_extras = {name_of(requirement) for extra in ("hosted", "otel", "mcp") for requirement in extras[extra]}
    assert imported_by([ROOT / program for program in PROGRAMS]) - of_extras == declared
    assert not declared & of_extras


def test_what_agents_need_is_imported_by_their_package_alone() -> None:
    of_agents = {name_of(requirement) for requirement in PROJECT["optional-dependencies"]["mcp"]}
    assert of_agents <= imported_by([ROOT / "server/agent"])
    others = [each for each in (ROOT / "server").iterdir() if each.is_dir() and each.name != "agent"]
    assert not of_agents & imported_by([ROOT / "engine", *others])


def test_what_the_desktop_imports_is_in_its_extra_or_in_the_base_install() -> None:
    extra = PROJECT["optional-dependencies"]["desktop"]
    declared = {name_of(requirement) for requirement in (*PROJECT["dependencies"], *extra)}
    assert imported_by([ROOT / "app"]) <= declared


def test_what_tests_import_is_installed_for_development() -> None:
    declared = {
        name_of(requirement)
        for requirement in (
            *PROJECT["dependencies"],
            *PROJECT["optional-dependencies"]["desktop"],
            *PROJECT["optional-dependencies"]["dev"],
        )
    }
    assert imported_by([ROOT / "tests"]) <= declared


def test_the_geometry_kernel_is_pinned_exactly() -> None:
    assert [one for one in PROJECT["dependencies"] if re.fullmatch(r"cadquery-ocp-novtk==[\d.]+", one)]
