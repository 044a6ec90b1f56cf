"""The order of processes: what comes before what, and the sentences that say why."""

from dataclasses import replace

import pytest

from engine.model.arrays import frozen
from engine.model.form import BodyForm, Form, PartForm
from engine.model.metric import Measured
from engine.model.metric_table import Column, MetricTable
from engine.model.order import ProcessOrder
from engine.model.part import BodyId
from engine.model.rulepack import (
    Bound,
    Comparison,
    Condition,
    Configuration,
    FormFit,
    Machine,
    Need,
    RulePack,
    Severity,
)
from engine.rules import order
from tests.support import analyses

EMPTY = MetricTable((), {})


def turned(*sizes_mm: float, variant: str = "", form: Form = Form.TURNED, gauge_mm: float = 2.0) -> PartForm:
    """Make a form of one body with the volume of the test part."""
    low, middle, high = sizes_mm or (20.0, 20.0, 100.0)
    body = BodyForm(
        BodyId(0), form, variant, 1.0, "A shaft.", (low, middle, high), {form: 1.0}, {"gauge_mm": gauge_mm}
    )
    return PartForm(form, 1.0, "A shaft.", (body,))


def pack(
    key: str, *findings, fit: FormFit | None = None, machine: Machine | None = None, gate: str = "", needs=()
):
    """Make a pack of one configuration, and what it finds."""
    verdict = analyses.verdict(*findings, pack=key)
    judged = replace(verdict.configurations[0], gate=gate)
    forms = {} if fit is None else {"turned": fit, "sheet": fit, "sheet/flat": FormFit.NATURAL}
    made = RulePack(key, key.title(), (Configuration(judged.key, "", {}, machine),), (), forms, tuple(needs))
    return made, replace(verdict, configurations=(judged,))


def put(*packs, form: PartForm | None = None, table: MetricTable = EMPTY) -> ProcessOrder:
    """Put packs in order for the test part, which is a shaft unless another form is given."""
    part = analyses.tray().assessed.prepared.part
    return order.put(
        [each for each, _ in packs], [verdict for _, verdict in packs], part, form or turned(), table
    )


def fail(n_faces: int = 1):
    """Find a failing place at so many of the faces of the test part."""
    faces = analyses.tray().assessed.prepared.part.faces
    return analyses.finding(faces=tuple(face.id for face in faces[:n_faces]))


def warning():
    return analyses.finding(Severity.WARNING)


def test_machine_gate_form_fails_and_warnings_decide_in_this_order() -> None:
    ordered = put(
        pack("small", fit=FormFit.NATURAL, machine=Machine(largest_mm=(10.0, 20.0, 30.0))),
        pack("shut", fail(), fit=FormFit.NATURAL, gate="min_wall_thickness"),
        pack("hardly", fit=FormFit.UNLIKELY),
        pack("last", fit=FormFit.FALLBACK),
        pack("possible", fit=FormFit.POSSIBLE),
        pack("fails", fail(), fit=FormFit.NATURAL),
        pack("warns", warning(), fit=FormFit.NATURAL),
        pack("passes", fit=FormFit.NATURAL),
    )
    names = ["passes", "warns", "fails", "possible", "last", "shut", "small", "hardly"]
    assert list(ordered.packs()) == names


def test_what_is_equal_stays_in_the_order_of_the_packs() -> None:
    assert put(pack("b"), pack("a"), pack("c")).packs() == ("b", "a", "c")


