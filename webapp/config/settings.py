"""Django's settings, derived from the environment. One folder holds everything: MOKUJI_DATA."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from webapp.config.environment import SECRETS, BadSetting, is_shared, read_environment
from webapp.config.private_folder import keep_private
from webapp.library.storage_address import StorageAddress

try:
    _environment = read_environment(os.environ)
except BadSetting as error:
    print(f"mokuji: {error}", file=sys.stderr)
    sys.exit(2)

MOKUJI: dict[str, Any] = _environment
SHARED: bool = is_shared(_environment)
"""Whether several processes serve and index one library: `mokuji serve` then leaves the indexing to `mokuji worker`."""

DATA: Path = _environment["data"]


def _secret_key() -> str:
    """Return the given key, or the one kept in the data folder, made at first use (mode 0600)."""
    if given := _environment["secret_key"]:
        return str(given)
    path = DATA / "secret_key"
    if path.exists() and (kept := path.read_text(encoding="ascii").strip()):
        return kept
    fresh = secrets.token_urlsafe(50)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(fresh)
    return fresh


try:
    keep_private(DATA)
    SECRET_KEY = _secret_key()
except OSError as error:
    sys.stderr.write(
        f"mokuji: cannot write to the data folder {DATA}: {error.strerror}. Set MOKUJI_DATA to a writable folder.\n"
    )
    sys.exit(2)

DEBUG = False
ALLOWED_HOSTS = list(_environment["allowed_hosts"])
PUBLIC_URL: str = _environment["public_url"]
if PUBLIC_URL:
    ALLOWED_HOSTS.append(PUBLIC_URL.split("://", 1)[1].split("/", 1)[0].rsplit(":", 1)[0])
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PUBLIC_URL.startswith("https://") else None

INSTALLED_APPS = [
    "webapp.console",
    "unfold.apps.BasicAppConfig",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "channels",
    "ninja",
    "webapp.audit",
    "oauth2_provider",
    "webapp.accounts",
    "webapp.library",
    "webapp.jobs",
    "webapp.bridge",
    "webapp.retrieval",
    "webapp.oauth",
    "webapp.config",
]

STATIC_ROOT = Path(__file__).resolve().parent.parent / "spa" / "static"

MIDDLEWARE = [
    "webapp.api.problems.ProblemMiddleware",
    "webapp.api.readable_forms.ReadableForms",
    "webapp.api.spending.SpendingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "webapp.spa.files.whole_files",
    "webapp.spa.files.OurFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "webapp.audit.origin.origin_middleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "webapp.config.urls"
ASGI_APPLICATION = "webapp.config.asgi.application"
APPEND_SLASH = False

DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA / "mokuji.sqlite3",
        "TEST": {"NAME": DATA / "test.sqlite3"},
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA secure_delete=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
                "PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
            ),
        },
    }
}
if _environment["database_url"]:
    DATABASES["default"] = {
        "ENGINE": "django.db.backends.postgresql",
        **_environment["database_url"],
        "CONN_MAX_AGE": 0,  # a fresh one for each request and message: threads come and go, databases restart
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

REDIS_URL: str = _environment["redis_url"]
_library = "|".join(str(DATABASES["default"].get(part, "")) for part in ("HOST", "PORT", "NAME"))
NAMESPACE = f"mokuji-{hashlib.sha256(_library.encode()).hexdigest()[:10]}"
"""Keeps libraries apart that share one Redis."""

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},  # counted attempts and calls must outlast a flood of others
    }
}
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "webapp.jobs.shared_cache.SharedCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": NAMESPACE,
    }
if SHARED:
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": NAMESPACE},
    }

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

_only_this_host = "__Host-" if PUBLIC_URL.startswith("https://") else ""
"""Before the names of cookies where there is TLS: browsers then take them from this very host alone."""
SESSION_COOKIE_NAME = f"{_only_this_host}mokuji_session"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "webapp.accounts.session_store"
SESSION_COOKIE_AGE = int(_environment["session_hours"]) * 3600
"""Seconds after which a session ends however it is used: it is not prolonged. A sign-in always begins a new one."""
SESSION_COOKIE_SECURE = PUBLIC_URL.startswith("https://")
CSRF_COOKIE_NAME = f"{_only_this_host}mokuji_csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "SAMEORIGIN"

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
LANGUAGES = [("en", "English"), ("ja", "日本語"), ("zh-hans", "简体中文")]
TIME_ZONE = "UTC"

OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER: dict[str, Any] = {
    "SCOPES": {"read": "read", "write": "write"},
    "DEFAULT_SCOPES": ["read"],
    "OAUTH2_SERVER_CLASS": "oauthlib.oauth2.WebApplicationServer",
    "OAUTH2_VALIDATOR_CLASS": "webapp.oauth.validator.Validator",
    "ACCESS_TOKEN_GENERATOR": "webapp.oauth.generators.access_secret",
    "REFRESH_TOKEN_GENERATOR": "webapp.oauth.generators.refresh_secret",
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3_600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 30 * 86_400,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "ALLOW_LOCALHOST_LOOPBACK": True,
    "CIMD_ENABLED": True,
    "CIMD_METADATA_FETCHER": "webapp.oauth.client_documents.ClientDocuments",
    "CIMD_REGISTRATION_PERMISSION_CLASSES": ["webapp.oauth.client_documents.AskedByAPerson"],
    "OIDC_ISS_ENDPOINT": PUBLIC_URL,
    **{
        f"COMPLIANT_BCP_RFC9700_{rule}": True
        for rule in (
            "IMPLICIT_GRANT",
            "PASSWORD_GRANT",
            "PKCE_METHOD",
            "PKCE_REQUIRED",
            "ACCESS_TOKEN_TRANSPORT",
            "AUTHZ_RESPONSE_ISS",
            "TOKEN_STORAGE",
            "REFRESH_TOKEN",
            "REDIRECT_URI_MATCHING",
        )
    },
}
"""Rules of OAuth 2.1: codes with PKCE S256 and rotated refresh tokens alone, no secret stored readable."""

STATIC_URL = "/static/"
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.AppDirectoriesFinder"]
WHITENOISE_USE_FINDERS = True  # the console's files lie in the packages that bring them
WHITENOISE_AUTOREFRESH = False
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[\w-]{8}\.\w+$"
"""The builder's names carry a hash of the content: such files may be kept for ever."""

