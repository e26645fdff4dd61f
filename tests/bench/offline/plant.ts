// A plant with surveys of all key figures of its modules, as large as the largest plants that go offline.
import type { ColumnValues } from "../../../src/domain/column/column.ts";
import { keyFigures, type KeyFigure } from "../../../src/domain/key-figure/key-figure.ts";
import { writeColumns } from "../../../src/server/store/plant/column/column.ts";
import { readTwin } from "../../../src/server/store/plant/twin.ts";
import { addResultPlant } from "../../fixtures/result-plant.ts";
import type { Product } from "../product.ts";

const PER_TRACKER = 20;
const ofModules = keyFigures.filter(
  ({ component_type, expert }) => component_type === "module" && !expert,
);

/** Adds the plant with this many modules and surveys; gives its ID and the number of its key figures. */
export async function addLargePlant(
  product: Product,
  modules: number,
  surveys: number,
): Promise<{ plant_id: number; key_figures: number }> {
  const { owner, customer_id } = product;
  const plant = await addResultPlant(owner, customer_id, "Pampa", modules / PER_TRACKER);
  const twin = await readTwin(owner.db, plant.plant_id);
  for (let survey = 1; survey <= surveys; survey += 1) {
    const id = await plant.addAnalysis(`Survey ${survey}`, `2026-0${survey}-15`);
    const columns = new Map(
      ofModules.map((one) => [one.id, valuesOf(one, modules, survey * 100 + one.id)]),
    );
    await writeColumns(owner, id, columns, { twin_version: twin?.version ?? 1 });
  }
  return { plant_id: plant.plant_id, key_figures: ofModules.length };
}

/** Uneven like a survey: a slow wave over the field, noise, one in a hundred missing; tenths, as in result files. */
function valuesOf(keyFigure: KeyFigure, rows: number, seed: number): ColumnValues {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const values = Float32Array.from({ length: rows }, (_, row) => {
    const noise = random() + random() + random() + random() - 2;
    const value = Math.max(0, 12 + 6 * Math.sin(row / 30_000) + 3 * noise);
    return row % 101 === 0 ? NaN : Math.round(10 * value) / 10;
  });
  if (keyFigure.kind !== "u8") return values;
  return Uint8Array.from(values, (value) => {
    const worst = keyFigure.classes.length - 1;
    const one = Math.min(worst, Math.max(0, Math.floor((value - 16) / 3)));
    return keyFigure.classes[one]?.value ?? 0;
  });
}
