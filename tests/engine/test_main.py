"""The command line: what it prints where, what it writes, and its exit status."""

import csv
import io
import json
import os
import sys
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine import analysis_workers, exports
from engine.__main__ import BAD_INPUT, FAILED_A_RULE, FORMATS, INCOMPLETE, INTERNAL, OK, main
from engine.isolate.worker import WorkerOptions
from tests.engine.acting import TASKS
from tests.support import unread

DIRECTIONS = (["--pull=-1,0,0"], ["--pull", "-1,0,0"], ["--pull", "-1e0,-.0,0"])


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    # each call starts two processes: for one that acts alone they are forked
    monkeypatch.setattr(analysis_workers, "WorkerOptions", partial(WorkerOptions, is_forked=True))


def part(name: str = "housing.step", wish: str = "") -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(wish)
    return name


def run(*words: str) -> int:
    return main(words, tasks=TASKS)


def result_in(folder: str) -> dict[str, object]:
    document: dict[str, object] = json.loads((Path(folder) / "result.json").read_text())
    return document


def test_a_part_is_analyzed_into_a_folder_of_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(part()) == OK
    out, err = capsys.readouterr()
    assert "136 × 80 × 34 mm" in out
    assert "sand" in out
    assert "out/housing/report.html" in out
    assert err == "housing.step: reading housing.step\n"
    assert result_in("out/housing")["status"] == "done"


def test_one_part_goes_where_out_says_and_several_below_it() -> None:
    run(part("a.step"), "--out", "here")
    assert result_in("here")["filename"] == "a.step"
    run(part("x/a.step"), part("y/a.step"), part("b.step"), "--out", "there")
    assert {path.name for path in Path("there").iterdir()} == {"a", "a-2", "b"}


def test_a_file_that_cannot_be_read_costs_one_sentence_and_not_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = run(
        "--quiet",
        part("a.step"),
        part("b.step", "empty"),
        "missing.step",
        part("c.step", "crash"),
        part("d.step"),
    )
    out, err = capsys.readouterr()
    assert status == BAD_INPUT
    assert err.splitlines() == [
        "b.step: it holds 3 curves and nothing that has a volume",
        "missing.step: there is no such file",
        "c.step: the geometry kernel crashed (signal 11) while reading c.step",
    ]
    assert "a.step" in out
    assert "d.step" in out
    assert {path.name for path in Path("out").iterdir()} == {"a", "d"}


def test_nothing_is_left_of_a_part_that_failed() -> None:
    assert run(part(wish="empty"), "--out", "new/folder") == BAD_INPUT
    assert {path.name for path in Path().iterdir()} == {"housing.step"}


