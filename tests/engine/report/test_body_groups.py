"""Bodies of an assembly: equal ones once, named, measured, and with what processes say of one alone."""

import dataclasses

import numpy as np
import pytest

from engine.model.analysis import BodyAnalysis
from engine.model.part import BodyId, FaceId
from engine.model.rulepack import Severity
from engine.report import body_groups
from engine.report.body_groups import BodyGroup
from tests.support import analyses, draw
from tests.support.parts import part_of


def assembly(*bodies):
    """Put bodies 100 mm apart into one part; the analysis is of something else."""
    apart = [draw.moved(body, (100.0 * at, 0, 0)) for at, body in enumerate(bodies)]
    tray = analyses.tray()
    part = part_of(draw.compound(*apart))
    prepared = dataclasses.replace(tray.assessed.prepared, part=part)
    return dataclasses.replace(tray, assessed=dataclasses.replace(tray.assessed, prepared=prepared))


PLATE, BLOCK = draw.box((40, 30, 5)), draw.box((40, 30, 6))


def test_equal_bodies_are_one_group_with_the_faces_of_each() -> None:
    made = assembly(PLATE, BLOCK, PLATE)
    plates, block = body_groups.of(made)
    assert plates.size_mm == pytest.approx([40.0, 30.0, 5.0], abs=1e-6)
    assert block.size_mm == pytest.approx([40.0, 30.0, 6.0], abs=1e-6)
    faces = [body.faces for body in made.assessed.prepared.part.bodies]
    assert plates.faces_of_body == (faces[0], faces[2])
    assert block.faces_of_body == (faces[1],)


def test_a_part_of_one_body_has_no_groups() -> None:
    assert body_groups.of(assembly(PLATE)) == ()


@pytest.mark.parametrize(
    ("own", "shown"), [("", "Body 1"), (" 7 ", "Body 1"), ("M6 bolt", "M6 bolt"), ("<b>", "<b>")]
)
def test_a_body_is_called_as_in_the_file_where_that_says_something(own, shown) -> None:
    made = assembly(PLATE, BLOCK)
    part = made.assessed.prepared.part
    first = dataclasses.replace(part.bodies[0], name=own)
    part = dataclasses.replace(part, bodies=(first, *part.bodies[1:]))
    prepared = dataclasses.replace(made.assessed.prepared, part=part)
    made = dataclasses.replace(made, assessed=dataclasses.replace(made.assessed, prepared=prepared))
    assert body_groups.of(made)[0].name == shown


def test_what_a_process_says_is_of_the_body_that_was_judged_and_others_say_nothing() -> None:
    alone = dataclasses.replace(analyses.tray(), verdicts=(analyses.verdict(analyses.finding()),))
    made = dataclasses.replace(assembly(PLATE, BLOCK), bodies=(BodyAnalysis((BodyId(1),), alone),))
    plate, block = body_groups.of(made)
    assert dict(plate.severity_of_process) == {}
    (pack,) = alone.verdicts
    name = f"{pack.name} · {pack.configurations[0].name}"
    assert dict(block.severity_of_process) == {name: Severity.FAIL}


def test_a_pack_says_of_a_body_what_its_mildest_configuration_says() -> None:
    failing = analyses.verdict(analyses.finding())
    warning = analyses.verdict(analyses.finding(Severity.WARNING), configuration="sand")
    both = dataclasses.replace(failing, configurations=(*failing.configurations, *warning.configurations))
    strict = analyses.verdict(analyses.finding(), pack="molding")
    alone = dataclasses.replace(analyses.tray(), verdicts=(both, strict))
    made = dataclasses.replace(assembly(PLATE, BLOCK), bodies=(BodyAnalysis((BodyId(0),), alone),))
    plate, block = body_groups.of(made)
    assert list(plate.packs()) == [(Severity.FAIL, strict.name), (Severity.WARNING, both.name)]
    assert list(block.packs()) == []


PASS, WARNING, FAIL = Severity.PASS, Severity.WARNING, Severity.FAIL


def group(name, *said):
    """Return a group of one body, with what the packs a, b, … say of it."""
    return BodyGroup(name, np.ones(3), ((FaceId(0),),), {}, dict(zip("abc", said, strict=False)))


def names(listed):
    return "".join(each.name for each in listed.groups)


def test_bodies_beyond_what_is_read_are_counted_and_those_that_fail_most_stay() -> None:
    """None of e's packs lets it pass, of b one warns only; c fails one pack more than d, which is as good."""
    groups = [
        group("a", PASS, PASS),
        group("b", FAIL, WARNING),
        group("c", PASS, FAIL),
        group("d", PASS, WARNING),
        group("e", FAIL, FAIL),
        group("f"),
    ]
    few = body_groups.listing(groups, most=4)
    assert (names(few), few.n_more) == ("ebcd", 2)
    all_of_them = body_groups.listing(groups, most=6)
    assert (names(all_of_them), all_of_them.n_more) == ("abcdef", 0), "in the order of the file"


def test_bodies_that_every_pack_judges_alike_are_known_and_one_that_differs_ends_it() -> None:
    alike = [group("a", PASS, FAIL), group("b", PASS, FAIL)]
    assert body_groups.listing(alike).is_alike
    assert not body_groups.listing([*alike, group("c", PASS, WARNING)]).is_alike
    assert not body_groups.listing([*alike, group("c")]).is_alike, "what was not judged is not alike"
    assert not body_groups.listing([group("a"), group("b")]).is_alike
    assert not body_groups.listing(alike[:1]).is_alike, "one alone is like nothing"
