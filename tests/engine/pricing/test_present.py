"""A quote on the wire."""

from dataclasses import replace

from engine.model.form import Form
from engine.pricing import present, shell
from tests.support.quoting import alloy, part, table


def test_a_price_goes_out_as_plain_numbers() -> None:
    quoted = present.price(shell.price(part(), alloy(), 10, (), table()))
    assert quoted["unit_price"] == 80.0
    assert quoted["total_price"] == 800.0
    assert quoted["breakdown"] == {
        "metal_cost": 8.0,
        "shell_cost": 30.0,
        "labor_cost": 26.0,
        "post_processing_cost": 0.0,
        "margin": 16.0,
    }
    assert quoted["lead_time_days"] == 7
    assert quoted["is_lead_time_by_arrangement"] is False
    assert quoted["quoted_as_one_casting"] is None
    assert quoted["total_with_tooling"] == 1100.0


def test_tooling_goes_out_beside_the_breakdown() -> None:
    # as worked out in test_tooling
    quoted = present.price(shell.price(part(), alloy(), 10, (), table()))
    assert quoted["tooling"] == {
        "method": "printed_patterns",
        "name": "printed patterns",
        "cost": 300.0,
        "complexity": 1.0,
        "die_cheaper_from": 20,
        "sentence": "Printed patterns at 300.00 for 10 parts are cheaper than a wax die at 572.90, "
        "which pays from 20 parts on.",
        "methods": [
            {
                "method": "printed_patterns",
                "name": "printed patterns",
                "cost": 300.0,
                "lead_time_days": 7,
                "is_lead_time_by_arrangement": False,
            },
            {
                "method": "wax_die",
                "name": "wax die",
                "cost": 572.9,
                "lead_time_days": 27,
                "is_lead_time_by_arrangement": False,
            },
        ],
    }


def test_geometry_is_read_as_convert_gives_it() -> None:
    box = {"x_mm": 90.0, "y_mm": 90.0, "z_mm": 90.0}
    assert present.part({"volume_cm3": 100.0, "surface_area_cm2": 200.0, "bounding_box": box}) == part()


def test_bodies_and_form_are_read_where_they_are_known() -> None:
    box = {"x_mm": 90.0, "y_mm": 90.0, "z_mm": 90.0}
    size = {"volume_cm3": 100.0, "surface_area_cm2": 200.0, "bounding_box": box}
    assert present.part(size | {"n_bodies": 3, "form": "sheet"}) == replace(
        part(), n_bodies=3, form=Form.SHEET
    )


def test_a_material_says_how_heavy_a_part_may_be() -> None:
    assert present.alloy(alloy(), table())["maximum_part_mass_kg"] == 40.0


def test_a_material_says_the_largest_part_in_words() -> None:
    assert present.alloy(alloy(), table())["maximum_part_size_mm"] == "300mm x 195mm x 290mm"
