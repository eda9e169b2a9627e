"""Mails as Outlook saves them, built by hand: an OLE compound file of MAPI properties."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Union

Tree = dict[str, Union[bytes, "Tree"]]

_END, _FREE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
_SECTOR, _MINI, _CUTOFF = 512, 64, 4096


def compound(tree: Tree) -> bytes:
    """Return an OLE compound file (version 3) with these storages and streams."""
    entries: list[list[int | str | bytes]] = [["Root Entry", 5, b"", _FREE, _FREE]]
    _add_children(entries, 0, tree)
    mini, sectors = bytearray(), bytearray()
    mini_fat: list[int] = []
    fat: list[int] = []
    starts: dict[int, tuple[int, int]] = {}
    for at, (_, kind, data, _, _) in enumerate(entries):
        if kind != 2 or not isinstance(data, bytes):
            continue
        if len(data) < _CUTOFF:
            starts[at] = (_append(mini, mini_fat, data, _MINI) if data else _END, len(data))
        else:
            starts[at] = (_append(sectors, fat, data, _SECTOR), len(data))
    starts[0] = (_append(sectors, fat, bytes(mini), _SECTOR) if mini else _END, len(mini))
    table = struct.pack(f"<{len(mini_fat)}I", *mini_fat)
    first_mini_fat = _append(sectors, fat, table, _SECTOR, fill=b"\xff") if mini_fat else _END
    directory = b"".join(_entry(entry, *starts.get(at, (0, 0))) for at, entry in enumerate(entries))
    first_directory = _append(sectors, fat, directory, _SECTOR)
    fat_sectors = 1
    while (len(fat) + fat_sectors) * 4 > fat_sectors * _SECTOR:
        fat_sectors += 1
    first_fat = len(fat)
    fat += [_FAT] * fat_sectors
    sectors += struct.pack(f"<{len(fat)}I", *fat).ljust(fat_sectors * _SECTOR, b"\xff")
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, fat_sectors, first_directory, 0,
        _CUTOFF, first_mini_fat, -(-len(table) // _SECTOR), _END, 0,
    )  # fmt: skip
    places = [*range(first_fat, first_fat + fat_sectors)]
    return header + struct.pack("<109I", *places, *[_FREE] * (109 - len(places))) + bytes(sectors)


def _add_children(entries: list[list[int | str | bytes]], parent: int, tree: Tree) -> None:
    previous: int | None = None
    for name in sorted(tree, key=lambda name: (len(name), name.upper())):
        content = tree[name]
        if isinstance(content, bytes):
            entries.append([name, 2, content, _FREE, _FREE])
        else:
            entries.append([name, 1, b"", _FREE, _FREE])
        here = len(entries) - 1
        if previous is None:
            entries[parent][4] = here
        else:
            entries[previous][3] = here
        previous = here
        if isinstance(content, dict):
            _add_children(entries, here, content)


def _append(out: bytearray, table: list[int], data: bytes, size: int, *, fill: bytes = b"\0") -> int:
    first = len(table)
    count = max(1, -(-len(data) // size))
    table += [*range(first + 1, first + count), _END]
    out += data.ljust(count * size, fill)
    return first


def _entry(entry: Sequence[int | str | bytes], start: int, size: int) -> bytes:
    name, kind, _, right, child = entry
    raw = str(name).encode("utf-16-le") + b"\0\0"
    return struct.pack("<64sHBBIII16xI8x8xIQ", raw, len(raw), kind, 1, _FREE, right, child, 0, start, size)


def _properties(header: int, values: dict[tuple[int, int], bytes]) -> bytes:
    rows = (
        struct.pack("<HHI8s", kind, tag, 6, value.ljust(8, b"\0")) for (tag, kind), value in values.items()
    )
    return bytes(header) + b"".join(rows)


def _texts(values: dict[int, str]) -> Tree:
    return {f"__substg1.0_{tag:04X}001F": text.encode("utf-16-le") for tag, text in values.items()}


def outlook_tree(
    subject: str,
    body: str = "",
    *,
    html: bytes = b"",
    attachments: dict[str, bytes] | None = None,
    inner: Tree | None = None,
    header: int = 32,
) -> Tree:
    """Return the storages of a mail from Alice to Bob. inner: a mail that is attached to it."""
    sent = int((datetime(2024, 5, 31, 5, 0, tzinfo=UTC) - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds())
    tree: Tree = {
        "__properties_version1.0": _properties(
            header,
            {
                (0x0039, 0x0040): struct.pack("<Q", sent * 10_000_000),
                (0x3FFD, 0x0003): struct.pack("<i", 932),
            },
        ),
        "__nameid_version1.0": {"__substg1.0_00020102": b""},
        "__recip_version1.0_#00000000": {
            "__properties_version1.0": _properties(8, {(0x0C15, 0x0003): struct.pack("<i", 1)}),
            **_texts({0x3001: "Bob", 0x39FE: "bob@example.org"}),
        },
        **_texts({0x0037: subject, 0x0C1A: "Alice Example", 0x5D01: "alice@example.org"}),
    }
    if body:
        tree |= _texts({0x1000: body})
    if html:
        tree["__substg1.0_10130102"] = html
    for number, (name, data) in enumerate((attachments or {}).items()):
        tree[f"__attach_version1.0_#{number:08X}"] = {
            "__properties_version1.0": _properties(8, {}),
            "__substg1.0_37010102": data,
            **_texts({0x3707: name}),
        }
    if inner:
        tree["__attach_version1.0_#000000FF"] = {
            "__properties_version1.0": _properties(8, {}),
            "__substg1.0_3701000D": inner,
        }
    return tree


def outlook_mail(subject: str, body: str = "", **facts: object) -> bytes:
    """Return a mail as Outlook saves it."""
    return compound(outlook_tree(subject, body, **facts))  # type: ignore[arg-type]
