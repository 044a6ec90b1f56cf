"""The program as a user has it: the real window with the real engine beside it, without a screen."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.client.models import Verdict
from app.state import length_unit
from app.state.session import Stage
from app.views import program as the_program
from app.views import report
from app.views.inspect.workspace import InspectWorkspace
from app.views.program import Program
from app.views.quote.workspace import QuoteWorkspace
from app.views.rules.workspace import RulesWorkspace
from app.views.single_instance import SingleInstanceChannel
from tests.app.views.programs import (
    LONG_MS,
    buttons,
    drop,
    is_alive,
    is_settled,
    process_id,
    running,
    wait_for_result,
    wait_for_words,
)
from tests.app.views.walled_plate import plate as thin_wall
from tests.contract import parts

SAMPLE = the_program.SAMPLES / "gear_housing.step"


@pytest.mark.slow
def test_a_part_from_opening_to_its_quote_and_report(qtbot: QtBot, qapp: object, tmp_path: Path) -> None:
    """Open, analyze, fly to a finding, compute again, edit a rule, quote, report, close.

    With a small part and a coarse mesh; `python -m bench start` has the sample part and the engine as it is.
    """
    part = thin_wall(tmp_path, "thin_wall.step", hole_mm=5.0, wall_mm=0.6)
    with running(tmp_path / "home") as program:
        window, context = program.window, program.context
        window.open_part(part)  # before the engine is up
        before = wait_for_result(qtbot, program)
        assert window.windowTitle() == "thin_wall.step – Sprue"
        assert window.shown is window.workspaces["inspect"]
        assert context.settings["recent"] == [str(part)]

        fly_to_a_finding(qtbot, program)

        with cancelling_at_once(program) as cancelled:
            context.recompute({"pull": "0,1,0"})  # which the user thinks better of
            qtbot.waitUntil(lambda: bool(cancelled) and is_settled(program), timeout=LONG_MS)
        assert context.result is before
        context.recompute({"pull": "1,0,0"})
        qtbot.waitUntil(lambda: context.result is not before, timeout=LONG_MS)
        after = wait_for_result(qtbot, program).features.manufacturability
        assert after.pull_dir == (1.0, 0.0, 0.0)
        assert after.n_undercuts > before.features.manufacturability.n_undercuts

        edit_a_rule_until_the_verdict_changes(qtbot, program)

        quote = window.workspaces["quote"]
        assert isinstance(quote, QuoteWorkspace)
        context.workspace_chosen.emit("quote")
        qtbot.waitUntil(
            lambda: quote.pricing.draft is not None and quote.pricing.draft.price is not None, timeout=LONG_MS
        )
        assert quote.pricing.draft is not None
        assert quote.pricing.draft.price is not None
        assert quote.pricing.draft.price.unit_price > 0

        report.save(context, tmp_path / "report.pdf")
        qtbot.waitUntil((tmp_path / "report.pdf").exists, timeout=LONG_MS)
        assert (tmp_path / "report.pdf").stat().st_size > 10_000
        report.save(context, tmp_path / "report.html")
        qtbot.waitUntil((tmp_path / "report.html").exists, timeout=LONG_MS)
        assert "thin_wall" in (tmp_path / "report.html").read_text("utf-8")

        engine = process_id(program.engine)
        assert engine is not None
        ours = (engine, *(one.pid for one in psutil.Process(engine).children(recursive=True)))
    qtbot.waitUntil(lambda: not any(is_alive(pid) for pid in ours))


@contextmanager
def cancelling_at_once(program: Program) -> Iterator[list[bool]]:
    """Cancel what runs for the part in the moment one can, since it takes little longer; say when it was."""
    cancel, cancelled = program.window.commands["part.cancel"], list[bool]()

    def end(is_possible: bool) -> None:
        if is_possible:
            cancelled.append(True)
            cancel.trigger()

    cancel.enabledChanged.connect(end)
    yield cancelled
    cancel.enabledChanged.disconnect(end)


def fly_to_a_finding(qtbot: QtBot, program: Program) -> None:
    """See the camera go there, and its faces selected."""
    context, viewport = program.context, program.window.viewport
    qtbot.waitUntil(lambda: viewport._part is not None, timeout=LONG_MS)
    context.choose_verdict("casting", "sand")
    view = viewport.scene.view
    with qtbot.waitSignal(context.flown_to) as flown:
        program.window.commands["findings.next"].trigger()
    issue = flown.args[0]
    assert (issue.worst.pack_key, issue.issue.severity) == ("casting", "fail")
    assert context.selection.now.fids == frozenset(issue.fids)
    qtbot.waitUntil(lambda: viewport.scene.view is not view, timeout=LONG_MS)  # on a screen it flies


def edit_a_rule_until_the_verdict_changes(qtbot: QtBot, program: Program) -> None:
    """Clone the pack, ask for walls as thick as none is, see the part fail, and take it back."""
    rules = program.window.workspaces["rules"]
    assert isinstance(rules, RulesWorkspace)
    program.context.workspace_chosen.emit("rules")
    editor, live = rules.editor, rules.live
    qtbot.waitUntil(lambda: "casting" in editor.shipped and editor.schema is not None, timeout=LONG_MS)
    editor.open((True, "casting"))
    rules.packs.clone_button.click()
    editor.choose_configuration("sand")
    qtbot.waitUntil(lambda: live.diff is not None and not live.is_busy, timeout=LONG_MS)
    assert live.diff is not None
    assert live.diff.is_empty
    row, rule = next(
        (row, one)
        for row, one in enumerate(editor.draft.document["rules"])  # type: ignore[union-attr]
        if one["key"] == "min_wall_thickness"
    )
    n_before = n_fails(live.verdict, rule["key"])
    at = next(at for at, tier in enumerate(rule["tiers"]) if tier.get("level") == "fail")
    editor.set(("rules", row, "tiers", at, "rhs"), 1000.0, "Ask for more")
    qtbot.waitUntil(lambda: n_fails(live.verdict, rule["key"]) > n_before, timeout=LONG_MS)
    qtbot.waitUntil(lambda: live.diff is not None and not live.diff.is_empty, timeout=LONG_MS)
    assert editor.is_modified(editor.place)  # type: ignore[arg-type]
    program.window.commands["rules.undo"].trigger()
    qtbot.waitUntil(lambda: n_fails(live.verdict, rule["key"]) == n_before, timeout=LONG_MS)
    assert not editor.is_modified(editor.place)  # type: ignore[arg-type]


def n_fails(verdict: Verdict | None, key: str) -> int:
    """Count the findings of a rule that fail."""
    found = () if verdict is None else [one.findings for one in verdict.rules if one.key == key]
    return sum(one.severity == "fail" for findings in found for one in findings)


@pytest.fixture
def plate(tmp_path: Path) -> Path:
    """Return a part that is soon analyzed."""
    return parts.plate(tmp_path)


def test_after_a_bad_end_the_log_and_what_was_open_are_offered(
    qtbot: QtBot, qapp: object, tmp_path: Path, plate: Path
) -> None:
    """A run that is cut off is one whose file stays; a run that ends leaves none, and nothing is offered."""
    home = tmp_path / "home"
    with running(home) as program:
        qtbot.waitUntil(lambda: program.context.client is not None, timeout=LONG_MS)
        assert program.window.banner.isHidden()
        program.window.open_part(plate)
        marker = program.settings.path.with_name("running.json")
        cut_off = marker.read_text("utf-8")
    assert not marker.exists()
    marker.write_text(cut_off, "utf-8")
    log = home / "user_log_dir"
    log.mkdir(parents=True, exist_ok=True)
    (log / "crash.log").write_text("Fatal Python error: Segmentation fault\n", "utf-8")
    with running(home) as program:
        assert program.window.banner.words.text() == "Sprue did not end as it should the last time."
        assert list(buttons(program)) == [f"Open {plate.name}", "Show log"]
        buttons(program)["Show log"]()
        assert "Segmentation fault" in program.window._log.text.toPlainText()
        program._offer_what_was_open(program._last_run.bad_end)  # type: ignore[arg-type]
        qtbot.waitUntil(lambda: program.context.client is not None, timeout=LONG_MS)
        buttons(program)[f"Open {plate.name}"]()
        assert program.context.session is not None
        assert program.context.session.path == plate


# The tests above have windows of their own, and come first: beside a window both take twice as long to make.


@pytest.fixture(scope="module")
def shared(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with running(tmp_path_factory.mktemp("program")) as made:
        yield made


@pytest.fixture
def program(shared: Program) -> Program:
    """Return a program that stands as it does after its start; its engine may have run before."""
    shared.context.close_part()
    shared.window.banner.hide()
    shared.window.show_workspace("home")
    return shared


def test_an_engine_that_is_killed_while_it_works_comes_back_and_the_part_can_be_analyzed(
    qtbot: QtBot, program: Program, plate: Path
) -> None:
    window, context = program.window, program.context
    window.open_part(plate)
    qtbot.waitUntil(
        lambda: context.session is not None and context.session.now.stage in (Stage.QUEUED, Stage.RUNNING),
        timeout=LONG_MS,
    )
    engine = process_id(program.engine)
    assert engine is not None
    os.kill(engine, signal.SIGKILL)
    session = context.session
    assert session is not None
    qtbot.waitUntil(lambda: session.now.stage is Stage.FAILED, timeout=LONG_MS)
    qtbot.waitUntil(lambda: not window.banner.isHidden() and context.client is not None, timeout=LONG_MS)
    buttons(program)["Try again"]()
    wait_for_result(qtbot, program)
    assert window.banner.isHidden()
    assert window.shown is window.workspaces["inspect"]

    engine = process_id(program.engine)
    assert engine is not None
    before = context.result
    os.kill(engine, signal.SIGKILL)  # while nothing runs: the part is known to the next one
    qtbot.waitUntil(lambda: process_id(program.engine) not in (engine, None), timeout=LONG_MS)
    qtbot.waitUntil(lambda: context.client is not None, timeout=LONG_MS)
    context.recompute({"pull": "0,1,0"})
    qtbot.waitUntil(lambda: context.result is not before, timeout=LONG_MS)
    assert wait_for_result(qtbot, program).features.manufacturability.pull_dir == (0.0, 1.0, 0.0)


def test_an_analysis_that_is_cancelled_leaves_the_part_to_be_analyzed_again(
    qtbot: QtBot, program: Program
) -> None:
    window, context = program.window, program.context
    window.open_part(SAMPLE)
    qtbot.waitUntil(window.commands["part.cancel"].isEnabled, timeout=LONG_MS)
    assert not window.commands["part.analyze"].isEnabled()
    window.commands["part.cancel"].trigger()
    qtbot.waitUntil(lambda: is_settled(program), timeout=LONG_MS)
    assert context.session is not None
    assert context.session.now.stage is Stage.CANCELLED
    qtbot.waitUntil(lambda: window.commands["part.analyze"].isEnabled(), timeout=LONG_MS)
    assert window.banner.isHidden()  # it was the user's wish


def test_a_file_that_is_no_part_says_what_it_is_and_what_to_do(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    drawing = tmp_path / "drawing.dwg"
    drawing.write_text("no part")
    drop(program, drawing)
    assert "drawing.dwg ends in .dwg" in wait_for_words(qtbot, program)
    assert program.context.session is None
    crowded_corners = tmp_path / "torn.step"
    crowded_corners.write_text("ISO-10303-21;\nHEADER;\n")
    drop(program, crowded_corners)
    qtbot.waitUntil(lambda: program.context.session is not None, timeout=LONG_MS)
    sentence = wait_for_words(qtbot, program)
    assert "STEP" in sentence
    assert sentence.endswith(".")


def test_several_files_go_to_the_batch(qtbot: QtBot, program: Program, tmp_path: Path) -> None:
    qtbot.waitUntil(lambda: program.context.client is not None, timeout=LONG_MS)
    for name in ("a.step", "b.step"):
        (tmp_path / name).write_text("not looked at yet")
    drop(program, tmp_path / "a.step", tmp_path / "b.step")
    batch = program.window.workspaces["batch"]
    assert [part.path.name for part in batch.batch.parts] == ["a.step", "b.step"]  # type: ignore[attr-defined]


def test_a_folder_or_files_without_a_part_say_so(program: Program, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("a.pdf", "b.dwg"):
        (tmp_path / name).write_text("no part")
    for dropped in ((tmp_path / "empty",), (tmp_path / "a.pdf", tmp_path / "b.dwg")):
        program.window.banner.hide()
        drop(program, *dropped)
        sentence = program.window.banner.words.text()
        assert sentence.startswith("There is no part in there. Sprue reads .step, .stp, .gltf, .glb, .iges")
        assert not program.window.banner.isHidden()
    assert program.window.shown is program.window.home


def test_inspect_has_the_viewport_when_it_is_shown(program: Program) -> None:
    program.window.show_workspace("inspect")
    inspect = program.window.workspaces["inspect"]
    assert isinstance(inspect, InspectWorkspace)
    assert program.window.viewport.parentWidget() is inspect.middle


def test_what_is_done_to_the_picture_can_be_asked_for_where_it_is_shown(program: Program) -> None:
    window = program.window
    assert not window.commands["layer.draft"].isEnabled()
    window.show_workspace("inspect")
    assert window.commands["layer.draft"].isEnabled()
    assert not window.commands["view.fit"].isEnabled()  # there is no part yet


def test_a_window_with_rules_that_are_not_saved_asks_before_it_closes(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = program.window
    rules = window.workspaces["rules"]
    assert isinstance(rules, RulesWorkspace)
    window.show_workspace("rules")
    rules.editor.make_new()
    rules.editor.set(("name",), "Half done", "Name it")
    monkeypatch.setattr(QMessageBox, "exec", lambda box: QMessageBox.StandardButton.Cancel.value)
    assert not window.close()
    assert window.isVisible()
    window.commands["rules.save"].trigger()
    assert rules.editor.modified == ()
    assert not window.commands["rules.save"].isEnabled()
    rules.editor.remove()


HAND_OVER = """
import sys
import time
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.views import single_instance
app = QCoreApplication([])
single_instance.HAND_OVER_MS = int(sys.argv[2])
print(single_instance.SingleInstanceChannel(sys.argv[1]).hand_over([Path(one) for one in sys.argv[3:]]))
"""


def test_a_second_start_hands_its_files_to_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    """Over a name of the test's own, from a process of its own."""
    name = f"sprue-test-{os.getpid()}"
    channel = SingleInstanceChannel(name)
    channel.listen()
    part = tmp_path / "a part.step"
    with qtbot.waitSignal(channel.files_received, timeout=60_000) as received:
        second = hand_over(name, part)
    assert received.args[0] == [part]
    assert second.communicate(timeout=60)[0].strip() == "True"
    channel.close()
    assert hand_over(name, part).communicate(timeout=60)[0].strip() == "False"


