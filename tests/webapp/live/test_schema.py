from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from webapp.jobs.messages import LiveEvent
from webapp.jobs.statuses import Counts, DocumentStatus
from webapp.live.schema import live_schema

COMMITTED = Path(__file__).parents[3] / "docs" / "reference" / "live.schema.json"


def test_the_committed_schema_is_the_one_of_the_code() -> None:
    assert json.loads(COMMITTED.read_text()) == live_schema()


def test_a_message_has_exactly_the_fields_of_its_schema() -> None:
    status = DocumentStatus(1, 1, "t", "t.md", "md", "en", "received", "", "", 0, 0, "page", 0, False, "")
    event = asdict(LiveEvent("e", 1, (status,), (), 0, Counts()))
    definitions = live_schema()["$defs"]
    assert set(event) == set(definitions["LiveEvent"]["required"])
    assert set(event["documents"][0]) == set(definitions["DocumentStatus"]["required"])
