import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, createContext, useContext, useEffect, useState } from "react";
import { api, dataOf } from "@/shared/api/client";
import { useStore } from "@/shared/lib/store";
import { LiveConnection } from "./connection";
import type { DocumentStatus } from "./messages";
import { statusOf } from "./status";
import { followEvents } from "./follow";

const LiveContext = createContext<LiveConnection | null>(null);

/** Without a socket: what changed last, which holds everything that is being worked on. */
async function pollStatuses(): Promise<DocumentStatus[]> {
  const page = await dataOf(api.GET("/api/v1/documents", { params: { query: { sort: "-added", limit: 100 } } }));
  return page.items.map(statusOf);
}

export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [connection] = useState(() => new LiveConnection(pollStatuses));
  useEffect(() => {
    connection.start();
    const unfollow = followEvents(connection, queries);
    return () => {
      unfollow();
      connection.stop();
    };
  }, [connection, queries]);
  return <LiveContext value={connection}>{children}</LiveContext>;
}

export function useLive(): LiveConnection {
  const connection = useContext(LiveContext);
  if (!connection) throw new Error("LiveProvider is missing");
  return connection;
}

export function useLiveState() {
  return useStore(useLive().state);
}

export function useLink() {
  return useStore(useLive().link);
}

const POLL_CALLS = 2_500;

/** How often the log of calls has to be asked: never while the live channel tells of every call. */
export function useCallsInterval(): number | false {
  return useLink() === "open" ? false : POLL_CALLS;
}
