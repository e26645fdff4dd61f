import { expect, test } from "vitest";
import { NO_ROW } from "../component/component-index.ts";
import { planeAt } from "../geometry/plane.ts";
import { ringOfRow, polygonIndex } from "../geometry/geometry-rows.ts";
import { buildTwin, emptyLevel, type BuiltTwin } from "./twin-build.ts";
import type { TwinDraft } from "./twin-draft.ts";
import { mergeDraft, redraft } from "./twin-redraft.ts";
import { box, levelOf, previousOf, type Piece } from "./twin.fixture.ts";

/** An L, clockwise. */
const bend = (x: number, y: number) =>
  [0, 0, 0, 8, 2, 8, 2, 2, 10, 2, 10, 0].map((value, i) => value + (i % 2 === 0 ? x : y));

/** A trough plant with every type; one mirror stands alone. */
function trough(): BuiltTwin {
  const loops: Piece[] = [{ ring: bend(0, 0), pcs: "L1" }, { ring: box(40, 5, 30, 12) }];
  const scas: Piece[] = [
    { ring: box(40, 2, 28, 5), parent: 1, pcs: "S1", height: 1.25 },
    { ring: box(40, 8, 28, 5), parent: 1, pcs: "S2", dtId: "south" },
  ];
  const sces = [0, 1, 2, 3].map((i): Piece => ({
    ring: box(33 + (i % 2) * 14, i < 2 ? 2 : 8, 12, 4),
    parent: i < 2 ? 0 : 1,
    height: i / 4,
  }));
  const tubes = [3, 1, 2].map((i): Piece => ({
    ring: box(33 + (i % 2) * 14, i < 2 ? 2 : 8, 10, 0.1),
    parent: i,
  }));
  const mirrors: Piece[] = [{ ring: bend(90, 90) }, { ring: bend(34, 2), parent: 0, height: 2.5 }];
  return buildTwin({
    technology: "parabolic_trough",
    levels: [
      levelOf("loop", loops),
      levelOf("sca", scas),
      levelOf("sce", sces),
      levelOf("absorber_tube", tubes),
      levelOf("mirror", mirrors),
    ],
  });
}

/** What a draft says about each component, with names instead of indices; outlines in metres. */
function factsOf({ levels }: TwinDraft, toPlane: ReturnType<typeof planeAt>["toPlane"]) {
  const above = {
    loop: null,
    sca: "loop",
    sce: "sca",
    absorber_tube: "sce",
    mirror: "sce",
  } as const;
  return levels.flatMap((level) => {
    const parents = levels.find(({ type }) => type === above[level.type as keyof typeof above]);
    return Array.from({ length: level.count }, (_, i) => {
      const ring: number[] = [];
      for (let v = level.ringOffsets[i]!; v < level.ringOffsets[i + 1]!; v += 1) {
        ring.push(...toPlane(level.rings[v * 2]!, level.rings[v * 2 + 1]!));
      }
      return {
        id: level.dtId[i],
        pcs: level.pcs[i],
        parent: level.parent[i] === NO_ROW ? null : parents!.dtId[level.parent[i]!],
        height: level.height?.[i],
        ring: ring.map((metres) => Math.round(metres * 1000)),
      };
    });
  });
}

/** The same facts, read off a built twin. */
function factsOfTwin({ levels }: BuiltTwin) {
  const ids = new Map(levels.map(({ geometry, names }) => [geometry.type, names]));
  const above = (type: string) =>
    ids.get(type === "sca" ? "loop" : type === "sce" ? "sca" : "sce")!;
  return levels.flatMap(({ geometry, names }) =>
    Array.from({ length: geometry.count }, (_, row) => row)
      .filter((row) => geometry.length[row]! > 0)
      .map((row) => ({
        id: names.dtId(row),
        pcs: names.pcs(row),
        parent:
          geometry.parent[row] === NO_ROW ? null : above(geometry.type).dtId(geometry.parent[row]!),
        height: geometry.height[row],
        ring: ringOfRow(geometry, row, polygonIndex(geometry)[row]!).map((metres) =>
          Math.round(metres * 1000),
        ),
      })),
  );
}

test("a twin becomes a draft with the same components, names, parents, heights and outlines", () => {
  const twin = trough();
  const draft = redraft("parabolic_trough", previousOf(twin));
  expect(draft.technology).toBe("parabolic_trough");
  expect(draft.levels.map(({ type, count }) => [type, count])).toEqual([
    ["loop", 2],
    ["sca", 2],
    ["sce", 4],
    ["absorber_tube", 3],
    ["mirror", 2],
  ]);
  expect(factsOf(draft, planeAt(twin.origin).toPlane)).toEqual(factsOfTwin(twin));
  for (const { rings, ringOffsets } of draft.levels) {
    expect(rings).toHaveLength(2 * ringOffsets.at(-1)!);
  }
  expect(factsOfTwin(twin).filter(({ parent }) => parent !== null)).toHaveLength(10);
});

test("a draft of a twin leaves out removed components", () => {
  const first = trough();
  const all = redraft("parabolic_trough", previousOf(first));
  // The first collector, and the mirrors, go.
  const sca = all.levels[1]!;
  const second = buildTwin(
    {
      technology: "parabolic_trough",
      levels: [
        all.levels[0]!,
        {
          ...sca,
          count: 1,
          dtId: [sca.dtId[1]!],
          pcs: [sca.pcs[1]!],
          parent: sca.parent.slice(1),
          rings: sca.rings.slice(8),
          ringOffsets: Uint32Array.of(0, 4),
          height: sca.height!.slice(1),
        },
        { ...all.levels[2]!, parent: all.levels[2]!.parent.map((at) => (at === 1 ? 0 : NO_ROW)) },
        all.levels[3]!,
      ],
    },
    previousOf(first),
  );
  expect(second.levels.map(({ removed_count }) => removed_count)).toEqual([0, 1, 0, 0, 2]);
  const draft = redraft("parabolic_trough", previousOf(second));
  expect(draft.levels.map(({ count }) => count)).toEqual([2, 1, 4, 3, 0]);
  expect(factsOf(draft, planeAt(second.origin).toPlane)).toEqual(factsOfTwin(second));
  expect(draft.levels[1]!.dtId).toEqual([sca.dtId[1]]);
});

test("a twin that was built from its own draft is the same twin", () => {
  const twin = trough();
  const again = buildTwin(redraft("parabolic_trough", previousOf(twin)), previousOf(twin));
  expect(again.levels.map(({ geometry }) => geometry)).toEqual(
    twin.levels.map(({ geometry }) => geometry),
  );
  expect(again.origin).toEqual(twin.origin);
});

test("an update replaces its own types, and only their children look for their parents again", () => {
  const current = redraft("parabolic_trough", previousOf(trough()));
  const update: TwinDraft = {
    technology: "parabolic_trough",
    levels: [levelOf("sca", [{ ring: box(40, 2, 28, 5), parent: 0 }]), emptyLevel("mirror")],
  };
  const merged = mergeDraft(update, current);
  const level = (type: string) => merged.levels.find((one) => one.type === type)!;
  expect(merged.technology).toBe("parabolic_trough");
  expect(merged.levels).toHaveLength(5);
  expect(level("sca")).toBe(update.levels[0]);
  expect(level("mirror").count).toBe(0);
  expect(level("loop")).toBe(current.levels[0]);
  expect(level("absorber_tube")).toBe(current.levels[3]);
  const parent = new Uint32Array(4).fill(NO_ROW);
  expect(level("sce")).toEqual({ ...current.levels[2], parent });
});