def test_a_process_that_another_is_meant_for_is_unlikely_where_it_fails_over_much_of_the_surface() -> None:
    faces = analyses.tray().assessed.prepared.part.faces
    areas = [face.area_mm2 for face in faces]
    n_heavy = next(n for n in range(len(areas)) if sum(areas[:n]) >= 0.35 * sum(areas))
    last = pack("last", fit=FormFit.FALLBACK)
    assert put(pack("possible", fail(n_heavy), fit=FormFit.POSSIBLE), last).packs() == ("last", "possible")
    assert put(pack("possible", fail(1), fit=FormFit.POSSIBLE), last).packs() == ("possible", "last")
    natural = put(pack("natural", fail(n_heavy), fit=FormFit.NATURAL), last)
    assert natural.packs() == ("natural", "last")
    assert natural.ranked[0].fail_share == pytest.approx(sum(areas[:n_heavy]) / sum(areas))


def test_what_is_meant_for_the_part_comes_before_what_fails_all_over_though_its_machine_is_small() -> None:
    small = pack("small", fit=FormFit.NATURAL, machine=Machine(largest_mm=(10.0, 20.0, 30.0)))
    shut = pack("shut", fit=FormFit.POSSIBLE, gate="min_wall_thickness")
    heavy, light = (pack("last", fail(n), fit=FormFit.FALLBACK) for n in (100, 1))
    assert put(shut, heavy, small).packs() == ("small", "last", "shut")
    assert put(shut, light, small).packs() == ("last", "small", "shut")
    assert put(shut, heavy, small).sentence.startswith(
        "No process makes the part as it is. Small comes nearest"
    )


def test_what_hardly_makes_the_form_comes_after_what_is_meant_for_it_on_another_machine() -> None:
    """A contact spring of foil, thinner than the brakes of the shop take, is not molded for that."""
    small = pack("small", fit=FormFit.NATURAL, machine=Machine(largest_mm=(10.0, 20.0, 30.0)))
    assert put(pack("hardly", fit=FormFit.UNLIKELY), small).packs() == ("small", "hardly")
    assert put(pack("possible", fit=FormFit.POSSIBLE), small).packs() == ("possible", "small")


@pytest.mark.parametrize(
    ("machine", "sentence"),
    [
        (
            Machine(largest_mm=(19.0, 50.0, 200.0)),
            "Does not fit: the smallest box round it is 100 × 20 × 20 mm",
        ),
        (Machine(largest_mm=(20.0, 20.0, 100.0)), ""),
        (
            Machine(smallest_mm=101.0),
            "Too small: the smallest box round it is 100 mm long, and 101 mm is the least.",
        ),
        (Machine(smallest_mm=100.0), ""),
    ],
)
def test_a_body_outside_of_the_machine_does_not_fit(machine: Machine, sentence: str) -> None:
    (ranked,) = put(pack("a", machine=machine)).ranked
    assert ranked.misfit.startswith(sentence)
    assert bool(ranked.misfit) == bool(sentence)


def test_a_body_is_weighed_by_the_density_of_the_configuration() -> None:
    volume_cm3 = analyses.tray().assessed.prepared.part.bodies[0].volume_mm3 / 1000.0
    light = Machine(heaviest_kg=8.01 * volume_cm3 / 1000.0, density_g_cm3=8.0)
    (fits,) = put(pack("a", machine=light)).ranked
    (heavy,) = put(pack("a", machine=replace(light, density_g_cm3=8.02))).ranked
    assert fits.misfit == ""
    assert heavy.misfit.startswith("Too heavy")


def test_only_a_sheet_has_a_gauge() -> None:
    machine = Machine(gauge_mm=(0.5, 1.5))
    (sheet,) = put(pack("a", machine=machine), form=turned(form=Form.SHEET)).ranked
    (shaft,) = put(pack("a", machine=machine)).ranked
    assert sheet.misfit == "Wrong gauge: it is 2 mm thick, and 0.5 to 1.5 mm are worked."
    assert shaft.misfit == ""
    drawn = turned(form=Form.SHEET, gauge_mm=0.4999999)  # half a millimeter, but for the last digit
    assert put(pack("a", machine=machine), form=drawn).ranked[0].misfit == ""


