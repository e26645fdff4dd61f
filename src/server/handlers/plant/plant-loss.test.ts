// The lost energy in the list of plants and in a plant's summary, over HTTP on a real database: one number, one ±.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { writeColumns } from "../../store/plant/column/column.ts";
import { disabledKeyFigure } from "../../store/schema/provider.ts";

let server: TestServer;
let plant_id: number;
let modules: number;
let id: number;
let addAnalysis: ResultPlant["addAnalysis"];

beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const customer = server.accounts.viewer.customer_id;
  const plant = await addResultPlant(services, customer, "Stated", 16);
  ({ plant_id, modules, addAnalysis } = plant);
  id = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
  const column = (key: string, value: number) =>
    [keyFigureByKey(key)!.id, new Float32Array(modules).fill(value)] as const;
  const columns = new Map([column("power_loss", 40), column("power_loss_uncertainty", 2)]);
  await writeColumns(services, id, columns, { twin_version: 1 });
});
afterAll(() => server.close());

type Lost = {
  mwh: number;
  uncertainty: { mwh: number };
  most: { mwh: number; money: number } | null;
  left_out: unknown;
};

async function bothDoors(): Promise<readonly [list: Lost, summary: Lost]> {
  const list = await server.ask(api.plant.listForTable, "viewer");
  const summary = await server.ask(api.analysisResult.headline, "viewer", { params: { id } });
  expect([list.status, summary.status]).toEqual([200, 200]);
  const rows = list.body as { id: number; lost_energy: Lost }[];
  const row = rows.find((one) => one.id === plant_id)!;
  return [row.lost_energy, (summary.body as { lost_energy: Lost }).lost_energy];
}

// 40 ± 2 W of each module for 2,000 hours; a tenth by the power of a module, which the capacity gives, and a tenth by
// the light of a year.
const mwhOf = (watts: number) => (modules * watts * 2000) / 1e6;
const expected = () => Math.hypot(mwhOf(2), 0.1 * mwhOf(40), 0.1 * mwhOf(40));

it("takes the uncertainty that the analysis states in the list too", async () => {
  for (const lost of await bothDoors()) {
    expect(lost.mwh).toBeCloseTo(mwhOf(40), 5);
    expect(lost.uncertainty.mwh).toBeCloseTo(expected(), 5);
  }
});

it("takes it also where the plant does not offer it as a key figure", async () => {
  const key_figure_id = keyFigureByKey("power_loss_uncertainty")!.id;
  await server.database.owner.db.insert(disabledKeyFigure).values({ plant_id, key_figure_id });
  for (const lost of await bothDoors()) expect(lost.uncertainty.mwh).toBeCloseTo(expected(), 5);
});

it("says one upper end in list, summary and split where modules may be faulty, also where the validity is off", async () => {
  const services = { ...server.services, db: server.database.owner.db };
  const key = (name: string) => keyFigureByKey(name)!.id;
  // Of the modules that lose 40 W each, 5 may be missing, 3 may be open, and 2 were not inspected.
  const absent = (row: number) => row < 10;
  const classOf = (of: (row: number) => number) =>
    Uint8Array.from({ length: modules }, (_, row) => of(row));
  const watts = (value: number) =>
    Float32Array.from({ length: modules }, (_, row) => (absent(row) ? NaN : value));
  const validity = key("module_inspection_validity");
  const columns = new Map<number, Float32Array | Uint8Array>([
    [key("power_loss"), watts(40)],
    [key("power_loss_uncertainty"), watts(2)],
    [validity, classOf((row) => (row < 5 ? 5 : row < 8 ? 7 : row < 10 ? 2 : 0))],
  ]);
  await writeColumns(services, id, columns, { twin_version: 1 });
  for (const key_figure_id of [validity]) {
    await server.database.owner.db.insert(disabledKeyFigure).values({ plant_id, key_figure_id });
  }
  const { body } = await server.ask(api.loss.summary, "viewer", { params: { id } });
  const { total, module_power } = body as { total: Lost; module_power: { watts: number } };
  // Hours and losses as above; 8 modules lose all of their power, of which a tenth is not known.
  const measured = ((modules - 10) * 40 * 2000) / 1e6;
  const all = measured + (8 * module_power.watts * 2000) / 1e6;
  const stated = ((modules - 10) * 2 * 2000) / 1e6;
  const most = all + Math.hypot(stated, 0.1 * all, 0.1 * all);
  for (const lost of [...(await bothDoors()), total]) {
    expect(lost.mwh).toBeCloseTo(measured, 4);
    expect(lost.most!.mwh).toBeCloseTo(most, 4);
    expect(lost.most!.money).toBeCloseTo(most * 60, 2);
    expect(lost.left_out).toEqual([
      { component_type: "module", unconfirmed: 8, unmeasured: 2, component_count: modules },
    ]);
  }
});

it("counts a module once that several columns tell of, and none that colours alone show", async () => {
  const services = { ...server.services, db: server.database.owner.db };
  const column = (name: string, of: (row: number) => number) =>
    [keyFigureByKey(name)!.id, Uint8Array.from({ length: modules }, (_, row) => of(row))] as const;
  // 0 to 2: as warm as the ground, and seen by colours; 3 to 6: a sure hot cell where the images do not agree;
  // 7: missing; 8 and 9: not in the thermal mosaic.
  const columns = new Map<number, Float32Array | Uint8Array>([
    column("module_inspection_validity", (row) => (row < 3 ? 5 : 0)),
    column("module_missing", (row) => (row === 7 ? 1 : 0)),
    column("module_offline", (row) => (row < 10 ? 255 : 0)),
    column("hotspots", (row) => (row >= 3 && row < 7 ? 2 : row < 10 ? 255 : 0)),
    [
      keyFigureByKey("power_loss")!.id,
      Float32Array.from({ length: modules }, (_, row) => (row < 10 && row !== 7 ? NaN : 40)),
    ],
  ]);
  await writeColumns(services, id, columns, { twin_version: 1 });
  const { body } = await server.ask(api.loss.summary, "viewer", { params: { id } });
  const { total } = body as { total: Lost };
  for (const lost of [...(await bothDoors()), total])
    expect(lost.left_out).toEqual([
      { component_type: "module", unconfirmed: 7, unmeasured: 2, component_count: modules },
    ]);
});

it("says the upper end of the energy's own analysis in the list after a later one of colours alone", async () => {
  const services = { ...server.services, db: server.database.owner.db };
  const [before] = await bothDoors();
  expect(before.most).not.toBeNull();
  const later = await addAnalysis("Colours", "2026-11-01", { visibility: "released" });
  const there = new Uint8Array(modules);
  const columns = new Map([
    [keyFigureByKey("module_inspection_validity")!.id, there],
    [keyFigureByKey("module_missing")!.id, there],
  ]);
  await writeColumns(services, later, columns, { twin_version: 1 });
  const [after] = await bothDoors();
  expect(after).toEqual(before);
});