def test_an_instance_that_is_busy_is_waited_for(tmp_path: Path) -> None:
    """A second start that gave up would open a window of its own, whose engine finds its folder taken."""
    name = str(tmp_path / "sprue")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(name)
        listening.listen()
        second = hand_over(name, tmp_path, wait_ms=100)
        running_instance, _ = listening.accept()
        with running_instance:
            assert running_instance.recv(4096) == f"{tmp_path}\0".encode()
            time.sleep(0.3)  # its window draws, say
            running_instance.send(b"taken")
            assert second.communicate(timeout=60)[0].strip() == "True"


def hand_over(name: str, *files: Path, wait_ms: int = 2000) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", HAND_OVER, name, str(wait_ms), *map(str, files)]
    root = Path(__file__).parents[3]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)


def test_a_part_of_meters_is_offered_in_millimeters_and_its_file_remembered(
    qtbot: QtBot, program: Program, plate: Path
) -> None:
    large = plate.with_name("large.step")
    large.write_bytes(length_unit.with_unit(plate.read_bytes(), ".step", "m"))
    program.window.open_part(large)
    assert max(wait_for_result(qtbot, program).geometry.sides_mm) == pytest.approx(60_000.0)  # type: ignore[union-attr]
    assert wait_for_words(qtbot, program) == "The largest side is 60 m: the file says meters. Is that meant?"
    assert list(buttons(program)) == ["Read it in millimeters (60 mm)", "Read it in inches (1.524 m)"]
    buttons(program)["Read it in millimeters (60 mm)"]()
    assert max(wait_for_result(qtbot, program).geometry.sides_mm) == pytest.approx(60.0)  # type: ignore[union-attr]
    program.window.open_part(large)
    assert max(wait_for_result(qtbot, program).geometry.sides_mm) == pytest.approx(60.0)  # type: ignore[union-attr]
    assert "read in millimeters" in wait_for_words(qtbot, program)
    assert list(buttons(program)) == ["As the file says"]
    program.window.open_part(plate)  # of a common size, and nobody is asked
    wait_for_result(qtbot, program)
    assert program.window.banner.isHidden()


