"""Users and groups in the console."""

from __future__ import annotations

import re

from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests.support.authenticator import code_of
from tests.support.documents import PASSWORD, make_document, make_user
from webapp.accounts import second_factor
from webapp.accounts.models import Identity, Token, User
from webapp.accounts.services import create_token, digest_of, spend_link, verify_token
from webapp.accounts.sessions import note_session
from webapp.audit.models import AuditEntry
from webapp.library.models import Collection, Membership
from webapp.library.services import default_collection

LIST = reverse("admin:accounts_user_changelist")


def act(http: Client, action: str, *rows: User) -> str:
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]}
    answer = http.post(LIST, chosen, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def deleted(http: Client, row: User) -> str:
    address = reverse("admin:accounts_user_delete", args=(row.pk,))
    return http.post(address, {"post": "yes"}, follow=True).content.decode()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    note_session(user, client.session, address="192.0.2.1", agent="a browser")
    return client


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))


def test_a_user_who_is_added_gets_a_link_that_is_shown_once(http: Client) -> None:
    added = http.post(reverse("admin:accounts_user_add"), {"username": "newcomer", "email": ""}, follow=True)
    page = added.content.decode()
    secret = re.search(r"/sign-in/([\w-]+)", page)
    assert secret is not None, page
    made = User.objects.get(username="newcomer")
    assert (made.is_active, made.is_staff, made.is_superuser) == (True, False, False)
    assert not made.has_usable_password()
    assert secret[1] not in http.get(LIST).content.decode()
    assert spend_link(digest_of(secret[1])) == made
    assert actions() == ["user-added"]


def test_an_administrator_may_do_all_that_one_may(http: Client, user: User) -> None:
    address = reverse("admin:accounts_user_change", args=(user.pk,))
    form = {"username": user.username, "email": "", "language": "", "is_active": "on", "is_superuser": "on"}
    http.post(address, form)
    user.refresh_from_db()
    assert (user.is_superuser, user.is_staff) == (True, True)
    form.pop("is_superuser")
    http.post(address, form)
    user.refresh_from_db()
    assert (user.is_superuser, user.is_staff) == (False, False)


def test_deactivating_ends_sessions_tokens_and_links_at_once(http: Client, user: User) -> None:
    browser, issued = signed_in(user), create_token(user, "agent")
    assert browser.get("/api/v1/collections").status_code == 200
    act(http, "deactivate", user)
    assert browser.get("/api/v1/collections").status_code == 401
    assert verify_token(issued.secret) is None
    act(http, "activate", user)
    assert browser.get("/api/v1/collections").status_code == 401, "an old session came back"
    assert verify_token(issued.secret) is None, "an old token came back"
    assert actions() == ["token-made", "token-revoked", "user-deactivated", "user-activated"]


def test_unticking_active_on_the_page_ends_them_too(http: Client, user: User) -> None:
    signed_in(user)
    address = reverse("admin:accounts_user_change", args=(user.pk,))
    http.post(address, {"username": user.username, "email": "", "language": ""})
    user.refresh_from_db()
    assert not user.is_active
    assert user.signed_in.count() == 0
    assert Session.objects.count() == 1, "the administrator's own"


def test_nobody_takes_their_own_rights_or_deletes_themselves(http: Client, admin: User) -> None:
    address = reverse("admin:accounts_user_change", args=(admin.pk,))
    page = http.post(address, {"username": "keeper", "email": "", "language": "", "is_active": "on"})
    assert "You cannot take your own rights." in page.content.decode()
    assert "You cannot do this to yourself." in act(http, "deactivate", admin)
    assert "You cannot do this to yourself." in deleted(http, admin)
    admin.refresh_from_db()
    assert (admin.is_active, admin.is_superuser) == (True, True)


def test_a_link_leads_in_again_and_the_old_password_is_worth_nothing_once_it_is_used(http: Client) -> None:
    user = make_user("forgetful", password=PASSWORD)
    browser = signed_in(user)
    secret = re.search(r"/sign-in/([\w-]+)", act(http, "make_link", user))
    assert secret is not None
    user.refresh_from_db()
    assert user.check_password(PASSWORD), "a link that nobody used changes nothing"
    assert spend_link(digest_of(secret[1])) == user
    user.refresh_from_db()
    assert not user.has_usable_password()
    assert browser.get("/api/v1/collections").status_code == 401
    assert "link-made" in actions()


def test_a_second_factor_is_shown_and_turned_off_for_who_lost_it(http: Client, user: User) -> None:
    made = second_factor.begin(user)
    second_factor.confirm(user, code_of(made.secret), session_key=None)
    assert made.secret not in http.get(LIST).content.decode()
    act(http, "reset_second_factor", user)
    assert not second_factor.is_on(user)
    act(http, "reset_second_factor", user)
    assert actions() == ["second-factor-on", "second-factor-reset"]


