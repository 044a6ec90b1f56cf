"""What a script finds in a result."""

from pathlib import Path

import pytest

from engine.scripting.result import Result
from tests.engine.scripting import drilled_plate as plate


def test_a_result_tells_what_the_part_is() -> None:
    found = plate.result()
    assert found.name == "plate.step"
    assert found.size_mm == pytest.approx((60.0, 40.0, 8.0))
    assert found.volume_cm3 == pytest.approx(plate.VOLUME_CM3, rel=1e-6)
    assert found.form == "milled"
    assert repr(found).startswith("<plate.step: milled, 60 × 40 × 8 mm, ")


def test_features_have_their_dimensions_by_name() -> None:
    (hole,) = (each for each in plate.result().features if each.kind == "HOLE")
    assert hole.dimensions["diameter_mm"] == pytest.approx(10.0)
    assert hole.dimensions["depth_mm"] == pytest.approx(8.0)
    assert hole.center_mm is not None
    assert hole.center_mm[:2] == pytest.approx((20.0, 20.0))
    assert len(hole.face_ids) == 1
    assert not {"fid", "center", "related_fids"} & set(hole.dimensions)


def test_processes_stand_in_the_order_in_which_they_suit_the_part() -> None:
    found = plate.result()
    first = found.processes[0]
    assert (first.pack, first.severity) == ("cnc", "pass")
    assert found.order_reason.startswith("CNC machining is first")
    severities = {each.pack: each.severity for each in found.processes}
    assert severities["injection"] == "fail"
    assert len(found.processes) == len({(each.pack, each.configuration) for each in found.processes}) == 11


def test_findings_are_those_of_every_process_with_their_numbers() -> None:
    found = plate.result().findings
    (solid,) = (
        each for each in found
        if (each.pack, each.configuration, each.rule) == ("injection", "standard", "applicability")
    )  # fmt: skip
    assert solid.severity == "fail"
    assert solid.value == pytest.approx(0.0, abs=0.01)
    assert solid.limit == pytest.approx(0.5)
    assert "no moldable thin shell" in solid.message
    assert {each.severity for each in found} <= {"warning", "fail"}


def test_a_notebook_shows_names_as_text(tmp_path: Path) -> None:
    shown = plate.result()._repr_html_()
    assert "<b>plate.step</b>" in shown
    assert shown.count("<tr>") == len(plate.result().processes)
    folder = plate.result().save(tmp_path / "copy")
    text = (folder / "result.json").read_text("utf-8")
    (folder / "result.json").write_text(text.replace("plate.step", "<script>.step"), "utf-8")
    assert "<script>" not in Result(folder)._repr_html_()


def test_a_picture_is_shown_where_one_was_drawn(tmp_path: Path) -> None:
    assert plate.result()._repr_png_() is None
    folder = plate.result().save(tmp_path / "copy")
    (folder / "thickness_front.png").write_bytes(b"\x89PNG")
    assert Result(folder)._repr_png_() == b"\x89PNG"


def test_what_is_saved_is_a_result(tmp_path: Path) -> None:
    plate.result().save(tmp_path)
    assert Result(tmp_path).document == plate.result().document
    assert {"result.json", "thickness.glb", "modules.json"} <= {each.name for each in tmp_path.iterdir()}
