"""Claims: one holder for each job, and a lease that ends when its holder does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.documents import make_document, make_user
from webapp.jobs.claims import claim_batch, free, give_back_batch, prolong
from webapp.jobs.models import IndexingJob, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting() -> list[int]:
    owner = make_user("claims")
    revisions = [make_document(owner, f"# Number {number}").revision_id or 0 for number in range(3)]
    for revision_id in revisions:
        IndexingJob.objects.update_or_create(
            revision_id=revision_id, defaults={"stage": Stage.INDEX, "lease_until": None}
        )
    return revisions


def test_a_job_of_a_batch_has_one_holder(waiting: list[int]) -> None:
    mine, _ = claim_batch(waiting[:2], Stage.INDEX)
    others, _ = claim_batch(waiting, Stage.INDEX)
    assert (mine, others) == (waiting[:2], waiting[2:])


def test_a_job_that_moved_on_is_not_claimed(waiting: list[int]) -> None:
    IndexingJob.objects.filter(revision_id=waiting[0]).update(stage=Stage.EMBED)
    assert claim_batch(waiting, Stage.INDEX)[0] == waiting[1:]


def test_what_is_given_back_waits_again_and_only_that(waiting: list[int]) -> None:
    mine, until = claim_batch(waiting[:1], Stage.INDEX)
    claim_batch(waiting[1:], Stage.INDEX)
    give_back_batch(waiting, until)
    assert claim_batch(waiting, Stage.INDEX)[0] == mine


def test_the_lease_of_a_dead_holder_ends(waiting: list[int]) -> None:
    claim_batch(waiting, Stage.INDEX)
    assert not IndexingJob.objects.filter(free(timezone.now()), stage=Stage.INDEX).exists()
    later = timezone.now() + timedelta(hours=1)
    assert IndexingJob.objects.filter(free(later), stage=Stage.INDEX).count() == len(waiting)
    IndexingJob.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert claim_batch(waiting, Stage.INDEX)[0] == waiting


def test_work_that_goes_on_keeps_its_lease_and_what_waits_gets_none(waiting: list[int]) -> None:
    claim_batch(waiting[:1], Stage.INDEX)
    IndexingJob.objects.filter(revision_id=waiting[0]).update(lease_until=timezone.now())
    for revision_id in waiting:
        prolong(revision_id)
    idle = IndexingJob.objects.filter(free(timezone.now())).values_list("revision_id", flat=True)
    assert sorted(idle) == waiting[1:]
