"""Loaded before everything else (see addopts): a data folder of its own, before Django reads its settings."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

import hypothesis

_data = tempfile.mkdtemp(prefix="mokuji-test-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)
for name in [
    name for name in os.environ if name.startswith("MOKUJI_") and not name.startswith("MOKUJI_TEST_")
]:
    del os.environ[name]
os.environ["MOKUJI_DATA"] = _data
os.environ["MOKUJI_OCR"] = "off"  # the tests of recognition switch it on
# `make test-server` runs the suite on these
for name in ("DATABASE_URL", "REDIS_URL"):
    if given := os.environ.get(f"MOKUJI_TEST_{name}"):
        os.environ[f"MOKUJI_{name}"] = given
# tests that run at once clear the cache, each its own: a numbered database of Redis; 0 is for servers of the flows
if (
    worker := os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
) and "MOKUJI_REDIS_URL" in os.environ:
    address, _, _ = os.environ["MOKUJI_REDIS_URL"].rpartition("/")
    os.environ["MOKUJI_REDIS_URL"] = f"{address}/{1 + int(worker) % 15}"

# a property is judged by its answer, never by the time that a busy machine took for it
hypothesis.settings.register_profile("mokuji", deadline=None)
hypothesis.settings.load_profile("mokuji")
