// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSampled } from "./sampled";

function Said({ text }: { text: string }) {
  return <p>{useSampled(text, 5_000)}</p>;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what changes all the time is said each five seconds all the same", () => {
  const place = document.createElement("div");
  const root = createRoot(place);
  const heard = new Set<string | null>();
  for (let second = 0; second < 20; second += 1) {
    act(() => { root.render(<Said text={`${String(second)} of 320 done`} />); });
    act(() => { vi.advanceTimersByTime(1_000); });
    heard.add(place.textContent);
  }
  expect([...heard]).toEqual(["", "4 of 320 done", "9 of 320 done", "14 of 320 done", "19 of 320 done"]);
  act(() => { root.unmount(); });
});
