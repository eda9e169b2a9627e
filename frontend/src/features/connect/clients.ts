/** What each client needs to hear, ready to paste. Pure. */
export const CLIENTS = ["claude-code", "claude-desktop", "cursor", "vscode"] as const;
export type Client = (typeof CLIENTS)[number];

export interface Recipe {
  /** Where the text goes: a terminal, or this file. */
  file: string | null;
  text: string;
}

export const CLIENT_NAMES: Record<Client, string> = {
  "claude-code": "Claude Code",
  "claude-desktop": "Claude Desktop",
  cursor: "Cursor",
  vscode: "VS Code",
};

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

export function recipeOf(client: Client, address: string, token: string): Recipe {
  const bearer = `Bearer ${token}`;
  if (client === "claude-code") return { file: null, text: `claude mcp add --transport http mokuji ${address} \\\n  --header "Authorization: ${bearer}"` };
  if (client === "claude-desktop") {
    const plain = address.startsWith("http://") ? ["--allow-http"] : [];
    // The header's value goes through the environment: arguments with spaces break on Windows.
    const server = { command: "npx", args: ["-y", "mcp-remote", address, ...plain, "--header", "Authorization:${MOKUJI_TOKEN}"], env: { MOKUJI_TOKEN: bearer } };
    return { file: "claude_desktop_config.json", text: pretty({ mcpServers: { mokuji: server } }) };
  }
  if (client === "cursor") return { file: "~/.cursor/mcp.json", text: pretty({ mcpServers: { mokuji: { url: address, headers: { Authorization: bearer } } } }) };
  return { file: ".vscode/mcp.json", text: pretty({ servers: { mokuji: { type: "http", url: address, headers: { Authorization: bearer } } } }) };
}

/** What tells two programs of one name apart: the host of the document that an OAuth client id is, else how the id begins. */
export function clientMark(clientId: string): string {
  try {
    return new URL(clientId).host;
  } catch {
    return `${clientId.slice(0, 8)}…`;
  }
}
