"""A quote before it is asked for: choices, what fits, and prices that are known.

Nothing here asks for a price: `missing` says which choices have none yet. Servers of ours send prices without
keeping a quote; of one that does not, each price is a draft it keeps, so there the user decides how many.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from app.client.casting import CastBox, CastGeometry, Choice, Finish, Material, Price
from app.client.models import Geometry, PackVerdict, Result
from app.state import display_unit, part_file, suitability
from app.state.observers import Observers

BREAKS = (1, 5, 10, 25, 50, 100, 250, 1000)
LARGEST_QUANTITY = 100_000
"""More is quoted by no price table of Sprue."""
SIZE = re.compile(r"\s*([\d.]+)\s*mm\s*[x×]\s*([\d.]+)\s*mm\s*[x×]\s*([\d.]+)\s*mm\s*")
CM3_PER_M3 = 1e6
CASTING = "casting"
"""The pack that judges how a part is cast."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A material in the table, for this part."""

    material: Material
    reason: str | None
    """Why the part cannot be cast in it; None where it can."""
    mass_kg: float
    """Of the finished part."""
    is_too_heavy: bool = False
    """Whether the part fits and is heavier than what is poured."""


class QuoteDraft:
    """One part's quote. Observers are called after each change with the choice as it stands."""

    def __init__(
        self, geometry: CastGeometry, materials: Iterable[Material], finishes: Iterable[Finish]
    ) -> None:
        self.changed: Observers[Choice | None] = Observers()
        self.geometry = geometry
        self.finishes = tuple(finishes)
        self.offers = tuple(_offer(geometry, material) for material in materials)
        self._prices: dict[Choice, Price] = {}
        first = next((offer.material.id for offer in self.offers if offer.reason is None), None)
        self._choice = None if first is None else Choice(first, 1)

    @property
    def choice(self) -> Choice | None:
        """What is chosen; None where the part fits no material."""
        return self._choice

    @property
    def price(self) -> Price | None:
        """The price of the choice; None while it is not known."""
        return None if self._choice is None else self._prices.get(self._choice)

    @property
    def misfit(self) -> str | None:
        """Why the part can be cast in nothing; None where it can."""
        reasons = {offer.reason for offer in self.offers}
        if None in reasons or not self.offers:
            return None
        heavy = [offer for offer in self.offers if offer.is_too_heavy]
        if heavy:
            lightest = min(heavy, key=lambda offer: offer.mass_kg)
            return f"No metal is cast this heavy. {lightest.reason}"
        sides = " × ".join(f"{side:.1f}" for side in self.geometry.sides_mm)
        rooms_mm = filter(None, (_room_mm(offer.material) for offer in self.offers))
        room = " × ".join(f"{side:g}" for side in max(rooms_mm, key=math.prod))
        return display_unit.in_sentence(
            f"No metal is cast this large: the part is {sides} mm, castings are made up to {room} mm."
        )

    def choose_material(self, material_id: str) -> None:
        """Choose a material; finishes that do not suit it are dropped.

        Raises ValueError where the part does not fit, with the reason.
        """
        offer = self._offer_of(material_id)
        if offer.reason is not None:
            raise ValueError(offer.reason)
        kept = self._choice or Choice(material_id, 1)
        suited = tuple(one for one in kept.option_ids if self.unsuited(one, material_id) is None)
        self._become(replace(kept, material_id=material_id, option_ids=suited))

    def choose_quantity(self, quantity: int) -> None:
        """Choose how many; raises ValueError below one and beyond what is ever cast."""
        if not 1 <= quantity <= LARGEST_QUANTITY:
            raise ValueError(f"The quantity is from 1 to {LARGEST_QUANTITY:,}.")
        self._become(replace(self._chosen(), quantity=quantity))

    def choose_finish(self, option_id: str, *, is_chosen: bool = True) -> None:
        """Add or drop a finish; raises ValueError where it cannot be done to the material."""
        choice = self._chosen()
        reason = self.unsuited(option_id, choice.material_id)
        if is_chosen and reason is not None:
            raise ValueError(reason)
        wanted = (set(choice.option_ids) - {option_id}) | ({option_id} if is_chosen else set())
        in_order = tuple(one.id for one in self.finishes if one.id in wanted)
        self._become(replace(choice, option_ids=in_order))

    def unsuited(self, option_id: str, material_id: str) -> str | None:
        """Return why a finish cannot be done to a material; None where it can, or nothing is known of it."""
        finish = next((one for one in self.finishes if one.id == option_id), None)
        if finish is None:
            return "This finish is no longer offered."
        material = self._offer_of(material_id).material
        if not finish.suits or material.family is None or material.family in finish.suits:
            return None
        return f"{finish.name} is for {', '.join(finish.suits)}, not for {material.family}."

    def breaks(self, quantities: Iterable[int] = BREAKS) -> tuple[Choice, ...]:
        """Return the choice at each quantity of the curve, its own among them."""
        choice = self._chosen()
        return tuple(
            replace(choice, quantity=quantity) for quantity in sorted({*quantities, choice.quantity})
        )

    def comparison(self) -> tuple[Choice, ...]:
        """Return the choice in each material that fits; finishes that do not suit one are left out of it."""
        choice = self._chosen()
        return tuple(
            replace(
                choice,
                material_id=offer.material.id,
                option_ids=tuple(
                    one for one in choice.option_ids if self.unsuited(one, offer.material.id) is None
                ),
            )
            for offer in self.offers
            if offer.reason is None
        )

    def missing(self, choices: Iterable[Choice]) -> tuple[Choice, ...]:
        """Return those without a known price, each once and in their order."""
        return tuple(dict.fromkeys(one for one in choices if one not in self._prices))

    def known(self, choices: Iterable[Choice]) -> dict[Choice, Price]:
        """Return the prices that are known."""
        return {one: self._prices[one] for one in choices if one in self._prices}

    def request(self, choice: Choice, file_name: str) -> dict[str, Any]:
        """Return the arguments of `Client.make_quote`."""
        return {
            "file_name": file_name,
            "geometry": self.geometry,
            "material_id": choice.material_id,
            "quantity": choice.quantity,
            "option_ids": choice.option_ids,
        }

    def learn(self, geometry: CastGeometry) -> None:
        """Take what an analysis found the part to be; prices said nothing of it, so they are asked anew."""
        known = replace(self.geometry, n_bodies=geometry.n_bodies, form=geometry.form)
        if geometry.form is not None and known != self.geometry:
            self.geometry = known
            self._prices.clear()
            self.changed.notify(self._choice)

    def add_prices(self, prices: Mapping[Choice, Price]) -> None:
        """Keep prices that the server sent."""
        if prices:
            self._prices.update(prices)
            self.changed.notify(self._choice)

    def _chosen(self) -> Choice:
        if self._choice is None:
            raise ValueError("The part fits no material.")
        return self._choice

    def _offer_of(self, material_id: str) -> Offer:
        for offer in self.offers:
            if offer.material.id == material_id:
                return offer
        raise ValueError("This material is no longer offered.")

    def _become(self, choice: Choice) -> None:
        if choice != self._choice:
            self._choice = choice
            self.changed.notify(choice)


