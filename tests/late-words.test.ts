// Words that come with the part that says them, and not with the page after sign-in.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { locales } from "../src/client/i18n.ts";

const read = (path: string) => readFileSync(path, "utf8");

const audit = "src/panels/audit/panel.ts";

/** Which files load the words of the noun, and which may say them, as they are loaded by these alone. */
const late: Readonly<
  Record<string, { readonly loaders: readonly string[]; readonly users: RegExp }>
> = {
  audit: {
    loaders: [audit],
    users: /^src\/(panels\/audit\/|state\/settings\/audit-content\.ts)/,
  },
  permission: {
    loaders: ["src/panels/permissions/panel.ts", audit],
    users: /^src\/panels\/(permissions|audit)\//,
  },
  "release-note": {
    loaders: ["src/app/signed-in.tsx"],
    users: /^src\/(app\/header\/release-notes\.tsx|domain\/analysis\/release-note\.ts)/,
  },
  report: {
    loaders: ["src/panels/reports/panel.ts", "src/panels/findings/panel.ts", audit],
    users: /^src\/panels\/(reports|audit|findings)\//,
  },
  monitoring: {
    loaders: ["src/panels/monitoring/panel.ts"],
    users: /^src\/(panels\/monitoring\/|state\/settings\/monitoring\.ts)/,
  },
  "single-sign-on": {
    loaders: ["src/panels/single-sign-on/panel.ts", audit],
    users: /^src\/(panels\/(single-sign-on|audit)\/|state\/settings\/single-sign-on\.ts)/,
  },
  webhook: {
    loaders: ["src/panels/webhooks/panel.ts", audit],
    users: /^src\/(panels\/(webhooks|audit)\/|state\/settings\/webhook\.ts)/,
  },
  order: {
    loaders: ["src/panels/orders/panel.ts", audit],
    users: /^src\/(panels\/(orders|audit)\/|state\/settings\/order\.ts)/,
  },
  drone: {
    loaders: ["src/panels/drones/panel.ts"],
    users: /^src\/(panels\/drones\/|state\/settings\/drone(-app|-model)?\.ts)/,
  },
  terms: {
    loaders: ["src/panels/legal/legal-links.tsx"],
    users: /^src\/panels\/legal\/terms\.tsx/,
  },
};

/** The nouns of which the words of the pages after sign-in leave out the file. */
const leftOut = (locale: string) =>
  /"!.*\{(.*)\}\.json"/.exec(read(`src/client/words/${locale}.ts`))?.[1]?.split(",") ?? [];

it("words that a page leaves out are those of the pages before it, of mails, and of the table", () => {
  for (const locale of locales) {
    expect(leftOut(locale).toSorted(), locale).toEqual(
      ["shell", "sign-in", "error", "mail", ...Object.keys(late)].toSorted(),
    );
  }
  // The build puts all other words into one file for each language.
  const together = /otherWords =\s*"(.*)"/.exec(read("vite.config.ts"))?.[1]?.split("|");
  expect(together).toEqual(leftOut("en"));
});

it("what says late words is loaded together with them", () => {
  const sources = globSync("{src,layers,tools,workers}/**/*.{ts,tsx}").filter(
    (path) => !/\.(test|fixture)\.tsx?$/.test(path) && !path.startsWith("src/server/"),
  );
  for (const [noun, { loaders, users }] of Object.entries(late)) {
    const key = new RegExp(`["'\`]${noun}:`);
    const strangers = sources.filter((path) => !users.test(path) && key.test(read(path)));
    expect(strangers, noun).toEqual([]);
    for (const loader of loaders) {
      expect(read(loader), noun).toContain("needWords(");
      expect(read(loader), noun).toMatch(new RegExp(`["\\s]${noun}["\\s]`));
    }
  }
});
