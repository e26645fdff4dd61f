// What the outbox asks the server. Faults are shown by the outbox, not as messages of each call. A request that
// is not answered is given up, because everything behind it would wait as well.
import { api } from "../../api/index.ts";
import { call, callFailure, type CallOptions } from "../../client/call.ts";
import type { OutboxCalls } from "../../client/outbox/outbox-send.ts";
import { addInParts } from "../../client/outbox/photo-parts.ts";
import { upload, uploadBytes } from "../../client/upload.ts";
import { shownFileName } from "../../domain/file-name.ts";
import { limits } from "../../domain/limits.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import type { OutboxPhoto } from "../../domain/observation/outbox.ts";

export const serverCalls: OutboxCalls = {
  create: ({ plant_id: id, external_id, dt_id, finished_ids = [], fault_type = null }, fields) =>
    timed((options) =>
      call(
        api.observation.create,
        {
          params: { id },
          body: { ...fields, external_id, dt_id, finished_ids: [...finished_ids], fault_type },
        },
        options,
      ),
    ),
  update: (id, base_revision, fields) =>
    timed((options) =>
      call(api.observation.update, { params: { id }, body: { ...fields, base_revision } }, options),
    ),
  read: (id) => timed((options) => call(api.observation.read, { params: { id } }, options)),
  addPhoto(id, photo, bytes) {
    if (bytes.byteLength > limits.photoPartBytes) return sendInParts(id, photo, bytes);
    const { file_id, file_name, content_type } = photo;
    const body = new FormData();
    body.append(file_id, new Blob([bytes], { type: content_type }), file_name);
    return timed(({ signal }, goesOn) =>
      upload(api.observationImage.add, {
        params: { id },
        body,
        signal,
        onProgress: goesOn,
        fromServer: true,
      }),
    );
  },
  dropPhoto: (id, image_id) =>
    timed((options) => call(api.observationImage.remove, { params: { id, image_id } }, options)),
  remove: (id, base_revision) =>
    timed((options) =>
      call(
        api.observation.remove,
        { params: { id }, query: { base_revision: String(base_revision) } },
        options,
      ),
    ),
};

/** Sends what the server does not have of a file yet. @param onSent called with the bytes that have arrived */
export function sendInParts(
  id: number,
  { file_id, file_name, hash }: Pick<OutboxPhoto, "file_id" | "file_name" | "hash">,
  body: ArrayBuffer,
  onSent?: (bytes: number) => void,
): Promise<Observation> {
  const params = { id, file_id };
  return addInParts<Observation>(body, {
    offset: async () =>
      (
        await timed((options) =>
          call(api.observationImage.partOffset, { params, query: { hash } }, options),
        )
      ).offset,
    add: (from, bytes) => {
      onSent?.(from);
      return timed(({ signal }, goesOn) =>
        uploadBytes(api.observationImage.addPart, {
          params,
          query: {
            hash,
            // As the server names photos in one request: the call takes no other names.
            file_name: shownFileName(file_name) || "photo",
            offset: String(from),
            bytes: String(body.byteLength),
          },
          bytes: new Blob([bytes]),
          signal,
          onProgress: goesOn,
          fromServer: true,
        }),
      );
    },
  });
}

/** Rejects with DISCONNECT where nothing has moved for too long. `goesOn` says that something has. */
async function timed<Answer>(
  ask: (
    options: CallOptions & { readonly signal: AbortSignal },
    goesOn: () => void,
  ) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goesOn = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), limits.outboxSilenceMs);
  };
  goesOn();
  try {
    return await ask({ signal: controller.signal, isQuiet: true, fromServer: true }, goesOn);
  } catch (cause) {
    throw controller.signal.aborted ? callFailure("DISCONNECT") : cause;
  } finally {
    clearTimeout(timer);
  }
}
