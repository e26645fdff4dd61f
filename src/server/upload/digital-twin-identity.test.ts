// Who a component is and whose part it is, as the files of an import say it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_ROW, type Twin } from "../../domain/component/component-index.ts";
import { api } from "../../api/index.ts";
import { readLevels } from "../store/plant/twin-object.ts";
import {
  collection,
  form,
  square,
  startTwinStand,
  type FinishedTask,
  type TwinStand,
} from "./digital-twin.fixture.ts";

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

const lat = -18.88;
/** Trackers lie in a column, 11 m apart. */
const tracker = (at: number, properties: Record<string, unknown>, x = -70.11) =>
  square(x, lat + at * 1e-4, properties);

async function send(
  { id, name }: { id: number; name: string },
  files: Record<string, readonly unknown[]>,
  fields: Record<string, string> = {},
): Promise<FinishedTask> {
  const named = Object.fromEntries(
    Object.entries(files).map(([rest, features]) => [
      `${name} ${rest}.geojson`,
      collection(...features),
    ]),
  );
  const task = await stand.finish(await stand.send(id, form(named, fields)));
  expect(task).toMatchObject({ state: "SUCCESSFUL" });
  return task;
}

/** Name of the parent and own name of each component that exists, by ID. */
async function components(id: number): Promise<Record<string, string>> {
  const { body } = await stand.server.ask(api.digitalTwin.read, "viewer", { params: { id } });
  const levels = await readLevels(stand.server.services.files, (body as Twin).levels);
  const found: Record<string, string> = {};
  for (const [at, { geometry, names }] of levels.entries()) {
    for (let row = 0; row < geometry.count; row++) {
      if (geometry.length[row] === 0) continue;
      const parent = geometry.parent[row]!;
      const above = parent === NO_ROW ? "-" : levels[at - 1]!.names.pcs(parent);
      found[names.dtId(row)] = `${above}/${names.pcs(row)}`;
    }
  }
  return found;
}

describe("an unknown column", () => {
  it("that is unique per component is its name, found again at the next update", async () => {
    const plant = await stand.makePlant();
    const row = (at: number, track: number, zona: string, x?: number) =>
      tracker(at, { track_id: 7000 + track, zona, colour: "grey", fid: at, area: 20.5 }, x);
    const first = Array.from({ length: 8 }, (_, at) => row(at, at, "A"));
    const { output } = await send(plant, { trackers: first });
    expect(output.result).toMatchObject({
      columns: [
        { component_type: "tracker", column: "track_id", used_as: "name" },
        { column: "colour", used_as: null },
        { column: "fid", used_as: null },
        { column: "area", used_as: null },
      ],
    });
    const before = await components(plant.id);
    const [, third] = Object.entries(before).find(([, path]) => path === "A/7003") ?? [];
    expect(third).toBeDefined();
    // One tracker is in another zone now, and the export has new row numbers.
    const moved = first.toReversed().with(4, row(20, 3, "B", -70.108));
    const update = await send(plant, { trackers: moved }, { mode: "add" });
    const { by_type } = update.output.result as { by_type: Record<string, unknown>[] };
    expect(by_type[1]).toMatchObject({ kept: 7, moved: 1, new: 0, removed: 0 });
    const after = await components(plant.id);
    const idOf = (found: Record<string, string>, end: string) =>
      Object.keys(found).find((id) => found[id]!.endsWith(end));
    expect(idOf(after, "B/7003")).toBe(idOf(before, "A/7003"));
  });

  it("is no name where components have one, a value is missing or there twice", async () => {
    const columnsOf = async (features: readonly unknown[]) => {
      const { output } = await send(await stand.makePlant(), { trackers: features });
      return (output.result as { columns: { column: string; used_as: string | null }[] }).columns;
    };
    const unused = [{ component_type: "tracker", column: "track_id", used_as: null }];
    const of = (list: readonly Record<string, unknown>[]) =>
      list.map((one, at) => tracker(at, one));
    expect(
      await columnsOf(
        of([
          { name: "a", track_id: 1 },
          { name: "b", track_id: 2 },
        ]),
      ),
    ).toEqual(unused);
    expect(await columnsOf(of([{ track_id: 1 }, { track_id: 1 }]))).toEqual(unused);
    expect(await columnsOf(of([{ track_id: 1 }, {}]))).toEqual(unused);
    expect(await columnsOf(of([{}, { track_id: 1 }]))).toEqual(unused);
    expect(await columnsOf(of([{ track_id: 1.5 }, { track_id: 2.5 }]))).toEqual(unused);
  });
});

