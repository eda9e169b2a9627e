"""Who comes in, under which headers, in which language."""

from __future__ import annotations

import gettext
import re
from pathlib import Path
from typing import cast

import pytest
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db.models import DateTimeField, JSONField, Model, TextField
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.support.documents import make_document
from webapp.accounts.models import Token, User
from webapp.accounts.services import create_token
from webapp.audit.models import AuditEntry
from webapp.console.look import Page
from webapp.console.site import console

START = reverse("admin:index")
"""Asked for before the lists: it is the addresses that register them."""

LISTS = sorted(
    reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for model in console._registry
)
PAGES = [START, *LISTS]

LOOKUPS = sorted({*TextField().get_lookups(), *JSONField().get_lookups(), *DateTimeField().get_lookups()})


@pytest.mark.django_db
@pytest.mark.parametrize("address", [*PAGES, reverse("admin:health")])
def test_nobody_in_particular_is_led_to_the_sign_in_page(address: str) -> None:
    answer = Client().get(address)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/admin/login/")
    signing = Client().get(answer["Location"])
    assert signing["Location"].startswith("/sign-in?next=%2Fadmin%2F")


@pytest.mark.django_db
@pytest.mark.parametrize("rights", [{}, {"is_staff": True}, {"is_superuser": True}])
@pytest.mark.parametrize("address", [*PAGES, reverse("admin:health"), reverse("admin:rebuild")])
def test_who_is_no_administrator_is_refused(address: str, rights: dict[str, bool]) -> None:
    client = Client()
    client.force_login(User.objects.create_user("somebody", None, None, **rights))
    assert client.get(address).status_code == 403
    assert client.post(address).status_code == 403


