// No panel, layer or sheet shows the instant of a flight, survey, photo or observation by the clock of the reader.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clockRule, deviceClockRule } from "./clock-rules.ts";

const root = join(import.meta.dirname, "..");
const files = globSync("{src,layers,tools}/**/*.{ts,tsx}", { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));

test("what happened at a plant is shown by the clock there", () => {
  expect(files.some(({ path }) => path === "src/panels/compare/compare.tsx")).toBe(true);
  expect(clockRule(files)).toEqual([]);
});

test("now is what the server's clock says", () => {
  expect(deviceClockRule(files)).toEqual([]);
  const path = "src/panels/plant/list.tsx";
  for (const text of ["new Date().toISOString()", "localDay(new Date(Date.now()))"])
    expect(deviceClockRule([{ path, text }])).toEqual([path]);
  expect(deviceClockRule([{ path, text: "serverTime(); Date.now() - began" }])).toEqual([]);
});

test.each([
  "formatDate(analysis.flown_at)",
  "formatDateTime(image.taken_at ?? one.observed_at)",
  "formatDate(seen[0]!)",
  "localDay(new Date(analysis.flown_at))",
  "surveys.map(({ flown_at }) => flown_at).map(formatDate)",
  "formatDateTime(at)",
  "new Intl.DateTimeFormat(locale()).format(at)",
  "Intl.DateTimeFormat().resolvedOptions().timeZone",
  "new Date(at).toLocaleDateString()",
  "new Date(flown_at).getDate()",
])("catches %s", (text) => {
  expect(clockRule([{ path: "src/panels/plant/list.tsx", text }])).toHaveLength(1);
});

test.each([
  "formatDate(one.created_at)",
  "formatDateTime(\n  updated_at,\n)",
  "localDay(new Date(serverNow()))",
])("leaves %j to the reader's clock", (text) => {
  expect(clockRule([{ path: "src/panels/plant/list.tsx", text }])).toEqual([]);
});
