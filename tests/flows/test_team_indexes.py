"""Both indexes of a team server, meaning included, can be made again from the database."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.server import mokuji, until
from tests.support.team import needs_services, running_team

pytestmark = needs_services


def test_meaning_lies_in_qdrant_and_both_indexes_can_be_made_again(tmp_path: Path) -> None:
    with running_team(tmp_path, webs=1, workers=1, more={"MOKUJI_EMBEDDING": "on"}) as team:
        (web,) = team.webs
        document = web.upload("car.md", b"# Automobiles\n\nHow to repair the engine of a car.")["document"][
            "id"
        ]
        assert web.wait_for(document, seconds=150)["state"] == "complete"

        def by_meaning() -> bool:
            answer = web.get("/search", params={"query": "vehicle motor maintenance"}).json()
            return [result["document_id"] for result in answer["results"]] == [document]

        until(by_meaning, what="the model of the web process")
        rebuilt = mokuji(tmp_path, "rebuild")
        assert "Both indexes are rebuilt" in rebuilt.stdout
        doctor = mokuji(tmp_path, "doctor", "--json")
        assert all(finding["well"] for finding in json.loads(doctor.stdout))
        assert by_meaning()
