// A logger's file of a whole day beside a survey of 40 min: only the lines of the flight count.
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import type { ConditionRow } from "../../domain/evaluation/condition-record.ts";
import { analysisFile } from "../store/schema/analysis-file.ts";
import * as fixture from "./survey.fixture.ts";

let host: ResultImport;
let raster: Awaited<ReturnType<typeof fixture.fileOf>>;
beforeAll(async () => {
  host = await openResultImport();
  raster = await fixture.fileOf(host, "thermal.tif", await fixture.rasterOf(host, 0, 40, 7));
});
afterAll(() => host.server.close());

/** Each 10 min from 06:00 to 20:00 by the clock of the plant: 800 W/m2 from 12:00 to 12:40, 200 else. */
const lines = Array.from({ length: 85 }, (_, index) => {
  const minute = 360 + index * 10;
  const two = (value: number) => String(value).padStart(2, "0");
  const time = `2026-06-01 ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  return `${time},${minute >= 720 && minute <= 760 ? 800 : 200}\n`;
});
const wholeDay = `time,irradiance (W/m2)\n${lines.join("")}`;

async function evaluated(name: string, flown: string, about?: { rows: ConditionRow[] }) {
  const id = await host.plant.addAnalysis(name, flown);
  const evaluate = async () => {
    const files = [raster, await fixture.fileOf(host, "conditions.csv", wholeDay)];
    const log = await fixture.evaluate(host, id, files, about);
    return { log, warm: (await fixture.valuesOf(host, id, "delta_t_normalised"))?.[7] };
  };
  return { id, evaluate };
}

const addPhoto = (analysis_id: number, name: string, taken_at: string, utc_offset: number | null) =>
  host.owner.db.insert(analysisFile).values({
    analysis_id,
    file_name: name,
    name_key: name,
    object: `photo/${analysis_id}/${name}`,
    bytes: 1,
    sha256: "0".repeat(64),
    taken_at,
    utc_offset,
  });

it(
  "counts the lines of the time of the photos, by the clock of the plant, and says so",
  async () => {
    const { id, evaluate } = await evaluated("photos", "2026-06-01T12:00:00Z");
    // The plant is in Chile: 12:10 is 16:10 in UTC. A photo whose zone was assumed says nothing.
    await addPhoto(id, "a.jpg", "2026-06-01T16:10:00Z", -240);
    await addPhoto(id, "b.jpg", "2026-06-01T16:30:00Z", -240);
    await addPhoto(id, "c.jpg", "2026-06-01T20:00:00Z", null);
    const { log, warm } = await evaluate();
    expect(log).toMatchObject({
      conditions: { irradiance: 800 },
      condition_lines: [{ basis: "photos", count: 5, of: 85, refused: null }],
      condition_notes: [{ reason: "condition_zone_assumed", file: "conditions.csv" }],
    });
    expect(log?.condition_rows).toHaveLength(5);
    expect(warm).toBeCloseTo(7.5, 3);
  },
  patient(60_000),
);

it(
  "normalises nothing by the mean of a day, until a person states the time of the flight",
  async () => {
    const first = await evaluated("no photos", "2026-06-01T12:00:00Z");
    const { log, warm } = await first.evaluate();
    expect(log).toMatchObject({
      conditions: {},
      condition_lines: [{ count: 0, of: 85, refused: "whole_day" }],
    });
    expect(log?.left_out).toMatchObject([{ quantity: "irradiance" }]);
    expect(warm).toBeUndefined();
    const rows: ConditionRow[] = [
      ["2026-06-01T16:10:00Z", 800, "stated"],
      ["2026-06-01T22:10:00Z", 200, "file"],
    ].map(([measured_at, value, source]) => ({
      quantity: "irradiance",
      component: "",
      measured_at: measured_at as string,
      value: value as number,
      source: source as "stated" | "file",
    }));
    const second = await evaluated("stated", "2026-06-01T12:00:00Z", { rows });
    const stated = await second.evaluate();
    expect(stated.log).toMatchObject({
      conditions: { irradiance: 800 },
      condition_lines: [{ basis: "stated", count: 1, of: 2 }],
      condition_notes: [{ reason: "condition_file_unused", file: "conditions.csv" }],
    });
    expect(stated.warm).toBeCloseTo(7.5, 3);
  },
  patient(60_000),
);

it(
  "has in the uncertainty of a difference what the light wandered during the flight",
  async () => {
    const stated = (minute: number, value: number): ConditionRow => ({
      quantity: "irradiance",
      component: "",
      measured_at: `2026-06-01T16:${minute}:00Z`,
      value,
      source: "stated",
    });
    const uncertaintyOf = async (name: string, values: readonly [number, number]) => {
      const rows = [stated(10, values[0]), stated(30, values[1])];
      const { id, evaluate } = await evaluated(name, "2026-06-01T12:00:00Z", { rows });
      expect((await evaluate()).warm).toBeCloseTo(7.5, 3);
      return (await fixture.valuesOf(host, id, "delta_t_uncertainty"))![7]!;
    };
    const steady = await uncertaintyOf("steady", [800, 800]);
    const wandered = await uncertaintyOf("wandered", [760, 840]);
    // A standard deviation of 56.57 W/m2: 7.07 % of 7.5 K, twice.
    expect(wandered).toBeCloseTo(Math.hypot(steady, 2 * 0.0707107 * 7.5), 2);
  },
  patient(60_000),
);
