// Receives a photo of an observation in parts: a connection that breaks costs at most the part on its way.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { failure, isFailure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import {
  beginsAsRecording,
  tooLargeRecording,
} from "../../domain/observation/recording/recording.ts";
import type { Context } from "../context.ts";
import { openPlaces } from "../http/fair-share.ts";
import { bodyFault } from "../http/multipart.ts";
import { requireClean } from "../store/account/virus-found.ts";
import { readSentImages } from "../store/plant/observation/observation-image.ts";
import { lockObservation } from "../store/plant/observation/observation.ts";
import * as store from "../store/plant/observation/observation-photo-part.ts";
import { readObservation } from "./read-observations.ts";
import {
  readPhoto,
  requirePhotoQuota,
  requireRoomForRecording,
  requireSamePhoto,
  storePhotos,
  type About,
} from "./receive-photos.ts";

export type SentPart = {
  readonly file_id: string;
  readonly file_name: string;
  /** SHA-256 of the whole photo, hexadecimal. */
  readonly hash: string;
  /** Where the part begins, in bytes. */
  readonly offset: number;
  /** Size of the whole photo, the same with every part. */
  readonly bytes: number;
  readonly stream: AsyncIterable<Buffer>;
};

/**
 * Answers where the next part begins, and the observation once the photo is complete.
 * @throws CONFLICT with the true offset, for a photo that the observation does not name, for another one than that stored
 *   under its ID, for another size than its first part said, or where the quota is full, TOO_LARGE, BAD_REQUEST for an empty part, CHECKSUM_MISMATCH where the parts
 *   are not the photo (they are forgotten then), FILE_REFUSED for a virus (the same), and what `receivePhotos` throws
 */
export async function receivePhotoPart(
  context: Context,
  about: About,
  part: SentPart,
): Promise<{ offset: number; observation: Observation | null }> {
  const { file_name, bytes } = part;
  if (bytes > limits.recordingBytes) {
    throw failure("TOO_LARGE", tooLargeRecording(file_name));
  }
  // The answer to the last part was lost.
  if (await isStored(context, about, part))
    return { offset: bytes, observation: await readObservation(context, about.id) };
  if (part.offset === 0) await requirePhotoQuota(context, about, bytes);
  const offset = await addPart(context, about, part);
  if (offset < bytes) return { offset, observation: null };
  const giveBack = await endings.take("photo", MOST_ENDINGS);
  try {
    await end(context, about, part);
  } finally {
    giveBack();
  }
  return { offset, observation: await readObservation(context, about.id) };
}

/** Whether the plant has the photo. @throws CONFLICT where it has another one under its ID */
async function isStored({ db }: Context, { plant_id }: About, part: SentPart): Promise<boolean> {
  const [stored] = await readSentImages(db, plant_id, [part.file_id]);
  requireSamePhoto(stored?.hash, part);
  return stored !== undefined;
}

/** Photos that are put together at the same time: each of them is in memory once, as a whole. */
const MOST_ENDINGS = 2;
const endings = openPlaces();

/** All parts are there. */
async function end(context: Context, about: About, part: SentPart): Promise<void> {
  const { db } = context;
  const { file_id, file_name, hash, bytes } = part;
  const photo = { observation_id: about.id, file_id, hash };
  // The same part was sent twice, and the other one was first.
  if (await isStored(context, about, part)) return;
  const body = Buffer.alloc(bytes);
  const sum = createHash("sha256");
  let at = 0;
  for await (const piece of store.readParts(db, photo)) {
    at += piece.copy(body, at);
    sum.update(piece);
  }
  if (sum.digest("hex") !== hash) {
    // The other sender of the same part has stored the photo meanwhile, and its parts are gone.
    if (await isStored(context, about, part)) return;
    await store.deleteParts(db, photo);
    throw failure("CHECKSUM_MISMATCH", { reason: "upload_chunk_broken" });
  }
  const file = { file_name, plant_id: about.plant_id };
  await requireClean(context, file, () => Promise.resolve(Readable.from([body]))).catch(
    async (error: unknown) => {
      if (isFailure(error) && error.code === "FILE_REFUSED") await store.deleteParts(db, photo);
      throw error;
    },
  );
  await storeWhole(context, about, { file_id, file_name, body, hash });
  await store.deleteParts(db, photo);
}

/** The row of the observation has a lock, so that two senders do not both append. Answers the new offset. */
async function addPart({ db, viewer }: Context, about: About, part: SentPart): Promise<number> {
  const { file_id, hash, offset, bytes } = part;
  const body = await readBody(part.stream);
  const isRecording = offset === 0 && beginsAsRecording(body);
  if (offset === 0 && bytes > limits.imageBytes && !isRecording) {
    throw failure("TOO_LARGE", { reason: "image_too_large", file: part.file_name });
  }
  const photo = { observation_id: about.id, file_id, hash };
  return db.transaction(async (transaction) => {
    const row = await lockObservation(transaction, about.id);
    if (row === null) throw failure("RESOURCE_NOT_FOUND");
    if (!row.file_ids.includes(file_id)) {
      throw failure("CONFLICT", { reason: "photo_not_named", file: part.file_name });
    }
    if (isRecording) await requireRoomForRecording(transaction, about, file_id);
    const { offset: arrived, declared } = await store.readArrived(transaction, photo);
    // Its first part was asked for room, and whether it may be so large.
    if (declared !== null && declared !== bytes) {
      const values = { declared, bytes };
      throw failure("CONFLICT", { reason: "photo_size_changed", file: part.file_name, values });
    }
    // The last part arrived before, and the photo could not be stored then.
    if (arrived === bytes && offset + body.length === bytes) return arrived;
    if (arrived !== offset) {
      throw failure("CONFLICT", { reason: "upload_offset_wrong", values: { offset: arrived } });
    }
    if (body.length === 0) throw failure("BAD_REQUEST", { reason: "file_empty" });
    if (offset + body.length > bytes) throw failure("TOO_LARGE");
    const { plant_id } = about;
    const { account_id } = viewer;
    // Parts of a photo whose first one was stored by an earlier version count as they arrive.
    const stated = offset === 0 || declared !== null ? bytes : null;
    const about_part = { plant_id, account_id, offset, bytes: body.length, declared: stated };
    await store.insertPart(transaction, { ...photo, ...about_part, body });
    return offset + body.length;
  });
}

async function readBody(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > limits.photoPartBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw bodyFault(error);
  }
  if (bytes > limits.photoPartBytes) throw failure("TOO_LARGE");
  return Buffer.concat(chunks);
}

async function storeWhole(
  context: Context,
  about: About,
  {
    file_id,
    file_name,
    body,
    hash,
  }: Pick<SentPart, "file_id" | "file_name" | "hash"> & {
    readonly body: Buffer;
  },
): Promise<void> {
  const { files } = context;
  const file = { field: file_id, file_name, buffer: () => Promise.resolve(body) };
  const photo = await readPhoto(context, about, file, hash);
  const keys: string[] = [];
  try {
    await storePhotos(context, about, [photo], async (key, bytes) => {
      keys.push(key);
      await files.put(key, bytes);
    });
  } catch (error) {
    for (const key of keys) await files.remove(key);
    throw error;
  }
}
