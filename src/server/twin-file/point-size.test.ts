// Components of a table of points, with the size that a user stated.
import { expect, it } from "vitest";
import { SIZE, readFileMapping } from "../../domain/file-preview/file-mapping.ts";
import { buildTwin } from "../../domain/twin/twin-build.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTwinFiles } from "./read-files.ts";

const plant = { name: "Pampa", technology: "photovoltaic" as const };
const table = "name,lon,lat\nM1,-70.1,-18.9\nM2,-70.0999,-18.9\n";
const read = (mapping: Readonly<Record<string, string>>, text = table) =>
  readTwinFiles(
    [{ ...bufferSource("modules.csv", Buffer.from(text)), component_type: null }],
    { ...plant, mapping },
    new Set(),
  );

it("they are rectangles of that size around their points, which the report says", async () => {
  const { draft, report } = await read({ [SIZE]: "2.28x1.13@90" });
  const level = buildTwin(draft).levels.find(({ geometry }) => geometry.type === "module")!;
  // On the plane of the plant, whose metres are up to 0.7 % off those of the ground.
  for (const length of level.geometry.length)
    expect(Math.abs(length / 2.28 - 1)).toBeLessThan(0.007);
  for (const width of level.geometry.width) expect(Math.abs(width / 1.13 - 1)).toBeLessThan(0.007);
  expect([0, 1].map(level.names.pcs)).toEqual(["M1", "M2"]);
  // 0.0001 degrees at 18.9 degrees south are 10.53 m.
  const [west, east] = level.geometry.centreX;
  expect(east! - west!).toBeCloseTo(10.53, 1);
  expect(report.notes).toEqual([
    { reason: "twin_points_sized", values: { count: 2, length: 2.28, width: 1.13, direction: 90 } },
  ]);
});

it("without a size they are left out, and the reason names the way out", async () => {
  const error: unknown = await read({}).catch((thrown: unknown) => thrown);
  const { problems } = error as { problems: { reason: string }[] };
  expect(problems.map(({ reason }) => reason)).toContain("twin_not_an_area");
});

it("a size is part of the mapping of a twin alone", () => {
  const text = JSON.stringify({ [SIZE]: "2.28x1.13@0" });
  expect(readFileMapping("twin", text)).toEqual({ [SIZE]: "2.28x1.13@0" });
  expect(readFileMapping("blueprint", text)).toBeNull();
  expect(readFileMapping("twin", JSON.stringify({ [SIZE]: "2x9@0" }))).toBeNull();
});
