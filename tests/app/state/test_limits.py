"""Limits of a pack, read from its document."""

from app.state import limits

PACK = {
    "key": "casting",
    "name": "Casting",
    "configurations": {
        "sand": {"name": "Sand", "parameters": {"wall": 3.0}},
        "lost": {"name": "Lost wax", "parameters": {"wall": 1.0}},
    },
    "rules": [
        {
            "key": "wall",
            "metric": "thickness.min",
            "tiers": [
                {"level": "fail", "op": "lt", "rhs": {"param": "wall"}},
                {"level": "warning", "op": "lt", "rhs": {"param": "wall", "factor": 1.5}},
                {"level": "pass"},
            ],
        },
        {"key": "angle", "metric": "draft.min", "tiers": [{"level": "fail", "op": "gt", "rhs": 60}]},
    ],
}


def test_a_finding_says_which_parameter_its_limit_comes_from():
    found = limits.of_finding({"casting": PACK}, "casting", "lost", "wall", "warning", 1.5)
    assert found is not None
    assert found.value == 1.5
    assert found.origin == "wall × 1.5"
    assert limits.of_finding({"casting": PACK}, "casting", "lost", "gone", "fail", 1.0) is None
    assert limits.of_finding({}, "casting", "lost", "wall", "fail", 1.0) is None


def test_of_two_limits_of_one_level_a_finding_says_the_one_it_broke():
    corner = {"key": "corner", "tiers": []}
    corner["tiers"] = [{"level": "fail", "op": "gt", "rhs": {"param": name}} for name in ("acute", "bare")]
    sand = {"name": "Sand", "parameters": {"acute": 285.0, "bare": 225.0}}
    packs = {"casting": {**PACK, "configurations": {"sand": sand}, "rules": [corner]}}
    for threshold, origin in ((285.0, "acute"), (225.0, "bare")):
        found = limits.of_finding(packs, "casting", "sand", "corner", "fail", threshold)
        assert found is not None
        assert found.origin == origin
    assert limits.of_finding(packs, "casting", "sand", "corner", "fail", 250.0) is None
    assert limits.of_finding(packs, "casting", "sand", "corner", "warning", 225.0) is None


def test_a_plain_number_comes_from_no_parameter():
    found = limits.of_finding({"casting": PACK}, "casting", "sand", "angle", "fail", 60.0)
    assert found is not None
    assert (found.value, found.origin) == (60.0, "")


def test_a_form_shows_the_first_limit_of_each_level_with_the_parameters_that_are_tried():
    rule, configuration = PACK["rules"][0], PACK["configurations"]["sand"]
    found = limits.of_rule(rule, configuration, {"wall": 2.0})
    assert {level: one.value for level, one in found.items()} == {"fail": 2.0, "warning": 3.0}
    assert {level: one.op for level, one in found.items()} == {"fail": "lt", "warning": "lt"}


def test_a_parameter_that_is_not_there_has_no_value():
    found = limits.of_rule(PACK["rules"][0], {"name": "Sand"})
    assert {level: one.value for level, one in found.items()} == {"fail": None, "warning": None}
