/** The log of calls, grouped as agents made them. Pure. */
import type { Schemas } from "@/shared/api/client";

export type Call = Schemas["AgentCallPage"]["items"][number];

export interface Run {
  /** Calls of one agent in a row, newest first. */
  calls: Call[];
  tokens: number;
}

/** Neighbours of the same session and token, with no pause longer than this, are one agent's way to an answer. */
const PAUSE = 10 * 60_000;

export function runsOf(calls: readonly Call[]): Run[] {
  const runs: Run[] = [];
  for (const call of calls) {
    const run = runs.at(-1);
    const after = run?.calls.at(-1);
    const near = after && Date.parse(after.created_at) - Date.parse(call.created_at) <= PAUSE;
    if (run && after && near && after.session === call.session && after.token_id === call.token_id) {
      run.calls.push(call);
      run.tokens += call.tokens;
    } else runs.push({ calls: [call], tokens: call.tokens });
  }
  return runs;
}

const MAIN = ["query", "doc_ids", "doc_id", "pattern"];

function shortly(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value) ?? "";
}

/** Arguments as a call is written, what matters most first; defaults that are null are left out. */
export function argumentsText(given: Record<string, unknown>): string {
  const names = Object.keys(given).filter((name) => given[name] !== null && given[name] !== undefined);
  const ordered = [...MAIN.filter((name) => names.includes(name)), ...names.filter((name) => !MAIN.includes(name))];
  return ordered.map((name) => (name === "query" ? shortly(given[name]) : `${name}=${shortly(given[name])}`)).join(", ");
}
