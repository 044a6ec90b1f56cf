"""Broken, hostile and odd STEP files: each ends in one sentence or in a part, never in a crash or a hang.

One process with a limit on time reads them all, as the engine's workers do.
"""

import json
from pathlib import Path

import pytest

from tests.support import programs
from tests.support.corpus import CORPUS, manifest
from tests.support.forked import WORKERS

ROOT = Path(__file__).parents[2]
LIMIT_S = 240
ROWS = {
    row["file"]: row
    for row in manifest("bad/manifest.csv")
    if Path(row["file"]).suffix.lower() in (".step", ".stp")
}
SCRIPT = """
import json, signal, sys
from pathlib import Path
from engine import formats
from engine.errors import SprueError
from engine.kernel.read_step import read_step
from engine.kernel.topology import measure
signal.alarm(int(sys.argv[1]))
for path in map(Path, sys.argv[2:]):
    print(json.dumps({"file": str(path)}), flush=True)
    try:
        formats.check(path)
        part = measure(read_step(path))
        answer = {
            "bodies": len(part.bodies), "volume": part.volume_mm3, "name": part.name,
            "size": part.size_mm.tolist(), "notes": list(part.notes), "area": part.area_mm2,
        }
    except SprueError as error:
        answer = {"refusal": str(error), "kind": type(error).__name__}
    print(json.dumps(answer, allow_nan=False), flush=True)
"""

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not ROWS, reason=f"the test corpus is not at {CORPUS}"),
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """Read all files in one child process, which has to survive them all."""
    script = tmp_path_factory.mktemp("bad") / "read.py"
    script.write_text(SCRIPT, "utf-8")
    paths = [CORPUS / name for name in ROWS]
    done = programs.run("tests.support.script", script, LIMIT_S, *paths, loaded=WORKERS, cwd=ROOT)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"died at {lines[-1:]}: {done.stderr[-500:]}"
    assert done.stderr == "", "OCCT spoke on the console"
    return dict(zip(ROWS, lines[1::2], strict=True))


@pytest.mark.parametrize("name", ROWS)
def test_what_must_be_rejected_is_and_in_one_clear_sentence(
    name: str, answers: dict[str, dict[str, object]]
) -> None:
    answer, expected = answers[name], ROWS[name]["expected"]
    if expected.startswith(("reject:", "reject;")) or expected == "reject":
        assert "refusal" in answer, answer
    if expected.startswith("accept"):
        alternatives = ("or reject", "or a clear rejection", "or ask", "accept or reject")
        assert "refusal" not in answer or any(words in expected for words in alternatives), answer
    if "refusal" in answer:
        sentence = str(answer["refusal"])
        assert 10 < len(sentence) < 300
        assert "\n" not in sentence
        assert "<" not in sentence
        assert "Traceback" not in sentence


SAME_CUBE = [name for name in ROWS if "20 mm cube" in ROWS[name]["expected"]]


@pytest.mark.parametrize("name", SAME_CUBE)
def test_odd_spellings_of_a_cube_are_that_cube(name: str, answers: dict[str, dict[str, object]]) -> None:
    answer = answers[name]
    assert answer["volume"] == pytest.approx(8000, rel=1e-9)
    assert answer["size"] == pytest.approx([20, 20, 20], abs=1e-6)
    assert answer["bodies"] == 1


KNOWN = {
    "bad/step/shell_reversed_inside_out.step": ([20, 20, 20], 8000),
    "bad/step/closed_shell_not_solid.step": ([20, 30, 40], 24000),
    "bad/step/two_overlapping_solids.step": ([30, 40, 50], 48000),
    "bad/step/two_solids_sharing_a_face.step": ([40, 30, 40], 48000),
    "bad/step/foil_1um_thick.step": ([100, 100, 0.001], 10),
    "bad/step/far_from_origin.step": ([20, 30, 40], 24000),
    "bad/step/no_units.step": ([20, 20, 20], 8000),
    "bad/step/conflicting_units_cube_20in.step": ([508, 508, 508], 508**3),
    "bad/odd_but_valid/cube-mm.step": ([1000] * 3, 1e9),
    "bad/odd_but_valid/cube-m.step": ([1000] * 3, 1e9),
    "bad/odd_but_valid/cube-in.step": ([1000] * 3, 1e9),
}


@pytest.mark.parametrize("name", KNOWN)
def test_odd_files_measure_as_they_should(name: str, answers: dict[str, dict[str, object]]) -> None:
    size, volume = KNOWN[name]
    assert answers[name]["size"] == pytest.approx(size, abs=1e-6)
    assert answers[name]["volume"] == pytest.approx(volume, rel=1e-6)


NOTED = {
    "bad/step/self_intersecting_solid.step": "cannot be trusted",
    "bad/step/two_overlapping_solids.step": "overlap",
    "bad/step/no_units.step": "no length unit",
    "bad/step/closed_shell_not_solid.step": "closed surface",
}


@pytest.mark.parametrize("name", NOTED)
def test_doubtful_files_are_read_with_a_note(name: str, answers: dict[str, dict[str, object]]) -> None:
    assert NOTED[name] in " ".join(answers[name]["notes"])  # type: ignore[arg-type]


def test_names_come_out_clean(answers: dict[str, dict[str, object]]) -> None:
    assert answers["bad/odd_but_valid/name_x2_escape.step"]["name"] == "Деталь Ø 20"
    assert answers["bad/odd_but_valid/name_raw_utf8.step"]["name"] == "Gehäuse Ø20 零件"
    assert answers["bad/odd_but_valid/name_raw_latin1.step"]["name"] == "Gehäuse Ø20"
    for answer in answers.values():
        name = str(answer.get("name", "x"))
        assert 0 < len(name) <= 200
        assert name.isprintable()
