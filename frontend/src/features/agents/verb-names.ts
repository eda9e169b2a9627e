/** What an agent can call. */
export const VERBS = ["search", "outline", "read", "grep", "browse"] as const;
export type Verb = (typeof VERBS)[number];
