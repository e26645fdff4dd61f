// Finds the component that an image of the ZIP shows, and reads its sidecar.
import { z } from "zod";
import type { ComponentDirectory, Found } from "../../domain/component/component-directory.ts";
import { isHeif } from "../../domain/image/heif.ts";
import { isStorableTime } from "../../domain/image/photo-time.ts";
import { failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { NamedImage } from "../../domain/result-file/result-collector.ts";
import type { ZipArchive } from "../zip/zip-archive.ts";
import type { ZipImage } from "./images-zip.ts";

/** The JSON file beside an image, of the same name. */
export const sidecarShape = z.strictObject({
  kind: z.enum(["thermal", "rgb"]).optional(),
  /** Degrees, EPSG:4326. */
  lon: z.number().min(-180).max(180).optional(),
  lat: z.number().min(-90).max(90).optional(),
  taken_at: z.iso.datetime({ offset: true }).refine(isStorableTime).optional(),
  /** Degrees Celsius of the darkest and brightest pixel. */
  scale_min: z.number().min(-273.15).max(5000).optional(),
  scale_max: z.number().min(-273.15).max(5000).optional(),
});
export type Sidecar = z.infer<typeof sidecarShape>;

/** An image and the components it shows. */
export type AssignedImage = { readonly image: ZipImage; readonly components: readonly Found[] };

/** A_T.jpg, A_V.jpg, A_thermal_2.png … : the kind of camera, and a number for several images. */
const ending = /[_-](?<kind>t|v|thermal|ir|rgb|visual|z|w)(?=[_-]\d+$|$)/i;
const magic: readonly (readonly [number, ...number[]])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x52, 0x49, 0x46, 0x46],
];

/**
 * Finds the components of every image: those that list it in the result file, else the one whose dt_id
 * or pcs is its folder or its name without the suffix of the camera (`_T`, `_V`, `_thermal`, `_rgb`).
 * @throws Failure FILE_REFUSED for an image without a component or a name without an image
 */
export function assignImages(
  images: readonly ZipImage[],
  listed: readonly NamedImage[],
  directory: ComponentDirectory,
  file: string,
): AssignedImage[] {
  const problems: Problem[] = [];
  const byName = new Map<string, Found[]>();
  for (const { component, file_name } of listed) {
    const components = byName.get(file_name) ?? byName.set(file_name, []).get(file_name);
    components?.push(component);
  }
  const used = new Set<string>();
  const assigned = images.map((image) => {
    const base = image.name.split("/").at(-1) ?? "";
    const name = byName.has(image.name) ? image.name : base;
    const components = byName.get(name) ?? findByName(image.name, directory);
    used.add(name);
    const field = image.name.slice(0, 200);
    if (components === "several") problems.push({ reason: "image_component_several", file, field });
    else if (components.length === 0)
      problems.push({ reason: "image_without_component", file, field });
    return { image, components: components === "several" ? [] : distinct(components) };
  });
  for (const name of byName.keys()) {
    if (!used.has(name)) problems.push({ reason: "image_missing", file, field: name });
  }
  if (problems.length > 0) {
    throw failure("FILE_REFUSED", ...problems.slice(0, limits.reportedProblems));
  }
  return assigned;
}

/** "several" where a name that the image may mean is that of several components: its parent would be a guess. */
function findByName(path: string, directory: ComponentDirectory): Found[] | "several" {
  const parts = path.split("/");
  const base = (parts.at(-1) ?? "").replace(/\.[^.]+$/, "");
  const stem = base.replace(/[_-]\d+$/, "").replace(ending, "");
  for (const name of [base, base.replace(ending, ""), stem, parts.at(-2) ?? ""]) {
    if (name === "") continue;
    const found = directory.byDtId(name) ?? directory.byPcs(name);
    if (found === "ambiguous") return "several";
    if (found !== undefined) return [found];
  }
  return [];
}

function distinct(components: readonly Found[]): Found[] {
  const seen = new Map(components.map((found) => [`${found.type} ${found.row}`, found]));
  return [...seen.values()];
}

/** The kind in the sidecar, else the one of the name's suffix, else RGB. */
export function kindOf(name: string, sidecar: Sidecar): "thermal" | "rgb" {
  if (sidecar.kind) return sidecar.kind;
  const kind = ending.exec(name.replace(/\.[^.]+$/, ""))?.groups?.["kind"]?.toLowerCase();
  return kind === "t" || kind === "thermal" || kind === "ir" ? "thermal" : "rgb";
}

/** True if the bytes begin as a JPEG, a PNG or a WebP does. */
export function beginsAsImage(bytes: Uint8Array): boolean {
  return magic.some((start) => start.every((byte, i) => bytes[i] === byte));
}

/** Unpacks an image and its sidecar. @throws FILE_REFUSED for another format */
export async function readImage(
  zip: ZipArchive,
  image: ZipImage,
  file: string,
): Promise<{ bytes: Buffer; sidecar: Sidecar }> {
  const refuse = (reason: string, field: string) =>
    failure("FILE_REFUSED", { reason, file, field });
  const bytes = await zip.read(image.entry);
  if (!beginsAsImage(bytes))
    throw refuse(isHeif(bytes) ? "image_heic" : "image_format", image.name.slice(0, 200));
  if (!image.sidecar) return { bytes, sidecar: {} };
  const text = await zip.read(image.sidecar);
  try {
    return { bytes, sidecar: sidecarShape.parse(JSON.parse(text.toString("utf8"))) };
  } catch {
    throw refuse("sidecar_invalid", image.sidecar.fileName.slice(0, 200));
  }
}
