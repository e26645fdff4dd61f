// Time limits of tests follow the patience of the machine: none is a bare number. Waits with expect.poll, vi.waitFor
// and vi.waitUntil are lengthened by tests/set-up.ts.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const waits = /\b(poll|waitFor|waitUntil)\b/;

/** Lines that limit a test by a bare number of milliseconds. */
function bareLimits(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter((line, at) => {
    if (/^ {0,4}\}, [\d_]{4,}\);$/.test(line)) return true;
    if (/performance\.now\(\) - \w+\)\.toBeLessThan\([\d_]+\)/.test(line)) return true;
    // Shorter ones are for answers that never come.
    if (/\btimeoutMs: [\d_]{3,}|\bsetTimeout\([\d_]{4,},/.test(line)) return true;
    if (/^\s*[\d_]{4,},$/.test(line) && /^\s*\);$/.test(lines[at + 1] ?? "")) return true;
    if (!/\btimeout: [\d_]/.test(line)) return false;
    return !lines.slice(Math.max(0, at - 8), at + 1).some((before) => waits.test(before));
  });
}

test("no time limit of a test is a bare number", () => {
  const files = [
    ...globSync("{src,layers,tools,workers,tests}/**/*.test.{ts,tsx}", { cwd: root }),
    ...globSync("tests/{fixtures,e2e}/**/*.ts", { cwd: root }),
  ];
  const bare = files
    .filter((file) => file !== "tests/limits.test.ts")
    .flatMap((file) =>
      bareLimits(readFileSync(join(root, file), "utf8")).map((line) => `${file}: ${line}`),
    );
  expect(bare).toEqual([]);
});

test("bare limits are found, lengthened ones and waits are not", () => {
  expect(bareLimits('it("ends", async () => {\n}, 60_000);')).toHaveLength(1);
  expect(bareLimits('describe("it", { timeout: 60_000 }, () => {')).toHaveLength(1);
  expect(bareLimits('it(\n  "ends",\n  end,\n  60_000,\n);')).toHaveLength(1);
  expect(bareLimits('describe("it", { timeout: patient(60_000) }, () => {')).toEqual([]);
  expect(bareLimits("expect(performance.now() - begun).toBeLessThan(5000);")).toHaveLength(1);
  expect(bareLimits("app = open({ url, timeoutMs: 300 });")).toHaveLength(1);
  expect(bareLimits("sent.setTimeout(5000, () => sent.destroy());")).toHaveLength(1);
  expect(bareLimits("sent.setTimeout(patient(5000), () => sent.destroy());")).toEqual([]);
  expect(bareLimits("app = open({ url, timeoutMs: patient(300) });")).toEqual([]);
  expect(bareLimits("await expect\n  .poll(\n    ask,\n    { timeout: 15_000 },\n  )")).toEqual([]);
});
