import { expect, test } from "vitest";
import { splitTitle } from "./heading";

test("an author's number takes the place of ours", () => {
  expect(splitTitle("2.6 Package name", "3.6")).toEqual({ label: "2.6", title: "Package name" });
  expect(splitTitle("A. Reduction tables", "9")).toEqual({ label: "A", title: "Reduction tables" });
  expect(splitTitle("第3章 服務規律", "3")).toEqual({ label: "", title: "第3章 服務規律" });
  expect(splitTitle("A quiet harbour", "4")).toEqual({ label: "4", title: "A quiet harbour" });
  expect(splitTitle("2019 to 2025", "1").title).toBe("2019 to 2025");
});
