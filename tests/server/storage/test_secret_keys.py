"""Secrets come from the data folder of one host, or from the file that all hosts share."""

from dataclasses import asdict
from pathlib import Path

import pytest

from server import services
from server.settings import InvalidSetting, Settings
from server.storage import secret_keys
from server.storage.secret_keys import SecretKeys

SHARED = "postgresql+psycopg://sprue@nowhere.invalid/sprue"
KEYS = SecretKeys(b"p" * 32, b"s" * 32, b"c" * 40)
HEX = "ab" * 32


def file_of(folder: Path, text: str) -> Settings:
    file = folder / "secrets.toml"
    file.write_text(text)
    return Settings(data_dir=folder / "data", secret_file=str(file), database_url=SHARED)


def test_a_host_reads_what_another_has_written(tmp_path: Path) -> None:
    assert secret_keys.load(file_of(tmp_path, KEYS.as_file)) == KEYS
    assert not (tmp_path / "data").exists()  # there is nothing of its own to confuse them with


def test_with_sqlite_they_are_those_of_the_data_folder_and_a_file_of_them_is_the_same(tmp_path: Path) -> None:
    keys = secret_keys.load(Settings(data_dir=tmp_path / "data"))
    assert keys.pepper == (tmp_path / "data" / "pepper.key").read_bytes()
    assert keys.signing == (tmp_path / "data" / "signing.key").read_bytes()
    assert keys.csrf == (tmp_path / "data" / "csrf.key").read_bytes()
    assert secret_keys.load(file_of(tmp_path, keys.as_file)) == keys


def test_on_postgresql_a_host_without_them_does_not_start_and_makes_none(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data", database_url=SHARED)
    with pytest.raises(InvalidSetting) as refused:
        services.build(settings)
    assert str(refused.value) == (
        "all hosts of a PostgreSQL database share their secrets: SPRUE_SECRET_FILE has to name the file with "
        f"them; `sprue secrets --data-dir {tmp_path / 'data'}` prints those of this data folder"
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no file of pepper, signing, csrf"),
        ("pepper", "no file of pepper, signing, csrf"),
        (f'pepper = "{HEX}"\nsigning = "{HEX}"\n', "no file of pepper, signing, csrf"),
        (f'pepper = "{HEX}"\nsigning = "{HEX}"\ncsrf = "{HEX}"\nother = "1"', "no file of"),
        (f'pepper = "{HEX}"\nsigning = "{HEX}"\ncsrf = 12', "each a hexadecimal number"),
        (f'pepper = "{HEX}"\nsigning = "{HEX}"\ncsrf = "secret"', "each a hexadecimal number"),
        (f'pepper = "{HEX}"\nsigning = "{HEX[2:]}"\ncsrf = "{HEX}"', "signing has 31 bytes; it needs 32"),
    ],
)
def test_a_file_that_is_none_is_a_sentence_without_what_is_in_it(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(InvalidSetting) as refused:
        secret_keys.load(file_of(tmp_path, text))
    assert f"SPRUE_SECRET_FILE names {tmp_path / 'secrets.toml'}" in str(refused.value)
    assert message in str(refused.value)
    assert HEX[:8] not in str(refused.value)


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="which cannot be read: No such file or directory"):
        secret_keys.load(Settings(secret_file=str(tmp_path / "none")))


def test_fingerprints_distinguish_keys_and_show_nothing_of_them() -> None:
    same_thrice = SecretKeys(b"k" * 32, b"k" * 32, b"k" * 32)
    assert len(set(same_thrice.fingerprints.values())) == 3
    assert KEYS.fingerprints == SecretKeys(**asdict(KEYS)).fingerprints
    assert KEYS.fingerprints["csrf"] != same_thrice.fingerprints["csrf"]
    assert all(len(each) == 12 for each in KEYS.fingerprints.values())
