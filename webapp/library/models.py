"""The truth: collections, documents, revisions and everything read out of a file.

A document's card fields describe its published revision. A revision that is being prepared has its own
card, lines and sections, which nobody sees until it is published in one step.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import models

from ingest.domain.outline import OutlineQuality
from ingest.domain.progress import DocumentState


class Collection(models.Model):
    """A named set of documents with an owner."""

    name = models.CharField(max_length=200)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,  # a person who goes must not take documents along unseen
        related_name="collections",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="collection_name_per_owner")]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do in a collection, each more than the one before."""

    READER = "reader", "reader: search, outline and read"
    EDITOR = "editor", "editor: also add, change and delete documents"
    MANAGER = "manager", "manager: also rename and share the collection"


class Membership(models.Model):
    """A person or a group that a collection is shared with, and as what. The owner has none."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="memberships"
    )
    group = models.ForeignKey(
        Group, on_delete=models.CASCADE, null=True, blank=True, related_name="memberships"
    )
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.READER)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(user=None) ^ models.Q(group=None), name="membership_of_one_user_or_group"
            ),
            models.UniqueConstraint(fields=["collection", "user"], name="one_membership_per_user"),
            models.UniqueConstraint(fields=["collection", "group"], name="one_membership_per_group"),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.group}: {self.role} of {self.collection}"


class Document(models.Model):
    """One file that was given to Mokuji, with all its revisions."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="documents")
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    source = models.TextField(
        blank=True, default="", help_text="Where the file came from; a new file from there is a new revision."
    )
    parent = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        related_name="children",
        help_text="The container that it is a part of.",
    )
    part = models.TextField(
        blank=True, default="", help_text="Its path inside the parent, which identifies it there."
    )
    file_name = models.TextField()
    file_type = models.CharField(max_length=16)
    media_type = models.CharField(max_length=120)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    state = models.CharField(
        max_length=16,
        choices=[(s.value, s.value) for s in DocumentState],
        default=DocumentState.RECEIVED.value,
    )
    failure_code = models.CharField(max_length=40, blank=True, default="")
    failure_message = models.TextField(blank=True, default="")
    revision = models.ForeignKey(
        "Revision", on_delete=models.SET_NULL, null=True, related_name="+", help_text="The published one."
    )
    title = models.TextField(blank=True, default="")
    authors = models.JSONField(default=list)
    language = models.CharField(max_length=35, default="und")
    word_count = models.BigIntegerField(default=0)
    line_count = models.IntegerField(default=0)
    page_count = models.IntegerField(null=True)
    abstract = models.TextField(blank=True, default="")
    keywords = models.JSONField(default=list)
    brief = models.BooleanField(default=False)
    wrapped = models.BooleanField(default=False)
    outline_quality = models.CharField(
        max_length=8, choices=[(q.value, q.value) for q in OutlineQuality], default=OutlineQuality.NONE.value
    )
    outline_version = models.IntegerField(
        default=1, help_text="Counts what readers were shown as its outline: edits and new revisions."
    )
    coverage = models.JSONField(default=dict)
    tags = models.JSONField(default=list)
    created = models.CharField(
        max_length=40, blank=True, default="", help_text="The file's own date, ISO 8601."
    )
    modified_at = models.DateTimeField(help_text="When the file was last changed, as far as it is known.")
    added_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, help_text="Set while it is being removed from everywhere.")

    class Meta:
        ordering = ["-added_at", "-id"]
        indexes = [
            models.Index(fields=["collection", "sha256"], name="document_by_bytes"),
            models.Index(fields=["state"], name="document_by_state"),
            models.Index(fields=["collection", "-added_at", "-id"], name="document_newest"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "source"], condition=~models.Q(source=""), name="document_per_source"
            ),
            models.UniqueConstraint(
                fields=["parent", "part"],
                condition=models.Q(parent__isnull=False),
                name="document_per_part",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.file_name


class Revision(models.Model):
    """The bytes of a document at one time, and what was read out of them."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="revisions")
    number = models.IntegerField()
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    file_name = models.TextField()
    media_type = models.CharField(max_length=120)
    file_type = models.CharField(max_length=16)
    modified_at = models.DateTimeField()
    received_at = models.DateTimeField(auto_now_add=True)
    prepared_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)
    card = models.JSONField(default=dict)
    line_count = models.IntegerField(default=0)

    class Meta:
        ordering = ["document_id", "number"]
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="revision_number")]

    def __str__(self) -> str:
        return f"{self.file_name}@{self.number}"


class LineBlock(models.Model):
    """A run of lines, compressed; see webapp.library.line_store for its layout."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="line_blocks")
    first_line = models.IntegerField()
    last_line = models.IntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["revision_id", "first_line"]
        constraints = [models.UniqueConstraint(fields=["revision", "first_line"], name="line_block_start")]

    def __str__(self) -> str:
        return f"L{self.first_line}-{self.last_line}"


class SectionRow(models.Model):
    """A node of an outline, in document order (position counts from 0)."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="sections")
    position = models.IntegerField()
    number = models.CharField(max_length=120)
    title = models.TextField()
    level = models.IntegerField()
    first_line = models.IntegerField()
    last_line = models.IntegerField()
    provenance = models.CharField(max_length=16)
    confidence = models.FloatField()
    summary = models.TextField(blank=True, default="")
    keywords = models.JSONField(default=list)

    class Meta:
        ordering = ["revision_id", "position"]
        constraints = [models.UniqueConstraint(fields=["revision", "position"], name="section_position")]

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


class OutlineEdit(models.Model):
    """What people changed of a document's outline, for all its revisions. No row: nothing."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, related_name="outline_edit")
    marks = models.JSONField(help_text="The changes, each with the words of the place it belongs to.")
    edited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    edited_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"edited outline of {self.document_id}"


class ExtractedOutline(models.Model):
    """The outline of a revision as it was extracted. Kept while its sections are those of an edit."""

    revision = models.OneToOneField(Revision, on_delete=models.CASCADE, related_name="extracted_outline")
    outline = models.BinaryField(help_text="zlib-compressed JSON of the tree")
    lost = models.JSONField(default=list, help_text="Titles of edits whose place is not in this revision.")

    def __str__(self) -> str:
        return f"extracted outline of {self.revision_id}"


class DocumentVector(models.Model):
    """The vector of a revision under one model. Kept here so that the vector index can be rebuilt."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="vectors")
    fingerprint = models.CharField(max_length=64)
    text_digest = models.CharField(max_length=64, help_text="SHA-256 of the text that was embedded.")
    vector = models.BinaryField(help_text="float32, little-endian, unit length")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["revision", "fingerprint"], name="vector_per_model")]

    def __str__(self) -> str:
        return f"vector of {self.revision_id} by {self.fingerprint}"
