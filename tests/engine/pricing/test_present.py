"""A quote on the wire."""

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


def test_geometry_is_read_as_convert_gives_it() -> None:
    box = {"x_mm": 90.0, "y_mm": 90.0, "z_mm": 90.0}
    assert present.part({"volume_cm3": 100.0, "surface_area_cm2": 200.0, "bounding_box": box}) == part()


def test_a_material_tells_the_largest_part_in_words() -> None:
    assert present.alloy(alloy(), table())["maximum_part_size_mm"] == "300mm x 195mm x 290mm"
