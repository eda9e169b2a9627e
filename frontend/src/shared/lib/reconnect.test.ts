import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onReconnect, tellReconnected } from "./reconnect";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("who waits is told each time, until it no longer waits", () => {
  const told = vi.fn();
  const end = onReconnect(told);
  tellReconnected();
  tellReconnected();
  end();
  tellReconnected();
  expect(told).toHaveBeenCalledTimes(2);
});

test("what fails just after the server came back is tried once more, and what fails later waits", () => {
  const soon = vi.fn();
  tellReconnected();
  const end = onReconnect(soon);
  vi.advanceTimersByTime(2_000);
  expect(soon).toHaveBeenCalledTimes(1);
  end();
  vi.advanceTimersByTime(20_000);
  const late = vi.fn();
  onReconnect(late)();
  vi.advanceTimersByTime(2_000);
  expect(late).not.toHaveBeenCalled();
});
