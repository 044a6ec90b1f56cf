"""A quote before it is asked for."""

import pytest
from msgspec.structs import replace

from app.client import models
from app.client.casting import Breakdown, CastBox, CastGeometry, Choice, Finish, Material, Quote
from app.state import quote_draft
from app.state.quote_draft import QuoteDraft
from tests.app.state.answers import result

FREE = Breakdown(metal_cost=1, shell_cost=1, labor_cost=1, post_processing_cost=0, margin=1)
QUOTE = Quote(id="q", status="draft", unit_price=4, total_price=4, breakdown=FREE, lead_time_days=9)


def material(key: str, family: str | None, size: str = "300mm x 195mm x 290mm") -> Material:
    return Material(
        id=key,
        name=key.title(),
        description="",
        density_kg_m3=2700,
        cost_per_kg=4,
        maximum_part_size_mm=size,
        family=family,
    )


def finish(key: str, *suits: str) -> Finish:
    return Finish(
        id=key, name=key.title(), description="", pricing_model="per_part", cost_per_unit=1, suits=suits
    )


def draft(longest_mm: float = 290.0) -> QuoteDraft:
    box = CastBox(x_mm=longest_mm, y_mm=190, z_mm=100)
    geometry = CastGeometry(volume_cm3=1000, surface_area_cm2=1, bounding_box=box)
    materials = [
        material("brass", "copper", "100mm x 100mm x 100mm"),
        material("aluminum", "aluminum"),
        material("steel", "steel", "as large as you like"),
    ]
    return QuoteDraft(geometry, materials, [finish("blast"), finish("anodize", "aluminum")])


def test_a_material_the_part_does_not_fit_says_why_and_the_first_that_fits_is_chosen() -> None:
    brass, aluminum, steel = draft().offers
    assert brass.reason is not None
    assert "290.0 x 190.0 x 100.0 mm" in brass.reason
    assert (aluminum.reason, steel.reason) == (None, None)
    assert aluminum.mass_kg == pytest.approx(2.7)
    assert draft().choice == Choice("aluminum", 1)
    assert draft(301).choice == Choice("steel", 1)
    with pytest.raises(ValueError, match="Brass"):
        draft().choose_material("brass")


def test_a_finish_that_does_not_suit_the_material_is_refused_and_dropped() -> None:
    one = draft()
    one.choose_finish("anodize")
    one.choose_finish("blast")
    assert one.choice == Choice("aluminum", 1, ("blast", "anodize"))
    one.choose_material("steel")
    assert one.choice == Choice("steel", 1, ("blast",))
    with pytest.raises(ValueError, match="Anodize is for aluminum"):
        one.choose_finish("anodize")
    one.choose_finish("blast", is_chosen=False)
    assert one.choice == Choice("steel", 1)


def test_a_price_is_known_only_for_what_was_asked() -> None:
    one = draft()
    assert one.price is None
    assert one.choice is not None
    one.add_prices({one.choice: QUOTE})
    assert one.price == QUOTE
    one.choose_quantity(5)
    assert one.price is None
    one.choose_quantity(1)
    assert one.price == QUOTE


def test_a_curve_says_how_many_drafts_it_would_leave() -> None:
    one = draft()
    one.choose_quantity(30)
    curve = one.breaks()
    assert [choice.quantity for choice in curve] == [1, 5, 10, 25, 30, 50, 100, 250, 1000]
    assert len(one.missing(curve)) == 9
    one.add_prices({curve[0]: QUOTE})
    assert len(one.missing(curve)) == 8
    assert one.known(curve) == {curve[0]: QUOTE}
    one.choose_material("steel")
    assert len(one.missing(one.breaks())) == 9


def test_materials_are_compared_where_the_part_fits_with_the_finishes_that_suit() -> None:
    one = draft()
    one.choose_finish("anodize")
    assert one.comparison() == (Choice("aluminum", 1, ("anodize",)), Choice("steel", 1))


@pytest.mark.parametrize("quantity", [0, -1, 100_001])
def test_a_quantity_nobody_orders_is_refused(quantity: int) -> None:
    with pytest.raises(ValueError, match="from 1 to"):
        draft().choose_quantity(quantity)


