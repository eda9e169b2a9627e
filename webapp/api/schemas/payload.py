"""What callers send as JSON, held to what it may be."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

from webapp.retrieval.truth import refuse_truth


class Payload(BaseModel):
    """A body. Unknown members are refused, and true and false wherever no truth value is meant."""

    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth(cls, value: Any, info: ValidationInfo) -> Any:
        meant = cls.model_fields[info.field_name or ""].annotation
        return value if bool in {meant, *get_args(meant)} else refuse_truth(value)