describe("the parent that a file names", () => {
  const small = (at: number, properties: Record<string, unknown>) =>
    square(-70.11, lat + at * 1e-4, properties);

  it("wins over the place, also if only the plant has it", async () => {
    const plant = await stand.makePlant();
    const trackers = [0, 1, 2].map((at) =>
      tracker(at, { dt_id: `t${at}`, pcs: `T${at}`, zona: "A" }),
    );
    await send(plant, {
      trackers,
      modules: [
        small(0, { pcs: "by place" }),
        small(0, { dt_id: "m1", pcs: "by id", parent: "t2" }),
        small(0, { dt_id: "m2", pcs: "by name", parent: "T1" }),
        small(0, { dt_id: "m3", pcs: "by property", Mesa: "T1", zona: "A" }),
      ],
    });
    const first = await components(plant.id);
    expect(first).toMatchObject({ m1: "T2/by id", m2: "T1/by name", m3: "T1/by property" });
    expect(Object.values(first)).toContain("T0/by place");
    // The next file has modules alone.
    await send(plant, {
      modules: [
        small(0, { dt_id: "m4", pcs: "4", parent: "t1" }),
        small(0, { dt_id: "m5", pcs: "5", Mesa: "T2", zona: "A" }),
        small(0, { dt_id: "m6", pcs: "6", Mesa: "T2", zona: "B" }),
      ],
    });
    // Of another zone: not this T2, so the place decides.
    expect(await components(plant.id)).toMatchObject({
      ...first,
      m4: "T1/4",
      m5: "T2/5",
      m6: "T0/6",
    });
  });

  it("is said to be missing where there is none, in the preview and in the report", async () => {
    const plant = await stand.makePlant();
    const files = {
      trackers: [tracker(0, { dt_id: "t0", zona: "A" })],
      modules: [small(0, { dt_id: "m0" }), small(50, { dt_id: "m1", pcs: "far" })],
    };
    const expected = {
      orphans: [
        {
          component_type: "module",
          dt_id: "m1",
          pcs: "far",
          lat: expect.closeTo(lat + 0.00501, 6),
        },
      ],
      orphan_rows: [{ component_type: "module", runs: [1, 1] }],
    };
    const preview = await send(plant, files, { preview: "1" });
    expect(preview.output.result).toMatchObject(expected);
    const { output } = await send(plant, files);
    expect(output.result).toMatchObject(expected);
  });
});

describe("a group", () => {
  it("keeps its zone's name when a file says no zone", async () => {
    const plant = await stand.makePlant();
    const trackers = [0, 1, 2].map((at) => tracker(at, { pcs: `T${at}`, zona: "Zone A" }));
    await send(plant, { trackers });
    const before = await components(plant.id);
    expect(Object.values(before)).toContain("Zone A/T1");
    const nameless = [0, 1, 2].map((at) => tracker(at, { pcs: `T${at}` }));
    const modes = [{ mode: "add" }, { mode: "replace_parts" }] as const;
    for (const fields of modes) {
      const { output } = await send(plant, { trackers: nameless }, fields);
      expect(output.result).toMatchObject({ orphans: [] });
      expect(await components(plant.id)).toEqual(before);
    }
  });
});

describe("features that are left out", () => {
  it("are counted by reason and field, also beyond the list", async () => {
    const plant = await stand.makePlant();
    const line = {
      type: "Feature",
      properties: {},
      geometry: { type: "Point", coordinates: [-70, -18] },
    };
    const long = tracker(1, { pcs: "x".repeat(300) });
    const features = [tracker(0, { pcs: "T0" }), ...Array.from({ length: 640 }, () => line), long];
    const { output } = await send(plant, { trackers: features });
    const { refused } = output.result as { refused: unknown[] };
    expect(refused).toHaveLength(200);
    expect(output.result).toMatchObject({
      refused_count: 641,
      refused_counts: [
        { reason: "twin_not_an_area", field: "geometry", count: 640 },
        { reason: "twin_name_too_long", field: "pcs", count: 1 },
      ],
    });
  });
});

describe("the area of a plant", () => {
  it("is that of the twin as soon as it has changed", async () => {
    const plant = await stand.makePlant();
    const areaOf = async () => {
      const { body } = await stand.server.ask(api.plant.read, "viewer", {
        params: { id: plant.id },
      });
      return (body as { area_ha: number | null }).area_ha;
    };
    const block = (from: number) =>
      Array.from({ length: 20 }, (_, at) => tracker(from + at * 0.3, { pcs: `T${from}-${at}` }));
    await send(plant, { trackers: [...block(0), ...block(6)] });
    const whole = (await areaOf())!;
    await send(plant, { trackers: block(0) }, { mode: "replace_all" });
    const half = (await areaOf())!;
    // About 10 m wide; 20 rows of 3.3 m.
    expect(half / whole).toBeCloseTo(0.5, 1);
    expect(half).toBeGreaterThan(0.05);
    expect(half).toBeLessThan(0.15);
  });
});