def test_changes_are_notified_once() -> None:
    one, choices = draft(), list[Choice | None]()
    one.changed.subscribe(choices.append)
    one.choose_quantity(5)
    one.choose_quantity(5)
    assert choices == [Choice("aluminum", 5)]


def test_a_part_that_no_casting_suits_is_warned_of() -> None:
    judged = result(sand=[{"fid": "1", "severity": "fail"}], investment=[])
    as_casting = [type(judged.packs[0])(module_key="casting", configurations=judged.packs[0].configurations)]
    bad = [type(judged.packs[0])(module_key="casting", configurations=judged.packs[0].configurations[:1])]
    spread = {name: getattr(judged, name) for name in judged.__struct_fields__}
    assert quote_draft.casting_warning(type(judged)(**spread | {"packs": tuple(as_casting)})) is None
    assert quote_draft.casting_warning(type(judged)(**spread | {"packs": tuple(bad)})) is not None
    assert quote_draft.casting_warning(judged) is None
    assert quote_draft.casting_warning(None) is None


def limited(most_kg: float | None, key: str = "aluminum", density: float = 2700) -> Material:
    return replace(material(key, key), maximum_part_mass_kg=most_kg, density_kg_m3=density)


def draft_of(*materials: Material) -> QuoteDraft:
    box = CastBox(x_mm=290, y_mm=190, z_mm=100)
    return QuoteDraft(CastGeometry(volume_cm3=1000, surface_area_cm2=600, bounding_box=box), materials, ())


def test_a_part_too_heavy_for_a_metal_says_so_and_another_is_chosen() -> None:
    # 1000 cm³: 2.7 kg of aluminum, 8 kg of iron
    one = draft_of(limited(7.99, "iron", 8000), limited(2.7))
    iron, aluminum = one.offers
    assert iron.reason == "The part weighs 8.000 kg; Iron is cast up to 7.99 kg."
    assert iron.is_too_heavy
    assert (aluminum.reason, aluminum.is_too_heavy) == (None, False)
    assert one.choice == Choice("aluminum", 1)
    assert one.misfit is None
    assert draft_of(limited(None, "iron", 8000)).misfit is None


def test_a_part_too_heavy_for_every_metal_is_known_by_the_lightest() -> None:
    one = draft_of(limited(7.99, "iron", 8000), limited(2.5))
    assert one.choice is None
    assert one.misfit == (
        "No metal is cast this heavy. The part weighs 2.700 kg; Aluminum is cast up to 2.5 kg."
    )


def test_a_part_too_large_is_not_called_too_heavy() -> None:
    assert not any(offer.is_too_heavy for offer in draft(301).offers)


def test_what_an_analysis_found_has_prices_asked_anew_and_nothing_new_does_not() -> None:
    one, choices = draft(), list[Choice | None]()
    assert one.choice is not None
    one.add_prices({one.choice: QUOTE})
    one.changed.subscribe(choices.append)
    one.learn(replace(one.geometry, volume_cm3=999, n_bodies=4))  # no form: of no analysis
    assert one.price == QUOTE
    one.learn(replace(one.geometry, volume_cm3=999, n_bodies=4, form="assembly"))
    assert one.price is None
    assert (one.geometry.volume_cm3, one.geometry.n_bodies, one.geometry.form) == (1000, 4, "assembly")
    one.add_prices({one.choice: QUOTE})
    one.learn(one.geometry)
    assert one.price == QUOTE
    assert len(choices) == 2


def test_an_analyzed_part_is_quoted_with_its_bodies_and_form() -> None:
    box = models.Box(x=60, y=50, z=40)
    size = models.Geometry(volume_cm3=12, surface_area_cm2=50, bounding_box_mm=box)
    stats = models.Stats(n_features=1, n_vertices=1, n_triangles=1, n_bodies=7)
    form = models.PartForm(form="assembly", sentence="7 bodies.")
    bare = replace(result(), geometry=size, stats=stats)
    found = quote_draft.measured(replace(bare, form=form))
    assert found is not None
    assert (found.n_bodies, found.form) == (7, "assembly")
    assert quote_draft.measured(bare) == quote_draft.size_of(size)
    assert quote_draft.measured(replace(bare, geometry=None)) is None
    assert quote_draft.measured(None) is None
