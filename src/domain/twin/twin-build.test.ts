import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isMutated, processorTime } from "../../../tests/fixtures/processor-time.ts";
import { NO_ROW } from "../component/component-index.ts";
import { decodeGeometry, encodeGeometry } from "../geometry/geometry-codec.ts";
import { buildTwin } from "./twin-build.ts";
import { emptyLevel, type LevelDraft, type TwinDraft } from "./twin-draft.ts";
import { box, field, levelOf, plane, previousOf } from "./twin.fixture.ts";

describe("buildTwin", () => {
  it("puts every module into the table that contains it", () => {
    const draft = field(40);
    const [trackers, modules] = buildTwin(draft).levels;
    expect(modules!.changes.orphans).toBe(0);
    for (let i = 0; i < 400; i++) {
      const parent = modules!.geometry.parent[modules!.rowOfDraft[i]!]!;
      expect(parent).toBe(trackers!.rowOfDraft[Math.floor(i / 10)]);
    }
  });

  it("puts a module with its centre outside into the table with most of its area", () => {
    const draft: TwinDraft = {
      technology: "photovoltaic",
      levels: [
        levelOf("tracker", [{ ring: box(0, 0, 20, 2) }, { ring: box(0, 9, 20, 2) }]),
        levelOf("module", [{ ring: box(0, 1.2, 2, 1) }, { ring: box(0, 4.5, 2, 1) }]),
      ],
    };
    const [trackers, modules] = buildTwin(draft).levels;
    const [beside, between] = modules!.rowOfDraft;
    expect(modules!.geometry.parent[beside!]).toBe(trackers!.rowOfDraft[0]);
    expect(modules!.geometry.parent[between!]).toBe(NO_ROW);
    expect(modules!.changes.orphans).toBe(1);
  });

  it("fits any rotated, shifted rectangle within a millimetre", () => {
    const side = (max: number) => fc.double({ min: 0.5, max, noNaN: true });
    const anywhere = fc.double({ min: -500, max: 500, noNaN: true });
    fc.assert(
      fc.property(anywhere, anywhere, side(150), side(7), side(3), (x, y, a, b, turn) => {
        const draft: TwinDraft = {
          technology: "photovoltaic",
          levels: [levelOf("tracker", [{ ring: box(x, y, a, b, turn) }])],
        };
        const built = buildTwin(draft);
        const { geometry } = built.levels[0]!;
        expect(geometry.length[0]).toBeCloseTo(Math.max(a, b), 2);
        expect(geometry.width[0]).toBeCloseTo(Math.min(a, b), 2);
        expect(geometry.polygons.rows.length).toBe(0);
        expect(decodeGeometry(encodeGeometry(geometry))).toEqual(geometry);
      }),
    );
  });

  it("keeps other outlines than rectangles, counter-clockwise", () => {
    const bend = [0, 0, 0, 10, 2, 10, 2, 2, 10, 2, 10, 0];
    const { geometry } = buildTwin({
      technology: "parabolic_trough",
      levels: [levelOf("loop", [{ ring: box(30, 0, 4, 2) }, { ring: bend }])],
    }).levels[0]!;
    expect(geometry.polygons.rows).toHaveLength(1);
    expect(geometry.polygons.offsets).toEqual(new Uint32Array([0, 6]));
    const xy = geometry.polygons.xy;
    let twice = 0;
    for (let i = 0, j = 5; i < 6; j = i++) {
      twice += xy[j * 2]! * xy[i * 2 + 1]! - xy[i * 2]! * xy[j * 2 + 1]!;
    }
    expect(twice / 2).toBeCloseTo(36, 0);
  });

  it("keeps rows and IDs after an update in another order, appends and removes", () => {
    const first = buildTwin(field(30));
    const draft = field(31);
    const shuffled = (old: LevelDraft, keep: (i: number) => boolean): LevelDraft => {
      const order = Array.from({ length: old.count }, (_, i) => old.count - 1 - i).filter(keep);
      return levelOf(
        old.type,
        order.map((i) => {
          const ring: number[] = [];
          for (let v = old.ringOffsets[i]!; v < old.ringOffsets[i + 1]!; v++) {
            ring.push(...plane.toPlane(old.rings[v * 2]!, old.rings[v * 2 + 1]!));
          }
          return { ring, pcs: old.pcs[i]! };
        }),
      );
    };
    const second = buildTwin(
      {
        technology: "photovoltaic",
        levels: [
          shuffled(draft.levels[0]!, (i) => i !== 4),
          shuffled(draft.levels[1]!, (i) => i < 40 || i >= 50),
        ],
      },
      previousOf(first),
    );
    for (const [at, old] of first.levels.entries()) {
      const now = second.levels[at]!;
      for (let row = 0; row < old.names.count; row++) {
        expect(now.names.dtId(row)).toBe(old.names.dtId(row));
        if (now.geometry.length[row] === 0) continue;
        expect(now.geometry.centreX[row]).toBe(old.geometry.centreX[row]);
        expect(now.geometry.parent[row]).toBe(old.geometry.parent[row]);
      }
    }
    expect(second.levels.map((l) => l.changes.removed)).toEqual([1, 10]);
    expect(second.levels.map((l) => l.names.count)).toEqual([31, 310]);
    const ids = second.levels.flatMap(({ names }) =>
      Array.from({ length: names.count }, (_, row) => names.dtId(row)),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("gives a removed component its row back when it returns", () => {
    const all = field(3);
    const first = buildTwin(all);
    const second = buildTwin(
      { technology: "photovoltaic", levels: [all.levels[0]!, emptyLevel("module")] },
      previousOf(first),
    );
    expect(second.levels[1]!.changes.removed).toBe(30);
    const third = buildTwin(all, previousOf(second));
    expect(third.levels[1]!.geometry).toEqual(first.levels[1]!.geometry);
  });

  it("keeps the types that an update does not contain", () => {
    const first = buildTwin(field(3));
    const update: TwinDraft = { technology: "photovoltaic", levels: [field(3).levels[0]!] };
    const second = buildTwin(update, previousOf(first), "replace_parts");
    expect(second.levels.map(({ geometry }) => geometry)).toEqual(
      first.levels.map(({ geometry }) => geometry),
    );
  });

  it("outlines the plant without its service roads", () => {
    const { outline } = buildTwin(field(100));
    expect(outline!.area.coordinates).toHaveLength(1);
    // 600 m by 20 m, give or take one cell around
    expect(outline!.area_ha).toBeGreaterThan(1.1);
    expect(outline!.area_ha).toBeLessThan(1.8);
  });

  it.skipIf(isMutated)(
    "builds three hundred thousand modules within seconds",
    { timeout: patient(20_000) },
    () => {
      const draft = field(30_000);
      let built: ReturnType<typeof buildTwin> | undefined;
      expect(processorTime(() => (built = buildTwin(draft)))).toBeLessThan(8000);
      expect(built?.levels[1]!.changes.orphans).toBe(0);
    },
  );
});
