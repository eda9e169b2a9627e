from __future__ import annotations

import numpy as np
import pytest

from ingest.domain.errors import EngineError
from ingest.engines.vector.vectors import check_query, vector_of
from tests.ingest.engines.entries import vector_entry


def test_a_vector_of_the_right_length_is_taken_as_it_is() -> None:
    assert vector_of(vector_entry(1, 0.5, -2.0), dimension=2) == [0.5, -2.0]
    check_query(np.zeros(2, dtype=np.float32), dimension=2)


@pytest.mark.parametrize("numbers", [(), (1.0,), (1.0, 2.0, 3.0)])
def test_another_length_is_refused_with_the_mend(numbers: tuple[float, ...]) -> None:
    with pytest.raises(EngineError, match=f"Document 7 has a vector of {len(numbers)} numbers"):
        vector_of(vector_entry(7, *numbers), dimension=2)
    with pytest.raises(EngineError, match="Use the model that filled the index"):
        check_query(np.array(numbers, dtype=np.float32), dimension=2)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_finite_number_is_refused(number: float) -> None:
    with pytest.raises(EngineError, match="not finite"):
        vector_of(vector_entry(7, 1.0, number), dimension=2)
