// Damaged files never crash a reader: it answers a route, or names the file and the fault.
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { isFailure } from "../../error.ts";
import { openAreas, openRoutes } from "./route-open.ts";
import { routeFiles } from "./route-export.ts";
import { routeFormats } from "./route-format.ts";
import { randomAreas, randomRoute, randomSource } from "./route.fixture.ts";

/** Of each format. */
const rounds = process.env["TEST_ROUNDS"] === "full" ? 10_000 : 120;

const odd = [
  "<",
  ">",
  "</Placemark>",
  "NaN",
  "-1",
  "1e999",
  ",",
  '"',
  "&bogus;",
  "null",
  "[]",
  "\0",
  "é",
  "\n",
  "{",
  "99999999999999999999",
];

/** One to three changes: bits, cuts, repeated or moved pieces, odd texts. */
function mutated(bytes: Uint8Array, random: () => number): Uint8Array {
  let changed = bytes.slice();
  const place = () => Math.floor(random() * changed.length);
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
    const kind = Math.floor(random() * 5);
    const [from, to] = [place(), place()].toSorted((a, b) => a - b) as [number, number];
    if (kind === 0) changed[place()]! ^= 1 << Math.floor(random() * 8);
    else if (kind === 1) changed = changed.slice(0, to);
    else if (kind === 2) changed = joined(changed.subarray(0, to), changed.subarray(from));
    else if (kind === 3)
      changed = joined(changed.subarray(0, from), changed.subarray(Math.min(to, from + 40)));
    else {
      const text = strToU8(odd[Math.floor(random() * odd.length)]!);
      changed = joined(changed.subarray(0, from), text, changed.subarray(from + text.length));
    }
    if (changed.length === 0) return changed;
  }
  return changed;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

describe.each(routeFormats)("damaged files: %s", (format) => {
  it(
    "are opened, or refused with file and fault",
    () => {
      const random = randomSource(2026);
      const sources = Array.from({ length: 5 }, () =>
        routeFiles(randomRoute(random, 3), format, {
          areas: randomAreas(random),
          created_ms: 1.7e12,
        }),
      ).flat();
      const file = `a.${format}`;
      let refused = 0;
      for (let round = 0; round < rounds; round += 1) {
        const bytes = mutated(sources[round % sources.length]!.bytes, random);
        const isMap = format === "kml" || format === "geojson" || format === "kmz";
        for (const open of isMap ? [openRoutes, openAreas] : [openRoutes]) {
          try {
            open(bytes, file);
          } catch (cause) {
            if (!isFailure(cause)) throw cause;
            refused += 1;
            expect(cause.code).toBe("FILE_REFUSED");
            for (const problem of cause.problems) {
              expect(problem.file?.startsWith(file)).toBe(true);
              expect(problem.reason).not.toBe("");
            }
            expect(cause.problems.length).toBeGreaterThan(0);
          }
        }
      }
      expect(refused).toBeGreaterThan(rounds / 10);
    },
    patient(600_000),
  );
});
