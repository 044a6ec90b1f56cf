"""What of a quote goes over the wire: numbers as JSON has them, and back."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from engine.model.form import Form
from engine.model.quote import Alloy, CastPart, Finish, Price, PriceTable, Tooling
from engine.pricing import envelope
from engine.pricing import tooling as tooling_words

Document = dict[str, Any]


def part(geometry: Mapping[str, Any]) -> CastPart:
    """Read the geometry that `convert` gives: volume_cm3, surface_area_cm2, bounding_box.

    `n_bodies` and `form` may be left out: they are not known then.
    """
    box = geometry["bounding_box"]
    return CastPart(
        _decimal(geometry["volume_cm3"]),
        _decimal(geometry["surface_area_cm2"]),
        (_decimal(box["x_mm"]), _decimal(box["y_mm"]), _decimal(box["z_mm"])),
        geometry.get("n_bodies"),
        Form(geometry["form"]) if geometry.get("form") else None,
    )


def price(quoted: Price, currency: str | None = None) -> Document:
    """Present a price and what it consists of; `currency` is its ISO code, where it is known."""
    parts = quoted.breakdown
    return {
        "unit_price": float(quoted.unit_price),
        "total_price": float(quoted.total_price),
        "breakdown": {
            "metal_cost": float(parts.metal_cost),
            "shell_cost": float(parts.shell_cost),
            "labor_cost": float(parts.labor_cost),
            "post_processing_cost": float(parts.post_processing_cost),
            "margin": float(parts.margin),
        },
        "lead_time_days": quoted.lead_time.days,
        "is_lead_time_by_arrangement": quoted.lead_time.is_by_arrangement,
        "tooling": tooling(quoted.tooling, quoted.quantity, currency),
        "total_with_tooling": float(quoted.total_with_tooling),
        "quoted_as_one_casting": quoted.several_as_one,
        "quantity": quoted.quantity,
        "weight_kg": float(quoted.weight_kg),
        "parts_per_tree": quoted.parts_per_tree,
        "notes": list(quoted.notes),
        "price_table_version": quoted.table_version,
    }


def tooling(priced: Tooling, quantity: int, currency: str | None = None) -> Document:
    """Present what the patterns of an order cost, and what they would cost made the other way."""
    return {
        "method": priced.chosen.method.value,
        "name": tooling_words.NAME_OF_METHOD[priced.chosen.method],
        "cost": float(priced.chosen.cost),
        "complexity": float(priced.complexity),
        "die_cheaper_from": priced.die_from,
        "sentence": tooling_words.sentence(priced, quantity, currency),
        "methods": [
            {
                "method": one.method.value,
                "name": tooling_words.NAME_OF_METHOD[one.method],
                "cost": float(one.cost),
                "lead_time_days": one.lead_time.days,
                "is_lead_time_by_arrangement": one.lead_time.is_by_arrangement,
            }
            for one in priced.options
        ],
    }


def alloy(listed: Alloy, table: PriceTable) -> Document:
    """Present an alloy as a material."""
    return {
        "id": listed.id,
        "name": listed.name,
        "description": listed.description,
        "density_kg_m3": float(listed.density_kg_m3),
        "cost_per_kg": float(listed.cost_per_kg),
        "maximum_part_size_mm": "mm x ".join(f"{side:f}" for side in table.envelope_mm) + "mm",
        "maximum_part_mass_kg": float(envelope.heaviest_kg(listed, table)),
        "family": listed.family,
    }


def finish(listed: Finish) -> Document:
    """Present a finish as a post-processing option."""
    return {
        "id": listed.id,
        "name": listed.name,
        "description": listed.description,
        "pricing_model": listed.pricing_model.value,
        "cost_per_unit": float(listed.cost_per_unit),
        "lead_time_days": listed.lead_time_days,
        "suits": list(listed.suits),
    }


def _decimal(number: float) -> Decimal:
    """Take a float as the decimal number people read in it."""
    return Decimal(repr(number))
