import { useEffect, useRef, useState } from "react";

/** The value as it was at the last beat, however often it changes between two; empty before the first. */
export function useSampled(value: string, every: number): string {
  const latest = useRef(value);
  const [sampled, sample] = useState("");
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    const beat = setInterval(() => {
      sample(latest.current);
    }, every);
    return () => {
      clearInterval(beat);
    };
  }, [every]);
  return sampled;
}
