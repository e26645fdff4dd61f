// Flight areas of plants.
import { flightAreaApi } from "../../../api/flight/flight-area.ts";
import { failure } from "../../../domain/error.ts";
import { flightAreaProblems } from "../../../domain/flight/area/flight-area.ts";
import type { Handlers } from "../../implement.ts";
import { requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { writeFlightArea } from "../../store/plant/flight/flight-area.ts";
import { readPlant } from "../../store/plant/plant.ts";
import { openShapeFile } from "../../upload/shape-file.ts";
import { flightRulesOf } from "../../start/flight-rules.ts";

export const flightAreaHandlers: Handlers<typeof flightAreaApi> = {
  rules: async ({ settings, flightApp }) => ({
    ...flightRulesOf(settings),
    has_flight_app: flightApp !== null,
    is_flight_app_imitated: flightApp?.isImitated ?? false,
  }),

  openFile: (context, { parts }) => openShapeFile(context, parts),

  async update(context, { plant, body }) {
    const { flight_polygons, no_fly_polygons, take_off_positions } = body;
    const { obstacles = plant.obstacles } = body;
    const problems = flightAreaProblems({ ...body, obstacles }, flightRulesOf(context.settings));
    if (problems.length > 0) throw failure("BAD_REQUEST", ...problems);
    const { id: plant_id, customer_id } = plant;
    await changeWithAudit(
      context,
      (db) => writeFlightArea(db, plant_id, { ...body, obstacles }),
      () => ({
        action: "update_flight_areas",
        customer_id,
        detail: {
          plant_id,
          flight_polygons: flight_polygons?.coordinates.length ?? 0,
          no_fly_polygons: no_fly_polygons?.coordinates.length ?? 0,
          take_off_positions: take_off_positions.length,
          obstacles: obstacles.length,
        },
      }),
    );
    return requireFound(await readPlant(context.db, context.viewer, plant_id));
  },
};
