"""docker-compose.yml, Dockerfile and .env.example: there is no Docker where the tests run, so they are read."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from webapp.config.environment import SETTINGS, read_environment

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
OURS = ("web", "worker")
PINNED = re.compile(r"[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)*")


def instructions() -> list[tuple[str, str]]:
    lines = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", DOCKERFILE)).splitlines()
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines if line.strip()]


def example() -> dict[str, str]:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_compose_is_what_its_schema_allows() -> None:
    place = files("check_jsonschema") / "builtin_schemas" / "vendor" / "compose-spec.json"
    schema = json.loads(place.read_text("utf-8"))
    assert [error.message for error in Draft7Validator(schema).iter_errors(COMPOSE)] == []


def test_every_part_of_a_team_server_is_there_with_a_health_check_and_a_pinned_version() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"web", "worker", "postgres", "valkey", "meilisearch", "qdrant"}
    for name, service in services.items():
        assert PINNED.fullmatch(service["image"]), name
        assert service["restart"] == "unless-stopped", name
        assert "healthcheck" in service or name == "web", name
    assert "HEALTHCHECK" in dict(instructions())


@pytest.mark.parametrize("name", OURS)
def test_our_processes_may_do_little(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["user"] == "10001:10001"
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert all(state == {"condition": "service_healthy"} for state in service["depends_on"].values())


@pytest.mark.parametrize("name", OURS)
def test_our_processes_get_settings_that_exist_and_go_together(name: str) -> None:
    given = COMPOSE["services"][name]["environment"]
    assert set(given) <= {setting.name for setting in SETTINGS}
    filled = {key: _filled(str(value)) for key, value in given.items()}
    values = read_environment(filled)
    assert values["database_url"]["HOST"] == "postgres"
    assert "127.0.0.1" in values["allowed_hosts"]


def _filled(text: str) -> str:
    """Put values in as compose does: `${NAME:-default}`, `${NAME:?why}`."""
    return re.sub(
        r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}",
        lambda m: m[2] if m[2] is not None else "a-secret-of-some-length",
        text,
    )


def test_only_the_web_process_is_reached_from_outside_and_only_from_this_machine() -> None:
    for name, service in COMPOSE["services"].items():
        ports = service.get("ports", [])
        assert bool(ports) == (name == "web")
        assert all(port.startswith("127.0.0.1:") for port in ports)


def test_no_secret_has_a_default() -> None:
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    for name in ("MOKUJI_SECRET_KEY", "POSTGRES_PASSWORD", "MEILI_MASTER_KEY", "QDRANT_API_KEY"):
        assert re.findall(rf"\$\{{{name}([^}}]*)\}}", text)
        assert set(re.findall(rf"\$\{{{name}([^}}]*)\}}", text)) == {":?set it in .env"}
        assert example()[name] == ""


def test_the_example_names_what_compose_asks_for() -> None:
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    assert set(re.findall(r"\$\{(\w+)", text)) == set(example())


def test_every_volume_is_declared_and_used() -> None:
    used = {
        str(volume).split(":")[0] for s in COMPOSE["services"].values() for volume in s.get("volumes", [])
    }
    assert used == set(COMPOSE["volumes"])


def test_the_image_is_built_on_pinned_versions() -> None:
    bases = [value.split()[0] for name, value in instructions() if name == "FROM"]
    assert bases
    assert all(PINNED.fullmatch(base) for base in bases), bases
    assert "--require-hashes" in DOCKERFILE
    assert not re.search(r"pip install(?![^&\n]*(?:--require-hashes|==|--no-deps))", DOCKERFILE)
    assert "apt-get" not in DOCKERFILE


def test_the_image_runs_as_nobody_in_particular_and_without_a_shell() -> None:
    steps = instructions()
    final = steps[max(place for place, (name, _) in enumerate(steps) if name == "FROM") :]
    users = [value for name, value in final if name == "USER"]
    assert users == ["10001:10001"]
    assert all(value.startswith("[") for name, value in final if name in {"CMD", "ENTRYPOINT"})
    assert not any(
        name in {"ADD", "MAINTAINER"} or re.search(r"\bsudo\b|\bcd ", value) for name, value in steps
    )
    assert all(value.startswith("/") for name, value in steps if name == "WORKDIR")


def test_what_the_image_copies_exists() -> None:
    for name, value in instructions():
        if name == "COPY" and not value.startswith("--from"):
            for source in value.split()[:-1]:
                assert (ROOT / source).exists(), source
