// Photos of observations: shown from object URLs, and sent with their progress.
import { atom } from "jotai";
import { LRUCache } from "lru-cache";
import { hasHeifName } from "../../domain/image/heif.ts";
import { imageTypes } from "../../domain/analysis/analysis-result.ts";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Observation, ObservationImage } from "../../domain/observation/observation.ts";
import { isRecording } from "../../domain/observation/recording/recording.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { perPlantValue } from "../shell/lifetime.ts";
import { fetchOnce } from "../shell/query.ts";
import { keepObservations } from "./observation.ts";
import { outboxStore } from "./outbox.ts";
import { observationSource } from "./present-source.ts";
import type { NewPhoto, PhotoSize } from "./source.ts";

type ShownImage = Pick<ObservationImage, "id" | "file_id" | "content_type">;

const MOST_KEPT = 120;
const photos = perPlantValue(({ signal }) => {
  const kept = new LRUCache<string, Promise<string>>({ max: MOST_KEPT, dispose: giveUp });
  signal.addEventListener("abort", () => kept.clear(), { once: true });
  return kept;
});

function giveUp(photo: Promise<string>): void {
  void photo.then(URL.revokeObjectURL, () => undefined);
}

/** An object URL of a photo. Rejects with the refusal. The least recently used URLs are revoked. */
export function photoUrl(
  id: number,
  { id: image_id, file_id, content_type }: ShownImage,
  size: PhotoSize,
): Promise<string> {
  const urls = photos();
  const waits = isWaitingId(image_id);
  const key = waits ? file_id : `${image_id} ${size}`;
  const known = urls.get(key);
  if (known) return known;
  const ask = (one: PhotoSize) =>
    fetchOnce({
      key: ["observation-photo", `${image_id} ${one}`],
      ask: (options) => observationSource().photo(id, image_id, one, options),
    });
  // What was sent from here while the plant is on this device is here in full size alone.
  const kept = (cause: unknown) => {
    if (size === "full" || (cause as { code?: unknown } | null)?.code !== "OFFLINE") throw cause;
    return ask("full");
  };
  const file = waits ? waitingPhoto(file_id, content_type) : ask(size).catch(kept);
  const url = file.then((blob) => URL.createObjectURL(blob));
  urls.set(key, url);
  url.catch(() => urls.delete(key));
  return url;
}

/** The bytes of a recording. They are large, so they are not kept. Rejects with the refusal. */
export function recordingFile(
  id: number,
  { id: image_id, file_id, content_type }: ShownImage,
  signal?: AbortSignal,
): Promise<Blob> {
  if (isWaitingId(image_id)) return waitingPhoto(file_id, content_type);
  return observationSource().photo(id, image_id, "full", signal ? { signal } : {});
}

/** A photo of which this device has the only bytes. Rejects where it has left the outbox meanwhile. */
async function waitingPhoto(file_id: string, type: string): Promise<Blob> {
  const body = await outboxStore().photo(file_id);
  if (!body) throw new Error("photo has left the outbox");
  return new Blob([body], { type });
}

/** A photo that was chosen, with the ID under which it is sent, however often. */
export function newPhoto(file: File): NewPhoto {
  return { file_id: crypto.randomUUID(), file };
}

/** Why a file cannot be a photo of an observation that has `count` of them, or null. */
export function photoRefusal(file: File, count: number): Problem | null {
  if (!imageTypes.some((type) => type === file.type)) {
    const isPhone = hasHeifName(file.name) || /^image\/(?:hei[cf]|avif)/.test(file.type);
    return { reason: isPhone ? "image_heic" : "image_format", file: file.name };
  }
  if (file.size > limits.imageBytes) {
    return { reason: "image_too_large", file: file.name };
  }
  const most = limits.observationImages;
  return count >= most ? { reason: "observation_images_full", values: { most } } : null;
}

/** Sends photos of a stored observation; `onProgress` has the share that was sent. Rejects with the refusal. */
export const sendPhotos = atom(
  null,
  async (
    _get,
    _set,
    id: number,
    chosen: readonly NewPhoto[],
    onProgress: (share: number) => void,
  ): Promise<Observation> => {
    const sizeOf = (files: readonly NewPhoto[]) =>
      files.reduce((bytes, { file }) => bytes + file.size, 0);
    const whole = Math.max(1, sizeOf(chosen));
    const isLarge = ({ file }: NewPhoto) => isRecording({ content_type: file.type });
    const recordings = chosen.filter(isLarge);
    const photos = chosen.filter((one) => !isLarge(one));
    let stored: Observation | null = null;
    if (photos.length > 0) {
      stored = await observationSource().addPhotos(id, photos, (sent, total) =>
        onProgress(total > 0 ? ((sent / total) * sizeOf(photos)) / whole : 0),
      );
    }
    let done = sizeOf(photos);
    // In parts, so that a break costs the part on its way and not a whole video.
    for (const recording of recordings) {
      const before = done;
      const onSent = (bytes: number) => onProgress((before + bytes) / whole);
      stored = await observationSource().addRecording(id, recording, onSent);
      done += recording.file.size;
    }
    if (!stored) throw new Error("nothing to send");
    keepObservations([stored]);
    return stored;
  },
);
