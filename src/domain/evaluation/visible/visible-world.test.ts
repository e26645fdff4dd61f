// What is said of modules where the picture is not like the one that the limits were made for.
import { describe, expect, it } from "vitest";
import { isRelease } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { MISSING_U8 } from "../../column/column.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import type { FindingColumns } from "../module/module-finding.ts";
import { mirrorsSeen, modulesSeen } from "./visible-finding.ts";
import { elements, ground as bare, mirrors, visibleScene } from "./visible-scene.fixture.ts";
import { surveyVisible } from "./visible-survey.ts";
import {
  groundAt,
  worldModules as modules,
  worldPicture,
  type Light,
  type World,
} from "./visible-world.fixture.ts";

const [MISSING, UNIFORM, LOWER_EDGE, DROPPINGS, OBJECT, COVERING] = [1, 1, 2, 3, 2, 2];
const classes = ["module_missing", "soiling_pattern", "shading", "vegetation"] as const;

async function seenIn(world: World): Promise<FindingColumns> {
  const { raster, toPixel } = worldPicture({ pixel: 0.03, ...world });
  const { seen } = await surveyVisible(raster, modules, toPixel, settings);
  return modulesSeen(modules, seen, settings);
}

/** Rows other than these with a class that is a fault. */
function falseIn(columns: FindingColumns, but: readonly number[] = []): string[] {
  return classes.flatMap((key) =>
    Array.from(columns[key]!).flatMap((value, row) =>
      value === 0 || value === MISSING_U8 || but.includes(row) ? [] : [`${key} ${row}: ${value}`],
    ),
  );
}

const openIn = (column: ArrayLike<number>) =>
  Array.from(column).filter((value) => value === MISSING_U8).length;

const mixed = (own: Light, share: number, other: Light): Light => [
  own[0] + share * (other[0] - own[0]),
  own[1] + share * (other[1] - own[1]),
  own[2] + share * (other[2] - own[2]),
];
const dust: Light = [0.4, 0.33, 0.24];
const snow: Light = [0.88, 0.9, 0.93];
const dark = (own: Light): Light => mixed(own, 0.88, [0, 0, 0]);
const lit = (own: Light, more: number): Light => [own[0] + more, own[1] + more, own[2] + more];

const faultRows = [30, 55, 80, 105, 130, 155];
const faults =
  (ground: NonNullable<World["ground"]>): NonNullable<World["change"]> =>
  (own, { row, u, v, x, y }) => {
    if (row === 30) return groundAt(ground, x, y);
    if (row === 55 && u < 0.3) return mixed(own, 0.3 * (1 - u / 0.3), dust);
    if (row === 80 && Math.hypot((u - 0.4) * 2.1, (v - 0.5) * 1.05) < 0.1) return [0.8, 0.8, 0.76];
    if (row === 105) return mixed(own, 0.08, dust);
    if (row === 130 && u < 0.25) return dark(own);
    if (row === 155 && u < 0.25 && v < 0.7) return [0.05, 0.12, 0.02];
    return own;
  };

describe("modules with white gaps between their cells", () => {
  const cases: readonly (readonly [string, World])[] = [
    ["blue cells, 3 cm", {}],
    ["cells that are cut from round bars, 3 cm", { glass: "mono" }],
    ...(isRelease
      ? ([
          ["blue cells, 2 cm", { pixel: 0.02 }],
          ["blue cells, 1 cm", { pixel: 0.01 }],
          ["cells that are cut from round bars, 2 cm", { glass: "mono", pixel: 0.02 }],
        ] as const)
      : []),
  ];
  it.each(cases)(
    "have their faults and no droppings: %s",
    async (_, world) => {
      const columns = await seenIn({ ...world, change: faults("sand") });
      expect(falseIn(columns, faultRows)).toEqual([]);
      expect(openIn(columns["soiling_pattern"]!)).toBeLessThan(5);
      const said = (key: string, row: number) => columns[key]![row];
      expect(said("module_missing", 30)).toBe(MISSING);
      expect(said("soiling_pattern", 55)).toBe(LOWER_EDGE);
      expect(said("soiling_pattern", 80)).toBe(DROPPINGS);
      expect(said("soiling_pattern", 105)).toBe(UNIFORM);
      expect(said("shading", 130)).toBe(OBJECT);
      if (world.glass !== "mono") expect(said("vegetation", 155)).toBe(COVERING);
    },
    patient(180_000),
  );

  it(
    "have no plants where their frame is seen, because the picture lies 5 cm beside",
    async () => {
      const columns = await seenIn({ pixel: 0.02, shift: [0.05, 0.05] });
      expect(falseIn(columns)).toEqual([]);
    },
    patient(180_000),
  );
});

