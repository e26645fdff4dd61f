// Drones.
import type { droneApi } from "../../api/drone.ts";
import {
  internalIdentifierRefusal,
  serialNumberRefusal,
  type DroneForm,
} from "../../domain/provider/drone.ts";
import { failure } from "../../domain/error.ts";
import type { Context } from "../context.ts";
import type { Handlers } from "../implement.ts";
import { requireFound } from "../implement.ts";
import { refuseViolation } from "../store/database-fault.ts";
import * as store from "../store/provider/drone.ts";
import { customerExists } from "../store/plant/plant.ts";

/** The database decides between two who come at once. */
const identifierTaken = {
  drone_internal_identifier_unique: {
    reason: "internal_identifier_taken",
    field: "internal_identifier",
  },
};

export const droneHandlers: Handlers<typeof droneApi> = {
  list: ({ db, viewer }) => store.readDrones(db, viewer),

  listAvailable: ({ db, viewer }, { plant }) =>
    store.readAvailableDrones(db, viewer, plant.customer_id),

  read: async ({ db, viewer }, { params }) =>
    requireFound(await store.readDrone(db, viewer, params.id)),

  async create(context, { body }) {
    const { db, viewer } = context;
    await check(context, body);
    const id = await refuseViolation(identifierTaken, () => store.insertDrone(db, body));
    return requireFound(await store.readDrone(db, viewer, id));
  },

  async update(context, { params: { id }, body }) {
    const { db, viewer } = context;
    const stored = requireFound(await store.readDrone(db, viewer, id));
    await check(context, { ...stored, ...body }, stored);
    await refuseViolation(identifierTaken, () => store.updateDrone(db, id, body));
    return requireFound(await store.readDrone(db, viewer, id));
  },

  async remove({ db }, { params }) {
    const reasons = { referenced: { reason: "drone_in_use" } };
    await refuseViolation(reasons, () => store.deleteDrone(db, params.id));
    return { done: true };
  },
};

/** @throws BAD_REQUEST where a field will not do; what is stored already is not judged again */
async function check(
  { db, viewer }: Context,
  form: DroneForm,
  stored?: Pick<DroneForm, "customer_id" | "drone_model_id">,
): Promise<void> {
  const refusal = internalIdentifierRefusal(form.internal_identifier) ?? serialNumberRefusal(form);
  if (refusal) throw failure("BAD_REQUEST", refusal);
  const { drone_model_id, customer_id } = form;
  if (drone_model_id !== stored?.drone_model_id) {
    if (!(await store.droneModelExists(db, drone_model_id))) {
      throw failure("BAD_REQUEST", { reason: "drone_model_unknown", field: "drone_model_id" });
    }
  }
  if (stored && customer_id === stored.customer_id) return;
  const isOwn = viewer.customer_id === null || viewer.customer_id === customer_id;
  const isThere = customer_id === null || (await customerExists(db, customer_id));
  // A customer the viewer may not act for does not exist for the viewer.
  if (!isOwn || !isThere) {
    throw failure("BAD_REQUEST", { reason: "customer_unknown", field: "customer_id" });
  }
}
