import type { TFunction } from "i18next";
import { ChunkLost } from "@/shared/lib/chunk";

/** An answer of the server that is not a success. detail is a sentence for a person; code is for programs. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    /** Seconds after which it may be tried again, where the server says so. */
    readonly wait = 0,
    /** What is wrong with the first value that cannot be used. */
    readonly reason = "",
  ) {
    super(detail);
    this.name = "ApiProblem";
  }
}

interface ProblemBody {
  status?: number;
  code?: string;
  detail?: string;
  errors?: { field: string; message: string }[] | null;
}

export function problemOf(status: number, body: unknown, retryAfter?: string | null): ApiProblem {
  const problem = (typeof body === "object" && body !== null ? body : {}) as ProblemBody;
  return new ApiProblem(status, problem.code ?? "error", problem.detail ?? "", Number(retryAfter) || 0, problem.errors?.[0]?.message ?? "");
}

/** Whether the server was not there: what failed by that can succeed as soon as it is back. */
export function wasAway(error: unknown): boolean {
  if (error instanceof ChunkLost) return !error.stale;
  return error instanceof TypeError || (error instanceof ApiProblem && error.status >= 502);
}

/** Whether the same request can end otherwise: not one whose words cannot be used, or that is not allowed. */
export function canSucceed(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status >= 500 || [401, 408, 409, 425, 429].includes(error.status);
}

/** Failures that a person can mend have a sentence of their own in each language; others keep the server's. */
export function sentenceOf(error: unknown, t: TFunction): string {
  if (error instanceof ApiProblem) {
    if (error.status === 401) return t("error.signedOut");
    if (error.reason) return t("error.invalid", { reason: uncapitalised(error.reason) });
    if (error.status >= 500 && !error.detail) return t("error.server");
    return error.detail || t("error.server");
  }
  if (error instanceof ChunkLost && error.stale) return t("error.stale");
  return error instanceof TypeError ? t("error.offline") : t("error.server");
}

/** The message of a validator as the end of a sentence. */
function uncapitalised(message: string): string {
  const plain = message.replace(/\.+$/, "");
  return /^[A-Z][a-z]/.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
}

const KNOWN = [
  "password-needed", "no-text-layer", "no-words", "damaged", "too-large", "timed-out", "out-of-memory", "unsupported",
  "empty", "crashed", "cancelled",
] as const;

/** What the server says of an encryption that no password opens, and of a text file that holds something else: neither has a code of its own. */
const SAID = [
  { begins: "Encrypted in a way that cannot be opened here", key: "failure.unopenable" },
  { begins: "Not text:", key: "failure.notText" },
] as const;

/** Why a file failed and the mend, in the language of the interface. */
export function failureSentence(code: string, message: string, t: TFunction): string {
  const known = KNOWN.find((each) => each === code);
  if (!known) return message || t("failure.other");
  if ((known === "unsupported" || known === "too-large" || known === "timed-out") && t("lang") === "en") return message || t(`failure.${known}`);
  const said = SAID.find(({ begins }) => known === "unsupported" && message.startsWith(begins));
  if (said) return t(said.key);
  const kind = known === "unsupported" ? /(?:^|\s)(\.[\p{L}\d_-]{1,12})(?=\s)/u.exec(message)?.[1] : undefined;
  return kind ? t("failure.unsupportedKind", { kind }) : t(`failure.${known}`);
}

/** Whether to read the same file once more can end otherwise. */
export function mayRetry(code: string): boolean {
  return code !== "empty" && code !== "unsupported";
}

/** The failure in two or three words, for a row. */
export function failureWord(code: string, t: TFunction): string {
  const known = KNOWN.find((each) => each === code);
  return known ? t(`failureWord.${known}`) : t("failureWord.other");
}
