"""True and false are no numbers: `{"doc_id": true}` would read document 1. Used by every transport."""

from __future__ import annotations

from typing import Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError


def refuse_truth(value: Any) -> Any:
    """Return a value, or a list of them, as it is. Raises a validation error where one is true or false."""
    if any(isinstance(item, bool) for item in (value if isinstance(value, list) else [value])):
        raise PydanticCustomError("truth", "must not be true or false")
    return value


Number = BeforeValidator(refuse_truth)
"""For the annotation of a number. It stands behind Field, whose limits the schema would lose otherwise."""
