"""The embedded profile loads nothing that servers need; the shared one names every server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.server import clean_environment

SERVER_LIBRARIES = "redis psycopg meilisearch qdrant_client channels_redis snowballstemmer"
LOADED = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "webapp.config.settings"
import webapp.config.asgi
from webapp.bridge.engines import open_engines_here, close_engines
open_engines_here(); close_engines()
print(*sorted({name.partition(".")[0] for name in sys.modules} & set(sys.argv[1].split())))
"""
SHOWN = """
import django, os
os.environ["DJANGO_SETTINGS_MODULE"] = "webapp.config.settings"
django.setup()
from django.conf import settings
from webapp.bridge.broker import broker
from webapp.bridge.engines import engine_config
from webapp.jobs.messages import relay
config = engine_config(dimension=4, fingerprint="one")
print(settings.SHARED, settings.DATABASES["default"]["ENGINE"], type(broker).__name__, config.lexical, config.vector)
print(settings.CHANNEL_LAYERS["default"]["BACKEND"], settings.CACHES["default"]["BACKEND"], type(relay).__name__)
assert "secret" not in repr(config)
"""

COOKIES = """
import django, os
os.environ["DJANGO_SETTINGS_MODULE"] = "webapp.config.settings"
django.setup()
from django.conf import settings
print(settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY)
print(settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
print(settings.SESSION_COOKIE_SAMESITE, settings.SESSION_SAVE_EVERY_REQUEST, settings.SESSION_COOKIE_AGE // 86_400)
"""


def run(code: str, data: Path, *arguments: str, **env: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=clean_environment({"MOKUJI_DATA": str(data), **env}),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        cwd=Path(__file__).parents[3],
    )
    return done.stdout.split()


def test_the_embedded_profile_loads_no_library_of_a_server(tmp_path: Path) -> None:
    assert run(LOADED, tmp_path, SERVER_LIBRARIES) == []
    assert run(SHOWN, tmp_path)[:5] == [
        "False",
        "django.db.backends.sqlite3",
        "MemoryBroker",
        "tantivy",
        "qdrant-edge",
    ]


def test_the_shared_profile_uses_servers_for_everything(tmp_path: Path) -> None:
    shown = run(
        SHOWN,
        tmp_path,
        MOKUJI_DATABASE_URL="postgresql://u:secret@127.0.0.1:9/d",
        MOKUJI_REDIS_URL="redis://127.0.0.1:9/0",
        MOKUJI_MEILISEARCH_URL="http://127.0.0.1:9",
        MOKUJI_MEILISEARCH_KEY="secret",
        MOKUJI_QDRANT_URL="http://127.0.0.1:9",
        MOKUJI_QDRANT_KEY="secret",
    )
    assert shown == [
        "True",
        "django.db.backends.postgresql",
        "SharedBroker",
        "meilisearch",
        "qdrant",
        "channels_redis.pubsub.RedisPubSubChannelLayer",
        "webapp.jobs.shared_cache.SharedCache",
        "Relay",
    ]


def test_sessions_end_and_cookies_keep_to_tls_where_there_is_tls(tmp_path: Path) -> None:
    behind_tls = run(COOKIES, tmp_path, MOKUJI_PUBLIC_URL="https://docs.example.org")
    assert behind_tls[:3] == ["True", "True", "True"]
    assert behind_tls[3:] == ["__Host-mokuji_session", "__Host-mokuji_csrf", "Lax", "False", "14"]
    without = run(COOKIES, tmp_path)
    assert without[:5] == ["False", "False", "True", "mokuji_session", "mokuji_csrf"]