@pytest.mark.django_db
def test_a_refusal_is_logged_on_one_line(caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    client.force_login(User.objects.create_user("somebody"))
    assert client.get(PAGES[0]).status_code == 403
    assert [(each.levelname, each.exc_info) for each in caplog.records if each.name == "django.request"] == [
        ("WARNING", None)
    ]


@pytest.mark.parametrize("address", PAGES)
def test_every_page_opens_for_an_administrator_under_its_policy(
    address: str, http: Client, user: User
) -> None:
    make_document(user)
    create_token(user, "agent")
    answer = http.get(address)
    assert answer.status_code == 200
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval';" in policy
    assert "'unsafe-inline'" not in policy.replace("style-src-attr 'unsafe-inline'", "")
    assert answer["Cache-Control"] == "no-store"
    page = answer.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", page)
    assert not re.search(r"\son\w+=|<style", page)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


@pytest.mark.parametrize("address", LISTS)
def test_every_list_can_be_searched_and_keeps_its_page_of_nothing(address: str, http: Client) -> None:
    assert http.get(address, {"q": "nothing there"}).status_code == 200


@pytest.mark.parametrize("model", sorted(console._registry, key=str), ids=str)
def test_a_list_is_narrowed_by_its_filters_and_by_nothing_else(model: type[Model]) -> None:
    """Whatever a column holds, such as a hash or a title: a comparison of an address would tell it."""
    page = cast(Page, console._registry[model])
    beside = {*page.filtered(), page.date_hierarchy}
    harmless = {"exact", "id__exact", "isnull", "isempty", "gte", "lt", "year", "month", "day"}
    request = RequestFactory().get("/")
    for field in model._meta.get_fields():
        inside = field.related_model._meta.get_fields() if isinstance(field.related_model, type) else ()
        names = [field.name, f"{field.name}_id", *(f"{field.name}__{each.name}" for each in inside)]
        for name in names:
            for lookup in ("", *(f"__{each}" for each in (*LOOKUPS, *harmless))):
                if page.lookup_allowed(f"{name}{lookup}", "a", request):
                    assert name.split("__")[0] in beside
                    assert lookup[2:] in harmless


@pytest.mark.parametrize(
    ("place", "attack"),
    [
        ("retrieval_agentcall", {"text__regex": "Medical"}),
        ("retrieval_agentcall", {"text__regex": "["}),
        ("retrieval_agentcall", {"arguments__query__icontains": "salary"}),
        ("retrieval_agentcall", {"arguments__contains": "{"}),
        ("console_listeddocument", {"title__startswith": "Va"}),
        ("console_listeddocument", {"title__regex": "^(a+)+$"}),
        ("console_listeddocument", {"abstract__icontains": "a"}),
        ("console_listeddocument", {"tags__contains": "a"}),
        ("console_listeddocument", {"state__regex": "^(a+)+$"}),
        ("accounts_user", {"password__startswith": "pbkdf2"}),
        ("accounts_user", {"username": "reader", "password__regex": "^p"}),
        ("accounts_token", {"digest__gt": "8"}),
        ("jobs_indexingjob", {"password__startswith": "r"}),
        ("jobs_indexingjob", {"revision__document__title__startswith": "V"}),
    ],
)
def test_an_address_cannot_ask_about_what_a_list_does_not_show(
    place: str, attack: dict[str, str], http: Client, user: User
) -> None:
    make_document(user, "# aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n")
    answer = http.get(reverse(f"admin:{place}_changelist"), attack)
    assert answer.status_code == 400 or answer["Location"].endswith("?e=1")


@pytest.mark.parametrize(
    ("place", "kept"),
    [
        ("console_listeddocument", {"state__exact": "failed"}),
        ("console_listeddocument", {"added_at__gte": "2026-01-01 00:00:00+00:00"}),
        ("accounts_user", {"is_active__exact": "1"}),
        ("accounts_user", {"groups__id__exact": "1"}),
        ("accounts_token", {"revoked_at__isempty": "1"}),
        ("jobs_indexingjob", {"stage__exact": "done"}),
        ("retrieval_dailyuse", {"day__year": "2026", "day__month": "3"}),
    ],
)
def test_the_filters_beside_a_list_work(place: str, kept: dict[str, str], http: Client) -> None:
    Group.objects.create(pk=1, name="readers")
    assert http.get(reverse(f"admin:{place}_changelist"), kept).status_code == 200


@pytest.mark.parametrize(("language", "word"), [("en", "Overview"), ("ja", "概要"), ("zh-Hans", "概览")])
def test_it_speaks_the_language_of_the_account(language: str, word: str, http: Client, admin: User) -> None:
    User.objects.filter(pk=admin.pk).update(language=language)
    assert word in http.get(reverse("admin:index")).content.decode()


def test_no_page_says_a_word_of_a_document(http: Client, user: User) -> None:
    document = make_document(
        user, "# Kelpfathom\n\nSecretword.", name="plain.md", abstract="Secretword", keywords=["Secretword"]
    )
    assert document.title == "Kelpfathom"
    change = reverse("admin:console_listeddocument_change", args=(document.pk,))
    history = reverse("admin:console_listeddocument_history", args=(document.pk,))
    delete = reverse("admin:console_listeddocument_delete", args=(document.pk,))
    for address in (*PAGES, change, history, delete):
        page = http.get(address).content.decode()
        assert "Kelpfathom" not in page, address
        assert "Secretword" not in page, address
    assert "plain.md" in http.get(change).content.decode()


def test_a_secret_is_on_no_page(http: Client, user: User) -> None:
    issued = create_token(user, "agent")
    page = http.get(reverse("admin:accounts_token_change", args=(issued.token.pk,))).content.decode()
    assert issued.token.start in page
    assert issued.secret not in page
    assert Token.objects.get().digest not in page


def test_signing_out_ends_the_session_and_is_recorded(http: Client, admin: User) -> None:
    assert http.post(reverse("admin:logout"))["Location"] == "/sign-in"
    assert http.get(reverse("admin:index")).status_code == 302
    assert AuditEntry.objects.get().action == "signed-out"
    assert AuditEntry.objects.get().user_name == "keeper"


def test_the_password_is_changed_on_the_account_page(http: Client) -> None:
    assert http.get(reverse("admin:password_change"))["Location"] == "/account"


def test_a_rebuild_needs_a_post_and_a_csrf_token(admin: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(admin)
    assert client.get(reverse("admin:rebuild")).status_code == 405
    assert client.post(reverse("admin:rebuild")).status_code == 403
    assert AuditEntry.objects.count() == 0


@pytest.mark.usefixtures("open_engines")
def test_health_shows_what_was_found(http: Client) -> None:
    page = http.get(reverse("admin:health")).content.decode()
    assert "lexical index" in page
    assert "GB free" in page


def test_health_says_when_the_index_is_not_open(http: Client) -> None:
    assert "The index is not open." in http.get(reverse("admin:health")).content.decode()


def test_the_console_shows_no_model_that_holds_text(db: None) -> None:
    shown = {
        ContentType.objects.get_for_model(model, for_concrete_model=False).model
        for model in console._registry
    }
    assert shown == {
        "user", "group", "token", "collection", "membership", "listeddocument", "indexingjob", "agentcall",
        "dailyuse", "auditentry",
    }  # fmt: skip


CATALOGUES = sorted((Path(__file__).resolve().parents[3] / "webapp").glob("*/locale/*/LC_MESSAGES/django.po"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: "-".join(path.parts[-5:-2:2]))
def test_every_word_of_ours_is_translated_and_compiled(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    words = re.findall(r'^msgid "(.+)"\nmsgstr "(.*)"$', path.read_text("utf-8"), re.M)
    assert words
    for word, translated in words:
        assert translated, word
        assert translated in {compiled.gettext(word), compiled.pgettext("console", word)}, word
        assert sorted(re.findall(r"%\(\w+\)", word)) == sorted(re.findall(r"%\(\w+\)", translated)), word
