// Drones.
import { droneApi } from "../../../api/flight/drone.ts";
import {
  droneSerialRefusal,
  internalIdentifierRefusal,
  type Drone,
  type DroneForm,
} from "../../../domain/provider/drone.ts";
import { failure } from "../../../domain/error.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/provider/drone.ts";
import { checkOwner, droneTableHandlers } from "../../upload/drone-table.ts";

/** The unique index decides between two simultaneous requests. */
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
    await checkForm(context, body);
    const { internal_identifier: name, customer_id } = body;
    const id = await refuseViolation(identifierTaken, () =>
      changeWithAudit(
        context,
        async (transaction) => {
          await checkSerialAgain({ db: transaction, viewer }, body);
          return store.insertDrone(transaction, body);
        },
        (drone_id) => ({ action: "create_drone", customer_id, detail: { drone_id, name } }),
      ),
    );
    return requireFound(await store.readDrone(db, viewer, id));
  },

  ...droneTableHandlers,

  async update(context, { params: { id }, body }) {
    const { db, viewer } = context;
    const stored = requireFound(await store.readDrone(db, viewer, id));
    const form = { ...stored, ...body };
    await checkForm(context, form, stored);
    const { customer_id = stored.customer_id } = body;
    const isMoved = customer_id !== stored.customer_id;
    await refuseViolation(identifierTaken, () =>
      changeWithAudit(
        context,
        async (transaction) => {
          await checkSerialAgain({ db: transaction, viewer }, form, stored);
          await store.updateDrone(transaction, id, body);
        },
        () => ({
          action: "update_drone",
          // The owner that loses it has no other entry of it.
          customer_id: stored.customer_id ?? customer_id,
          detail: {
            drone_id: id,
            name: stored.internal_identifier,
            fields: Object.keys(body),
            ...(isMoved && { from_customer_id: stored.customer_id, to_customer_id: customer_id }),
          },
        }),
      ),
    );
    return requireFound(await store.readDrone(db, viewer, id));
  },

  plantCoverage: ({ db, viewer }) => store.readDronePlants(db, viewer),

  async remove(context, { params }) {
    const { db, viewer } = context;
    const stored = requireFound(await store.readDrone(db, viewer, params.id));
    refuse(droneApi.remove, viewer, stored);
    // An analysis chose it meanwhile, or the viewer does not see it.
    const reasons = { referenced: { reason: "drone_in_use" } };
    const { customer_id, internal_identifier: name } = stored;
    await refuseViolation(reasons, () =>
      changeWithAudit(
        context,
        (transaction) => store.deleteDrone(transaction, params.id),
        () => ({ action: "delete_drone", customer_id, detail: { drone_id: params.id, name } }),
      ),
    );
    return { done: true };
  },
};

/** @throws CONFLICT where another drone was given the serial number since the form was checked */
async function checkSerialAgain(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  form: DroneForm,
  stored: Drone | null = null,
): Promise<void> {
  await store.lockDrones(db);
  const refusal = droneSerialRefusal(form, stored, await store.readDrones(db, viewer));
  if (refusal) throw failure("CONFLICT", refusal);
}

/** @throws BAD_REQUEST for an invalid field. Values that are stored already are not checked again. */
async function checkForm({ db, viewer }: Context, form: DroneForm, stored?: Drone): Promise<void> {
  const refusal =
    internalIdentifierRefusal(form.internal_identifier) ??
    droneSerialRefusal(form, stored ?? null, await store.readDrones(db, viewer));
  if (refusal) throw failure("BAD_REQUEST", refusal);
  const { drone_model_id, customer_id } = form;
  if (drone_model_id !== stored?.drone_model_id) {
    if (!(await store.droneModelExists(db, drone_model_id))) {
      throw failure("BAD_REQUEST", { reason: "drone_model_unknown", field: "drone_model_id" });
    }
  }
  if (stored && customer_id === stored.customer_id) return;
  await checkOwner({ db, viewer }, customer_id);
}
