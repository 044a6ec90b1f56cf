"""Imports point down, and a new package is given its place."""

import logging
from collections.abc import Iterator

import pytest
from importlinter.cli import lint_imports

EXIT_STATUS_SUCCESS = 0


@pytest.fixture
def _loggers() -> Iterator[None]:
    """Switch on again what Import Linter switches off: every logger there is."""
    loggers = [
        each for each in logging.Logger.manager.loggerDict.values() if isinstance(each, logging.Logger)
    ]
    were_disabled = [each.disabled for each in loggers]
    yield
    for logger, was_disabled in zip(loggers, were_disabled, strict=True):
        logger.disabled = was_disabled


@pytest.mark.usefixtures("_loggers")
def test_every_import_contract_holds(capfd) -> None:  # type: ignore[no-untyped-def]
    status = lint_imports(config_filename="pyproject.toml", no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capfd.readouterr().out
