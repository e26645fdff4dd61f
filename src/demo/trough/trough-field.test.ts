import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { boundsOf, cornersOf, firstOutsideParent, levelOf } from "../draft.fixture.ts";
import { generateTroughField, troughCounts } from "./trough-field.ts";

const origin = [-3.07, 37.22] as const;
const andasol = { origin, loops: 156, model: "eurotrough_et150" } as const;

const shared =
  process.env["SHARED_DATA"] ?? resolve(import.meta.dirname, "../../../../shared/data");
const list = resolve(shared, "plant-geometry/csp-guru/csp-guru.csv");
const listed = existsSync(list);
if (!listed) console.warn(`SKIPPED: csp-guru loop counts need ${list}`);

describe("trough field", () => {
  const field = generateTroughField(andasol);

  it("has the counts of an Andasol field, with unique names", () => {
    expect(field.levels.map((level) => [level.type, level.count])).toEqual([
      ["loop", 156],
      ["sca", 624],
      ["sce", 7488],
      ["absorber_tube", 22464],
      ["mirror", 209664],
    ]);
    for (const level of field.levels) {
      expect(level.pcs).toHaveLength(level.count);
      expect(new Set(level.pcs).size).toBe(level.count);
    }
  });

  it("gives each component the parent that its name contains", () => {
    const tubes = levelOf(field, "absorber_tube");
    const elements = levelOf(field, "sce");
    expect(tubes.pcs.at(-1)).toBe("L156.S4.E12.T3");
    for (let i = 0; i < tubes.count; i += 997) {
      const parent = elements.pcs[tubes.parent[i] ?? -1];
      expect(tubes.pcs[i]?.startsWith(`${parent}.T`)).toBe(true);
    }
  });

  it("places every component inside its parent", () => {
    expect(firstOutsideParent(field, "sca", "loop", origin)).toBe(-1);
    expect(firstOutsideParent(field, "sce", "sca", origin)).toBe(-1);
    expect(firstOutsideParent(field, "absorber_tube", "sce", origin)).toBe(-1);
    expect(firstOutsideParent(field, "mirror", "sce", origin)).toBe(-1);
  });

  it("places loops without overlaps", () => {
    const loops = levelOf(field, "loop");
    const bounds = Array.from({ length: loops.count }, (_, i) => boundsOf(loops, i, origin));
    for (const [i, [west = 0, south = 0, east = 0, north = 0]] of bounds.entries()) {
      for (const [w = 0, s = 0, e = 0, n = 0] of bounds.slice(i + 1)) {
        expect(west >= e || w >= east || south >= n || s >= north).toBe(true);
      }
    }
  });

  it("gives assemblies the model's size and counter-clockwise rings", () => {
    const [a, b, c] = cornersOf(levelOf(field, "sca"), 0, origin);
    if (a === undefined || b === undefined || c === undefined) throw new Error("no corners");
    expect(Math.hypot(b[0] - a[0], b[1] - a[1])).toBeCloseTo(5.75, 2);
    expect(Math.hypot(c[0] - b[0], c[1] - b[1])).toBeCloseTo(150, 1);
    expect((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).toBeGreaterThan(0);
  });

  it("makes the fluid flow out in one row and back in the other", () => {
    const assemblies = levelOf(field, "sca");
    const middle = (i: number) => {
      const [west = 0, south = 0, east = 0, north = 0] = boundsOf(assemblies, i, origin);
      return [(west + east) / 2, (south + north) / 2] as const;
    };
    const [first, second, third, fourth] = [middle(0), middle(1), middle(2), middle(3)];
    expect(first[0]).toBeCloseTo(second[0], 3);
    expect(third[0]).toBeCloseTo(fourth[0], 3);
    expect(second[1]).toBeCloseTo(third[1], 3);
    expect(first[1]).toBeCloseTo(fourth[1], 3);
    expect(Math.abs(third[0] - second[0])).toBeCloseTo(5.75 * 3, 1);
  });

  it("leaves the middle free for the power block", () => {
    const loops = levelOf(field, "loop");
    for (let i = 0; i < loops.count; i++) {
      const [west = 0, south = 0, east = 0, north = 0] = boundsOf(loops, i, origin);
      expect(west < 90 && east > -90 && south < 90 && north > -90).toBe(false);
    }
  });

  it("rotates the whole field with the axis", () => {
    const turned = generateTroughField({ origin, loops: 4, model: "ls_3", axisAzimuth: 90 });
    const [west = 0, south = 0, east = 0, north = 0] = boundsOf(levelOf(turned, "sca"), 0, origin);
    expect(east - west).toBeCloseTo(100, 1);
    expect(north - south).toBeCloseTo(5.75, 2);
  });

  it("generates any number of loops, and odd numbers of assemblies per loop", () => {
    for (const loops of [1, 2, 3, 19, 20, 21, 79, 80, 81, 157, 425]) {
      const small = generateTroughField({ origin, loops, model: "ls_2", scaPerLoop: 3 });
      expect(levelOf(small, "loop").count).toBe(loops);
      expect(levelOf(small, "sca").count).toBe(loops * 3);
    }
    expect(() => generateTroughField({ origin, loops: 0, model: "ls_2" })).toThrow(RangeError);
  });

  it.skipIf(!listed)("agrees with the loop and assembly counts of real plants", () => {
    const [head = "", ...lines] = readFileSync(list, "utf8").trim().split(/\r?\n/);
    const names = head.replace("\uFEFF", "").split(",");
    const cell = (cells: string[], name: string) => cells[names.indexOf(name)] ?? "";
    let checked = 0;
    for (const line of lines) {
      const cells = splitCsv(line);
      if (!cell(cells, "Technology").toLowerCase().startsWith("parabolic")) continue;
      const loops = Number(cell(cells, "Trough_number_of_loops"));
      const sca = Number(cell(cells, "Trough_number_of_SCA"));
      const scaPerLoop = Number(cell(cells, "Trough_number_of_SCA_per_loop"));
      // Helios II lists assemblies as loops; others lack a figure.
      if (!loops || !sca || !scaPerLoop || loops === sca) continue;
      const counts = troughCounts({ origin, loops, model: "eurotrough_et150", scaPerLoop });
      expect(counts.sca, cell(cells, "Power_station")).toBe(sca);
      const perSca = Number(cell(cells, "Trough_number_of_modules_per_SCA"));
      if (perSca === 12) expect(counts.sce).toBe(sca * perSca);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(45);
  });
});

/** Cells of one line of CSV with quoted commas. */
function splitCsv(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}
