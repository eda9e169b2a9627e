from __future__ import annotations

from pathlib import Path

from ingest.domain.document import texts
from ingest.extract.code.sql import extract
from ingest.extract.protocol import Limits, SourceFile

TEXT = """\
-- Every lamp of the harbour stands here.
CREATE TABLE IF NOT EXISTS public."lamps" (
  id int -- number
);
/* create table no_one (
   create view nothing */
create or replace function light(n int) returns int as $$
begin
end $$ language plpgsql;
CREATE UNIQUE INDEX x ON lamps(id);
ALTER TABLE lamps ADD y int;
CREATE DEFINER=`root`@`%` PROCEDURE `off`() BEGIN END;
insert into lamps values ('create table fake (');
CREATE MATERIALIZED VIEW [dbo].[tall] AS SELECT 1;
"""


def test_what_is_created_is_a_section(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(TEXT, encoding="utf-8")
    extraction = extract(SourceFile(path, "a.sql", "text/x-sql"), limits=Limits())
    assert [(hint.line, hint.title) for hint in extraction.hints.headings] == [
        (1, "table public.lamps"),
        (5, "function light"),
        (11, "table lamps"),
        (12, "procedure off"),
        (14, "view dbo.tall"),
    ]
    assert "\n".join(texts(extraction.lines)) + "\n" == TEXT
    assert extraction.prose is not None
    assert extraction.prose[0] == "Every lamp of the harbour stands here."
