"""Machines of the user's stand in the place of those that packs go by."""

import math
from dataclasses import replace

import pytest

from engine.errors import InvalidOption
from engine.model.rulepack import Machine
from engine.rules import machines, packs


def machine_of(found, key: str) -> Machine | None:
    pack_key, configuration_key = key.split("/")
    (pack,) = (each for each in found if each.key == pack_key)
    (configuration,) = (each for each in pack.configurations if each.key == configuration_key)
    return configuration.machine


def test_a_volume_is_put_where_it_is_named_and_nowhere_else() -> None:
    shipped = packs.shipped()
    found = machines.put(shipped, {"additive/fdm": (200.0, 210.0, 250.0)})
    assert machine_of(found, "additive/fdm").largest_mm == (200.0, 210.0, 250.0)
    assert machine_of(found, "additive/sla") == machine_of(shipped, "additive/sla")
    assert [each for each in found if each.key != "additive"] == [
        each for each in shipped if each.key != "additive"
    ]


def test_a_pack_alone_is_all_of_its_configurations_but_for_those_that_are_named() -> None:
    found = machines.put(packs.shipped(), {"cnc": (1.0, 2.0, 3.0), "cnc/5-axis": (4.0, 5.0, 6.0)})
    assert machine_of(found, "cnc/3-axis").largest_mm == (1.0, 2.0, 3.0)
    assert machine_of(found, "cnc/5-axis").largest_mm == (4.0, 5.0, 6.0)


def test_what_a_machine_takes_besides_its_box_stays_the_packs() -> None:
    before = machine_of(packs.shipped(), "casting/investment")
    after = machine_of(machines.put(packs.shipped(), {"casting": (9.0, 9.0, 9.0)}), "casting/investment")
    assert replace(after, largest_mm=before.largest_mm, source=before.source) == before


def test_a_configuration_without_a_machine_gets_one_that_asks_for_nothing_else() -> None:
    (pack,) = (each for each in packs.shipped() if each.key == "cnc")
    bare = replace(pack, configurations=tuple(replace(each, machine=None) for each in pack.configurations))
    (found,) = machines.put([bare], {"cnc/3-axis": (1.0, 2.0, 3.0)})
    assert found.configurations[0].machine == Machine((1.0, 2.0, 3.0))
    assert found.configurations[0].machine.heaviest_kg == math.inf
    assert found.configurations[1].machine is None


def test_a_process_that_there_is_not_is_refused_with_those_there_are() -> None:
    machines.check(packs.shipped(), {"additive": (1.0, 1.0, 1.0), "cnc/3-axis": (1.0, 1.0, 1.0)})
    for name in ("additive/fmd", "cn", "3-axis"):
        with pytest.raises(InvalidOption, match="which is no process; processes are additive/dmls"):
            machines.check(packs.shipped(), {name: (1.0, 1.0, 1.0)})
