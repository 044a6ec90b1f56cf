"""The composed installation is what `server/README.md` says several hosts need."""

import re
from typing import Any

import yaml

from server import settings
from tests.packaging import loaded

FOLDER = loaded.PACKAGING / "server"
DOCUMENT: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = DOCUMENT["services"]


def test_every_variable_is_a_setting_there_is() -> None:
    known = {name for name, _, _ in settings.table()}
    for name in ("migrate", "web", "worker"):
        variables = {each for each in SERVICES[name]["environment"] if each.startswith("SPRUE_")}
        assert variables
        assert variables <= known


def test_two_servers_and_two_workers_wait_for_one_migration() -> None:
    assert SERVICES["migrate"]["restart"] == "no"
    for name in ("web", "worker"):
        assert SERVICES[name]["deploy"]["replicas"] == 2
        assert SERVICES[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_what_is_ours_has_a_read_only_root_and_no_rights() -> None:
    for name in ("migrate", "web", "worker"):
        assert SERVICES[name]["read_only"]
        assert SERVICES[name]["cap_drop"] == ["ALL"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, each in SERVICES.items() if "ports" in each] == ["proxy"]
    assert DOCUMENT["networks"]["inside"]["internal"]


def test_images_can_be_chosen_and_name_no_registry() -> None:
    for name, each in SERVICES.items():
        assert re.fullmatch(r"\$\{[A-Z_]+_?IMAGE:-[\w/:.]+\}", each["image"]), name
        assert "." not in each["image"].split(":-")[1].split("/")[0] or "/" not in each["image"]


def test_every_secret_is_asked_for_and_none_is_given() -> None:
    text = (FOLDER / "compose.yaml").read_text("utf-8")
    example = (FOLDER / "sprue.env.example").read_text("utf-8")
    for name in re.findall(r"\$\{(\w+):\?\}", text):
        assert re.search(rf"^{name}=", example, re.MULTILINE)
    assert set(re.findall(r"^(\w+_PASSWORD)=(.*)$", example, re.MULTILINE)) == {
        ("DATABASE_PASSWORD", ""),
        ("STORE_PASSWORD", ""),
    }
