// Which browser and which system, read from how a browser names itself. Only to be shown: nothing is
// decided by it.

/** Names with their major versions, "Firefox 143" and "macOS"; null where it is not known. */
export type AgentNames = { readonly browser: string | null; readonly system: string | null };

/** Order matters: every one of them also names those below it. */
const browsers: readonly [name: string, version: RegExp][] = [
  ["Edge", /Edg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /OPR\/(\d+)/],
  ["Samsung Internet", /SamsungBrowser\/(\d+)/],
  ["Firefox", /(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /(?:Chrome|Chromium|CriOS)\/(\d+)/],
  ["Safari", /Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/],
];

const systems: readonly [name: string, mark: RegExp][] = [
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
    system: systems.find(([, mark]) => mark.test(userAgent))?.[0] ?? null,
  };
}
