// Flight areas and take-off positions of plants.
import { z } from "zod";
import { problemShape } from "../../domain/error-shape.ts";
import { limits } from "../../domain/limits.ts";
import {
  flightAreaProblems,
  flightAreaFormShape,
  flightSetupShape,
  type FlightRules,
} from "../../domain/flight/area/flight-area.ts";
import { plantShape } from "../../domain/plant/plant.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

type AreaFacts = {
  readonly area: Parameters<typeof flightAreaProblems>[0];
  readonly rules: FlightRules;
};

export const flightAreaApi = {
  rules: endpoint({
    method: "GET",
    path: "/auth/flight-rules",
    summary:
      "The limits of flight areas and flight campaigns in this installation, and whether a flight app is connected.",
    permission: { any: ["EDIT_FLIGHT_AREA_POLYGON", "READ_FLIGHT_CAMPAIGN"] },
    scope: null,
    answer: flightSetupShape,
    offline: "plant",
  }),
  /** Multipart: one file. */
  openFile: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/flight-area-file",
    summary:
      "The shapes of a file as the text of a GeoJSON: of a zipped shapefile, GeoPackage, GeoParquet, FlatGeobuf, DXF, CSV, KML or GeoJSON. Nothing is stored.",
    permission: "EDIT_FLIGHT_AREA_POLYGON",
    scope: { plant: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.openedFileBytes,
    answer: z.object({
      features: z.string(),
      /** Features that cannot be read; `refused` lists the first ones. */
      refused_count: z.number().int(),
      refused: z.array(problemShape.extend({ message: z.string() })),
      /** What the file has beside its features and is not read. */
      notes: z.array(problemShape.extend({ message: z.string() })),
    }),
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/update-flight-areas-and-take-off-positions",
    summary:
      "Replaces the flight polygons, no-fly polygons, take-off positions and obstacles of a plant; obstacles that are left out stay. The version is the one that was read: an older one is refused.",
    permission: "EDIT_FLIGHT_AREA_POLYGON",
    refusal: (_, { area, rules }: AreaFacts) => flightAreaProblems(area, rules)[0] ?? null,
    refusalCode: "BAD_REQUEST",
    scope: { plant: "id" },
    params: idParams,
    body: flightAreaFormShape,
    answer: plantShape,
  }),
};
