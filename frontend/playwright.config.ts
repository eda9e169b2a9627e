import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, chromiumPath } from "./e2e/chromium";

/** Stories against a real server with real files. `MOKUJI_BIN` names another `mokuji` than the one in .venv. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/server.ts",
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  /** A second try tells a slow machine from a fault; the report names such a story as flaky. */
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    actionTimeout: 30_000,
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_FLAGS },
  },
});
