"""A server for a whole file of stories: one process by itself or, under `make test-server`, a team server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import Server, running_server
from tests.support.team import DATABASE, running_team

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL and Redis only stories that meet them are told: the others would be told a second time."""
    if not DATABASE:
        return
    again = [
        item
        for item in items
        if HERE in item.path.parents
        and "server" not in getattr(item, "fixturenames", ())
        and not item.get_closest_marker("service")
    ]
    config.hook.pytest_deselected(items=again)
    items[:] = [item for item in items if item not in again]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("data")
    if not DATABASE:
        with running_server(data) as running:
            yield running
        return
    with running_team(data, webs=2, workers=1) as team:
        story = team.webs[0]
        story.url, alone = team.url, story.http
        with team.client() as story.http:
            yield story
        story.http = alone


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
