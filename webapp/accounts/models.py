"""People and the secrets they hold. A secret is stored as its SHA-256 only."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from ingest.domain.cleaning import unseen
from webapp.accounts.names import is_of_one_script, skeleton_of, skeleton_of_address


class User(AbstractUser):
    """A person who signs in. Superusers administrate."""

    language = models.CharField(max_length=16, blank=True, default="")

    def clean(self) -> None:
        """Raise ValidationError for a new name that looks like another's, or an address that is another's.

        What was so before this rule stays as it is until it is changed.
        """
        super().clean()
        former = User.objects.filter(pk=self.pk).values("username", "email").first() if self.pk else None
        wrong: dict[str, Any] = {}
        if former is None or former["username"] != self.username:
            wrong |= {"username": why} if (why := self._why_no_name()) else {}
        if self.email and (former is None or former["email"] != self.email) and self._shares_address():
            wrong["email"] = _("This mail address is another user's. Each user needs one of their own.")
        if wrong:
            raise ValidationError(wrong)

    def _why_no_name(self) -> str:
        if unseen(self.username):
            return _("A name cannot hold characters that nobody sees.")
        if not is_of_one_script(self.username):
            return _("A name has letters of one script only, so that nobody passes for somebody else.")
        mine = skeleton_of(self.username)
        others = User.objects.exclude(pk=self.pk).values_list("username", flat=True)
        if any(skeleton_of(other) == mine for other in others.iterator()):
            return _("Another user has this name, or one that looks like it. Choose another.")
        return ""

    def _shares_address(self) -> bool:
        mine = skeleton_of_address(self.email)
        others = User.objects.exclude(pk=self.pk).exclude(email="").values_list("email", flat=True)
        return any(skeleton_of_address(other) == mine for other in others.iterator())


class Token(models.Model):
    """A bearer secret for an agent or a program, shown once, stored hashed."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=12, help_text="The first characters, to recognise it by.")
    scopes = models.JSONField(default=list, help_text="`read`, `write`")
    collections = models.JSONField(
        null=True,
        blank=True,
        default=None,
        help_text="Ids of the collections it is limited to; null for all.",
    )
    tools = models.JSONField(
        null=True,
        blank=True,
        default=None,
        help_text="Names of the verbs it is limited to; null for everything.",
    )
    calls_per_minute = models.PositiveIntegerField(
        null=True, blank=True, help_text="Most calls in a minute; empty for no limit."
    )
    tokens_per_day = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Most tokens of text it may be answered in a day; empty for no limit.",
    )
    client = models.CharField(
        max_length=255,
        blank=True,
        default="",
        help_text="Client id of the program that was let in by OAuth; empty for a token that a person made.",
    )
    audience = models.CharField(
        max_length=8, blank=True, default="", help_text="`mcp`, `api`; empty for the whole server."
    )
    secret_expires_at = models.DateTimeField(
        null=True, blank=True, help_text="When its program must renew the secret; empty for never."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"


class SignedIn(models.Model):
    """A session of a user, as a person tells one from another."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="signed_in")
    session_key = models.CharField(max_length=40, unique=True)
    address = models.CharField(max_length=64, blank=True, default="")
    agent = models.CharField(max_length=300, blank=True, default="", help_text="What the browser says it is.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"session of {self.user} since {self.created_at:%Y-%m-%d %H:%M}"


class SignInLink(models.Model):
    """A link that signs a user in once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    new_password = models.BooleanField(
        default=False, help_text="Spending it forgets the old password and ends other sessions."
    )
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"sign-in link of {self.user}"


class SecondFactor(models.Model):
    """What an authenticator app shares with this server. Counts once confirmed."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.BigIntegerField(
        default=0, help_text="Of the last code that was used: none works twice."
    )
    failures = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"second factor of {self.user}"


class RecoveryCode(models.Model):
    """A code that works once, in place of the app's."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"recovery code of {self.factor.user}"


class Identity(models.Model):
    """Who a user is for an OpenID provider."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="identities")
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="one_user_of_a_subject"),
            models.UniqueConstraint(fields=["user", "issuer"], name="one_subject_of_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.issuer}"
