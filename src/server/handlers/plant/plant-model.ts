// 3D models of plants: uploaded, listed, read file by file, placed, deleted.
import { plantModelApi } from "../../../api/plant/plant-model.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import { failure } from "../../../domain/error.ts";
import type { ModelChange } from "../../../domain/model/plant-model.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as store from "../../store/plant/plant-model.ts";
import { requireQuota } from "../../store/provider/quota.ts";
import { receiveModel, type StoredModel } from "../../upload/model-upload.ts";

/** Memory that a reader needs besides that of the file: one tile as it is, and unpacked. */
const READING_BYTES = 24 * 1024 ** 2;

export const plantModelHandlers: Handlers<typeof plantModelApi> = {
  list: ({ db }, { plant }) => store.listModels(db, plant.id),

  async upload(context, { plant, parts }) {
    const { db, files, viewer } = context;
    const { length: count } = await store.listModels(db, plant.id);
    refuse(plantModelApi.upload, viewer, { count });
    return receiveModel(files, plant.id, parts, (model) => save(context, plant, model));
  },

  async file(context, { plant, params, query: { path } }) {
    const { db, files } = context;
    const row = requireFound(await store.readModel(db, plant.id, params.model_id));
    const { id, kind, object, bytes } = row;
    if (kind === "glb") {
      if (path !== undefined) throw failure("RESOURCE_NOT_FOUND");
      const body = () => files.stream(object);
      return { content_type: "model/gltf-binary", tag: `model-${id}`, bytes, body };
    }
    if (path === undefined) throw failure("RESOURCE_NOT_FOUND");
    return {
      content_type: path.endsWith(".json") ? "application/json" : "application/octet-stream",
      tag: `model-${id}-${Buffer.from(path).toString("base64url")}`,
      body: () => readFile(context, row, path),
    };
  },

  async change(context, { plant, params, body }) {
    const { db, viewer } = context;
    const model = requireFound(await store.readModel(db, plant.id, params.model_id));
    refuse(plantModelApi.change, viewer, { model, change: body });
    return changeWithAudit(
      context,
      async (transaction) => {
        if (!(await store.updateModel(transaction, model, given(body))))
          throw failure("RESOURCE_NOT_FOUND");
        return requireFound(await store.readModel(transaction, plant.id, model.id));
      },
      ({ name }) => entryOf("update_plant_model", plant, { model_id: model.id, name }),
    );
  },

  async remove(context, { plant, params }) {
    const { db, files } = context;
    const model = requireFound(await store.readModel(db, plant.id, params.model_id));
    const { id, name } = model;
    const remove = async (transaction: Database) => {
      if (!(await store.deleteModel(transaction, model))) throw failure("RESOURCE_NOT_FOUND");
    };
    await changeWithAudit(context, remove, () =>
      entryOf("delete_plant_model", plant, { model_id: id, name }),
    );
    await files.remove(model.object);
    return { done: true };
  },
};

/** Without what is absent. */
const given = ({ name, placement, height_m }: ModelChange) => ({
  ...(name !== undefined && { name }),
  ...(placement !== undefined && { placement }),
  ...(height_m !== undefined && { height_m }),
});

function storeOf({ settings }: Context) {
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  return { data_dir, object_store_url, disk_reserve_mb };
}

async function save(context: Context, plant: Plant, model: StoredModel) {
  const { db, readers, viewer } = context;
  const { kind, object, bytes, file_name } = model;
  await requireQuota(db, viewer, plant.customer_id, { bytes, rows: 0 });
  const checked = await readers.now("model_check", {
    input: { store: storeOf(context), kind, object, bytes, file_name },
    file: file_name,
    bytes: Math.max(bytes, READING_BYTES),
    owner: viewer.account_id,
  });
  const { own_place } = checked;
  const values = {
    ...checked,
    ...model,
    plant_id: plant.id,
    name: file_name.replace(/\.\w+$/, "").slice(0, 120),
    placement: own_place ? null : { lon: plant.lon, lat: plant.lat, heading_deg: 0, scale: 1 },
    // The plant stands on its ground, whatever its height above the ellipsoid.
    height_m: own_place ? Math.round(-own_place.lowest_m * 100) / 100 : 0,
    created_by: viewer.account_id,
  };
  return changeWithAudit(
    context,
    async (transaction) => {
      const id = await store.insertModel(transaction, values);
      return requireFound(await store.readModel(transaction, plant.id, id));
    },
    ({ id }) => entryOf("upload_plant_model", plant, { model_id: id, file_name }),
  );
}

function readFile(context: Context, row: store.PlantModelRow, path: string): Promise<Uint8Array> {
  const { object, bytes, file_name } = row;
  return context.readers.picture("model_file", {
    input: { store: storeOf(context), object, bytes, file_name, path },
    file: file_name,
    bytes: READING_BYTES,
    owner: context.viewer.account_id,
  });
}

function entryOf(action: AuditAction, { id, customer_id }: Plant, detail: object) {
  return { action, customer_id, detail: { plant_id: id, ...detail } };
}
