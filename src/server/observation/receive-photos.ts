// Receives photos of an observation: checked, measured and stored, each once.
import { failure, isFailure } from "../../domain/error.ts";
import { shownFileName } from "../../domain/file-name.ts";
import { isHeif } from "../../domain/image/heif.ts";
import { limits } from "../../domain/limits.ts";
import { fileIdShape } from "../../domain/observation/observation.ts";
import {
  beginsAsRecording,
  readRecording,
  recordingCountRefusal,
  recordingRefusal,
  recordingsOf,
  tooLargeRecording,
} from "../../domain/observation/recording/recording.ts";
import type { Context, Database } from "../context.ts";
import type { Part } from "../implement.ts";
import { beginsAsImage } from "../result-file/read-images.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { readPlantZone } from "../store/plant/plant-zone.ts";
import { readCustomerOf, requireQuota } from "../store/provider/quota.ts";
import * as store from "../store/plant/observation/observation-image.ts";
import { lockObservation } from "../store/plant/observation/observation.ts";
import { badRequest, receiveParts, type Put, type UploadedFile } from "../upload/receive-parts.ts";

export type About = { readonly id: number; readonly plant_id: number };

/** Of a photo that is not stored yet. */
export type Photo = {
  readonly row: Parameters<typeof store.insertImages>[1][number];
  readonly body: Buffer;
  /** Null of a recording. */
  readonly small: Uint8Array | null;
};

/**
 * Stores the photos of a request. One that the plant has already, by file ID, stays as it is.
 * @throws FILE_REFUSED with the name of the file, BAD_REQUEST, TOO_LARGE or CONFLICT; nothing is stored then
 */
export async function receivePhotos(
  context: Context,
  about: About,
  parts: AsyncIterable<Part>,
): Promise<void> {
  const { files } = context;
  const photos: Photo[] = [];
  const form = {
    fields: [],
    maxBytes: () => limits.recordingBytes,
    async onFile(file: UploadedFile) {
      if (!fileIdShape.safeParse(file.field).success) throw badRequest("field_unknown", file.field);
      if (photos.length >= limits.observationImages) throw tooMany();
      photos.push(await readPhoto(context, about, file));
      requireFewRecordings(recordingsOf(photos.map(({ row }) => row)).length);
    },
  };
  await receiveParts(files, parts, form, async (put) => {
    if (photos.length === 0) throw badRequest("field_missing", "file_id");
    const ids = photos.map(({ row }) => row.file_id);
    if (new Set(ids).size < ids.length) throw badRequest("field_twice", "file_id");
    const bytes = photos.reduce((sum, { body }) => sum + body.length, 0);
    await requirePhotoQuota(context, about, bytes);
    await storePhotos(context, about, photos, put);
  });
}

/** @throws CONFLICT with the figures where the customer or the user has no room for them */
export async function requirePhotoQuota(
  { db, viewer }: Context,
  { plant_id }: About,
  bytes: number,
): Promise<void> {
  const customer_id = await readCustomerOf(db, plant_id);
  if (customer_id !== null) await requireQuota(db, viewer, customer_id, { bytes, rows: 0 });
}

/**
 * A photo that is sent twice is stored once. Another one under its ID would be answered as stored and be gone. The app gives
 * each photo an ID of its own, also where one is marked; other programs may not.
 * @param stored hash of the stored photo with this ID, where there is one
 * @throws CONFLICT
 */
export function requireSamePhoto(
  stored: string | undefined,
  { hash, file_name: file }: { readonly hash: string; readonly file_name: string },
): void {
  if (stored === undefined || stored === hash) return;
  throw failure("CONFLICT", { reason: "photo_reused", file });
}

/** @returns the IDs that the plant has. @throws CONFLICT where it has another photo under one of them */
async function requireSamePhotos(
  db: Database,
  { plant_id }: About,
  photos: readonly Photo[],
): Promise<Map<string, string>> {
  const ids = photos.map(({ row }) => row.file_id);
  const stored = await store.readSentImages(db, plant_id, ids);
  const known = new Map(stored.map(({ file_id, hash }) => [file_id, hash]));
  for (const { row } of photos) requireSamePhoto(known.get(row.file_id), row);
  return known;
}

/** Stores those that the plant does not have yet. `put` removes what it has stored if this throws. */
export async function storePhotos(
  context: Context,
  about: About,
  photos: readonly Photo[],
  put: Put,
): Promise<void> {
  const { files, db } = context;
  const known = await requireSamePhotos(db, about, photos);
  const fresh = photos.filter(({ row }) => !known.has(row.file_id));
  if (fresh.length === 0) return;
  for (const { row, body, small } of fresh) {
    await put(row.object, body);
    if (small) await put(row.thumb, small);
  }
  const stored = new Set(await insert(context, about, fresh));
  // Another request with the same photo was faster.
  for (const { row } of fresh.filter((photo) => !stored.has(photo.row.object))) {
    await files.remove(row.object);
    if (row.thumb !== row.object) await files.remove(row.thumb);
  }
}

