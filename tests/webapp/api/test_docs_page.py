from __future__ import annotations

import re

import pytest
from django.test import Client


def test_the_page_needs_nothing_from_elsewhere(client: Client) -> None:
    response = client.get("/api/v1/docs")
    page = response.content.decode()
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", page)
    assert "<script>" not in page
    policy = response["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "default-src 'none'" in policy
    for address in re.findall(r'(?:src|href)="([^"]+)"', page):
        asset = client.get(f"/api/v1/{address}")
        assert asset.status_code == 200
        assert len(asset.content) > 100


@pytest.mark.parametrize("name", ["nothing.js", "redoc.standalone.js", "..%2f..%2fsettings.py", "%00"])
def test_only_its_own_files_are_served(client: Client, name: str) -> None:
    assert client.get(f"/api/v1/docs/{name}").status_code == 404