describe("modules in the light of the sky", () => {
  const rows = [50, 51, 52, 53, 54, 55];
  it.each([
    ["strong", 0.25],
    ["weak", 0.05],
  ])(
    "are neither missing nor soiled: %s",
    async (_, more) => {
      const change = (own: Light, { row }: { row: number }) =>
        rows.includes(row) ? lit(own, more) : own;
      const columns = await seenIn({ change });
      expect(falseIn(columns)).toEqual([]);
      for (const row of rows) {
        expect(columns["soiling_pattern"]![row]).toBe(MISSING_U8);
        expect(columns["soiling"]![row]).toBeNaN();
      }
      expect(openIn(columns["module_missing"]!)).toBeLessThanOrEqual(rows.length);
    },
    patient(180_000),
  );
});

it.each([
  ["much too dark", { exposure: 0.1 }],
  ["much too bright", { exposure: 8 }],
])(
  "says nothing of a picture that is %s",
  async (_, world) => {
    const columns = await seenIn({ ...world, change: faults("sand") });
    for (const key of classes) expect(openIn(columns[key]!), key).toBe(modules.count);
    expect(columns["soiling"]!.every(Number.isNaN)).toBe(true);
  },
  patient(180_000),
);

it(
  "does not say that a module is there where the ground looks as modules do",
  async () => {
    const world = { glass: "black", ground: "asphalt" } as const;
    const columns = await seenIn({ ...world, change: faults("asphalt") });
    expect(openIn(columns["module_missing"]!)).toBe(modules.count);
    expect(falseIn(columns, faultRows)).toEqual([]);
  },
  patient(180_000),
);

it(
  "takes no snow for missing modules, nor the few without snow",
  async () => {
    const some = await seenIn({
      ground: "snow",
      change: (own, { row, u }) => {
        if (row < 0) return own;
        return row % 24 === 10 || (row % 24 < 3 && u < 0.5) ? snow : own;
      },
    });
    expect(falseIn(some)).toEqual([]);
    expect(some["module_missing"]![10]).toBe(MISSING_U8);
    const most = await seenIn({
      ground: "snow",
      change: (own, { row }) => (row >= 0 && row % 24 !== 10 ? snow : own),
    });
    expect(falseIn(most)).toEqual([]);
  },
  patient(180_000),
);

it(
  "takes the mirrors of an element that is turned away for no missing ones",
  async () => {
    const columns = await (async () => {
      const at = (row: number) => {
        const isTurned = mirrors.parent[row] === 5;
        return isTurned || row === 20 ? bare : ([0.3, 0.4, 0.6] as const);
      };
      const { raster, toPixel } = visibleScene([{ geometry: mirrors, at }], { pixel: 0.04 });
      const { seen } = await surveyVisible(raster, mirrors, toPixel, settings);
      return mirrorsSeen(mirrors, elements, seen, settings);
    })();
    const missing = columns["mirror_missing"]!;
    const said = Array.from(missing).flatMap((value, row) => (value === 1 ? [row] : []));
    expect(said).toEqual([20]);
    expect(openIn(missing)).toBe(28);
  },
  patient(180_000),
);
