// Photos of observations: added, shown, moved, deleted.
import type { observationImageApi } from "../../../api/observation/observation-image.ts";
import { failure } from "../../../domain/error.ts";
import { limits } from "../../../domain/limits.ts";
import { isRecording, recordingsOf } from "../../../domain/observation/recording/recording.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import type { ByteRange } from "../../adapters/object-storage.ts";
import type { Context, Database } from "../../context.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { readObservation } from "../../observation/read-observations.ts";
import { receivePhotoPart } from "../../observation/receive-photo-part.ts";
import { receivePhotos, requireFewRecordings } from "../../observation/receive-photos.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import * as store from "../../store/plant/observation/observation-image.ts";
import { readPartOffset } from "../../store/plant/observation/observation-photo-part.ts";
import { lockObservation, plantOfObservation } from "../../store/plant/observation/observation.ts";

export const observationImageHandlers: Handlers<typeof observationImageApi> = {
  async add(context, { params: { id }, parts }) {
    const plant_id = requireFound(await plantOfObservation(context.db, id));
    await receivePhotos(context, { id, plant_id }, parts);
    return readObservation(context, id);
  },

  async partOffset({ db }, { params: { id, file_id }, query: { hash } }) {
    return { offset: await readPartOffset(db, { observation_id: id, file_id, hash }) };
  },

  async addPart(context, { params: { id, file_id }, query, stream }) {
    const plant_id = requireFound(await plantOfObservation(context.db, id));
    return receivePhotoPart(context, { id, plant_id }, { ...query, file_id, stream });
  },

  async file({ db, files }, { params: { id, image_id, size } }) {
    const image = requireFound(await store.readImageRow(db, id, image_id));
    const isFull = size === "full";
    if (!isFull && isRecording(image)) throw failure("RESOURCE_NOT_FOUND");
    const { object, thumb, content_type, bytes } = image;
    if (!isFull) return { content_type: "image/jpeg", tag: thumb, body: () => files.read(thumb) };
    const part = (range?: ByteRange) => files.stream(object, range);
    return { content_type, tag: object, bytes, part, body: () => part() };
  },

  async move(context, { params: { id, image_id }, body: { observation_id: to } }) {
    const from = requireFound(await plantOfObservation(context.db, id));
    const file = requireFound(await store.readImageRow(context.db, id, image_id));
    // An observation of another plant is answered like a missing one.
    if ((await plantOfObservation(context.db, to)) !== from) throw failure("RESOURCE_NOT_FOUND");
    const detail = { plant_id: from, observation_id: id, image_id, to };
    await audited(context, "move_observation_image", detail, async (db) => {
      requireFound(await lockObservation(db, to));
      const present = await store.readImageRows(db, from, [to]);
      const most = limits.observationImages;
      if (id !== to && present.length >= most) {
        throw failure("CONFLICT", { reason: "observation_images_full", values: { most } });
      }
      if (id !== to && isRecording(file)) requireFewRecordings(recordingsOf(present).length + 1);
      if (!(await store.moveImage(db, id, image_id, to))) throw failure("RESOURCE_NOT_FOUND");
    });
    return readObservation(context, to);
  },

  async remove(context, { params: { id, image_id } }) {
    const image = requireFound(await store.readImageRow(context.db, id, image_id));
    const detail = { plant_id: image.plant_id, observation_id: id, image_id };
    await audited(context, "delete_observation_image", detail, async (db) => {
      if (!(await store.deleteImage(db, id, image_id))) throw failure("RESOURCE_NOT_FOUND");
    });
    await context.files.remove(image.object);
    if (image.thumb !== image.object) await context.files.remove(image.thumb);
    return readObservation(context, id);
  },
};

function audited(
  context: Context,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
  write: (db: Database) => Promise<void>,
): Promise<void> {
  return changeWithAudit(context, write, () => ({ action, detail }));
}
