"""The Dockerfile keeps its promises, and its steps can be taken where no image can be had."""

import re
from types import ModuleType

import pytest

from tests.packaging import loaded

TEXT = (loaded.PACKAGING / "server/Dockerfile").read_text("utf-8")


@pytest.fixture(scope="module")
def dockerfile() -> ModuleType:
    return loaded.script("check/dockerfile.py")


def test_steps_are_what_is_run_and_what_is_copied_from_the_context(dockerfile: ModuleType) -> None:
    text = "FROM ${BASE}\nRUN one \\\n    && two\nCOPY a.txt b.txt /to/\nCOPY --from=build /x /x\nUSER 1\n"
    assert [" ".join(each.split()) for each in dockerfile.steps(text)] == [
        "one && two",
        "mkdir -p /to/ && cp a.txt b.txt /to/",
    ]


def test_variables_are_those_of_env_lines_alone(dockerfile: ModuleType) -> None:
    assert dockerfile.environment("ENV A=1 B=x:y \\\n  C=\nRUN D=2 true\n") == {"A": "1", "B": "x:y", "C": ""}
    assert dockerfile.environment(TEXT)["SPRUE_HOST"] == "0.0.0.0"


def test_it_runs_as_a_user_without_rights_under_an_init_and_says_whether_it_is_well() -> None:
    assert re.search(r"^USER 10001:10001$", TEXT, re.MULTILINE)
    assert re.search(r'^ENTRYPOINT \["tini", "--", "sprue"\]$', TEXT, re.MULTILINE)
    assert "HEALTHCHECK" in TEXT


def test_bases_are_arguments_and_name_no_registry() -> None:
    assert set(re.findall(r"^FROM (\S+)", TEXT, re.MULTILINE)) == {"${BASE}"}
    [default] = re.findall(r"^ARG BASE=(\S+)$", TEXT, re.MULTILINE)
    assert "/" not in default


def test_what_is_installed_is_pinned_by_hash() -> None:
    assert "--require-hashes" in TEXT
    assert (loaded.PACKAGING.parent / "requirements/hosted.txt").is_file()


def test_what_is_copied_is_let_into_the_context_and_nothing_else() -> None:
    lines = (loaded.PACKAGING / "server/Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith(("#", "!"))] == ["*"]
    let_in = {line[1:] for line in lines if line.startswith("!")}
    taken = {
        word for rest in re.findall(r"^COPY (?!--from)(.+) \S+$", TEXT, re.MULTILINE) for word in rest.split()
    }
    assert {path for path in taken if not path.startswith("packaging/server/")} | {
        "packaging/server"
    } == let_in
