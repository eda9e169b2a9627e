import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const features = ["account", "agents", "collections", "connect", "library", "reader", "search", "upload"];

export default tseslint.config(
  { ignores: ["src/shared/api/schema.ts", "src/shared/live/messages.ts", "test-results", "playwright-report"] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  jsxA11y.flatConfigs.recommended,
  reactHooks.configs.flat["recommended-latest"],
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      complexity: ["error", 14],
      "max-lines": ["error", { max: 300, skipBlankLines: true }],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true, argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // The virtualizer is known not to be memoizable; the component that uses it is not memoized.
      "react-hooks/incompatible-library": "off",
    },
  },
  // In a component every condition in the markup counts, so that the limit is a little higher there.
  { files: ["**/*.tsx"], rules: { complexity: ["error", 22] } },
  // Playwright's fixtures are functions of a pattern and of `use`, which is no hook.
  { files: ["e2e/**"], rules: { "no-empty-pattern": "off", "react-hooks/rules-of-hooks": "off" } },
  {
    files: ["scripts/**", "*.js"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } },
  },
  ...features.map((name) => ({
    files: [`src/features/${name}/**`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: features.filter((other) => other !== name).map((other) => `**/features/${other}/**`), message: "Features never import features." },
            { group: ["@/app/*"], message: "Features never import the app." },
          ],
        },
      ],
    },
  })),
  {
    files: ["src/shared/**"],
    rules: { "no-restricted-imports": ["error", { patterns: ["@/features/*", "@/app/*"] }] },
  },
);