def test_whom_somebody_is_at_a_provider_is_forgotten(http: Client, user: User) -> None:
    Identity.objects.create(user=user, issuer="https://login.example.org", subject="s-1")
    act(http, "unbind", user)
    assert not Identity.objects.exists()
    act(http, "unbind", user)
    assert actions() == ["identity-forgotten"]


def test_a_link_is_mailed_where_there_is_mail(http: Client, settings: Settings) -> None:
    settings.MOKUJI = settings.MOKUJI | {"email_url": {"host": "mail.example.org"}}
    form = {"username": "newcomer", "email": "new@example.org"}
    page = http.post(reverse("admin:accounts_user_add"), form, follow=True).content.decode()
    assert "The link was mailed to new@example.org." in page
    (invitation,) = mail.outbox
    assert (invitation.to, invitation.subject) == (["new@example.org"], "You are invited to Mokuji")
    secret = re.search(r"/sign-in/([\w-]+)", str(invitation.body))
    assert secret is not None
    assert spend_link(digest_of(secret[1])) == User.objects.get(username="newcomer")


def test_a_user_with_documents_is_not_deleted(http: Client, user: User) -> None:
    make_document(user)
    assert "Hand these collections over or delete them first" in deleted(http, user)
    assert User.objects.filter(pk=user.pk).exists()
    assert "user-deleted" not in actions()
    chosen = {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"}
    assert "Hand these collections over" in http.post(LIST, chosen, follow=True).content.decode()
    assert User.objects.filter(pk=user.pk).exists()


def test_a_user_without_documents_is_deleted_with_tokens_and_empty_collections(
    http: Client, user: User
) -> None:
    default_collection(user)
    create_token(user, "agent")
    deleted(http, user)
    assert not User.objects.filter(pk=user.pk).exists()
    assert not Token.objects.exists()
    assert not Collection.objects.exists()
    assert actions()[-1] == "user-deleted"
    assert AuditEntry.objects.order_by("id").last().target == "reader"  # type: ignore[union-attr]


def test_a_group_is_made_with_its_people_and_goes_with_its_memberships(http: Client, user: User) -> None:
    add = reverse("admin:auth_group_add")
    http.post(add, {"name": "research", "people": [user.pk]})
    group = Group.objects.get()
    assert list(group.user_set.all()) == [user]
    owner = make_user("owner")
    Membership.objects.create(collection=default_collection(owner), group=group)
    http.post(reverse("admin:auth_group_delete", args=(group.pk,)), {"post": "yes"})
    assert not Group.objects.exists()
    assert not Membership.objects.exists()
    assert [each for each in actions() if "group" in each] == ["group-added", "group-deleted"]
    gone = AuditEntry.objects.get(action="group-deleted").detail
    assert gone["people"] == {"removed": [user.username]}
    assert len(gone["unshared"]) == 1


def test_a_group_has_no_name_that_holds_what_nobody_sees(http: Client) -> None:
    answer = http.post(reverse("admin:auth_group_add"), {"name": "re\u202esearch", "people": []})
    assert "A name cannot hold characters that nobody sees." in answer.content.decode()
    assert not Group.objects.exists()
    http.post(reverse("admin:auth_group_add"), {"name": "研究 👩\u200d💻", "people": []})
    assert Group.objects.get().name == "研究 👩\u200d💻"


def test_the_audit_log_says_who_came_into_a_group_and_who_left(http: Client) -> None:
    first, second, third = (make_user(name) for name in ("first", "second", "third"))
    http.post(reverse("admin:auth_group_add"), {"name": "research", "people": [first.pk, second.pk]})
    group = Group.objects.get()
    made = AuditEntry.objects.get(action="group-added")
    assert made.detail == {"name": {"to": "research"}, "people": {"added": ["first", "second"]}}
    address = reverse("admin:auth_group_change", args=(group.pk,))
    http.post(address, {"name": "research", "people": [second.pk, third.pk]})
    assert AuditEntry.objects.get(action="group-changed").detail == {
        "people": {"added": ["third"], "removed": ["first"]}
    }


def test_the_audit_log_says_which_way_a_switch_was_turned(http: Client) -> None:
    person, group = make_user("person"), Group.objects.create(name="research")
    page = reverse("admin:accounts_user_change", args=(person.pk,))
    given = {"username": "person", "email": "", "language": "", "is_active": "on"}
    http.post(page, given | {"is_superuser": "on", "groups": [group.pk]})
    http.post(page, given | {"email": "person@example.org"})
    told = AuditEntry.objects.filter(action="user-changed").order_by("id").values_list("detail", flat=True)
    assert list(told) == [
        {"is_superuser": {"from": False, "to": True}, "groups": {"added": ["research"], "removed": []}},
        {
            "email": {"from": "", "to": "person@example.org"},
            "is_superuser": {"from": True, "to": False},
            "groups": {"added": [], "removed": ["research"]},
        },
    ]
