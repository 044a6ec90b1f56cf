"""Billing is there where a key is set, and nothing of its library is loaded where none is."""

import sys
from pathlib import Path

import pytest

from server.billing.service import open_billing
from server.settings import InvalidSetting, Settings
from server.storage.database import open_database
from tests.support import programs
from tests.support.stripe_server import KEY

LOADED = """
import sys
from server import services
from server.settings import Settings
from pathlib import Path
built = services.build(Settings(data_dir=Path(sys.argv[1]), stripe_key=sys.argv[2]))
print(built.billing is not None, "stripe" in sys.modules)
"""


@pytest.mark.parametrize(("key", "printed"), [("", "False False"), (KEY, "True True")])
def test_the_library_is_loaded_for_a_key_alone(tmp_path: Path, key: str, printed: str) -> None:
    (tmp_path / "loaded.py").write_text(LOADED)
    assert programs.run_script(tmp_path / "loaded.py", tmp_path, key).strip() == printed


def test_without_the_library_a_key_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "server.billing.stripe_processor", None)
    with pytest.raises(InvalidSetting, match=r"pip install 'sprue\[billing\]'"):
        open_billing(Settings(stripe_key=KEY), open_database("", tmp_path))
