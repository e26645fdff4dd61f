// Updates from files that say no names or heights: what a file does not say stays.
import { describe, expect, it } from "vitest";
import { buildTwin, type BuiltTwin } from "../../domain/twin/twin-build.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTwinFiles } from "./read-files.ts";

const plant = { name: "Pampa", technology: "photovoltaic" as const };
type Said = Readonly<Record<string, string | number>>;

/** Three modules in a row, each with what the file says of it. */
function geojson(said: readonly Said[]): string {
  const features = said.map((properties, at) => {
    const [west, south] = [-70 + at * 1e-4, -18];
    const [east, north] = [west + 2e-5, south + 1e-5];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const geometry = { type: "Polygon", coordinates: [ring] };
    return { type: "Feature", properties, geometry };
  });
  return JSON.stringify({ type: "FeatureCollection", features });
}

async function draftOf(said: readonly Said[], name = "modules.geojson") {
  const source = { ...bufferSource(name, Buffer.from(geojson(said))), component_type: null };
  return readTwinFiles([source], plant, new Set());
}

async function updated(before: BuiltTwin, said: readonly Said[]) {
  const { draft, report } = await draftOf(said);
  const { levels } = buildTwin(draft, before, "add");
  const [{ names, geometry, renamed, changes }] = levels as [(typeof levels)[number]];
  return {
    names: [0, 1, 2].map(names.pcs),
    heights: [...geometry.height],
    renamed,
    kept: changes.kept,
    notes: report.notes,
  };
}

const named = [1, 2, 3].map((n) => ({ name: `M${n}`, height: 1.5 }));
const first = async (said: readonly Said[] = named) => buildTwin((await draftOf(said)).draft);

describe("a file that says no name or height", () => {
  it("leaves those that the plant has", async () => {
    expect(await updated(await first(), [{}, {}, {}])).toMatchObject({
      names: ["M1", "M2", "M3"],
      heights: [1.5, 1.5, 1.5],
      renamed: 0,
      kept: 3,
    });
  });

  it("of some components leaves theirs, and changes the others", async () => {
    const mixed: Said[] = [{ name: "N1", height: 2 }, { height: 0 }, {}];
    expect(await updated(await first(), mixed)).toMatchObject({
      names: ["N1", "M2", "M3"],
      heights: [2, 0, 1.5],
      renamed: 1,
    });
  });

  it("names nothing by a property without a meaning where there is a name", async () => {
    const codes = [7, 8, 9].map((n) => ({ uuid: `a-${n}` }));
    const again = await updated(await first(), codes);
    expect(again).toMatchObject({ names: ["M1", "M2", "M3"], renamed: 0 });
    // Of one component alone, beside those that stay.
    const one = await updated(await first(), codes.slice(0, 1));
    expect(one).toMatchObject({ names: ["M1", "M2", "M3"], renamed: 0 });
    const nameless = await first([{}, {}, {}]);
    expect(await updated(nameless, codes)).toMatchObject({
      names: ["a-7", "a-8", "a-9"],
      renamed: 0,
    });
  });
});

describe("a height", () => {
  it.each([
    ["2,5", 2.5],
    ["2.5 m", 2.5],
    ["1,234", 1.234],
    [" 2,5 metros", 2.5],
    [-0.25, -0.25],
  ])("of %j is %s metres", async (height, metres) => {
    const { heights, notes } = await updated(await first([{}, {}, {}]), [{ height }, {}, {}]);
    expect(heights[0]).toBeCloseTo(metres, 3);
    expect(notes).toEqual([]);
  });

  it.each(["8 ft", "high", "1450", "250 cm"])("of %j is none, and said", async (height) => {
    const { heights, notes } = await updated(await first(), [{ height }, { height }, {}]);
    expect(heights).toEqual([1.5, 1.5, 1.5]);
    expect(notes).toEqual([
      { reason: "twin_height_unread", file: "modules.geojson", values: { count: 2 } },
    ]);
  });
});
