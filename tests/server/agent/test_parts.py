"""Files are read below shared folders alone, whatever a path says."""

import os
from pathlib import Path

import pytest
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ListRootsResult, Root

from server.agent import parts


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Make a shared folder with a part, beside what is nobody's business."""
    folder = tmp_path / "shared"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a part.step").write_text("part")
    (tmp_path / "secret.step").write_text("secret")
    (tmp_path / "shared-too").mkdir()
    (tmp_path / "shared-too" / "b.step").write_text("not shared")
    (folder / "link.step").symlink_to(tmp_path / "secret.step")
    return folder


@pytest.mark.parametrize("named", ["sub/a part.step", "./sub/../sub/a part.step"])
def test_a_file_below_a_shared_folder_is_read(shared: Path, named: str) -> None:
    assert parts.readable(named, [shared]) == shared / "sub" / "a part.step"
    assert parts.readable(str(shared / named), [shared]).read_text() == "part"


@pytest.mark.parametrize(
    "named", ["../secret.step", "link.step", "/etc/passwd", "../shared-too/b.step", "~/.ssh/id"]
)
def test_a_file_elsewhere_is_not_whatever_leads_to_it(shared: Path, named: str) -> None:
    with pytest.raises(ToolError, match="not below a folder that this client shares"):
        parts.readable(named, [shared])


def test_a_file_that_is_not_there_and_a_folder_are_sentences(shared: Path) -> None:
    for named in ("nothing.step", "sub", "."):
        with pytest.raises(ToolError, match="There is no file"):
            parts.readable(named, [shared])
    with pytest.raises(ToolError, match="zero bytes"):
        parts.readable("a\x00.step", [shared])


def test_a_file_may_be_too_large(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MOST_READ_BYTES", 3)
    with pytest.raises(ToolError, match="is larger than"):
        parts.readable("sub/a part.step", [shared])


def test_roots_are_folders_of_this_machine_and_without_any_it_is_the_working_folder(shared: Path) -> None:
    roots = ListRootsResult(roots=[Root(uri=(shared / "sub").as_uri()), Root(uri="file:///nowhere%20here")])
    assert parts.folders_of(roots) == [shared / "sub", Path("/nowhere here")]
    assert parts.folders_of(ListRootsResult(roots=[])) == [Path(os.getcwd())]


def test_the_name_of_a_url_is_what_it_ends_in() -> None:
    assert parts.name_in_url("https://x.example/a/b%20c.step?sig=1#f") == "b c.step"
    with pytest.raises(ToolError, match="pass filename"):
        parts.name_in_url("https://x.example/")
