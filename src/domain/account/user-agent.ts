// Reads browser and operating system from a user agent. For display only: no decision depends on it.

/** The browser with its major version and the system, "Firefox 143" and "macOS"; null if unknown. */
export type AgentNames = { readonly browser: string | null; readonly system: string | null };

/** Order matters: each user agent also contains the names below its own. */
const browsers: readonly [name: string, version: RegExp][] = [
  ["Edge", /Edg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /OPR\/(\d+)/],
  ["Samsung Internet", /SamsungBrowser\/(\d+)/],
  ["Firefox", /(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /(?:Chrome|Chromium|CriOS)\/(\d+)/],
  ["Safari", /Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ["Android", /Android/],
  ["iOS", /iPhone|iPad|iPod/],
  ["Windows", /Windows/],
  ["ChromeOS", /CrOS/],
  ["macOS", /Mac OS X|Macintosh/],
  ["Linux", /Linux|X11/],
];

export function agentNames(userAgent: string): AgentNames {
  const found = browsers
    .map(([name, version]) => ({ name, version: version.exec(userAgent)?.[1] }))
    .find(({ version }) => version !== undefined);
  return {
    browser: found ? `${found.name} ${found.version}` : null,
    system: systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null,
  };
}
