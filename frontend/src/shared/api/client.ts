import createClient, { type Middleware } from "openapi-fetch";
import { type ApiProblem, problemOf } from "./problem";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];

/** The token that Django wants back on every changing request; it lies in a cookie that scripts may read. */
export function csrfToken(): string {
  return /(?:^|; )(?:__Host-)?mokuji_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

export const signedOut = new EventTarget();

/** The problem of a refused request. Whoever is told that nobody is signed in is led to the sign-in page. */
export function refusalOf(status: number, body: unknown, retryAfter?: string | null): ApiProblem {
  if (status === 401) signedOut.dispatchEvent(new Event("signed-out"));
  return problemOf(status, body, retryAfter);
}

const rules: Middleware = {
  onRequest({ request }) {
    if (request.method !== "GET" && request.method !== "HEAD") request.headers.set("X-CSRFToken", csrfToken());
    return request;
  },
  async onResponse({ response, schemaPath }) {
    if (response.ok) return undefined;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    throw schemaPath.startsWith("/api/v1/session") ? problemOf(response.status, body) : refusalOf(response.status, body);
  },
};

export const api = createClient<paths>({ baseUrl: "", querySerializer: { array: { style: "form", explode: true } } });
api.use(rules);

/** The data of an answer; failures were thrown before. */
export async function dataOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  return data as T;
}
