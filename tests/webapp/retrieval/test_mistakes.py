from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, ValidationError

from webapp.retrieval.mistakes import invalid_arguments, unknown_arguments


class Arguments(BaseModel):
    limit: Annotated[int, Field(ge=1, le=50, description="Most results, 1 to 50.")] = 20
    ids: int | list[int]


SCHEMA = Arguments.model_json_schema()


def mistakes_in(arguments: dict[str, Any]) -> str:
    with pytest.raises(ValidationError) as caught:
        Arguments.model_validate(arguments)
    return invalid_arguments(caught.value, SCHEMA)


def test_an_argument_that_is_missing_is_named() -> None:
    assert mistakes_in({}) == "ids is missing."


def test_a_value_out_of_range_is_answered_with_its_meaning() -> None:
    assert mistakes_in({"limit": 99, "ids": 1}) == (
        "limit cannot be 99: input should be less than or equal to 50. limit: Most results, 1 to 50."
    )


def test_an_argument_of_several_kinds_is_named_once() -> None:
    assert mistakes_in({"ids": "x"}).count("ids cannot be") == 1


def test_a_giant_value_is_not_repeated() -> None:
    assert len(mistakes_in({"ids": "x" * 10_000})) < 300


def test_an_unknown_argument_is_answered_with_those_there_are() -> None:
    assert (
        unknown_arguments("search", ["lang"], SCHEMA) == "search has no argument 'lang'. It takes limit, ids."
    )
    assert unknown_arguments("search", ["ids"], SCHEMA) is None
