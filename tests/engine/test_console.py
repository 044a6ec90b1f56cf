"""What the console prints of a result."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from engine import console
from tests.support import result_document, unread


def printed(document: dict[str, Any], width: int = 80) -> str:
    out = io.StringIO()
    printer = Console(file=out, width=width, highlight=False)
    console.print_result(document, printer)
    console.print_where(document, Path("out/housing"), printer)
    return out.getvalue()


def line_with(text: str, words: str) -> str:
    (line,) = [line for line in text.splitlines() if words in line]
    return line


def test_size_features_and_pull_are_reported() -> None:
    text = printed(result_document.document())
    assert "136 × 80 × 34 mm, volume 103.4 cm³, surface 611.2 cm²" in text
    assert "1 body, 143 faces, 61,204 triangles" in text
    assert "5 holes, 1 wall; bores Ø4.2 (4), Ø12" in text
    assert "pulled along +Z: 1 undercut face, 31 faces with little draft" in text


def test_each_configuration_has_its_verdict_and_the_rules_it_owes_it_to() -> None:
    text = printed(result_document.document())
    assert "fail" in line_with(text, "sand ")
    assert "Min wall thickness" in line_with(text, "sand ")
    assert "warning" in line_with(text, "investment ")
    assert "Min wall thickness" not in line_with(text, "investment ")
    assert "1 rule passed" in line_with(text, "3-axis ")


def test_reasons_are_reported_once_and_failures_first() -> None:
    text = printed(result_document.document())
    assert text.count("2 corners have no fillet.") == 1
    assert text.index("Wall 12 is 1.20 mm thick") < text.index("2 corners have no fillet.")
    assert "Every wall is thick enough." not in text
    assert "x casting/sand: Wall 12" in text
    assert "! casting: 2 corners" in text


def test_rules_that_only_warned_are_distinguished_from_those_that_failed() -> None:
    rules = [
        result_document.rule("min_wall_thickness", "fail", "The wall is thin."),
        result_document.rule("overhang_angle", "warning", "The underside leans."),
    ]

    def described(severity: str, *of: dict[str, Any]) -> str:
        packs = [{"module_key": "x", "configurations": [result_document.configuration("fdm", severity, *of)]}]
        return line_with(
            printed(result_document.document(modules=result_document.modules(*packs)), width=120), "fdm "
        )

    assert "Min wall thickness; warns: Overhang angle" in described("fail", *reversed(rules))
    assert "warns:" not in described("fail", rules[0])
    assert "warns:" not in described("warning", rules[1])


def test_a_gate_that_failed_is_reported_alone_with_the_count_of_the_rules_behind_it() -> None:
    rules = [
        result_document.rule("applicability", "fail", "The part is no sheet."),
        result_document.rule("bend_radius", "fail", "The bend is tight."),
        result_document.rule("hole_to_edge", "warning", "The hole is near the edge."),
        result_document.rule("solid_body", "pass", "One body."),
    ]

    def described(gate: str | None) -> str:
        sheet = result_document.configuration("mild-steel", "fail", *rules, gate=gate)
        packs = [{"module_key": "sheet-metal", "configurations": [sheet]}]
        return printed(result_document.document(modules=result_document.modules(*packs)), width=120)

    closed, no_gate = described("applicability"), described(None)
    assert "Applicability; 3 more rules judged, 1 fails, 1 warns" in line_with(closed, "mild-steel")
    assert "x sheet-metal: The part is no sheet." in closed
    assert "The bend is tight." not in closed
    assert "near the edge" not in closed
    assert "passed" not in closed
    assert "more rules" not in no_gate
    assert "x sheet-metal: The bend is tight." in no_gate


def test_what_speaks_against_a_process_as_a_whole_is_never_cut_off() -> None:
    many = [result_document.rule(f"rule_{n}", "fail", f"Reason {n}.") for n in range(20)]
    gate = result_document.rule("applicability", "fail", "The part is no sheet.")
    packs = [
        {"module_key": "cnc", "configurations": [result_document.configuration("3-axis", "fail", *many)]},
        {
            "module_key": "sheet-metal",
            "configurations": [
                result_document.configuration("mild-steel", "fail", gate, gate=gate["key"]),
                result_document.configuration("stainless", "fail", gate, gate=gate["key"]),
            ],
        },
    ]
    text = printed(result_document.document(modules=result_document.modules(*packs)))
    assert "… and 12 more in the report" in text
    assert text.count("x sheet-metal: The part is no sheet.") == 1


def test_packs_stand_in_the_order_in_which_they_suit_the_part() -> None:
    packs = result_document.document()["modules"]["modules"]
    for order in (("casting", "cnc"), ("cnc", "casting")):
        modules = result_document.modules(*packs, order=order)
        text = printed(result_document.document(modules=modules))
        assert sorted(order, key=text.index) == list(order)


def test_a_rule_that_does_not_apply_is_not_reported_as_passed() -> None:
    rules = [
        result_document.rule("solid_body", "pass", "One body."),
        result_document.rule("hole_depth", "pass", "No hole.", applicable=False),
    ]
    packs = [
        {"module_key": "cnc", "configurations": [result_document.configuration("3-axis", "pass", *rules)]}
    ]
    text = printed(result_document.document(modules=result_document.modules(*packs)))
    assert "1 rule passed, 1 does not apply" in line_with(text, "3-axis")


def test_it_fits_into_eighty_columns_without_a_terminal() -> None:
    rules = [result_document.rule(f"a_rule_with_a_long_name_{n}", "fail", "word " * 40) for n in range(20)]
    packs = [
        {
            "module_key": "sheet-metal",
            "configurations": [result_document.configuration("mild-steel-1.5mm", "fail", *rules)],
        }
    ]
    text = printed(result_document.document(modules=result_document.modules(*packs), notes=["note " * 50]))
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_paths_are_never_broken_in_two() -> None:
    assert "report    out/housing/report.html\n" in printed(result_document.document(), width=20)


def test_names_from_the_file_are_not_read_as_markup() -> None:
    assert "[bold red]x[/].step" in printed(result_document.document(filename="[bold red]x[/].step"))


def test_a_part_without_features_says_so() -> None:
    made = result_document.document()["features"]["manufacturability"]
    text = printed(result_document.document(features={"features": [], "manufacturability": made}))
    assert "no features recognized" in text


def test_what_sprue_failed_at_itself_stands_below_the_verdicts_that_lack_it() -> None:
    message = "Overhangs were not found, because Sprue itself failed at it (ValueError: no)."
    failed = [{"stage": "evidence.overhang", "message": message}]
    text = printed(result_document.document(notes=["a note", message], failed_stages=failed), width=200)
    assert text.count(message) == 1
    assert text.index("a note") < text.index("rule pack") < text.index(message)


def test_a_pull_that_was_not_chosen_is_no_axis() -> None:
    document = result_document.document()
    document["features"]["manufacturability"] |= {"pull_dir": None, "n_undercuts": None, "n_low_draft": None}
    assert "no pull direction was chosen" in printed(document)


def test_each_different_body_of_an_assembly_has_a_line_with_its_first_process() -> None:
    def body(name: str, count: int, form: str) -> dict[str, Any]:
        pack = {
            "module_key": "cnc",
            "name": "CNC machining",
            "configurations": [result_document.configuration("3-axis", "pass")],
        }
        modules = result_document.modules(pack)
        return {"name": name, "count": count, "form": {"form": form}, "modules": modules}

    bodies = [body("Coupler", 2, "turned"), body("", 1, "milled")]
    text = printed(result_document.document(bodies=bodies))
    assert "    2 × Coupler: turned, CNC machining first" in text
    assert "    body: milled, CNC machining first" in text
    many = printed(result_document.document(bodies=bodies * 8))
    assert "and 4 more" in many


def test_who_prints_is_told_that_nobody_reads_and_is_not_ended() -> None:
    with unread.printed(), pytest.raises(BrokenPipeError):
        console.print_verdicts([])
