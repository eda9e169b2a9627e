"""What callers send as JSON, held to what it may be."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationInfo, field_validator


def _refuse_truth(value: Any) -> Any:
    """Refuse true and false, which would count as 1 and 0: `{"doc_id": true}` would read document 1."""
    if any(isinstance(item, bool) for item in (value if isinstance(value, list) else [value])):
        raise ValueError("must not be true or false")
    return value


Number = BeforeValidator(_refuse_truth)
"""For numbers outside a Payload: members of a union that is told apart by one of them cannot be Payloads."""


class Payload(BaseModel):
    """A body. Unknown members are refused, and true and false wherever no truth value is meant."""

    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth(cls, value: Any, info: ValidationInfo) -> Any:
        meant = cls.model_fields[info.field_name or ""].annotation
        return value if bool in {meant, *get_args(meant)} else _refuse_truth(value)
