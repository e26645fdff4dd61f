// Drone models.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { DroneModel, DroneModelForm } from "../../domain/provider/drone-model.ts";
import { records } from "./record.ts";

export const droneModelRecords = records<DroneModel, DroneModelForm>({
  key: "drone-models",
  permission: api.droneModel.list.permission,
  load: (options) => call(api.droneModel.list, {}, options),
  create: (body) => call(api.droneModel.create, { body }),
  change: (id, body) => call(api.droneModel.update, { params: { id }, body }),
  remove: (id) => call(api.droneModel.remove, { params: { id } }),
  preview: (row, form) => ({ ...row, ...form }),
  name: ({ name }) => name,
  words: {
    created: "drone:model.created",
    changed: "drone:model.changed",
    removed: "drone:model.removed",
  },
});
