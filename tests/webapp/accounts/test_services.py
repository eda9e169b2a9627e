"""The rules for secret scanning that the guide gives find our tokens, and nothing else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.documents import make_user
from webapp.accounts.services import create_token
from webapp.oauth.generators import access_secret, refresh_secret

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs" / "guide" / "operating.md").read_text("utf-8")


def gitleaks(text: str) -> list[str]:
    rules = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert rules is not None
    (rule,) = tomllib.loads(rules[1])["rules"]
    if not any(keyword in text for keyword in rule["keywords"]):
        return []
    return [found[rule["secretGroup"]] for found in re.finditer(rule["regex"], text, re.MULTILINE)]


def github(text: str) -> list[str]:
    told = re.search(r"secret format `(.+?)`, before secret `(.+?)`, after secret `(.+?)`", GUIDE)
    assert told is not None
    secret, before, after = told.groups()
    whole = f"(?:{before})({secret})(?:{after})".replace("\\z", "\\Z")
    return [found[1] for found in re.finditer(whole, text)]


SCANNERS = (gitleaks, github)


@pytest.mark.django_db
@pytest.mark.parametrize("scan", SCANNERS)
@pytest.mark.parametrize(
    "around", ["{}", "token = '{}'\n", "Authorization: Bearer {}", "https://h/?t={}&x=1"]
)
def test_the_rules_find_every_secret_that_opens_the_library(
    scan: Callable[[str], list[str]], around: str
) -> None:
    user = make_user()
    secrets = [create_token(user, "scanned", shared_name=True).secret for _ in range(20)]
    secrets += [make(None) for make in (access_secret, refresh_secret) for _ in range(50)]
    for secret in secrets:
        assert scan(around.format(secret)) == [secret]


@pytest.mark.parametrize("scan", SCANNERS)
def test_the_rules_find_nothing_in_ordinary_text(scan: Callable[[str], list[str]]) -> None:
    texts = [path.read_text("utf-8") for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))]
    texts += ["mok_", "mok_short", "smok_" + "a1B2" * 11, "mok_" + "a1B2" * 20, "Mok_" + "a" * 43]
    assert [found for text in texts for found in scan(text)] == []
