/** A browser and a system as people call them, out of what a browser says it is; null for what nobody knows. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const named = (agent: string, names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1] ?? null;

/** "Firefox · Linux", or what there is of it, or the first word that the program says of itself. */
export function agentName(agent: string): string {
  const parts = [named(agent, BROWSERS), named(agent, SYSTEMS)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(" · ") : (agent.split(/[\s/]/)[0] ?? "");
}
