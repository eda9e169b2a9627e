"""Where the bucket of the originals is, as the settings say it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class StorageAddress:
    """Where a bucket is: endpoint `https://host`, its keys start with prefix. cache_bytes: room on the disk for it."""

    endpoint: str
    bucket: str
    prefix: str
    region: str
    key: str
    secret: str = field(repr=False)
    cache_bytes: int
