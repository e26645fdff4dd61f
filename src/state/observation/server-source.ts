// Observations of the server.
import { api } from "../../api/index.ts";
import { call, callBytes } from "../../client/call.ts";
import { upload } from "../../client/upload.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { sendInParts } from "./outbox-calls.ts";
import type { ObservationSource } from "./source.ts";

type Kept = Omit<Observation, "fault_type"> & Partial<Pick<Observation, "fault_type">>;

/** A device may have observations of an earlier version, which name no finding. */
const withFinding = ({ fault_type = null, ...one }: Kept): Observation => ({ ...one, fault_type });

/** The most that the server answers at once. */
const ROWS_AT_ONCE = 5000;

export const serverSource: ObservationSource = {
  async list(id, options) {
    const found = new Map<number, Observation>();
    for (let offset = 0, count = 1; offset < count; offset += ROWS_AT_ONCE) {
      const query = { offset: String(offset), limit: String(ROWS_AT_ONCE) };
      const page = await call(api.observation.list, { params: { id }, query }, options);
      // A row that was added meanwhile moves others to the next page: they come twice.
      for (const one of page.observations) found.set(one.id, withFinding(one));
      count = page.count;
    }
    return [...found.values()];
  },

  columns: (id, options) => call(api.observation.columns, { params: { id } }, options),

  create: (id, body) => call(api.observation.create, { params: { id }, body }),

  bulkAdd: (id, { dt_ids, ...form }) =>
    call(api.observation.bulkAdd, { params: { id }, body: { ...form, dt_ids: [...dt_ids] } }),

  update: (id, base_revision, fields) =>
    call(api.observation.update, { params: { id }, body: { ...fields, base_revision } }),

  overwrite: (id, body) => call(api.observation.overwrite, { params: { id }, body }),

  move: (id, base_revision, to) =>
    call(api.observation.move, { params: { id }, body: { base_revision, ...to } }),

  remove: (id, base_revision) =>
    call(api.observation.remove, {
      params: { id },
      ...(base_revision === undefined ? {} : { query: { base_revision: String(base_revision) } }),
    }),

  deleted: (id, options) => call(api.observation.deleted, { params: { id } }, options),

  restore: (id, observation_id) =>
    call(api.observation.restore, { params: { id, observation_id } }),

  addPhotos(id, photos, onProgress) {
    const body = new FormData();
    for (const { file_id, file } of photos) body.append(file_id, file, file.name);
    return upload(api.observationImage.add, { params: { id }, body, onProgress });
  },

  async addRecording(id, { file_id, file }, onSent) {
    const body = await file.arrayBuffer();
    // Loaded when the first recording is sent.
    const { runningHash } = await import("../../domain/upload/running-hash.ts");
    const { whole } = await runningHash(async (from, to) => new Uint8Array(body, from, to - from));
    const hash = await whole(file.size);
    return sendInParts(id, { file_id, file_name: file.name, hash }, body, onSent);
  },

  movePhoto: (id, image_id, observation_id) =>
    call(api.observationImage.move, { params: { id, image_id }, body: { observation_id } }),

  removePhoto: (id, image_id) => call(api.observationImage.remove, { params: { id, image_id } }),

  photo: (id, image_id, size, options) =>
    callBytes(api.observationImage.file, { params: { id, image_id, size } }, options),
};
