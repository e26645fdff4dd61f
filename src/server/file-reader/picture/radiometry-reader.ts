// Reads the temperatures of a radiometric JPEG: exactly where the file holds the constants, else as counts.
import sharp from "sharp";
import { failure } from "../../../domain/error.ts";
import { readDji } from "../../../domain/image/dji-file.ts";
import { readFlir, type FlirFile, type RadiometryFault } from "../../../domain/image/flir-file.ts";
import type { Radiometry } from "../../../domain/image/radiometry.ts";
import type { Reader } from "../reader.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

type Input = { readonly store: StoreAccess; readonly object: string; readonly name: string };

export const reader: Reader<Input, Radiometry> = async ({ store, object, name }) =>
  radiometryOf(await (await storeOf(store)).read(object), name);

/** @throws Failure FILE_REFUSED if the file has no temperatures, or broken ones */
export async function radiometryOf(jpeg: Uint8Array, file: string): Promise<Radiometry> {
  const refused = (reason: RadiometryFault) => failure("FILE_REFUSED", { reason, file });
  const flir = readFlir(jpeg);
  if (typeof flir !== "string") {
    const { width, height, camera_model, planck, surroundings } = flir;
    const counts = await countsOf(flir).catch(() => null);
    if (!counts) throw refused("radiometry_broken");
    return { width, height, camera_model, exact: { planck, surroundings }, counts };
  }
  if (flir !== "radiometry_missing") throw refused(flir);
  const frame = readDji(jpeg);
  if (typeof frame === "string") throw refused(frame);
  return { ...frame, camera_model: "DJI", exact: null };
}

async function countsOf({ width, height, data, is_png, is_little }: FlirFile) {
  const pixels = width * height;
  if (!is_png) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    return Uint16Array.from({ length: pixels }, (_, at) => view.getUint16(at * 2, is_little));
  }
  const image = sharp(data, { limitInputPixels: pixels, failOn: "error" });
  const { data: raw, info } = await image
    .toColourspace("grey16")
    .raw({ depth: "ushort" })
    .toBuffer({ resolveWithObject: true });
  if (info.width !== width || info.height !== height || info.channels !== 1) return null;
  // The camera writes a PNG of little-endian counts, although a PNG is big-endian.
  return Uint16Array.from({ length: pixels }, (_, at) => raw.readUInt16BE(at * 2));
}