def size_of(geometry: Geometry | None) -> CastGeometry | None:
    """Return the size of an analyzed part as quoting has it; None where it was not sent."""
    if geometry is None or geometry.volume_cm3 <= 0:
        return None
    x, y, z = geometry.sides_mm
    return CastGeometry(
        volume_cm3=geometry.volume_cm3,
        surface_area_cm2=geometry.surface_area_cm2,
        bounding_box=CastBox(x_mm=x, y_mm=y, z_mm=z),
    )


def measured(result: Result | None) -> CastGeometry | None:
    """Return the size of an analyzed part, its number of bodies and its form; None where none was sent."""
    size = None if result is None else size_of(result.geometry)
    if result is None or size is None or result.form is None:
        return size
    n_bodies = None if result.stats is None else result.stats.n_bodies
    return replace(size, n_bodies=n_bodies, form=result.form.form)


def casting_warning(result: Result | None) -> str | None:
    """Return a sentence where every way of casting the part fails; else, or where none was judged, None."""
    pack = _casting(result)
    if pack is not None and pack.configurations:
        if all(one.result.overall_severity == "fail" for one in pack.configurations):
            return "This part fails the casting rules; see its findings before you order it."
    return None


def casting_configuration(result: Result | None) -> str | None:
    """Return the way of casting that suits a part best; None where none was judged."""
    ways = () if result is None else suitability.ranked(result)
    return next((one.configuration_key for pack, one in ways if pack.module_key == CASTING), None)


def _casting(result: Result | None) -> PackVerdict | None:
    packs = () if result is None else result.packs
    return next((pack for pack in packs if pack.module_key == CASTING), None)


def _offer(geometry: CastGeometry, material: Material) -> Offer:
    mass_kg = geometry.volume_cm3 / CM3_PER_M3 * material.density_kg_m3
    room_mm = _room_mm(material)
    if room_mm is None or part_file.fits(geometry.sides_mm, room_mm):
        most_kg = material.maximum_part_mass_kg
        if most_kg is None or mass_kg <= most_kg:
            return Offer(material, None, mass_kg)
        heavy = f"The part weighs {mass_kg:.3f} kg; {material.name} is cast up to {most_kg:g} kg."
        return Offer(material, heavy, mass_kg, is_too_heavy=True)
    sides = " x ".join(f"{side:.1f}" for side in geometry.sides_mm)
    reason = f"The part is {sides} mm; {material.name} is cast up to {material.maximum_part_size_mm}."
    return Offer(material, display_unit.in_sentence(reason), mass_kg)


def _room_mm(material: Material) -> tuple[float, float, float] | None:
    """Return the largest part of a material; None where it was not sent in a form that can be read."""
    size = SIZE.fullmatch(material.maximum_part_size_mm)
    try:
        return None if size is None else (float(size[1]), float(size[2]), float(size[3]))
    except ValueError:
        return None
