// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePaced } from "./paced";

let type: (words: string, settled?: boolean) => void;

function Field() {
  const [typed, asked, change] = usePaced("", 40);
  return (
    <input
      ref={() => {
        type = change;
      }}
      value={`${typed}|${asked}`}
      readOnly
    />
  );
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a letter after a pause is asked for at once, a burst when it rests", () => {
  const place = document.createElement("div");
  const root = createRoot(place);
  act(() => { root.render(<Field />); });
  const said = () => place.querySelector("input")?.value;
  const press = (words: string) => { act(() => { type(words); }); };
  press("t");
  expect(said()).toBe("t|t");
  press("ti");
  press("tid");
  expect(said()).toBe("tid|t");
  act(() => { vi.advanceTimersByTime(40); });
  expect(said()).toBe("tid|tid");
  act(() => { vi.advanceTimersByTime(90); });
  press("tide");
  expect(said()).toBe("tide|tide");
  act(() => { root.unmount(); });
});

test("words that are still put together are shown, and asked for once they are settled", () => {
  const place = document.createElement("div");
  const root = createRoot(place);
  act(() => { root.render(<Field />); });
  const said = () => place.querySelector("input")?.value;
  act(() => { type("し", false); });
  act(() => { vi.advanceTimersByTime(200); });
  act(() => { type("しお", false); });
  act(() => { vi.advanceTimersByTime(200); });
  expect(said()).toBe("しお|");
  act(() => { type("潮"); });
  act(() => { vi.advanceTimersByTime(200); });
  expect(said()).toBe("潮|潮");
  act(() => { root.unmount(); });
});
