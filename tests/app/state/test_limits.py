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


def test_a_finding_tells_which_parameter_its_limit_comes_from():
    found = limits.of_finding({"casting": PACK}, "casting", "lost", "wall", "warning", 1.5)
    assert found is not None
    assert found.value == 1.5
    assert found.origin == "wall × 1.5"
    assert limits.of_finding({"casting": PACK}, "casting", "lost", "gone", "fail", 1.0) is None
    assert limits.of_finding({}, "casting", "lost", "wall", "fail", 1.0) is None


def test_of_two_limits_of_one_level_a_finding_tells_the_one_it_broke():
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


def test_the_legend_shows_the_limits_of_its_layer():
    assert limits.of_layer(PACK, "sand", "thickness") == (4.5, 3.0)
    assert limits.of_layer(PACK, "sand", "thickness", {"wall": 2.0}) == (3.0, 2.0)


def test_a_limit_on_the_other_side_and_a_layer_without_a_rule_give_none():
    assert limits.of_layer(PACK, "sand", "draft") == (None, None)
    assert limits.of_layer(PACK, "sand", "features") == (None, None)


def test_a_rule_of_other_configurations_does_not_count():
    limited = {**PACK, "rules": [{**PACK["rules"][0], "configurations": ["lost"]}]}
    assert limits.of_layer(limited, "sand", "thickness") == (None, None)
    assert limits.of_layer(limited, "lost", "thickness") == (1.5, 1.0)


def test_a_parameter_that_is_not_there_has_no_value():
    torn = {**PACK, "configurations": {"sand": {"name": "Sand"}}}
    assert limits.of_layer(torn, "sand", "thickness") == (None, None)