def test_a_defect_of_ours_has_its_own_status_and_its_traceback_in_a_log(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(part(wish="stumble"), "--quiet") == INTERNAL
    (line,) = capsys.readouterr().err.splitlines()
    (log,) = Path().glob("sprue-*/sprue.log")
    assert str(log.resolve()) in line
    assert "ZeroDivisionError: a defect" in log.read_text()


def test_a_verdict_that_lacks_a_stage_is_printed_with_a_status_of_its_own_and_the_traceback_in_a_log(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(part(wish="limp"), "--quiet") == INCOMPLETE
    described = capsys.readouterr()
    (line,) = described.err.splitlines()
    (log,) = Path().glob("sprue-*/sprue.log")
    assert "the verdict is incomplete, because Sprue itself failed at features.hole" in line
    assert str(log.resolve()) in line
    assert "ZeroDivisionError: division by zero" in log.read_text()
    assert "Min wall thickness" in described.out
    assert "Holes were not recognized" in described.out
    assert Path("out/housing/result.json").is_file()


def test_pictures_that_crash_cost_neither_the_verdict_nor_the_next_part(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(part(wish="crash drawing"), part("next.step"), "--quiet") == INCOMPLETE
    described = capsys.readouterr()
    assert described.out.count("Min wall thickness") >= 2
    assert "Pictures and report were not drawn" in described.out
    assert "signal 11" in described.out
    assert "report_html" not in result_in("out/housing")["artifacts"]
    assert (Path("out/next") / "report.html").is_file()


def test_a_crash_while_a_part_is_measured_names_the_stage_and_leaves_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(part(wish="crash judging"), "--quiet") == BAD_INPUT
    assert "crashed (signal 11) while measuring thickness" in capsys.readouterr().err
    assert {path.name for path in Path().iterdir()} == {"housing.step"}


def test_without_pictures_none_are_drawn_or_asked_for() -> None:
    assert run(part(), "--no-pictures") == OK
    assert not (Path("out/housing") / "report.html").exists()
    assert result_in("out/housing")["asked"]["names_drawn"] is False
    assert run(part("b.step")) == OK
    assert result_in("out/b")["asked"]["names_drawn"] is True


def test_of_several_files_the_worst_decides() -> None:
    assert run(part(), part("limp.step", "limp"), "--strict") == INCOMPLETE
    assert run(part("limp.step", "limp"), part("empty.step", "empty")) == BAD_INPUT
    assert run(part("limp.step", "limp"), part("stumble.step", "stumble")) == INTERNAL


def test_with_strict_a_failed_rule_is_status_one_and_without_it_is_not() -> None:
    assert run(part()) == OK
    assert run(part(), "--strict") == FAILED_A_RULE
    assert run(part("sound.step", "sound"), "--strict") == OK
    assert run(part("sound.step", "sound"), part(), "--strict") == FAILED_A_RULE


def test_json_is_one_line_a_part_and_nothing_else_on_standard_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("--json", part("a.step"), part("b.step", "empty")) == BAD_INPUT
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["status"] == "done"
    assert first["filename"] == "a.step"
    assert second["status"] == "error"
    assert second["filename"] == "b.step"
    assert "3 curves" in second["error"]


@pytest.mark.parametrize("name", sorted(exports.FORMATS))
def test_a_format_is_one_list_of_all_parts_and_nothing_else_on_standard_output(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(part("a.step"), part("b.step", "empty"), "--format", name, "--quiet") == BAD_INPUT
    out, err = capsys.readouterr()
    assert err == "b.step: it holds 3 curves and nothing that has a volume\n"
    read = {
        "sarif": json.loads,
        "junit": ElementTree.fromstring,
        "csv": lambda text: [*csv.reader(io.StringIO(text))],
    }
    assert read[name](out)
    assert all(each in out for each in ("a.step", "b.step", "it holds 3 curves"))
    assert result_in("out/a")["status"] == "done"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ((), "Geh\ufffduse.step"),
        (("--json",), r"Geh\ufffduse.step"),
        (("--format", "sarif"), "Geh%E4use.step"),
        (("--format", "junit"), "Geh\ufffduse.step"),
        (("--format", "csv"), "Geh\ufffduse.step"),
    ],
)
def test_a_name_that_is_no_utf_8_is_shown_as_far_as_it_is_and_the_files_are_there(
    form: tuple[str, ...], shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [os.fsdecode(each) for each in (b"Geh\xe4use.step", b"Geh\xe4us.step")]
    assert run(part(names[0]), part(names[1], "empty"), *form) == BAD_INPUT
    out, err = capsys.readouterr()
    assert shown in out
    assert "Geh\ufffdus.step: it holds 3 curves" in err
    assert result_in(os.fsdecode(b"out/Geh\xe4use"))["filename"] == "Geh\ufffduse.step"


@pytest.mark.parametrize("form", [(), ("--json",), ("--format", "csv")])
def test_files_are_written_where_nobody_reads_what_is_printed(form: tuple[str, ...]) -> None:
    with unread.printed():
        assert run(part("a.step"), part("b.step"), "--quiet", *form) == OK
    assert all(result_in(f"out/{name}")["status"] == "done" for name in "ab")


def test_every_format_of_the_command_line_can_be_written() -> None:
    assert set(FORMATS) == set(exports.FORMATS)


@pytest.mark.parametrize("words", DIRECTIONS, ids=" ".join)
def test_a_direction_that_begins_with_a_minus_is_a_direction(words: list[str]) -> None:
    assert run(part(), *words) == OK
    assert str(result_in("out/housing")["asked"]["pull"]).startswith("-1")  # type: ignore[index]


def test_every_option_reaches_the_analysis() -> None:
    mesh, pull = "--max-edge 2 --curvature 30", "--pull hemisphere --alpha-min 1 --alpha-warn 2"
    look = "--paper letter --report-units in"
    machines = "--build-volume cnc=762x406x508 --build-volume additive/fdm=256x256x256"
    assert run(part(), *f"{mesh} {pull} {look} {machines} --pack casting --pack cnc/3-axis".split()) == OK
    asked = dict(result_in("out/housing")["asked"])  # type: ignore[call-overload]
    for handed_over in ("meshed", "analysis"):
        asked.pop(handed_over)
    assert asked == {
        "with_report": False,
        "names_drawn": True,
        "max_edge_mm": 2.0,
        "curvature": 30.0,
        "unit": None,
        "alpha_min_deg": 1.0,
        "alpha_warn_deg": 2.0,
        "pull": "hemisphere",
        "packs": ["casting", "cnc/3-axis"],
        "paper": "letter",
        "units": "in",
        "build_volumes": "cnc=762x406x508,additive/fdm=256x256x256",
    }


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["a.step", "--pull", "0,0,0"],
        ["a.step", "--max-edge", "-2"],
        ["a.step", "--alpha-min", "x"],
        ["a.step", "--build-volume", "cnc=big"],
        ["a.step", "--none"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_status_two_before_anything_runs(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        run(*words)
    assert caught.value.code == BAD_INPUT
    assert "error: " in capsys.readouterr().err
    assert not Path("out").exists()


def test_help_has_examples_and_exit_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run("--help")
    assert caught.value.code == OK
    text = capsys.readouterr().out
    assert "examples:\n  sprue analyze bracket.step" in text
    assert "exit status" in text


def test_a_folder_that_cannot_be_written_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    Path("taken").write_text("a file")
    assert run("--quiet", part(), "--out", "taken/below") == BAD_INPUT
    assert capsys.readouterr().err.startswith("housing.step: ")
