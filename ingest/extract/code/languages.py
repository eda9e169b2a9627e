"""The programming languages that are read, and which nodes of their trees are sections. Only names, no library."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.domain import formats


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    grammar: dotted path `module:function` of its grammar. holders: nodes that are sections and hold further ones.
    leaves: nodes that are sections and hold none, such as functions. fences: marks of comments taken off the words.
    """

    grammar: str
    holders: frozenset[str]
    leaves: frozenset[str]


def _language(grammar: str, holders: str, leaves: str) -> Language:
    return Language(grammar, frozenset(holders.split()), frozenset(leaves.split()))


_JS_HOLDERS = "class_declaration"
_JS_LEAVES = "function_declaration generator_function_declaration method_definition"
_TS_HOLDERS = f"{_JS_HOLDERS} abstract_class_declaration internal_module module interface_declaration"
_TS_LEAVES = (
    f"{_JS_LEAVES} enum_declaration type_alias_declaration function_signature abstract_method_signature "
    "method_signature"
)
_C_HOLDERS = "struct_specifier union_specifier"
_C_LEAVES = "function_definition enum_specifier"

C = _language("tree_sitter_c:language", _C_HOLDERS, _C_LEAVES)
CPP = _language(
    "tree_sitter_cpp:language",
    f"{_C_HOLDERS} class_specifier namespace_definition",
    f"{_C_LEAVES} concept_definition",
)
TSX = _language("tree_sitter_typescript:language_tsx", _TS_HOLDERS, _TS_LEAVES)

LANGUAGES: dict[str, Language] = {
    formats.PYTHON: _language("tree_sitter_python:language", "class_definition", "function_definition"),
    formats.JAVASCRIPT: _language("tree_sitter_javascript:language", _JS_HOLDERS, _JS_LEAVES),
    formats.TYPESCRIPT: _language("tree_sitter_typescript:language_typescript", _TS_HOLDERS, _TS_LEAVES),
    formats.JAVA: _language(
        "tree_sitter_java:language",
        "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
        "method_declaration constructor_declaration compact_constructor_declaration",
    ),
    formats.C: C,
    formats.CPP: CPP,
    formats.C_SHARP: _language(
        "tree_sitter_c_sharp:language",
        "namespace_declaration class_declaration interface_declaration struct_declaration record_declaration",
        "enum_declaration delegate_declaration method_declaration constructor_declaration destructor_declaration "
        "operator_declaration local_function_statement",
    ),
    formats.GO: _language("tree_sitter_go:language", "", "function_declaration method_declaration type_spec"),
    formats.RUST: _language(
        "tree_sitter_rust:language",
        "impl_item trait_item mod_item",
        "function_item function_signature_item struct_item enum_item union_item macro_definition type_item",
    ),
    formats.RUBY: _language("tree_sitter_ruby:language", "class module", "method singleton_method"),
    formats.PHP: _language(
        "tree_sitter_php:language_php",
        "class_declaration interface_declaration trait_declaration enum_declaration namespace_definition",
        "function_definition method_declaration",
    ),
    formats.KOTLIN: _language(
        "tree_sitter_kotlin:language",
        "class_declaration object_declaration companion_object",
        "function_declaration secondary_constructor",
    ),
    formats.SWIFT: _language(
        "tree_sitter_swift:language",
        "class_declaration protocol_declaration",
        "function_declaration init_declaration deinit_declaration protocol_function_declaration",
    ),
    formats.SHELL: _language("tree_sitter_bash:language", "", "function_definition"),
    formats.CSS: _language(
        "tree_sitter_css:language", "media_statement supports_statement", "rule_set keyframes_statement"
    ),
}
