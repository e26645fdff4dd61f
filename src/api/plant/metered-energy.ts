// Metered energy: imported as tables, and set beside the losses that a survey calculates.
import { z } from "zod";
import { idTextShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { meterComparisonShape, meterImportShape, meterPeriods } from "../../domain/meter/meter.ts";
import { exactLineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const writes = "UPDATE_PLANT";
const ofPlant = { plant: "id" } as const;
const one = idParams.extend({ meter_id: idTextShape });
const done = z.object({ done: z.literal(true) });

export const meteredEnergyApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/metered-energy",
    summary:
      "The meters of the plant in a period, each against the others of its type on the same days, beside what the analysis says is lost.",
    permission: "READ_ANALYSIS_RESULT",
    scope: { analysis: "id" },
    params: idParams,
    query: z.object({ period: z.enum(meterPeriods) }),
    answer: meterComparisonShape,
    heavy: true,
  }),
  importFile: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/metered-energy/import",
    summary:
      "Takes metered energy from CSV or a workbook, one row per interval, all or nothing; apply=no answers what would be stored. Fields: values (energy, power or counter), stamp (begin or end of the interval), and where the file does not say it unit, decimal (. or ,), last_month (whole or part, of a file of months whose answer has last_month), time_zone (IANA) and sheet. Days and months that have not ended are left out. Days that have values already are replaced.",
    permission: writes,
    scope: ofPlant,
    params: idParams,
    query: z.object({ apply: z.enum(["yes", "no"]) }),
    bodyKind: "multipart",
    maxBytes: limits.meterFileBytes,
    answer: meterImportShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/meter/{meter_id}",
    summary:
      "Says what a meter counts: a component, the whole plant, or with neither what has its name.",
    permission: writes,
    scope: ofPlant,
    params: one,
    body: z.object({
      dt_id: exactLineShape.min(1).max(200).nullable(),
      is_plant: z.boolean(),
    }),
    answer: done,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/plant/{id}/meter/{meter_id}",
    summary: "Deletes a meter with all that it counted.",
    permission: writes,
    scope: ofPlant,
    params: one,
    answer: done,
  }),
};
