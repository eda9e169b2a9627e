from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.support.documents import make_user
from webapp.accounts.models import User
from webapp.bridge.engines import close_engines, open_engines_here


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_user("keeper", is_superuser=True, is_staff=True)


@pytest.fixture
def user(db: None) -> User:
    return make_user("reader")


@pytest.fixture
def http(admin: User) -> Client:
    """An administrator's browser."""
    client = Client()
    client.force_login(admin)
    return client


@pytest.fixture
def open_engines(tmp_path: Path, settings: Any) -> Iterator[None]:
    """The lexical index, open and empty."""
    settings.INDEX_FOLDER = tmp_path / "index"
    close_engines()
    open_engines_here()
    yield
    close_engines()
