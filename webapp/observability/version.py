"""Which version of Mokuji runs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version


def version() -> str:
    """Return the installed version, or `0` from a tree that was never installed."""
    try:
        return installed_version("mokuji")
    except PackageNotFoundError:
        return "0"
