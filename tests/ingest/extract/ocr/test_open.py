"""The extra is looked for, never loaded, until something has to be recognised."""

from __future__ import annotations

import subprocess
import sys


def test_reading_a_pdf_imports_no_recognition():
    code = (
        "import sys; import ingest.extract.pdf, ingest.extract.pictures, ingest.extract.ocr.open as o;"
        "o.is_installed(); print([m for m in ('rapidocr', 'cv2', 'PIL') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