def test_a_variant_of_a_form_goes_before_the_form() -> None:
    made = pack("a", fit=FormFit.UNLIKELY)
    for variant, fit in (("flat", FormFit.NATURAL), ("bent", FormFit.UNLIKELY)):
        (ranked,) = put(made, form=turned(form=Form.SHEET, variant=variant)).ranked
        assert ranked.form_fit is fit


@pytest.mark.parametrize(("as_sheet", "first"), [(0.87, "folds"), (0.5, "saws")])
def test_what_is_sheet_nearly_as_much_as_extruded_is_folded_first(as_sheet: float, first: str) -> None:
    """A channel of 1.5 mm: nobody sells the profile. One that is hardly sheet is cut to length."""
    (body,) = turned(form=Form.EXTRUDED).bodies
    channel = replace(body, score_of_form={Form.EXTRUDED: 0.95, Form.SHEET: as_sheet})
    saws, folds = pack("saws"), pack("folds")
    fits = {"sheet": FormFit.NATURAL, "extruded": FormFit.UNLIKELY}
    folds = (replace(folds[0], fit_of_form=fits), folds[1])
    ordered = put(saws, folds, form=PartForm(Form.EXTRUDED, 0.95, "A channel.", (channel,)))
    assert ordered.ranked[0].pack == first


def test_of_several_bodies_the_one_that_suits_least_decides() -> None:
    shaft, sheet = turned().bodies[0], turned(form=Form.WIRE).bodies[0]
    both = PartForm(Form.ASSEMBLY, 1.0, "Two.", (shaft, sheet))
    (ranked,) = put(pack("a", fit=FormFit.NATURAL), form=both).ranked
    assert ranked.form_fit is FormFit.UNLIKELY
    assert "bent wire is hardly made by it" in ranked.reason


def test_a_need_is_reported_where_its_condition_holds() -> None:
    need = Need("setups ({metric:.0f})", Condition("part.setup_count", Comparison.GT, Bound(2.0)))
    described = {}
    for count in (2.0, 3.0):
        table = MetricTable(
            (), {"part.setup_count": Column.of({0: Measured(count, location=frozen([0, 0, 0]))})}
        )
        other = pack("other", fit=FormFit.NATURAL)
        ordered = put(pack("a", fit=FormFit.NATURAL, needs=[need]), other, table=table)
        described[count] = ordered.of("a", "investment").needs, ordered.packs()
    assert described == {2.0: ((), ("a", "other")), 3.0: (("setups (3)",), ("other", "a"))}


def test_why_the_first_is_first_and_the_next_process_is_not() -> None:
    ordered = put(pack("cnc", warning(), fit=FormFit.NATURAL), pack("casting", fit=FormFit.POSSIBLE))
    assert ordered.sentence == (
        "Cnc is first: a turned part is what it is for; 1 rule warns. Casting is next: a turned part can be "
        "made by it, though another process is meant for that; nothing fails."
    )


def test_where_no_process_makes_the_part_none_is_called_the_first() -> None:
    small = Machine(largest_mm=(10.0, 20.0, 30.0))
    ordered = put(pack("cnc", machine=small), pack("casting", fail(), gate="min_wall_thickness"))
    assert ordered.sentence.startswith("No process makes the part as it is. Casting comes nearest: fin 0 is")
    alone = put(pack("cnc", machine=small))
    assert alone.sentence == (
        "No process makes the part as it is. Cnc comes nearest: does not fit: the smallest box round it "
        "is 100 × 20 × 20 mm, and 30 × 20 × 10 mm go in."
    )


def test_a_form_that_nobody_knows_leaves_the_order_to_what_fails() -> None:
    part = analyses.tray().assessed.prepared.part
    packs = (pack("fails", fail(), fit=FormFit.NATURAL), pack("passes", fit=FormFit.FALLBACK))
    ordered = order.put([each for each, _ in packs], [each for _, each in packs], part, None, EMPTY)
    assert ordered.packs() == ("passes", "fails")
