// Absorber tubes of the handed renderer: what is true of each, against what the product says.
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { judgedOf, type JudgedClasses } from "./handed-goals.ts";
import { evaluated, placeOf, stated, type HandedPlant } from "./handed-plant.ts";

const truthShape = z.object({
  wind_m_per_s: z.number(),
  ambient_c: z.number(),
  dni_w_per_m2: z.number(),
  reflected_c: z.number(),
  emissivity: z.number(),
  tubes: z.array(
    z.object({
      name: z.string(),
      state: z.enum(["vac", "part", "h2", "air", "missing"]),
      hydrogen_share: z.number().nullable(),
      fluid_c: z.number(),
      heat_loss_w_per_m: z.number().nullable(),
      intact_w_per_m: z.number(),
      hydrogen_w_per_m: z.number(),
    }),
  ),
});

/**
 * W/m that a tube with hydrogen loses over an intact one at 393 °C, 25 °C and 2 m/s (NREL SAM, PTR70 2008), where the
 * losses are stated: by the coefficients of the published report (Burkholder and Kutscher, NREL/TP-550-45633).
 */
function referenceSpan(dni: number): number {
  const lossOf = (c: readonly number[]) => {
    const [temperature, ambient, wind] = [393, 25, 2];
    const [a = 0, b = 0, c2 = 0, d = 0, e = 0, f = 0, g = 0] = c;
    const root = Math.sqrt(wind);
    return (
      a +
      f * root +
      (b + g * root) * (temperature - ambient) +
      (c2 + e * dni) * temperature ** 2 +
      d * temperature ** 3
    );
  };
  const intact = lossOf([4.05, 0.247, -0.00146, 5.65e-6, 7.62e-8, -1.7, 0.0125]);
  const hydrogen = lossOf([11.8, 1.35, 0.00075, 4.07e-6, 5.85e-8, -4.48, 0.285]);
  return hydrogen - intact;
}

const nameOf = {
  vac: "intact tube",
  part: "tube with some hydrogen",
  h2: "tube with hydrogen",
  air: "tube with air",
  missing: "tube without glass",
} as const;
/** Share of the loss with hydrogen from which a tube is no good one; and by how much a class may be open. */
const [CLASS_SHARE, CLEAR] = [0.15, 0.05];

/** Metres along the rows, which lead east and are known by the ends of the tubes alone, and across them. */
const FOUND_M = [0.35, 0.05] as const;

/** @param out of the renderer, without the ending */
export async function tubesBench(plant: HandedPlant, out: string, classes: JudgedClasses) {
  const truth = truthShape.parse(JSON.parse(await readFile(`${out}.json`, "utf8")));
  const { tubes, dni_w_per_m2: dni } = truth;
  const bySce = Map.groupBy(tubes, ({ name }) => name.split("-").slice(0, 3).join("-"));
  const fluids = [...bySce].map(([sce, own]) =>
    stated("fluid", own.reduce((sum, { fluid_c }) => sum + fluid_c, 0) / own.length, sce),
  );
  const { columns, log } = await evaluated(plant, `${out}.tif`, [
    stated("dni", dni),
    stated("wind", truth.wind_m_per_s),
    stated("ambient", truth.ambient_c),
    stated("emissivity", truth.emissivity),
    stated("reflected", truth.reflected_c),
    ...fluids,
  ]);
  const place = placeOf(plant, log.registrations[0]!, [0, 0], FOUND_M);
  const span = referenceSpan(dni);
  const byName = new Map(tubes.map((one) => [one.name, one]));
  for (let row = 0; row < plant.geometry.count; row++) {
    const one = byName.get(plant.nameOf(row))!;
    const judged = judgedOf(classes, nameOf[one.state]);
    const validity = columns["tube_inspection_validity"]?.[row];
    const isValid = validity === 0 || validity === 1;
    const seen = columns["glass_tube_temperature"]?.[row] ?? 255;
    // Class 1 is the good one.
    const isFound = seen > 1 && seen !== 255;
    if (one.state === "vac") {
      if (isValid) judged.healthy += 1;
      if (isValid && isFound) judged.wrong += 1;
    } else if ((one.hydrogen_share ?? 1) > CLASS_SHARE + CLEAR) {
      if (isFound) [judged.ill, judged.found] = [judged.ill + 1, judged.found + 1];
      else if (isValid) judged.ill += 1;
      else judged.open += 1;
    }
    const value = columns["heat_loss_over_intact"]?.[row] ?? NaN;
    const reach = columns["heat_loss_over_intact_uncertainty"]?.[row] ?? NaN;
    const { heat_loss_w_per_m: loss, intact_w_per_m: intact, hydrogen_w_per_m: hydrogen } = one;
    if (loss === null || Number.isNaN(value)) continue;
    judged.values += 1;
    const known = ((loss - intact) / (hydrogen - intact)) * span;
    if (Math.abs(value - known) <= reach) judged.covered += 1;
  }
  return place;
}
