"""What was used."""

from collections.abc import Callable

from tests.server.application import Client
from tests.server.asking import job_of, submit
from tests.server.keyed import a_key, key_of
from tests.support.postgresql import ON_BOTH

USAGE = "/api/v1/usage"


def test_usage_says_plan_period_and_meters(serve: Callable[..., Client]) -> None:
    client = serve()
    client.headers["X-API-Key"] = a_key(client.services.settings, "free")
    job_of(client)
    submit(client, filename="no.pdf")
    body = client.get(USAGE).json()
    assert body["plan"] == "free"
    assert body["period_start"].endswith("-01T00:00:00Z")
    assert body["period_start"] < body["period_end"]
    assert body["meters"] == [
        {
            "meter": "dfm.quick_info",
            "included": 1000,
            "used": 0,
            "remaining": 1000,
            "billed": 0,
            "hard_cap": 1000,
            "unit_price": None,
            "cost": "0.00",
        },
        {
            "meter": "dfm.analyze",
            "included": 100,
            "used": 1,
            "remaining": 99,
            "billed": 0,
            "hard_cap": 100,
            "unit_price": None,
            "cost": "0.00",
        },
    ]


@ON_BOTH
def test_accounts_do_not_see_each_other(serve: Callable[..., Client]) -> None:
    client = serve()
    job_of(client)
    client.headers["X-API-Key"] = key_of(client)
    assert [meter["used"] for meter in client.get(USAGE).json()["meters"]] == [0, 0]
