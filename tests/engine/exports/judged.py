"""Result documents of parts that were judged, for tests of lists made of them."""

from typing import Any

from engine.exports import objections
from engine.exports.objections import JudgedPart
from tests.support import result_document as made

WALL = "The wall at face 7 is 0.80 mm thick; below 1.50 mm it does not fill."
HOLE = "4 × hole Ø3.2, 3.2 mm. The worst: Hole 2 (Ø3.20) is 3.20 mm wide; below 4.00 mm it is drilled."
THICKER = "Thicken the wall from 0.80 mm to at least 1.50 mm."


def finding(kind: str, fid: str, value: float, limit: float, at: list[float] | None) -> dict[str, Any]:
    return {
        "kind": kind, "fid": fid, "value": value, "threshold": limit, "unit": "mm", "location": at,
        "advice": THICKER,
    }  # fmt: skip


def issue(severity: str, message: str, *findings: int, label: str = "") -> dict[str, Any]:
    return {"severity": severity, "message": message, "findings": list(findings), "label": label}


def failing_rule() -> dict[str, Any]:
    """One wall that fails, and four holes that warn."""
    rule = made.rule("min_wall_thickness", "fail", WALL) | {"source": "Foundry guides."}
    rule["findings"] = [
        finding("FACE", "7", 0.8, 1.5, [1.0, 2.0, 3.5]),
        finding("HOLE", "2", 3.2, 4.0, None),
        *(finding("HOLE", str(each), 3.3, 4.0, None) for each in (3, 4, 5)),
    ]
    rule["issues"] = [
        issue("fail", WALL, 0),
        issue("warning", HOLE, 1, 2, 3, 4, label="4 × hole Ø3.2"),
    ]
    return rule


def document() -> dict[str, Any]:
    """Return a bracket that suits casting/investment best: a rule fails, one passes, one is not for it."""
    unasked = made.rule("rib_ratio", "pass", "There are no ribs.", applicable=False) | {"reason": "no ribs"}
    bare = made.rule("applicability", "warning", "Only 6 of 200 faces were inspected.")
    investment = made.configuration(
        "investment", "fail", failing_rule(), made.rule("envelope", "pass", "It fits."), unasked, bare
    )
    sand = made.configuration("sand", "fail", failing_rule())
    packs = {
        "modules": [
            {"module_key": "casting", "name": "Casting", "configurations": [sand, investment]},
            {
                "module_key": "cnc",
                "name": "CNC machining",
                "configurations": [made.configuration("3-axis", "fail", failing_rule())],
            },
        ],
        "order": [{"module_key": "casting", "configuration_key": "investment"}],
    }
    return {"filename": "bracket.step", "modules": packs, "failed_stages": []}


def bracket(file: str = "parts/bracket.step", is_asked: bool = False) -> JudgedPart:
    return objections.part_of(file, document(), is_asked)


def unreadable(file: str = "parts/cut-off.step") -> JudgedPart:
    return JudgedPart(file, errors=("cut-off.step ends in the middle of a line; it is no STEP file.",))


def faultless(file: str = "parts/washer.step") -> JudgedPart:
    good = document()
    good["modules"]["modules"][0]["configurations"][1] = made.configuration(
        "investment", "pass", made.rule("envelope", "pass", "It fits.")
    )
    return objections.part_of(file, good, False)
