"""Settings are read from the environment, checked, and documented."""

from __future__ import annotations

from pathlib import Path

import pytest

from webapp.config.environment import SETTINGS, BadSetting, read_environment

REFERENCE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "settings.md"


def test_defaults_can_all_be_parsed() -> None:
    values = read_environment({})
    assert values["max_upload_mb"] == 200
    assert values["allowed_hosts"] == ("localhost", "127.0.0.1", "[::1]")
    assert values["embedding"] is True


@pytest.mark.parametrize(
    ("name", "value", "valid"),
    [
        ("MOKUJI_MAX_UPLOAD_MB", "lots", "a whole number from 1 to 100000"),
        ("MOKUJI_INDEX_WORKERS", "0", "a whole number from 1 to 64"),
        ("MOKUJI_LOG_LEVEL", "loud", "one of debug, info, warning, error"),
        ("MOKUJI_EMBEDDING", "maybe", "1 or 0"),
        ("MOKUJI_PUBLIC_URL", "docs.example.org", "an address that begins with http:// or https://"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_what_is_valid(name: str, value: str, valid: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read_environment({name: value})
    assert str(refused.value) == f"{name} is {value!r}, but must be {valid}."


def test_a_misspelt_setting_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(BadSetting, match=r"Did you mean MOKUJI_MAX_UPLOAD_MB\?"):
        read_environment({"MOKUJI_MAX_UPLOADS_MB": "5"})


def test_settings_of_the_tests_are_left_alone() -> None:
    read_environment({"MOKUJI_TEST_QDRANT_URL": "http://127.0.0.1:6333"})


def test_the_reference_lists_every_setting_with_its_default_and_meaning() -> None:
    text = REFERENCE.read_text("utf-8")
    for setting in SETTINGS:
        default = f"`{setting.default}`" if setting.default else "none"
        assert f"| `{setting.name}` | {default} | {setting.meaning} |" in text
