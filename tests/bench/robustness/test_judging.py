"""What is wrong is listed worst first, and an explanation holds for one file, run and difference alone."""

from bench.robustness import judging
from bench.robustness.difference import Difference, Kind
from bench.robustness.examination import Examination
from bench.robustness.runner import ORIGINAL, USUAL_MESH, Report
from bench.robustness.subjects import Subject

THIN = Difference(Kind.INVARIANT, "thickness above zero", "body 0: 0 mm", 2.0)
LARGE = Difference(Kind.INVARIANT, "box against the mesh", "1 mm", 9.0)


def report(key: str, is_well_formed: bool = True, **examination_of_run: Examination) -> Report:
    subject = Subject(key, "more", key, 1.0, {}, is_well_formed=is_well_formed)
    return Report(subject, examination_of_run)


def test_the_worst_comes_first_whatever_file_it_is_in():
    reports = [
        report("a", original=Examination(invariants=(THIN,)), usual_mesh=Examination(hang="10 s")),
        report("b", original=Examination(exception="AssertionError: (engine/x.py:1)")),
        report("c", original=Examination(crash="signal 11 while meshing"), usual_mesh=Examination()),
        report("d", original=Examination(), usual_mesh=Examination(invariants=(LARGE,))),
    ]
    found = judging.judge(reports, {})
    assert [(one.key, one.run, one.difference.kind) for one in found] == [
        ("c", ORIGINAL, Kind.CRASH),
        ("a", USUAL_MESH, Kind.HANG),
        ("b", ORIGINAL, Kind.EXCEPTION),
        ("d", USUAL_MESH, Kind.INVARIANT),
        ("a", ORIGINAL, Kind.INVARIANT),
    ]


def test_a_broken_file_may_end_the_kernel_while_it_is_read_and_no_later():
    reading = Examination(crash="the geometry kernel crashed (signal 11) while reading STEP")
    meshing = Examination(crash="the geometry kernel crashed (signal 11) while meshing")
    assert judging.judge([report("a", is_well_formed=False, original=reading)], {}) == []
    assert len(judging.judge([report("a", original=reading)], {})) == 1
    assert len(judging.judge([report("a", is_well_formed=False, original=meshing)], {})) == 1


def test_a_reason_explains_one_file_and_difference():
    reports = [report(key, original=Examination(invariants=(THIN, LARGE))) for key in "ab"]
    reason_of = {("a", ORIGINAL, THIN.key): "a point is shared", ("b", judging.ANY_RUN, LARGE.key): "a seam"}
    reasons = {(one.key, one.difference.key): one.reason for one in judging.judge(reports, reason_of)}
    assert reasons == {
        ("a", THIN.key): "a point is shared",
        ("a", LARGE.key): "",
        ("b", THIN.key): "",
        ("b", LARGE.key): "a seam",
    }


def test_the_reasons_of_the_bench_are_whole_sentences_about_one_difference_each():
    reason_of = judging.explained()
    assert all(len(reason.split()) > 3 for reason in reason_of.values())
