import type { Schemas } from "@/shared/api/client";
import type { DocumentStatus } from "./messages";

/** A document of the API as the live channel tells of it. */
export function statusOf(item: Schemas["DocumentItem"]): DocumentStatus {
  return {
    id: item.id,
    collection_id: item.collection.id,
    title: item.title,
    file_name: item.file_name,
    file_type: item.file_type,
    language: item.language,
    state: item.state,
    recognising: item.progress?.stage === "recognise",
    changed: item.updated_at,
    failure_code: item.failure?.code ?? "",
    failure_message: item.failure?.message ?? "",
    done: item.progress?.done ?? 0,
    total: item.progress?.total ?? 0,
    unit: item.progress?.unit ?? "page",
    parts: item.part_count,
    own: false,
  };
}
