"""A team server as an operator runs it: several web processes and workers over one library, on real PostgreSQL and
Redis, behind one address. Meilisearch and Qdrant are played by stand-ins.

`make test-server` says where PostgreSQL and Redis are.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.support.balancer import Balancer
from tests.support.meilisearch_server import FakeMeilisearch
from tests.support.qdrant_server import FakeQdrant
from tests.support.server import (
    Server,
    clean_environment,
    keep_models_in,
    mokuji,
    remember_environment,
    start_server,
)

DATABASE = os.environ.get("MOKUJI_TEST_DATABASE_URL", "")
REDIS = os.environ.get("MOKUJI_TEST_REDIS_URL", "")

needs_services = [
    pytest.mark.service,
    pytest.mark.skipif(not (DATABASE and REDIS), reason="needs PostgreSQL and Redis: run `make test-server`"),
]


@dataclass
class Team:
    """Web processes, workers and what they share. url: the one address of all web processes."""

    data: Path
    env: dict[str, str]
    token: str
    balancer: Balancer
    words: FakeMeilisearch
    vectors: FakeQdrant
    webs: list[Server] = field(default_factory=list)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.balancer.url

    def start_web(self) -> Server:
        web = start_server(self.data, token=self.token, env=self.env)
        self.webs.append(web)
        self.balancer.backends.append(web.url)
        return web

    def start_worker(self, data: Path | None = None) -> subprocess.Popen[bytes]:
        """Start one more. data: the folder of another machine."""
        worker = subprocess.Popen(
            [sys.executable, "-m", "webapp.cli", "--data", str(data or self.data), "worker"],
            env=clean_environment(self.env),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.workers.append(worker)
        return worker

    def kill_worker(self) -> None:
        """kill -9 the one that has worked longest."""
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait(10)

    def end_leases(self) -> None:
        """The lease of a dead worker ends by itself in minutes: here at once."""
        with psycopg.connect(self.env["MOKUJI_DATABASE_URL"], autocommit=True) as connection:
            connection.execute(
                "UPDATE jobs_indexingjob SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL"
            )

    def client(self) -> httpx.Client:
        """A client of the one address that keeps no connection: each request meets the next process."""
        return httpx.Client(
            base_url=self.url,
            headers={"Authorization": f"Bearer {self.token}"},
            limits=httpx.Limits(max_keepalive_connections=0),
            timeout=60,
            trust_env=False,
        )

    def stop(self) -> None:
        for worker in self.workers:
            worker.terminate()
        for web in self.webs:
            web.stop()
        for worker in self.workers:
            worker.wait(60)


@contextlib.contextmanager
def own_database(name: str, *, at: str) -> Iterator[str]:
    """A database of this test's own, dropped at the end."""
    with psycopg.connect(at, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield re.sub(r"/[^/?]+(\?|$)", rf"/{name}\1", at)
    finally:
        with psycopg.connect(at, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@contextlib.contextmanager
def running_team(
    data: Path,
    *,
    webs: int,
    workers: int,
    database: str = DATABASE,
    redis: str = REDIS,
    restored: Path | None = None,
    more: Mapping[str, str] | None = None,
) -> Iterator[Team]:
    """So many web processes and so many workers. restored: the archive it begins with; more: further settings."""
    name = f"team_{hashlib.sha256(str(data).encode()).hexdigest()[:12]}"
    with (
        own_database(name, at=database) as own,
        FakeMeilisearch() as words,
        FakeQdrant() as vectors,
        Balancer() as balancer,
    ):
        env = {
            "MOKUJI_DATABASE_URL": own,
            "MOKUJI_REDIS_URL": redis,
            "MOKUJI_MEILISEARCH_URL": words.url,
            "MOKUJI_QDRANT_URL": vectors.url,
            "MOKUJI_EMBEDDING": "off",
            **(more or {}),
        }
        remember_environment(data, env)
        keep_models_in(data)
        if restored is not None:
            mokuji(data, "restore", str(restored))
            mokuji(data, "rebuild")
        token = mokuji(data, "token", "create", "team").stdout.strip()
        team = Team(data, env, token, balancer, words, vectors)
        try:
            for _ in range(workers):
                team.start_worker()
            for _ in range(webs):
                team.start_web()
            yield team
        finally:
            team.stop()
        assert words.api.violations == []
        assert vectors.api.violations == []
