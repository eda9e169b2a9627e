import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceOf } from "@/shared/api/problem";
import { chunk, chunkAhead } from "@/shared/lib/chunk";
import { PaneError } from "./Notice";
import { toast } from "./toast";

interface Ways<P> {
  /** What stands there until the part has arrived; asked again by `retry` after it did not. */
  waiting?: (props: P, retry: () => void) => ReactNode;
  /** What a pane says when it did not arrive; without it a toast says so, for what is too small to say it itself. */
  failed?: (error: unknown, retry: () => void) => ReactNode;
  /** Only fetched when it is opened. */
  late?: boolean;
}

export interface Lazy<P> {
  (props: P): ReactNode;
  /** Fetch it before it is shown; never fails, the part itself says what did. */
  preload: () => Promise<void>;
}

/** A part that is fetched when it is first needed. What did not arrive fails alone, and can be tried again. */
export function lazily<P extends object>(bring: () => Promise<ComponentType<P>>, { waiting, failed, late = false }: Ways<P> = {}): Lazy<P> {
  let arrived: ComponentType<P> | null = null;
  const load = (late ? chunk : chunkAhead)(async () => (arrived = await bring()));
  function Lazily(props: P) {
    const { t } = useTranslation();
    const [Part, setPart] = useState<ComponentType<P> | null>(() => arrived);
    const [attempt, setAttempt] = useState(0);
    const [problem, setProblem] = useState<unknown>(null);
    useEffect(() => {
      let here = true;
      load().then(
        (part) => {
          if (here) setPart(() => part);
        },
        (error: unknown) => {
          if (!here) return;
          setProblem(error);
          if (!failed) toast(sentenceOf(error, t));
        },
      );
      return () => {
        here = false;
      };
    }, [attempt, t]);
    const retry = () => {
      setProblem(null);
      setAttempt(attempt + 1);
    };
    if (Part) return <Part {...props} />;
    if (problem !== null && failed) return failed(problem, retry);
    return waiting?.(props, retry) ?? null;
  }
  Lazily.preload = () => load().then(() => undefined, () => undefined);
  return Lazily;
}

/** The same for a pane, which says what failed in its place. */
export function lazyPane<P extends object>(bring: () => Promise<ComponentType<P>>, ways: Ways<P> = {}): Lazy<P> {
  return lazily(bring, { failed: (error, retry) => <PaneError error={error} retry={retry} />, ...ways });
}

/** The same for a whole page inside the frame. */
export function lazyPage(bring: () => Promise<ComponentType>, late = false): Lazy<object> {
  return lazily(bring, {
    late,
    waiting: () => <main className="flex-1 bg-sheet" aria-busy="true" />,
    failed: (error, retry) => (
      <main className="flex-1 bg-sheet">
        <PaneError error={error} retry={retry} />
      </main>
    ),
  });
}
