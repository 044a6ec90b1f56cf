"""Keys that were just made are shown once, and soon."""

from server.dashboard.new_keys import LIFETIME_S, NewKeys


def test_a_key_is_taken_once_and_by_its_user_alone() -> None:
    keys = NewKeys()
    keys.put("ada", "svc_live_1")
    assert keys.take("bob") == ""
    assert keys.take("ada") == "svc_live_1"
    assert keys.take("ada") == ""


def test_a_key_whose_page_never_came_is_forgotten() -> None:
    now_s = 100.0
    keys = NewKeys(lambda: now_s)
    keys.put("ada", "svc_live_1")
    keys.put("eve", "svc_live_2")
    now_s += LIFETIME_S
    assert keys.take("ada") == ""
    keys.put("bob", "svc_live_3")
    assert list(keys._found) == ["bob"]
