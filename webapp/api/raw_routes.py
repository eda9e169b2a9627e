"""The routes that are answered before Django (uploads, originals), for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from webapp.api.schemas.documents import UploadAnswer
from webapp.api.schemas.problem import Problem

_REF = "#/components/schemas/{model}"
_SECURITY: list[dict[str, list[str]]] = [{"Bearer": []}, {"Session": []}]


def schemas() -> dict[str, Any]:
    """Return the component schemas that these routes and the problems need."""
    found: dict[str, Any] = {}
    for model in (UploadAnswer, Problem):
        schema = model.model_json_schema(ref_template=_REF, mode="serialization")
        found.update(schema.pop("$defs", {}))
        found[model.__name__] = schema
    return found


def _parameter(
    name: str, description: str, *, where: str = "query", example: str | None = None
) -> dict[str, Any]:
    parameter: dict[str, Any] = {
        "in": where,
        "name": name,
        "required": where == "path",
        "schema": {"type": "integer" if where == "path" else "string"},
        "description": description,
    }
    if example is not None:
        parameter["example"] = example
    return parameter


_FILE_NAME = _parameter(
    "filename",
    "Name of the file, for a raw body. Or header Content-Disposition or X-Filename.",
    example="notes.md",
)
_COLLECTION = _parameter(
    "collection", "Name or id; your default collection without it.", example="My documents"
)
_SOURCE = _parameter(
    "source",
    "What identifies the file over time; changed bytes from it are a revision.",
    example="/notes/tides.md",
)
_MODIFIED = _parameter("modified", "When the file was last changed: ISO 8601 or seconds since 1970.")
_DOCUMENT_ID = _parameter("document_id", "Id of the document.", where="path")


def _body(*fields: str) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "file": {
            "type": "array",
            "items": {"type": "string", "contentMediaType": "application/octet-stream"},
            "description": "One file or several; each is a document.",
        }
    }
    properties |= {name: {"type": "string"} for name in fields}
    return {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {"type": "object", "properties": properties, "required": ["file"]}
            },
            "application/octet-stream": {
                "schema": {"type": "string", "contentMediaType": "application/octet-stream"}
            },
        },
    }


def problem_answer(description: str) -> dict[str, Any]:
    """Return how an error is described in the document."""
    return {
        "description": description,
        "content": {"application/problem+json": {"schema": {"$ref": _REF.format(model="Problem")}}},
    }


def _answers(added: str) -> dict[int, Any]:
    one = {"$ref": _REF.format(model="UploadAnswer")}
    content = {"application/json": {"schema": {"anyOf": [one, {"type": "array", "items": one}]}}}
    return {
        200: {"description": "Nothing new: every file was there already.", "content": content},
        201: {"description": added, "content": content},
        400: problem_answer("No file, no file name, or a field that cannot be used"),
        409: problem_answer("Not possible in the present state"),
        411: problem_answer("The body was cut off"),
        413: problem_answer("Larger than limits.max_upload_bytes of GET /status"),
        415: problem_answer("A multipart body without a boundary"),
    }


def _file_answers() -> dict[int, Any]:
    binary = {"*/*": {"schema": {"type": "string", "contentMediaType": "application/octet-stream"}}}
    return {
        200: {"description": "The file.", "content": binary},
        206: {"description": "The range that was asked for.", "content": binary},
        304: {"description": "Unchanged since If-None-Match."},
        416: {"description": "The range lies outside the file."},
    }


PATHS: dict[str, dict[str, Any]] = {
    "/api/v1/documents": {
        "post": {
            "operationId": "upload_documents",
            "summary": "Give documents",
            "description": (
                "Takes `multipart/form-data`, or any other body as the bytes of one file. The caller is "
                "checked before the body is read. One file is answered with an object, several with a "
                "list. A file that cannot be read becomes a document, too, in state `failed` with the reason."
            ),
            "tags": ["documents"],
            "security": _SECURITY,
            "parameters": [_FILE_NAME, _COLLECTION, _SOURCE, _MODIFIED],
            "requestBody": _body("collection", "source", "modified"),
            "responses": _answers("At least one file was added, or is a new revision."),
        }
    },
    "/api/v1/documents/{document_id}/revisions": {
        "post": {
            "operationId": "upload_revision",
            "summary": "Replace the file of a document",
            "description": "Takes one file as POST /documents does. Until it is read, the old text stays.",
            "tags": ["documents"],
            "security": _SECURITY,
            "parameters": [_DOCUMENT_ID, _FILE_NAME, _MODIFIED],
            "requestBody": _body("modified"),
            "responses": _answers("The file is a new revision."),
        }
    },
    "/api/v1/documents/{document_id}/original": {
        "get": {
            "operationId": "get_original",
            "summary": "The original file",
            "description": "Answers ranges. Only PDF, raster images and plain text are shown in place.",
            "tags": ["reading"],
            "security": _SECURITY,
            "parameters": [
                _DOCUMENT_ID,
                _parameter("revision", "Number of a revision; the published one without it."),
                _parameter(
                    "shown", "1: HTML or SVG as a page for a frame, without what runs or asks elsewhere."
                ),
            ],
            "responses": _file_answers(),
        }
    },
}
