"""Imports point down, and a new package is given its place."""

from importlinter.cli import lint_imports

EXIT_STATUS_SUCCESS = 0


def test_every_import_contract_holds(capfd) -> None:  # type: ignore[no-untyped-def]
    status = lint_imports(config_filename="pyproject.toml", no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capfd.readouterr().out
