"""Settings come from the environment and say what is wrong with it."""

from pathlib import Path

import pytest

from server.settings import InvalidSetting, Settings, table


def test_variables_set_settings_and_empty_ones_do_not() -> None:
    found = Settings.from_environment(
        {"SPRUE_PORT": "0", "SPRUE_DATA_DIR": "/var/lib/sprue", "SPRUE_HOST": "", "HOME": "/root"}
    )
    assert found.port == 0
    assert found.data_dir == Path("/var/lib/sprue")
    assert found.host == "127.0.0.1"


def test_a_number_that_is_none_is_named() -> None:
    with pytest.raises(InvalidSetting, match=r"SPRUE_PORT is 'http', which is no int"):
        Settings.from_environment({"SPRUE_PORT": "http"})


def test_a_variable_that_sets_nothing_is_an_error_and_not_a_silence() -> None:
    with pytest.raises(InvalidSetting, match=r"no setting SPRUE_PROT; settings are SPRUE_HOST, SPRUE_PORT"):
        Settings.from_environment({"SPRUE_PROT": "80"})


def test_links_begin_where_callers_reach_the_server() -> None:
    assert Settings(host="127.0.0.1", port=81).base_url == "http://127.0.0.1:81"
    assert Settings(site_url="https://dfm.example/").base_url == "https://dfm.example"


def test_an_upload_of_25_mb_is_25_times_1024_squared_bytes() -> None:
    assert Settings().max_upload_bytes == 25 * 1024**2


def test_every_setting_says_what_it_is_for() -> None:
    assert len(table()) >= 10
    assert all(name.startswith("SPRUE_") and meaning for name, _, meaning in table())


@pytest.mark.parametrize(
    ("cores", "local_key", "given", "expected"),
    [(1, "", 0, 1), (2, "", 0, 2), (2, "key", 0, 1), (1, "key", 0, 1), (64, "", 0, 4), (2, "", 3, 3)],
)
def test_analyses_have_every_core_but_one_on_somebodys_own_machine(
    monkeypatch: pytest.MonkeyPatch, cores: int, local_key: str, given: int, expected: int
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert Settings(local_key=local_key, batch_workers=given).n_batch_workers == expected