REBUILD_GATE = "webapp.retrieval.gate.by_settings"
"""What judges the index of a new model before it takes over: the verbs are above the bridge, which calls it."""

UNFOLD = {
    "SITE_TITLE": "Mokuji",
    "SITE_HEADER": "Mokuji",
    "SITE_URL": "/",
    "SITE_SYMBOL": "toc",
    "SHOW_HISTORY": True,
    "STYLES": ["/static/console/console.css"],
}
"""How the console at /admin/ looks; its pages are in webapp/console."""

SERVED_AT: str = PUBLIC_URL or "http://127.0.0.1:8000"
"""Where this server answers; `mokuji serve` sets it when it knows host and port."""

_mail = _environment["email_url"]
EMAIL_HOST: str = _mail.get("host", "localhost")
EMAIL_PORT: int = _mail.get("port", 25)
EMAIL_HOST_USER: str = _mail.get("user", "")
EMAIL_HOST_PASSWORD: str = _mail.get("password", "")
EMAIL_USE_SSL: bool = _mail.get("tls", False)
EMAIL_USE_TLS: bool = _mail.get("starttls", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL: str = _environment["email_from"]

FILE_STORE = DATA / "files"
STORAGE: StorageAddress | None = None
"""The bucket that keeps the originals; FILE_STORE then holds what arrives and what was fetched."""
if _environment["storage_url"]:
    STORAGE = StorageAddress(
        **_environment["storage_url"],
        region=_environment["storage_region"],
        key=_environment["storage_key"],
        secret=_environment["storage_secret"],
        cache_bytes=_environment["storage_cache_mb"] * 1_000_000,
    )
INDEX_FOLDER = DATA / "index"
MODEL_FOLDER = DATA / "models"
RUN_FOLDER = DATA / "run"

_untold = [
    SECRET_KEY,
    str(DATABASES["default"].get("PASSWORD", "")),
    unquote(urlsplit(REDIS_URL).password or ""),
    EMAIL_HOST_PASSWORD,
    *(_environment[name] for name in SECRETS if isinstance(_environment[name], str) and name != "redis_url"),
]
"""What no log line may show, whoever writes it."""

_form = "JsonFormatter" if _environment["log_format"] == "json" else "LineFormatter"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"told": {"()": f"webapp.observability.logs.{_form}", "secrets": _untold}},
    "filters": {"refusals": {"()": "webapp.observability.logs.RefusalsOnOneLine"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "told"}},
    "loggers": {
        # it warns that several workers share one broker, which is how the queues get threads of their own
        "dramatiq.broker.MemoryBroker": {"level": "ERROR"},
        "dramatiq.broker.SharedBroker": {"level": "ERROR"},
        "dramatiq.worker": {"level": "WARNING"},
        "mcp.server": {"level": "WARNING"},
        "django.request": {"filters": ["refusals"]},
        # at DEBUG they write codes and tokens down
        "oauthlib": {"level": "WARNING"},
        "oauth2_provider": {"level": "WARNING"},
        "authlib": {"level": "WARNING"},
        "uvicorn.error": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        # at debug level these write down headers, messages or whole answers
        **{
            name: {"level": "WARNING"}
            for name in (
                *("websockets", "httpcore", "httpcore2", "urllib3", "botocore", "boto3", "s3transfer"),
                *("sse_starlette", "mcp", "python_multipart", "django.db.backends", "qdrant_client"),
            )
        },
    },
    "root": {"handlers": ["stderr"], "level": _environment["log_level"].upper()},
}
