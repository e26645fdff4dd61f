// Drone models.
import type { droneModelApi } from "../../api/drone-model.ts";
import { droneModelRemovalRefusal } from "../../domain/provider/drone-model.ts";
import { failure } from "../../domain/error.ts";
import type { Handlers } from "../implement.ts";
import { named } from "../implement.ts";
import { violates } from "../store/database-fault.ts";
import * as store from "../store/provider/drone-model.ts";

export const droneModelHandlers: Handlers<typeof droneModelApi> = {
  list: ({ db }) => store.readDroneModels(db),

  listAvailable: ({ db }) => store.readDroneModels(db, { supported: true }),

  read: async ({ db }, { params }) => named(await store.readDroneModel(db, params.id)),

  async create({ db }, { body }) {
    const id = await refuseSameName(() => store.insertDroneModel(db, body));
    return named(await store.readDroneModel(db, id));
  },

  async update({ db }, { params: { id }, body }) {
    await refuseSameName(() => store.updateDroneModel(db, id, body));
    return named(await store.readDroneModel(db, id));
  },

  async remove({ db }, { params: { id } }) {
    const refusal = droneModelRemovalRefusal(named(await store.readDroneModel(db, id)));
    if (refusal) throw failure("CONFLICT", refusal);
    try {
      await store.deleteDroneModel(db, id);
    } catch (error) {
      // A drone added meanwhile, or one that this viewer does not see.
      if (violates(error, "foreign_key")) throw failure("CONFLICT", { reason: "drone_model_kept" });
      throw error;
    }
    return { done: true };
  },
};

async function refuseSameName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, "unique")) {
      throw failure("CONFLICT", { reason: "drone_model_name_taken", field: "name" });
    }
    throw error;
  }
}
