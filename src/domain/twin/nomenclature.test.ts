import { expect, it } from "vitest";
import { planeAt } from "../geometry/plane.ts";
import type { Geometry, Names } from "../component/component-index.ts";
import { finish } from "../steps.ts";
import { nomenclatureOf, renamed } from "./nomenclature.ts";

const plane = planeAt([-70, -19]);

/** Tables of 40 m x 2 m, one beside the other from west to east, 6 m apart; the last one was removed. */
function level(count: number): { geometry: Geometry; names: Names } {
  const of = (value: (row: number) => number) =>
    Float32Array.from({ length: count }, (_, row) => value(row));
  const geometry = {
    type: "tracker",
    count,
    parent: Uint32Array.from({ length: count }, (_, row) => row % 2),
    centreX: of((row) => row * 6),
    centreY: of(() => 0),
    length: of((row) => (row === count - 1 ? 0 : 40)),
    width: of(() => 2),
    rotation: of(() => Math.PI / 2),
    height: of(() => 1),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array(1), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  } satisfies Geometry;
  return {
    geometry,
    names: { count, dtId: (row) => `id-${row}`, pcs: (row) => `Old ${row}` },
  };
}
const named = (name: string, x: number, y: number, line = 1) => {
  const [lon, lat] = plane.toLonLat(x, y);
  return { name, lon, lat, line };
};

it("gives a name to the component on which it stands", () => {
  const places = [
    named("New 0", 0.9, 19),
    named("Old 1", 6, 0),
    // Between two tables, beyond the end of one, and where one was removed.
    named("Lost 1", 3, 0, 7),
    named("Lost 2", 12, 22),
    named("Lost 3", 24, 0),
  ];
  const found = finish(nomenclatureOf(places, level(5), plane));
  expect(found.renames).toEqual([{ dt_id: "id-0", pcs: "New 0", was: "Old 0" }]);
  expect(found).toMatchObject({ name_count: 5, same_count: 1, unnamed_count: 2, lost_count: 3 });
  expect(found.lost[0]).toEqual({ name: "Lost 1", line: 7 });
});

it("takes the name nearest to the middle where two stand on one component", () => {
  const places = [named("Far", 0, 15), named("Near", 0, 1), named("Farther", 0, -18)];
  const found = finish(nomenclatureOf(places, level(3), plane));
  expect(found.renames.map(({ pcs }) => pcs)).toEqual(["Near"]);
  expect(found.crowded.map(({ name }) => name)).toEqual(["Far", "Farther"]);
});

it("lets names be exchanged, and repeated in another part of the plant alone", () => {
  const swap = [
    { dt_id: "id-0", pcs: "Old 2" },
    { dt_id: "id-2", pcs: "Old 0" },
  ];
  const swapped = finish(renamed(level(5), swap));
  expect(swapped.problems).toEqual([]);
  expect([0, 1, 2].map(swapped.names.pcs)).toEqual(["Old 2", "Old 1", "Old 0"]);
  const reasons = (dt_id: string, pcs: string) =>
    finish(renamed(level(5), [{ dt_id, pcs }])).problems.map(({ reason }) => reason);
  expect(reasons("id-0", "Old 1")).toEqual([]);
  expect(reasons("id-0", "Old 2")).toEqual(["pcs_repeated"]);
  // The removed component keeps its name, which is free again.
  expect(reasons("id-0", "Old 4")).toEqual([]);
  expect(reasons("id-4", "A")).toEqual(["pcs_unknown_component"]);
});
