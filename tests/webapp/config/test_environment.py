"""Settings are read from the environment, checked, and documented."""

from __future__ import annotations

from pathlib import Path

import pytest

from webapp.config.environment import SETTINGS, BadSetting, is_shared, read_environment

REFERENCE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "settings.md"


def test_defaults_can_all_be_parsed() -> None:
    values = read_environment({})
    assert values["max_upload_mb"] == 200
    assert values["allowed_hosts"] == ("localhost", "127.0.0.1", "[::1]")
    assert values["embedding"] is True


@pytest.mark.parametrize(
    ("name", "value", "valid"),
    [
        ("MOKUJI_MAX_UPLOAD_MB", "lots", "a whole number from 1 to 100000"),
        ("MOKUJI_INDEX_WORKERS", "0", "a whole number from 1 to 64"),
        ("MOKUJI_LOG_LEVEL", "loud", "one of debug, info, warning, error"),
        ("MOKUJI_EMBEDDING", "maybe", "on or off"),
        (
            "MOKUJI_ALLOWED_HOSTS",
            "http://x",
            "host names alone, separated by commas, without http:// and without a path",
        ),
        ("MOKUJI_PUBLIC_URL", "docs.example.org", "an address that begins with http:// or https://"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_what_is_valid(name: str, value: str, valid: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read_environment({name: value})
    assert str(refused.value) == f"{name} is {value!r}, but must be {valid}."


def test_a_key_that_could_be_guessed_is_refused_without_being_shown() -> None:
    with pytest.raises(
        BadSetting, match="MOKUJI_SECRET_KEY is not usable, but must be empty, or at least 16"
    ):
        read_environment({"MOKUJI_SECRET_KEY": "fifteen-letters"})
    assert read_environment({"MOKUJI_SECRET_KEY": "sixteen--letters"})["secret_key"] == "sixteen--letters"


def test_a_misspelt_setting_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(BadSetting, match=r"Did you mean MOKUJI_MAX_UPLOAD_MB\?"):
        read_environment({"MOKUJI_MAX_UPLOADS_MB": "5"})


def test_settings_of_the_tests_are_left_alone() -> None:
    read_environment({"MOKUJI_TEST_QDRANT_URL": "http://127.0.0.1:6333"})


def test_the_reference_lists_every_setting_with_its_default_and_meaning() -> None:
    text = REFERENCE.read_text("utf-8")
    for setting in SETTINGS:
        default = f"`{setting.default}`" if setting.default else "none"
        assert f"| `{setting.name}` | {default} | {setting.meaning} |" in text


SERVERS = {
    "MOKUJI_DATABASE_URL": "postgresql://mokuji:secret@db:5432/mokuji",
    "MOKUJI_REDIS_URL": "redis://queue:6379/0",
    "MOKUJI_MEILISEARCH_URL": "http://search:7700/",
    "MOKUJI_QDRANT_URL": "http://vectors:6333",
}


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("postgresql://u:p%40ss@h:5433/docs", ("docs", "u", "p@ss", "h", "5433", {})),
        ("postgres://h/docs?sslmode=require", ("docs", "", "", "h", "", {"sslmode": "require"})),
        ("postgresql://u@[::1]:5432/d", ("d", "u", "", "::1", "5432", {})),
        ("postgresql:///docs?host=/run/postgresql", ("docs", "", "", "/run/postgresql", "", {})),
    ],
)
def test_the_address_of_a_database_is_read(address: str, expected: tuple[object, ...]) -> None:
    found = read_environment({"MOKUJI_DATABASE_URL": address})["database_url"]
    assert tuple(found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")) == expected


@pytest.mark.parametrize(
    "address", ["mysql://h/d", "postgresql://h", "postgresql://h:x/d", "docs", "postgresql://h/a/b"]
)
def test_another_address_of_a_database_is_refused_without_showing_its_password(address: str) -> None:
    with pytest.raises(
        BadSetting, match="MOKUJI_DATABASE_URL is not usable, but must be an address such as postgres"
    ):
        read_environment({"MOKUJI_DATABASE_URL": address})


def test_no_server_and_all_servers_are_configurations() -> None:
    assert not is_shared(read_environment({}))
    assert is_shared(read_environment(SERVERS))
    assert not is_shared(read_environment({"MOKUJI_DATABASE_URL": SERVERS["MOKUJI_DATABASE_URL"]}))


@pytest.mark.parametrize("missing", sorted(SERVERS))
def test_servers_without_one_of_them_are_refused_by_its_name(missing: str) -> None:
    with pytest.raises(BadSetting, match=f"{missing} is missing"):
        read_environment({name: value for name, value in SERVERS.items() if name != missing})


BUCKET = {
    "MOKUJI_STORAGE_URL": "https://s3.example.org:9000/originals/team/one/",
    "MOKUJI_STORAGE_KEY": "id",
    "MOKUJI_STORAGE_SECRET": "secret",
}


def test_the_address_of_a_bucket_is_read() -> None:
    values = read_environment(SERVERS | BUCKET)
    assert values["storage_url"] == {
        "endpoint": "https://s3.example.org:9000",
        "bucket": "originals",
        "prefix": "team/one/",
    }
    assert read_environment(SERVERS)["storage_url"] == {}


@pytest.mark.parametrize(
    "address", ["s3://originals", "https://h", "https://h/", "https://id:secret@h/b", "https://h/b?x=1"]
)
def test_another_address_of_a_bucket_is_refused_without_showing_its_secret(address: str) -> None:
    with pytest.raises(BadSetting, match="MOKUJI_STORAGE_URL is not usable, but must be") as refused:
        read_environment(SERVERS | BUCKET | {"MOKUJI_STORAGE_URL": address})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("missing", ["MOKUJI_STORAGE_KEY", "MOKUJI_STORAGE_SECRET"])
def test_a_bucket_without_its_key_is_refused(missing: str) -> None:
    given = SERVERS | BUCKET
    with pytest.raises(BadSetting, match=f"{missing} is missing"):
        read_environment({name: value for name, value in given.items() if name != missing})


def test_a_bucket_for_one_process_alone_is_refused() -> None:
    with pytest.raises(BadSetting, match="MOKUJI_STORAGE_URL is for a team server"):
        read_environment(BUCKET)


def test_without_embedding_no_vector_server_is_needed() -> None:
    given = {name: value for name, value in SERVERS.items() if name != "MOKUJI_QDRANT_URL"}
    assert is_shared(read_environment({**given, "MOKUJI_EMBEDDING": "off"}))


def test_proxies_are_addresses_or_networks() -> None:
    assert read_environment({"MOKUJI_TRUSTED_PROXIES": "10.0.0.7, fd00::/8"})["trusted_proxies"] == (
        "10.0.0.7",
        "fd00::/8",
    )
    for wrong in ("proxy.example.org", "10.0.0.0/99", "*", "10.0.0.7/8"):
        with pytest.raises(BadSetting, match="addresses or networks"):
            read_environment({"MOKUJI_TRUSTED_PROXIES": wrong})


@pytest.mark.parametrize(
    ("address", "host", "port", "tls", "starttls"),
    [
        ("smtps://a%40b:p%3Aq@mail.example.org", "mail.example.org", 465, True, False),
        ("smtp://a%40b:p%3Aq@mail.example.org", "mail.example.org", 587, False, True),
        ("smtp://a%40b:p%3Aq@mail.example.org:25?starttls=off", "mail.example.org", 25, False, False),
        ("smtp://a%40b:p%3Aq@127.0.0.1:1025", "127.0.0.1", 1025, False, False),
        ("smtp://a%40b:p%3Aq@127.0.0.1?starttls=on", "127.0.0.1", 587, False, True),
    ],
)
def test_a_mail_server_is_spoken_to_in_the_clear_only_here_or_when_told_so(
    address: str, host: str, port: int, tls: bool, starttls: bool
) -> None:
    values = read_environment({"MOKUJI_EMAIL_URL": address, "MOKUJI_EMAIL_FROM": "Mokuji <m@example.org>"})
    assert values["email_url"] == {
        "host": host, "port": port, "user": "a@b", "password": "p:q", "tls": tls, "starttls": starttls,
    }  # fmt: skip


@pytest.mark.parametrize(
    "address",
    ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://h:x", "smtps://h?tls=1", "smtp://h/x"],
)
def test_a_mail_server_that_cannot_be_is_refused_without_telling_its_password(address: str) -> None:
    with pytest.raises(
        BadSetting, match="MOKUJI_EMAIL_URL is not usable, but must be an address such as smtps://"
    ):
        read_environment({"MOKUJI_EMAIL_URL": address, "MOKUJI_EMAIL_FROM": "m@example.org"})


@pytest.mark.parametrize(
    "sender", ["nobody", "a@b@c", "@example.org", "Mokuji m@example.org", "m@a.org\nBcc: x@y"]
)
def test_a_sender_is_an_address(sender: str) -> None:
    with pytest.raises(BadSetting, match="a mail address"):
        read_environment({"MOKUJI_EMAIL_FROM": sender})


def test_a_mail_server_needs_a_sender() -> None:
    with pytest.raises(BadSetting, match="MOKUJI_EMAIL_FROM is missing"):
        read_environment({"MOKUJI_EMAIL_URL": "smtps://mail.example.org"})


@pytest.mark.parametrize(
    "issuer", ["login.example.org", "http://login.example.org", "https://", "https://h/?a", "https://a@h"]
)
def test_a_provider_is_spoken_to_over_tls(issuer: str) -> None:
    with pytest.raises(BadSetting, match="MOKUJI_OIDC_ISSUER"):
        read_environment({"MOKUJI_OIDC_ISSUER": issuer})


def test_a_provider_needs_to_know_this_server() -> None:
    with pytest.raises(BadSetting, match="MOKUJI_OIDC_CLIENT_ID is missing"):
        read_environment({"MOKUJI_OIDC_ISSUER": "https://login.example.org/"})


def test_domains_are_told_however_they_are_written() -> None:
    values = read_environment({"MOKUJI_OIDC_CREATE": "Example.org, @example.com"})
    assert values["oidc_create"] == ("example.org", "example.com")
    with pytest.raises(BadSetting, match="domains of mail addresses"):
        read_environment({"MOKUJI_OIDC_CREATE": "ada@example.org"})
