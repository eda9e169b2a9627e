from __future__ import annotations

import pytest
from django.test import Client

from tests.support.ask import Ask, asking


@pytest.fixture
def ask(http: Client) -> Ask:
    """Ask as the signed-in browser."""
    return asking(http)
