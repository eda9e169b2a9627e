import { expect, test } from "vitest";
import { CLIENTS, clientMark, recipeOf } from "./clients";

const address = "http://127.0.0.1:8000/mcp";

test.each(CLIENTS)("the recipe of %s carries the address and the token", (client) => {
  const { text } = recipeOf(client, address, "mok_secret");
  expect(text).toContain(address);
  expect(text).toContain("Bearer mok_secret");
});

test.each(["claude-desktop", "cursor", "vscode"] as const)("the recipe of %s is JSON", (client) => {
  expect(JSON.parse(recipeOf(client, address, "mok_secret").text)).toBeTypeOf("object");
});

test("mcp-remote is told when an address is plain http", () => {
  expect(recipeOf("claude-desktop", address, "t").text).toContain("--allow-http");
  expect(recipeOf("claude-desktop", "https://docs.example/mcp", "t").text).not.toContain("--allow-http");
});

test("a program is told by its host, or by the beginning of its id", () => {
  expect(clientMark("https://robot.example/client.json")).toBe("robot.example");
  expect(clientMark("k3Jx9fQ2mZ7p")).toBe("k3Jx9fQ2…");
});
