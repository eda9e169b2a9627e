"""Write docs/reference/openapi.json from the routers. A test fails when the file and the code differ."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "reference" / "openapi.json"


def openapi_text() -> str:
    """Return the document as it is committed. Django must be set up."""
    from webapp.api.urls import api  # noqa: PLC0415  Django has to be set up first

    return json.dumps(api.get_openapi_schema(), indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Set Django up on a throwaway folder and write the file."""
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MOKUJI_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.config.settings")
        django.setup()
        TARGET.write_text(openapi_text(), encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