/** @throws CONFLICT for an observation that would have this many recordings */
export function requireFewRecordings(count: number): void {
  const refusal = recordingCountRefusal(count);
  if (refusal) throw failure("CONFLICT", refusal);
}

/** @throws CONFLICT where the observation has no room for this recording: before 30 MB are sent */
export async function requireRoomForRecording(
  db: Database,
  { id, plant_id }: About,
  file_id: string,
): Promise<void> {
  const stored = await store.readImageRows(db, plant_id, [id]);
  // The same one, sent twice at once.
  const others = stored.filter((one) => one.file_id !== file_id);
  if (others.length >= limits.observationImages) throw tooMany();
  requireFewRecordings(recordingsOf(others).length + 1);
}

const tooMany = () =>
  failure("CONFLICT", {
    reason: "observation_images_full",
    values: { most: limits.observationImages },
  });

/** The row has a lock, so that the photos are counted and the observation is not deleted meanwhile. */
function insert(context: Context, about: About, fresh: readonly Photo[]) {
  const { id, plant_id } = about;
  return changeWithAudit(
    context,
    async (db) => {
      if ((await lockObservation(db, id)) === null) throw failure("RESOURCE_NOT_FOUND");
      const before = await store.readImageRows(db, plant_id, [id]);
      const after = [...before, ...fresh.map(({ row }) => row)];
      if (after.length > limits.observationImages) throw tooMany();
      if (recordingsOf(fresh.map(({ row }) => row)).length > 0) {
        requireFewRecordings(recordingsOf(after).length);
      }
      const inserted = await store.insertImages(
        db,
        fresh.map(({ row }) => row),
      );
      // Another request was faster: with the same photo, or with another one under its ID. Then none is stored.
      await requireSamePhotos(db, about, fresh);
      return inserted;
    },
    ({ length }) => {
      if (length === 0) return null;
      const detail = { observation_id: id, plant_id, count: length };
      return { action: "add_observation_images", detail };
    },
  );
}

/**
 * A photo or a recording.
 * @param hash SHA-256, hexadecimal, where it is known
 * @throws FILE_REFUSED or TOO_LARGE with the name of the file
 */
export async function readPhoto(
  context: Context,
  about: About,
  file: Pick<UploadedFile, "field" | "file_name" | "buffer">,
  hash?: string,
): Promise<Photo> {
  const { file_name, field: file_id } = file;
  const body = await file.buffer().catch((error: unknown) => {
    const isLarge = isFailure(error) && error.code === "TOO_LARGE";
    throw isLarge ? failure("TOO_LARGE", tooLargeRecording(file_name)) : error;
  });
  if (body.length === 0) throw failure("FILE_REFUSED", { reason: "file_empty", file: file_name });
  const { small, ...content } = beginsAsRecording(body)
    ? recordingContent(file_name, body)
    : await pictureContent(context, about, file_name, body);
  const keys = store.newImageKeys();
  const row = {
    ...keys,
    ...(small ? {} : { thumb: keys.object }),
    plant_id: about.plant_id,
    observation_id: about.id,
    file_id,
    file_name: shownFileName(file_name),
    ...content,
    bytes: body.length,
    hash: hash ?? (await sha256(body)),
    created_by: context.viewer.account_id,
  };
  return { row, body, small };
}

type Content = Pick<
  Photo["row"],
  "content_type" | "width" | "height" | "lon" | "lat" | "taken_at"
> & { readonly small: Uint8Array | null };

function recordingContent(file: string, body: Buffer): Content {
  const read = readRecording(body);
  const refusal = recordingRefusal(file, body.length, read);
  if (!read || refusal) {
    throw failure("FILE_REFUSED", refusal ?? { reason: "recording_format", file });
  }
  const { content_type, lon, lat } = read;
  return { content_type, lon, lat, width: 0, height: 0, taken_at: null, small: null };
}

async function pictureContent(
  { db, readers, viewer }: Context,
  { plant_id }: About,
  file: string,
  body: Buffer,
): Promise<Content> {
  if (body.length > limits.imageBytes)
    throw failure("TOO_LARGE", { reason: "image_too_large", file });
  if (!beginsAsImage(body)) {
    throw failure("FILE_REFUSED", { reason: isHeif(body) ? "image_heic" : "image_format", file });
  }
  const plant_zone = await readPlantZone(db, { plant_id });
  const picture = await readers.picture("picture", {
    input: { name: file, bytes: body, plant_zone },
    file,
    bytes: body.length,
    owner: viewer.account_id,
  });
  const { format, thumb: small, ...rest } = picture;
  return { ...rest, content_type: `image/${format}`, small };
}

/** Hexadecimal. Beside the main thread: a video takes a moment. */
async function sha256(body: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", new Uint8Array(body))).toString("hex");
}
