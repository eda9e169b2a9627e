"""A PDF with a structure tree, as Word writes it: every paragraph tagged with what it is."""

from __future__ import annotations

from collections.abc import Sequence

import pymupdf

SIZES = {"H1": 18, "H2": 14, "H3": 12, "P": 10, "TOCI": 10}


def tagged_pdf(*pages: Sequence[tuple[str, str]], sizes: dict[str, int] | None = None) -> bytes:
    """Build a PDF whose pages hold lines (tag, ASCII text), each tagged. sizes: type size by tag."""
    file = pymupdf.open()
    font = file.get_new_xref()
    file.update_object(font, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    root, document, parents = (file.get_new_xref() for _ in range(3))
    kids: list[int] = []
    by_page: list[list[int]] = []
    for lines in pages:
        page = file.new_page()
        content, elements = [], []
        for mcid, (tag, text) in enumerate(lines):
            size = (SIZES | (sizes or {})).get(tag, 10)
            y = 780 - 30 * mcid
            content.append(f"/{tag} <</MCID {mcid}>> BDC BT /F1 {size} Tf 72 {y} Td ({text}) Tj ET EMC")
            element = file.get_new_xref()
            file.update_object(
                element, f"<</Type/StructElem/S/{tag}/P {document} 0 R/Pg {page.xref} 0 R/K {mcid}>>"
            )
            elements.append(element)
        stream = file.get_new_xref()
        file.update_object(stream, "<<>>")
        file.update_stream(stream, "\n".join(content).encode("ascii"))
        file.xref_set_key(page.xref, "Contents", f"{stream} 0 R")
        file.xref_set_key(page.xref, "Resources", f"<</Font <</F1 {font} 0 R>>>>")
        file.xref_set_key(page.xref, "StructParents", str(len(by_page)))
        by_page.append(elements)
        kids += elements
    numbers = " ".join(
        f"{number} [{' '.join(f'{x} 0 R' for x in elements)}]" for number, elements in enumerate(by_page)
    )
    references = " ".join(f"{kid} 0 R" for kid in kids)
    file.update_object(document, f"<</Type/StructElem/S/Document/P {root} 0 R/K [{references}]>>")
    file.update_object(parents, f"<</Nums [{numbers}]>>")
    file.update_object(
        root,
        f"<</Type/StructTreeRoot/K [{document} 0 R]/ParentTree {parents} 0 R/ParentTreeNextKey {len(by_page)}>>",
    )
    catalog = file.pdf_catalog()
    file.xref_set_key(catalog, "StructTreeRoot", f"{root} 0 R")
    file.xref_set_key(catalog, "MarkInfo", "<</Marked true>>")
    return bytes(file.tobytes())
