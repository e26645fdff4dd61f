// A photo as it is sent: small enough, and with the place where it was taken.
import { atom } from "jotai";
import { shrunkJpeg } from "../../client/outbox/photo-shrink.ts";
import { limits } from "../../domain/limits.ts";
import { exifBlockOf } from "../../domain/observation/exif-block.ts";
import {
  hasPlace,
  uprightExif,
  withExif,
  withoutExif,
  withPlace,
} from "../../domain/observation/photo-exif.ts";
import { ownPositionAtom } from "../field/own-position.ts";

/** Room for the time and place of a photo. */
export const EXIF_BYTES = 64 * 1024;
/** A position older than this is not where the photo was taken. */
const RECENT_MS = 60_000;

/**
 * A chosen file as it is sent. Larger ones are shrunk to the limit and keep their time and place. Photos that were
 * taken just now and have no place get the own position. What cannot be decoded stays as it is, and is refused later.
 * @param isTaken true for a photo of the camera of this form
 */
export const preparePhoto = atom(null, async (get, _set, file: File, isTaken: boolean) => {
  const position = get(ownPositionAtom);
  const isLarge = file.size > limits.imageBytes;
  const isRecent = position !== null && Date.now() - position.time_ms < RECENT_MS;
  if (!isLarge && !(isTaken && isRecent && file.type === "image/jpeg")) return file;
  const given = new Uint8Array(await file.arrayBuffer());
  const own = exifBlockOf(given);
  const needsPlace = isTaken && isRecent && !(own && hasPlace(own));
  if (!isLarge && !needsPlace) return file;
  const bytes = isLarge
    ? await shrunkJpeg(file, limits.imageBytes - EXIF_BYTES).catch(() => null)
    : withoutExif(given);
  if (!bytes) return file;
  const kept = own && isLarge ? uprightExif(own) : own;
  const exif =
    needsPlace && position
      ? withPlace(kept, { ...position, ...localTime(file.lastModified) })
      : kept;
  const name = isLarge ? file.name.replace(/\.(png|webp)$/i, ".jpg") : file.name;
  const body = exif ? withExif(bytes, exif) : bytes;
  return new File([new Uint8Array(body)], name, {
    type: "image/jpeg",
    lastModified: file.lastModified,
  });
});

function localTime(time_ms: number): { local: string; offset: string } {
  const at = new Date(time_ms);
  const minutes = -at.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  return {
    local: new Date(time_ms + minutes * 60_000).toISOString().slice(0, 19),
    offset: `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`,
  };
}
