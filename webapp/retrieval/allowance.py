"""What a token may spend: calls in a minute, tokens of text in a day. Counted in the cache that all processes share.

A day is a day in UTC. What a day's calls cost is read back from the log of calls when the cache has forgotten it.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from django.core.cache import cache
from django.db.models import Sum

from webapp.audit.counters import count
from webapp.library.access import Reader
from webapp.library.errors import TooMany
from webapp.retrieval.models import AgentCall

MINUTE = 60
DAY = 24 * 3600


def spend_call(reader: Reader) -> None:
    """Count a call. Raises TooMany when the token has made all of this minute, or spent its tokens of today."""
    if reader.token_id is None:
        return
    if reader.calls_per_minute is not None:
        now = time.time()
        key = f"calls:{reader.token_id}:{int(now // MINUTE)}"
        if count(key, seconds=2 * MINUTE) > reader.calls_per_minute:
            wait = MINUTE - int(now % MINUTE)
            raise TooMany(
                f"Calls of this token in a minute: at most {reader.calls_per_minute:,}. Wait {wait} seconds.",
                wait=wait,
            )
    if reader.tokens_per_day is not None and spent_today(reader) >= reader.tokens_per_day:
        raise _spent(reader.tokens_per_day)


def spend_tokens(reader: Reader, tokens: int) -> None:
    """Count tokens of text that a caller is about to be answered.

    Raises TooMany when those of today were all spent meanwhile, by calls that ran beside this one: of any number at
    once one goes over the limit, and the answers of the others are not given, nor counted.
    """
    if reader.token_id is None or reader.tokens_per_day is None:
        return
    spent_today(reader)
    if count(_key(reader), tokens, seconds=DAY + MINUTE) - tokens >= reader.tokens_per_day:
        count(_key(reader), -tokens, seconds=DAY + MINUTE)
        raise _spent(reader.tokens_per_day)


def count_tokens_of(reader: Reader, tokens: int) -> None:
    """Count tokens of an answer that has to be given, as it tells of something that was done."""
    if reader.token_id is not None and reader.tokens_per_day is not None:
        spent_today(reader)
        count(_key(reader), tokens, seconds=DAY + MINUTE)


def spent_today(reader: Reader) -> int:
    """Return how many tokens a caller's token has been answered since midnight UTC."""
    kept = cache.get(_key(reader))
    if kept is None:
        since = _midnight(datetime.now(UTC))
        calls = AgentCall.objects.filter(token=reader.token_id, created_at__gte=since)
        logged = calls.aggregate(spent=Sum("tokens"))["spent"] or 0
        cache.add(_key(reader), logged, DAY + MINUTE)
        kept = cache.get(_key(reader), logged)
    return int(kept)


def _spent(limit: int) -> TooMany:
    now = datetime.now(UTC)
    wait = int((_midnight(now) + timedelta(days=1) - now).total_seconds()) + 1
    return TooMany(
        f"This token has been answered its {limit:,} tokens of today. Go on after midnight UTC,"
        " or use a token with a higher limit.",
        wait=wait,
    )


def _key(reader: Reader) -> str:
    return f"tokens:{reader.token_id}:{datetime.now(UTC):%Y-%m-%d}"


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
