// Drone models.
import { z } from "zod";
import {
  droneModelChangesShape,
  droneModelFormShape,
  droneModelShape,
} from "../../domain/provider/drone-model.ts";
import { droneModelRemovalRefusal, type DroneModel } from "../../domain/provider/drone-model.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

export const droneModelApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/drone-models",
    summary: "All drone models.",
    permission: "READ_DRONE_MODEL",
    scope: null,
    answer: z.array(droneModelShape),
  }),
  listAvailable: endpoint({
    method: "GET",
    path: "/auth/available-drone-models",
    summary: "The supported drone models.",
    permission: "READ_AVAILABLE_DRONE_MODEL",
    scope: null,
    answer: z.array(droneModelShape),
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/drone-model/{id}",
    summary: "One drone model.",
    permission: "READ_DRONE_MODEL",
    scope: { drone_model: "id" },
    params: idParams,
    answer: droneModelShape,
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/drone-model",
    summary: "Creates a drone model.",
    permission: "CREATE_DRONE_MODEL",
    scope: null,
    body: droneModelFormShape,
    answer: droneModelShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/drone-model/{id}",
    summary: "Changes fields of a drone model.",
    permission: "UPDATE_DRONE_MODEL",
    scope: { drone_model: "id" },
    params: idParams,
    body: droneModelChangesShape,
    answer: droneModelShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/drone-model/{id}",
    summary: "Deletes a drone model that staff added and no drone uses.",
    permission: "DELETE_DRONE_MODEL",
    refusal: (_, row: Pick<DroneModel, "key" | "drone_count">) => droneModelRemovalRefusal(row),
    scope: { drone_model: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
