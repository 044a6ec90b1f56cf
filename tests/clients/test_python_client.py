"""The client that openapi-python-client makes, in `build/clients/python`."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import BUILD, Called, assert_errors, assert_whole_journey, run

HERE = Path(__file__).parent / "python"
FOLDER = BUILD / "python"
GENERATOR = (sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning")


@pytest.mark.slow
def test_a_python_client_is_made_without_a_warning_and_goes_the_whole_way(called: Called) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    package = FOLDER / "sprue_client"
    shutil.rmtree(package, ignore_errors=True)
    options = {"--path": called.file, "--config": HERE / "generator.yaml", "--output-path": package}
    words = [word for option in options.items() for word in option]
    printed = run(*GENERATOR, "--meta", "none", *words, folder=FOLDER)
    assert re.fullmatch(r"Generating \S+\s*", printed.replace("\n", " ")), printed
    made = {path.stem for path in package.glob("api/*/[a-z]*.py")}
    assert made == {re.sub("([A-Z])", r"_\1", name).lower() for name in called.operations()}
    assert len(made) >= 34

    seen = called.journey(sys.executable, HERE / "journey.py", folder=FOLDER, PYTHONPATH=str(FOLDER))
    assert_errors(seen.pop("refused"))
    assert_whole_journey(seen)
