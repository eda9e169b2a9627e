/** How a file travels: small ones in one request, large ones in resumable parts. */
import { type Schemas, api, csrfToken, dataOf, refusalOf } from "@/shared/api/client";
import { ApiProblem } from "@/shared/api/problem";
import type { DocumentStatus } from "@/shared/live/messages";
import { statusOf } from "@/shared/live/status";
import { chunkAhead } from "@/shared/lib/chunk";
import type { FileToSend } from "./queue";

export interface Answer {
  outcome: "added" | "revised" | "skipped";
  documentId: number;
  collection: { id: number; name: string };
  /** Where the document stood when the server answered. */
  status: DocumentStatus;
}

export interface Journey {
  collection: string | undefined;
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
}

/** How many bytes of a file the server keeps of a journey that was broken off. */
export async function keptBytes({ name, size }: { name: string; size: number }): Promise<number> {
  if (size < RESUMABLE_FROM) return 0;
  const { defaultOptions } = await bringTus();
  const begun = await defaultOptions.urlStorage.findAllUploads();
  const address = begun.find((each) => each.size === size && each.metadata.filename === name)?.uploadUrl;
  if (!address) return 0;
  const answer = await fetch(address, { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" } });
  return answer.ok ? Number(answer.headers.get("Upload-Offset") ?? 0) : 0;
}

export type Send = (source: FileToSend, journey: Journey) => Promise<Answer>;

/** From this size on a lost connection may cost more than the parts do. */
const RESUMABLE_FROM = 8 * 1024 * 1024;
const PART = 8 * 1024 * 1024;

const bringTus = chunkAhead(() => import("tus-js-client"));

interface UploadAnswer {
  outcome: Answer["outcome"];
  document: Schemas["DocumentDetail"];
}

function answerOf(body: unknown): Answer {
  const one = (Array.isArray(body) ? body[0] : body) as UploadAnswer;
  return answerWith(one.outcome, one.document);
}

function answerWith(outcome: Answer["outcome"], document: Schemas["DocumentDetail"]): Answer {
  return { outcome, documentId: document.id, collection: document.collection, status: statusOf(document) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export const sendFile: Send = (source, journey) =>
  source.file.size >= RESUMABLE_FROM ? sendResumable(source, journey) : sendWhole(source, journey);

function sendWhole({ file, path }: FileToSend, { collection, signal, onBytes }: Journey): Promise<Answer> {
  const query = new URLSearchParams({ filename: path, modified: new Date(file.lastModified).toISOString() });
  if (collection) query.set("collection", collection);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1/documents?${query.toString()}`);
    request.setRequestHeader("X-CSRFToken", csrfToken());
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = (event) => {
      onBytes(event.loaded);
    };
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(answerOf(body));
      else reject(refusalOf(request.status, body, request.getResponseHeader("Retry-After")));
    };
    request.onerror = () => {
      reject(new TypeError("The connection was lost"));
    };
    request.onabort = () => {
      reject(new DOMException("Stopped", "AbortError"));
    };
    signal.addEventListener("abort", () => {
      request.abort();
    });
    request.send(file);
  });
}

/** What became of a resumed file; where it lies is asked, since the last answer has no body. */
async function told(documentId: number, outcome: string | undefined): Promise<Answer> {
  const document = await dataOf(api.GET("/api/v1/documents/{document_id}", { params: { path: { document_id: documentId } } }));
  return answerWith(outcome === "skipped" || outcome === "revised" ? outcome : "added", document);
}

async function sendResumable({ file, path }: FileToSend, journey: Journey): Promise<Answer> {
  const { Upload } = await bringTus();
  const metadata: Record<string, string> = {
    filename: path,
    modified: new Date(file.lastModified).toISOString(),
    ...(journey.collection ? { collection: journey.collection } : {}),
  };
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: "/api/v1/uploads",
      chunkSize: PART,
      metadata,
      retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
      removeFingerprintOnSuccess: true,
      // Without an answer there is no connection: the queue says that the file waits, and begins again when it is back.
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status >= 500 || status === 409 || status === 423;
      },
      onBeforeRequest: (request) => {
        request.setHeader("X-CSRFToken", csrfToken());
      },
      onProgress: (sent) => {
        journey.onBytes(sent);
      },
      onSuccess: ({ lastResponse }) => {
        const documentId = Number(lastResponse.getHeader("Mokuji-Document"));
        if (documentId > 0) resolve(told(documentId, lastResponse.getHeader("Mokuji-Outcome")));
        else reject(new ApiProblem(500, "error", ""));
      },
      onError: (error) => {
        const response = "originalResponse" in error ? error.originalResponse : null;
        if (response) reject(refusalOf(response.getStatus(), parsed(response.getBody()), response.getHeader("Retry-After")));
        else reject(new TypeError(error.message));
      },
    });
    journey.signal.addEventListener("abort", () => {
      void upload.abort(true).catch(() => undefined);
      reject(new DOMException("Stopped", "AbortError"));
    });
    void upload.findPreviousUploads().then((previous) => {
      if (journey.signal.aborted) return;
      const last = previous[0];
      if (last) upload.resumeFromPreviousUpload(last);
      upload.start();
    });
  });
}
