// Drone models.
import { droneModelApi } from "../../../api/flight/drone-model.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/provider/drone-model.ts";

/** Routes of every customer are planned with a model. */
const ofAll = { customer_id: null };

const nameTaken = {
  drone_model_name_unique: { reason: "drone_model_name_taken", field: "name" },
};

export const droneModelHandlers: Handlers<typeof droneModelApi> = {
  list: ({ db }) => store.readDroneModels(db),

  listAvailable: ({ db }) => store.readDroneModels(db, { supported: true }),

  read: async ({ db }, { params }) => requireFound(await store.readDroneModel(db, params.id)),

  async create(context, { body }) {
    const { db } = context;
    const { name } = body;
    const id = await refuseViolation(nameTaken, () =>
      changeWithAudit(
        context,
        (transaction) => store.insertDroneModel(transaction, body),
        (drone_model_id) => ({
          ...ofAll,
          action: "create_drone_model",
          detail: { drone_model_id, name },
        }),
      ),
    );
    return requireFound(await store.readDroneModel(db, id));
  },

  async update(context, { params: { id }, body }) {
    const { db } = context;
    const { name } = requireFound(await store.readDroneModel(db, id));
    await refuseViolation(nameTaken, () =>
      changeWithAudit(
        context,
        (transaction) => store.updateDroneModel(transaction, id, body),
        () => ({
          ...ofAll,
          action: "update_drone_model",
          detail: { drone_model_id: id, name, fields: Object.keys(body) },
        }),
      ),
    );
    return requireFound(await store.readDroneModel(db, id));
  },

  async remove(context, { params: { id } }) {
    const { db, viewer } = context;
    const stored = requireFound(await store.readDroneModel(db, id));
    refuse(droneModelApi.remove, viewer, stored);
    // A drone was added meanwhile, or the viewer does not see it.
    const reasons = { referenced: { reason: "drone_model_kept" } };
    await refuseViolation(reasons, () =>
      changeWithAudit(
        context,
        (transaction) => store.deleteDroneModel(transaction, id),
        () => ({
          ...ofAll,
          action: "delete_drone_model",
          detail: { drone_model_id: id, name: stored.name },
        }),
      ),
    );
    return { done: true };
  },
};
