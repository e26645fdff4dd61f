import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isFailure } from "../../domain/error.ts";
import { badFlatGeobufs, goodFlatGeobuf } from "./bad-flatgeobuf.fixture.ts";
import { badGeoJsonFeatures } from "./bad-geojson-feature.fixture.ts";
import { badGeoJsonTexts } from "./bad-geojson-text.fixture.ts";
import { badLimits } from "./bad-limit.fixture.ts";
import { badKmls } from "./bad-kml.fixture.ts";
import { badKmzs } from "./bad-kmz.fixture.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTwinFiles } from "./read-files.ts";

const plant = { name: "Pampa", technology: "photovoltaic" as const };
const all = [
  ...badLimits,
  ...badGeoJsonTexts,
  ...badGeoJsonFeatures,
  ...badKmls,
  ...badKmzs,
  ...badFlatGeobufs,
];

async function problemsOf(name: string, bytes: Buffer) {
  try {
    await readTwinFiles([bufferSource(`Pampa ${name}`, bytes)], plant, new Set());
  } catch (error) {
    if (isFailure(error)) return error.problems;
    throw error;
  }
  return [];
}

describe("a bad file", () => {
  let before = 0;
  beforeAll(() => {
    before = process.memoryUsage().rss;
  });
  afterAll(() => {
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 ** 2);
  });

  it.each(all)("is refused by name and place: $title", async ({ name, bytes, reason, place }) => {
    const start = performance.now();
    const [first] = await problemsOf(name, bytes);
    expect(first).toMatchObject({ reason, file: `Pampa ${name}`, ...place });
    expect(performance.now() - start).toBeLessThan(patient(5000));
  });

  it("is there in at least a hundred and forty kinds", () => {
    expect(new Set(all.map(({ title, name }) => `${name} ${title}`)).size).toBeGreaterThan(140);
  });

  it("never breaks the reader, however a sound one is damaged", async () => {
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state % below;
    };
    for (let round = 0; round < 400; round++) {
      const bytes = Buffer.from(goodFlatGeobuf);
      for (let faults = 0; faults <= random(4); faults++)
        bytes[8 + random(bytes.length - 8)] = random(256);
      const problems = await problemsOf("tracker.fgb", bytes.subarray(0, 8 + random(bytes.length)));
      for (const { reason } of problems) expect(reason).toMatch(/^(fgb|twin|crs)_/);
    }
  });
});
