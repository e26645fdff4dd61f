import { describe, expect, it } from "vitest";
import { NO_ROW } from "../component/component-index.ts";
import { buildTwin } from "./twin-build.ts";
import { emptyLevel, type LevelDraft, type TwinDraft } from "./twin-draft.ts";
import { box, field, levelOf, plane, previousOf, type Piece } from "./twin.fixture.ts";

describe("what a built twin says", () => {
  const lonLat = (x: number, y: number) => plane.toLonLat(x, y);

  it("has the bounds of all outlines, and its origin in their middle", () => {
    const { bounds, origin } = buildTwin({
      technology: "photovoltaic",
      levels: [
        levelOf("tracker", [{ ring: [-10, -20, 30, -20, 30, 5, -10, 5] }]),
        levelOf("module", [{ ring: [0, 0, 2, 0, 2, 40, 0, 40] }, { ring: box(9, 9, 2, 1) }]),
      ],
    });
    const [west, south] = lonLat(-10, -20);
    const [east, north] = lonLat(30, 40);
    expect(bounds).toEqual([west, south, east, north]);
    expect(origin).toEqual([(west + east) / 2, (south + north) / 2]);
  });

  it("keeps the origin of the twin before it", () => {
    const first = buildTwin(field(2));
    const second = buildTwin(field(9), previousOf(first));
    expect(second.origin).toEqual(first.origin);
    expect(second.bounds[2]).toBeGreaterThan(first.bounds[2]);
  });

  it("has at least one component", () => {
    const none: TwinDraft = { technology: "photovoltaic", levels: [emptyLevel("module")] };
    expect(() => buildTwin(none)).toThrow(new RangeError("a twin needs at least one component"));
    const all = { ...none, levels: [...none.levels, emptyLevel("tracker")] };
    expect(() => buildTwin(all, previousOf(buildTwin(field(1))))).toThrow(RangeError);
  });

  it("lists the types from the top down, without those that have no component", () => {
    const [tables, modules] = field(1).levels;
    const built = buildTwin({
      technology: "photovoltaic",
      levels: [modules!, emptyLevel("tracker_group"), tables!],
    });
    expect(built.levels.map(({ geometry }) => geometry.type)).toEqual(["tracker", "module"]);
    expect(built.levels[0]!.changes.orphans).toBe(0);
  });

  it("numbers new components above every number that the twin or the file contains", () => {
    const pieces: Piece[] = [
      { ring: box(0, 0, 2, 1), dtId: "module-7" },
      { ring: box(5, 0, 2, 1) },
      { ring: box(10, 0, 2, 1), dtId: "south" },
      { ring: box(15, 0, 2, 1) },
    ];
    const first = buildTwin({ technology: "photovoltaic", levels: [levelOf("module", pieces)] });
    const idsOf = ({ levels }: typeof first) => {
      const { names } = levels.at(-1)!;
      return Array.from({ length: names.count }, (_, row) => names.dtId(row)).toSorted();
    };
    expect(idsOf(first)).toEqual(["module-7", "module-8", "module-9", "south"]);
    // The highest one is gone from the field, not from the twin; a table has a module's kind of number.
    const second = buildTwin(
      {
        technology: "photovoltaic",
        levels: [
          levelOf("tracker", [{ ring: box(90, 90, 20, 2), dtId: "module-20" }]),
          levelOf("module", [
            { ring: box(30, 0, 2, 1) },
            { ring: box(35, 0, 2, 1), dtId: "module-" },
          ]),
        ],
      },
      previousOf(first),
    );
    expect(idsOf(second)).toEqual(
      ["module-", "module-21", "module-7", "module-8", "module-9", "south"].toSorted(),
    );
    expect(second.levels[1]!.changes.removed).toBe(4);
  });

  it("leaves numbers out of account that are no whole numbers or belong to other types", () => {
    const ids = ["module-x", "tracker-50", "xmodule-60", "module-1.5", "module-1e300", "module-2"];
    const { levels } = buildTwin({
      technology: "photovoltaic",
      levels: [
        levelOf("module", [
          ...ids.map((dtId, i) => ({ ring: box(i * 5, 0, 2, 1), dtId })),
          { ring: box(90, 0, 2, 1) },
        ]),
      ],
    });
    const [{ names, rowOfDraft }] = levels as [(typeof levels)[0]];
    expect(names.dtId(rowOfDraft[ids.length]!)).toBe("module-3");
  });

  it("keeps ID and name of a removed component, and takes over new names and IDs", () => {
    const first = buildTwin({
      technology: "photovoltaic",
      levels: [
        levelOf("module", [
          { ring: box(0, 0, 2, 1), pcs: "A" },
          { ring: box(5, 0, 2, 1), pcs: "B", dtId: "b" },
        ]),
      ],
    });
    const rowOf = (at: number) => first.levels[0]!.rowOfDraft[at]!;
    const second = buildTwin(
      {
        technology: "photovoltaic",
        levels: [levelOf("module", [{ ring: box(0.1, 0, 2, 1), pcs: "A2" }])],
      },
      previousOf(first),
    );
    const { names, geometry, changes, rowOfDraft } = second.levels[0]!;
    expect([...rowOfDraft]).toEqual([rowOf(0)]);
    expect(names.count).toBe(2);
    expect([names.dtId(rowOf(0)), names.pcs(rowOf(0))]).toEqual(["module-1", "A2"]);
    expect([names.dtId(rowOf(1)), names.pcs(rowOf(1))]).toEqual(["b", "B"]);
    expect(geometry.length[rowOf(1)]).toBe(0);
    expect(geometry.parent[rowOf(1)]).toBe(NO_ROW);
    expect(changes.removed).toBe(1);
    // Beyond the last row there are no names.
    expect([names.dtId(2), names.pcs(2)]).toEqual(["", ""]);
  });

  it("has heights in whole steps, and 0 where the file has none", () => {
    const heights = [1.2345, -0.0001, 12];
    const built = buildTwin({
      technology: "photovoltaic",
      levels: [
        levelOf("tracker", [{ ring: box(0, 0, 20, 2) }]),
        levelOf(
          "module",
          heights.map((height, i) => ({ ring: box(i * 5, 0, 2, 1), height })),
        ),
      ],
    });
    const [trackers, modules] = built.levels;
    expect([...trackers!.geometry.height]).toEqual([0]);
    const found = heights.map((_, i) => modules!.geometry.height[modules!.rowOfDraft[i]!]!);
    // 1.2345 m are 1264.1 steps of 1/1024 m.
    expect(found).toEqual([1264 / 1024, 0, 12]);
  });

  it("appends new components along the curve, so that neighbours are near each other", () => {
    const at = Array.from({ length: 64 }, (_, i) => [
      ((i * 29) % 64) % 8,
      Math.floor(((i * 29) % 64) / 8),
    ]);
    const built = buildTwin({
      technology: "photovoltaic",
      levels: [
        levelOf(
          "module",
          at.map(([x, y]) => ({ ring: box(x! * 4, y! * 4, 2, 1) })),
        ),
      ],
    });
    const { centreX, centreY } = built.levels[0]!.geometry;
    let far = 0;
    for (let row = 1; row < 64; row++) {
      const [dx, dy] = [centreX[row]! - centreX[row - 1]!, centreY[row]! - centreY[row - 1]!];
      if (Math.hypot(dx, dy) > 4.1) far += 1;
    }
    expect(far).toBeLessThan(4);
  });

  it("has the outline of its tables, else of its modules", () => {
    const tables = levelOf("tracker", [{ ring: box(0, 0, 200, 100) }]);
    const modules = levelOf("module", [{ ring: box(0, 0, 20, 10) }]);
    const outlineOf = (levels: LevelDraft[], previous?: TwinDraft) =>
      buildTwin({ technology: "photovoltaic", levels }, previous && previousOf(buildTwin(previous)))
        .outline!;
    expect(outlineOf([tables, modules]).area_ha).toBeCloseTo(2, 0);
    expect(outlineOf([modules]).area_ha).toBeLessThan(0.1);
    // The tables are removed rows.
    const before: TwinDraft = { technology: "photovoltaic", levels: [tables, modules] };
    expect(outlineOf([emptyLevel("tracker"), modules], before).area_ha).toBeLessThan(0.1);
    const ring = outlineOf([tables]).area.coordinates[0]![0]!;
    const metres = ring.map(([lon, lat]) => plane.toPlane(lon!, lat!));
    const [xs, ys] = [metres.map(([x]) => x), metres.map(([, y]) => y)];
    for (const [least, edge] of [
      [Math.min(...xs), -100],
      [-Math.max(...xs), -100],
      [Math.min(...ys), -50],
      [-Math.max(...ys), -50],
    ] as const) {
      expect(least).toBeLessThan(edge + 0.1);
      expect(least).toBeGreaterThan(edge - 8.1);
    }
  });

  it("turns the outline with its tables", () => {
    const { outline } = buildTwin({
      technology: "photovoltaic",
      levels: [levelOf("tracker", [{ ring: box(0, 0, 200, 40, Math.PI / 4) }])],
    });
    expect(outline!.area_ha).toBeLessThan(1.2);
    const reach = (200 + 40) / 2 / Math.SQRT2;
    for (const [lon, lat] of outline!.area.coordinates[0]![0]!) {
      const [x, y] = plane.toPlane(lon!, lat!);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(reach + 9);
    }
  });
});
