// Words that come with the part that says them, and not with the page after sign-in.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { locales } from "../src/client/i18n.ts";

const read = (path: string) => readFileSync(path, "utf8");

/** Which file loads the words of the noun, and which may say them, as they are loaded by it alone. */
const late: Readonly<Record<string, { readonly loader: string; readonly users: RegExp }>> = {
  audit: {
    loader: "src/panels/audit/panel.ts",
    users: /^src\/(panels\/audit\/|state\/settings\/audit-content\.ts)/,
  },
  permission: {
    loader: "src/panels/permissions/panel.ts",
    users: /^src\/panels\/permissions\//,
  },
  "release-note": {
    loader: "src/app/signed-in.tsx",
    users: /^src\/(app\/header\/release-notes\.tsx|domain\/analysis\/release-note\.ts)/,
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
  const together = /otherWords = "(.*)"/.exec(read("vite.config.ts"))?.[1]?.split("|");
  expect(together).toEqual(leftOut("en"));
});

it("what says late words is loaded together with them", () => {
  const sources = globSync("{src,layers,tools,workers}/**/*.{ts,tsx}").filter(
    (path) => !/\.(test|fixture)\.tsx?$/.test(path) && !path.startsWith("src/server/"),
  );
  for (const [noun, { loader, users }] of Object.entries(late)) {
    const key = new RegExp(`["'\`]${noun}:`);
    const strangers = sources.filter((path) => !users.test(path) && key.test(read(path)));
    expect(strangers, noun).toEqual([]);
    expect(read(loader), noun).toMatch(new RegExp(`needWords\\([^;]*`));
    expect(read(loader), noun).toMatch(new RegExp(`["\\s]${noun}["\\s]`));
  }
});
