// Custom component properties of a plant: created, changed, reordered, deleted.
import { randomUUID } from "node:crypto";
import { customComponentPropertyApi } from "../../../api/observation/custom-component-property.ts";
import {
  customPropertyRefusal,
  type CustomComponentProperty,
  type CustomComponentPropertyForm,
  type CustomOption,
} from "../../../domain/plant/custom-component-property.ts";
import { conditionRefusal, dependantRefusal } from "../../../domain/plant/property-condition.ts";
import { failure } from "../../../domain/error.ts";
import type { Context } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { writeAuditEntry, changeWithAudit, type AuditEntry } from "../../store/account/audit.ts";
import * as store from "../../store/plant/observation/custom-component-property.ts";
import { readPlant } from "../../store/plant/plant.ts";
import { requireQuota } from "../../store/provider/quota.ts";

export const customComponentPropertyHandlers: Handlers<typeof customComponentPropertyApi> = {
  list: ({ db }, { plant }) => store.readProperties(db, plant.id),

  async create(context, { plant, body }) {
    const { db: viewerDb, viewer } = context;
    const { id: plant_id, technology, customer_id } = plant;
    await requireQuota(viewerDb, viewer, customer_id, { bytes: 0, rows: 1 });
    return store.withProperties(context.db, plant_id, async (db, others) => {
      refuse(customComponentPropertyApi.create, viewer, { count: others.length });
      const refusal =
        customPropertyRefusal(technology, body, others) ?? conditionRefusal(body, others);
      if (refusal) throw propertyFailure(refusal);
      const fields = { ...body, options: withIds(body.options, []) };
      const id = await store.insertProperty(db, plant_id, fields, viewer.account_id);
      const created = requireFound(await store.readProperty(db, id));
      await writeAuditEntry(context, db, entryOf("create_custom_property", created));
      return created;
    });
  },

  async order(context, { plant, body }) {
    const { id: plant_id } = plant;
    return store.withProperties(context.db, plant_id, async (db, properties) => {
      const { component_type, ids } = body;
      const present = properties.filter((one) => one.component_type === component_type);
      const ordered = new Set(ids);
      // Another user has added or deleted a property since the list was loaded.
      if (ordered.size !== ids.length || ids.length !== present.length) throw staleOrder();
      if (!present.every(({ id }) => ordered.has(id))) throw staleOrder();
      await store.orderProperties(db, plant_id, component_type, ids);
      return store.readProperties(db, plant_id);
    });
  },

  async update(context, { params, body }) {
    const { plant_id } = await requireProperty(context, params.id);
    const { technology } = requireFound(await readPlant(context.db, context.viewer, plant_id));
    return store.withProperties(context.db, plant_id, async (db, properties) => {
      const before = requireFound(properties.find(({ id }) => id === params.id));
      const after: CustomComponentPropertyForm = { ...before, ...body };
      const others = properties.filter(({ id }) => id !== params.id);
      const options = withIds(after.options, before.options ?? []);
      const refusal =
        customPropertyRefusal(technology, after, others) ??
        conditionRefusal({ ...after, id: params.id }, others) ??
        dependantRefusal(params.id, { ...before, options }, others);
      if (refusal) throw propertyFailure(refusal);
      const { name, number_ranges, is_required, condition } = after;
      const fields = { name, options, number_ranges, is_required, condition };
      await store.updateProperty(db, params.id, fields);
      const changed = { ...before, ...fields };
      await writeAuditEntry(context, db, entryOf("update_custom_property", changed));
      return changed;
    });
  },

  async remove(context, { params }) {
    const property = await requireProperty(context, params.id);
    await changeWithAudit(
      context,
      (db) =>
        store.withProperties(db, property.plant_id, (locked, properties) => {
          const refusal = dependantRefusal(property.id, null, properties);
          if (refusal) throw failure("CONFLICT", refusal);
          return store.deleteProperty(locked, property);
        }),
      () => entryOf("delete_custom_property", property),
    );
    return { done: true };
  },
};

async function requireProperty({ db }: Context, id: number): Promise<CustomComponentProperty> {
  const property = await store.readProperty(db, id);
  if (!property) throw failure("RESOURCE_NOT_FOUND");
  return property;
}

/** Assigns IDs to new options. An option with an unknown ID counts as new. */
function withIds(
  options: CustomComponentPropertyForm["options"],
  known: readonly CustomOption[],
): CustomOption[] | null {
  const unused = new Set(known.map(({ id }) => id));
  return (
    options?.map(({ id, label }) => ({
      id: id !== undefined && unused.delete(id) ? id : randomUUID(),
      label: label.trim(),
    })) ?? null
  );
}

function propertyFailure(refusal: NonNullable<ReturnType<typeof customPropertyRefusal>>) {
  const code = refusal.reason === "property_name_taken" ? "CONFLICT" : "BAD_REQUEST";
  return failure(code, refusal);
}

const staleOrder = () => failure("CONFLICT", { reason: "order_stale", field: "ids" });

function entryOf(
  action: AuditEntry["action"],
  { id, plant_id, name }: CustomComponentProperty,
): AuditEntry {
  return { action, detail: { custom_component_property_id: id, plant_id, name } };
}
