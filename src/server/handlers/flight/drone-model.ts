// Drone models.
import { droneModelApi } from "../../../api/flight/drone-model.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/provider/drone-model.ts";

const nameTaken = {
  drone_model_name_unique: { reason: "drone_model_name_taken", field: "name" },
};

export const droneModelHandlers: Handlers<typeof droneModelApi> = {
  list: ({ db }) => store.readDroneModels(db),

  listAvailable: ({ db }) => store.readDroneModels(db, { supported: true }),

  read: async ({ db }, { params }) => requireFound(await store.readDroneModel(db, params.id)),

  async create({ db }, { body }) {
    const id = await refuseViolation(nameTaken, () => store.insertDroneModel(db, body));
    return requireFound(await store.readDroneModel(db, id));
  },

  async update({ db }, { params: { id }, body }) {
    await refuseViolation(nameTaken, () => store.updateDroneModel(db, id, body));
    return requireFound(await store.readDroneModel(db, id));
  },

  async remove({ db, viewer }, { params: { id } }) {
    refuse(droneModelApi.remove, viewer, requireFound(await store.readDroneModel(db, id)));
    // A drone was added meanwhile, or the viewer does not see it.
    const reasons = { referenced: { reason: "drone_model_kept" } };
    await refuseViolation(reasons, () => store.deleteDroneModel(db, id));
    return { done: true };
  },
};
