"""The client that @hey-api/openapi-ts makes, in `build/clients/typescript`, checked and compiled by tsc."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import BUILD, Called, assert_errors, assert_whole_journey, run

HERE = Path(__file__).parent / "typescript"
LOCK = "package-lock.json"
FOLDER = BUILD / "typescript"
NODE = Path(sys.executable).with_name("node")
GENERATOR = FOLDER / "node_modules/@hey-api/openapi-ts/bin/run.js"
COMPILER = FOLDER / "node_modules/typescript/bin/tsc"
PACKAGE = "sprue_client"


def make_project() -> None:
    """Make the project anew: the journey, and one that sends a field that the document does not know.

    The generator writes imports as `tsconfig.json` asks, which it seeks above its own package.
    """
    for folder in (PACKAGE, "built"):
        shutil.rmtree(FOLDER / folder, ignore_errors=True)
    for name in ("tsconfig.json", "journey.ts"):
        shutil.copy(HERE / name, FOLDER)
    journey = (HERE / "journey.ts").read_text("utf-8")
    (FOLDER / "misspelled.ts").write_text(journey.replace('pull: "1,0,0"', 'pulls: "1,0,0"'), "utf-8")


@pytest.mark.slow
def test_a_typescript_client_is_made_without_a_warning_and_goes_the_whole_way(called: Called) -> None:
    is_set_up = COMPILER.exists() and (FOLDER / LOCK).read_text() == (HERE / LOCK).read_text()
    assert is_set_up, "the npm packages are missing or old: run make setup"
    make_project()
    printed = run(NODE, GENERATOR, "--input", called.file, "--output", PACKAGE, folder=FOLDER)
    assert not re.search(r"warn|⚠|error|skip", printed, re.IGNORECASE), printed
    made = set(
        re.findall(r"^export const (\w+) =", (FOLDER / PACKAGE / "sdk.gen.ts").read_text(), re.MULTILINE)
    )
    assert made == called.operations()
    assert len(made) >= 34
    types = re.findall(r"^export type (\w+)", (FOLDER / PACKAGE / "types.gen.ts").read_text(), re.MULTILINE)
    assert [name for name in types if name[-1].isdigit()] == []  # names that were taken get a number

    errors = re.findall(r"^.*error TS.*", run(NODE, COMPILER, folder=FOLDER, status=2), re.MULTILINE)
    assert len(errors) == 1
    assert errors[0].startswith("misspelled.ts(")
    assert "'pulls' does not exist" in errors[0]
    seen = called.journey(NODE, "built/journey.js", folder=FOLDER)
    assert_errors(seen.pop("refused"))
    assert_whole_journey(seen)


def test_the_lock_pins_every_package_by_hash_and_names_no_place_to_download_from() -> None:
    packages = json.loads((HERE / LOCK).read_text("utf-8"))["packages"]
    asked = packages.pop("")["devDependencies"]
    assert {"@hey-api/openapi-ts", "typescript"} <= asked.keys()
    assert [version for version in asked.values() if not re.fullmatch(r"[\d.]+", version)] == []
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
