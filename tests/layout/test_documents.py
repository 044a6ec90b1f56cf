"""The documents tell everything there is, and nothing that is not."""

import re
from pathlib import Path

import sprue
from server import settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "engine/README.md",
    ROOT / "server/README.md",
    ROOT / "docs/rule-packs.md",
    ROOT / "docs/checking-a-repository.md",
    ROOT / "docs/python.md",
    ROOT / "docs/agents.md",
    ROOT / "docs/hosting.md",
)


def make_targets() -> set[str]:
    return set(re.findall(r"^\.PHONY: ([\w-]+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)) - {"help"}


def test_the_readme_says_every_make_target_and_no_other() -> None:
    assert set(re.findall(r"(?:`|^    )make ([\w-]+)", README, re.MULTILINE)) == make_targets()


def test_every_make_target_explains_itself() -> None:
    text = (ROOT / "Makefile").read_text()
    explained = set(re.findall(r"^([\w-]+):.*## \w", text, re.MULTILINE))
    assert make_targets() <= explained


def test_the_readme_says_every_command_and_no_other() -> None:
    assert set(re.findall(r"sprue ([a-z]+)\b", README)) == set(sprue.COMMANDS)


def test_the_servers_readme_says_every_setting_and_no_other() -> None:
    reported = set(re.findall(r"`(SPRUE_\w+)`", (ROOT / "server/README.md").read_text("utf-8")))
    assert reported == {name for name, _, _ in settings.table()}


def test_the_guide_for_hosts_names_settings_that_there_are() -> None:
    named = set(re.findall(r"\bSPRUE_\w+", (ROOT / "docs/hosting.md").read_text("utf-8")))
    assert named <= {name for name, _, _ in settings.table()}


def test_the_engines_readme_speaks_of_every_package() -> None:
    text = (ROOT / "engine/README.md").read_text("utf-8")
    for path in sorted((ROOT / "engine").iterdir()):
        if not path.name.startswith("__") and (path.is_dir() or path.suffix == ".py"):
            assert re.search(rf"\b{path.stem}\b", text), f"engine/README.md does not speak of {path.name}"


def test_files_and_pictures_that_documents_point_to_exist() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8")):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name} points to {target}"
