// What the images of a survey show of the components: read, generated, and asked before images are deleted.
import { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { storedNamesShape } from "../../domain/analysis/analysis-upload.ts";
import { launchedShape } from "../../domain/analysis/task.ts";
import {
  coverageShape,
  generateCoverageRefusal,
  unseenShape,
} from "../../domain/coverage/coverage.ts";
import { droneCoverageShape } from "../../domain/coverage/drone-coverage.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const scope = { analysis: "id" } as const;

/** Facts for the rule of generating. */
type Covered = {
  readonly analysis: Pick<Analysis, "visibility">;
  readonly plant: { readonly digitized: boolean };
};

export const coverageApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/visual-mission-coverage",
    summary: "How many components the images of an analysis show well, with a note, or not at all.",
    permission: "READ_FLIGHT_MISSION_COVER",
    scope,
    params: idParams,
    answer: coverageShape,
  }),
  drones: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/drone-plant-coverage",
    summary:
      "The drones whose images an analysis has: how many, when, and how many components they show.",
    permission: "READ_DRONE_PLANT_COVERAGE",
    scope,
    params: idParams,
    answer: droneCoverageShape,
  }),
  generate: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/visual-mission-coverage",
    summary:
      "Starts the task that counts what the images of an analysis show of each component; it writes key figures.",
    permission: "GENERATE_FLIGHT_MISSION_COVER",
    refusal: (_, facts: Covered) => generateCoverageRefusal(facts),
    scope,
    params: idParams,
    answer: launchedShape,
  }),
  unseen: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/visual-mission-coverage/unseen",
    summary: "The components that no image shows any more once the named files are deleted.",
    permission: { any: ["READ_FLIGHT_MISSION_COVER", "DELETE_ANALYSIS_FILE"] },
    scope,
    params: idParams,
    body: z.object({ file_names: storedNamesShape }),
    answer: unseenShape,
    maxBytes: limits.rowsBodyBytes,
    heavy: true,
  }),
};