def test_a_setting_of_the_engine_holds_after_it_was_started_anew_by_itself(
    program: Program, qtbot: QtBot
) -> None:
    program._restart.setInterval(0)
    context = program.context
    qtbot.waitUntil(lambda: context.client is not None, timeout=LONG_MS)
    context.learn_schema()
    qtbot.waitUntil(lambda: context.interface.max_file_mb == 25.0, timeout=LONG_MS)
    before = context.client
    for most in (80.0, 25.0):
        program.settings.set("engine_max_file_mb", most)
        qtbot.waitUntil(lambda before=before: context.client not in (None, before), timeout=LONG_MS)
        before = context.client
        context.learn_schema()
        qtbot.waitUntil(lambda most=most: context.interface.max_file_mb == most, timeout=LONG_MS)


def test_a_part_that_is_open_is_judged_for_a_machine_as_soon_as_that_is_set(
    program: Program, qtbot: QtBot, plate: Path
) -> None:
    """The plate is 60 mm long: it does not fit into a printer of 55 mm, and fits into one of 65 mm."""
    context, layer = program.context, program.context.layer
    program.window.open_files([plate])
    qtbot.waitUntil(lambda: context.result is not None, timeout=LONG_MS)

    def reason() -> str:
        assert context.result is not None
        places = {(one.module_key, one.configuration_key): one for one in context.result.order}
        return places["additive", "fdm"].reason

    before = reason()
    assert "Does not fit" not in before
    program.settings.set("build_volumes", ["additive/fdm=55x55x55"])
    misfit = "Does not fit: the smallest box round it is 60 × 40 × 5 mm, and 55 × 55 × 55 mm go in."
    qtbot.waitUntil(lambda: reason() == misfit, timeout=LONG_MS)
    program.settings.set("build_volumes", ["additive/fdm=65x65x65"])
    qtbot.waitUntil(lambda: reason() == before, timeout=LONG_MS)
    program.settings.set("build_volumes", ["additive/fdm=50x50x50"])
    qtbot.waitUntil(lambda: "Does not fit" in reason(), timeout=LONG_MS)
    program.settings.reset("build_volumes")
    qtbot.waitUntil(lambda: reason() == before, timeout=LONG_MS)
    assert context.layer == layer
