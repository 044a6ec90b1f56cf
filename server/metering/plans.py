"""The plans: how many units of each meter a billing period includes, and what happens beyond."""

from dataclasses import dataclass

QUICK_INFO = "dfm.quick_info"
ANALYZE = "dfm.analyze"
METERS = (QUICK_INFO, ANALYZE)
BILLED = "billed by the unit"


@dataclass(frozen=True, slots=True)
class Plan:
    """One plan. Only a plan that bills overage lets an account go beyond what is included."""

    key: str
    included: dict[str, int]
    """Units a period, by meter."""
    bills_overage: bool
    beyond: str
    """What happens to units beyond those, in words."""

    @property
    def is_metered(self) -> bool:
        """Whether units are counted at all."""
        return bool(self.included)


LOCAL = Plan("local", {}, bills_overage=False, beyond="")
"""For a server's own machine: nothing is counted."""
FREE = Plan("free", {QUICK_INFO: 1_000, ANALYZE: 100}, bills_overage=False, beyond="refused")

PLANS: dict[str, Plan] = {
    plan.key: plan
    for plan in (
        LOCAL,
        FREE,
        Plan("starter", {QUICK_INFO: 1_000, ANALYZE: 100}, bills_overage=True, beyond=BILLED),
        Plan("pro", {QUICK_INFO: 50_000, ANALYZE: 5_000}, bills_overage=True, beyond=BILLED),
        Plan(
            "enterprise",
            {QUICK_INFO: 1_000_000, ANALYZE: 100_000},
            bills_overage=True,
            beyond="by arrangement",
        ),
    )
}


def hard_cap(plan: Plan, meter: str, overage_enabled: bool) -> int | None:
    """Return the units at which an account is stopped; None where the rest is billed, or nothing counted."""
    return None if plan.bills_overage and overage_enabled else plan.included.get(meter)
