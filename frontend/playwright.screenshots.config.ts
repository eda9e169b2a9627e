import stories from "./playwright.config";

/** Pictures for the README, of a server that holds the documents of scripts/screenshots_documents.py. */
process.env.E2E_EMBEDDING = "1";

export default { ...stories, testDir: "screenshots", timeout: 180_000, use: { ...stories.use, deviceScaleFactor: 1 } };
