// What losses of a plant cost: its settings.
import { z } from "zod";
import { lossChangesShape, lossSettingsShape } from "../domain/loss/loss-settings.ts";
import { endpoint } from "./endpoint.ts";
import { idParams } from "./plant.ts";

/** The settings with the defaults for the rest, and the names of those that the plant has of its own. */
const answer = z.object({ settings: lossSettingsShape, own: z.array(z.string()) });

export const lossApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/loss-settings",
    summary: "What losses of the plant cost, and what repairs take.",
    permission: "READ_ANALYSIS_RESULT",
    scope: { plant: "id" },
    params: idParams,
    answer,
  }),
  set: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/loss-settings",
    summary: "Sets what losses of the plant cost. Settings that are left out have their defaults.",
    permission: "UPDATE_PLANT",
    scope: { plant: "id" },
    params: idParams,
    body: lossChangesShape,
    answer,
  }),
};
