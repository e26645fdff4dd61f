// Blueprints of a plant: PDF files to read, KML files and GeoTIFF images to show on the map.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { geoEndings, namedEnding } from "../geometry/geo-file.ts";
import { limits } from "../limits.ts";

export const blueprintKinds = ["pdf", "kml", "tif"] as const;
export type BlueprintKind = (typeof blueprintKinds)[number];

const placeShape = z.tuple([z.number(), z.number()]);
/** Degrees, EPSG:4326: the upper left, upper right, lower right and lower left corner of an image. */
export const cornersShape = z.tuple([placeShape, placeShape, placeShape, placeShape]);
export type Corners = z.infer<typeof cornersShape>;

export const blueprintShape = z.object({
  id: z.number().int(),
  plant_id: z.number().int(),
  kind: z.enum(blueprintKinds),
  file_name: z.string(),
  bytes: z.number().int(),
  created_at: z.string(),
  user_name: z.string(),
  /** Of an image; null for the other kinds. */
  corners: cornersShape.nullable(),
});
export type Blueprint = z.infer<typeof blueprintShape>;

/** Largest file of a kind in bytes. */
export const blueprintBytes: Readonly<Record<BlueprintKind, number>> = {
  pdf: limits.blueprintPdfBytes,
  kml: limits.blueprintKmlBytes,
  tif: limits.blueprintTifBytes,
};

/** A drawing is kind `kml`, whatever its format. */
const endings: Readonly<Record<BlueprintKind, readonly string[]>> = {
  pdf: [".pdf"],
  kml: geoEndings,
  tif: [".tif", ".tiff"],
};
/** All endings of files that can be a blueprint. */
export const blueprintEndings = blueprintKinds.flatMap((kind) => endings[kind]);

/** The kind of a file by its ending, or null. */
export function blueprintKindOf(name: string): BlueprintKind | null {
  const hasEnding = (ending: string) => name.toLowerCase().endsWith(ending);
  return blueprintKinds.find((kind) => endings[kind].some(hasEnding)) ?? null;
}

/** Why a file that is no blueprint of any kind is refused: by its name, with the way out. */
export function blueprintKindRefusal(name: string): Refusal {
  return { reason: namedEnding(name) ?? "blueprint_kind" };
}

/** Why a file of this name cannot be a blueprint of the kind, or null. */
export function blueprintFileRefusal(
  kind: BlueprintKind,
  file: { readonly name: string; readonly bytes?: number },
): Refusal | null {
  if (blueprintKindOf(file.name) !== kind) {
    const isOther = blueprintKindOf(file.name) !== null;
    const named = kind === "kml" && !isOther ? namedEnding(file.name) : null;
    if (named !== null) return { reason: named };
    return { reason: "blueprint_ending", values: { ending: `.${kind}` } };
  }
  if (file.bytes === 0) return { reason: "file_empty" };
  return (file.bytes ?? 0) > blueprintBytes[kind] ? blueprintTooLarge(kind) : null;
}

/** Why a plant with `count` blueprints can have no more, or null. */
export function blueprintCountRefusal({ count }: { readonly count: number }): Refusal | null {
  const most = limits.blueprintsPerPlant;
  return count >= most ? { reason: "too_many_blueprints", values: { most } } : null;
}

export function blueprintTooLarge(kind: BlueprintKind): Refusal {
  return { reason: "blueprint_too_large", values: { most: blueprintBytes[kind] / 1024 ** 2 } };
}

/** True if the bytes begin like a PDF file (ISO 32000-1, 7.5.2). */
export function isPdf(head: Uint8Array): boolean {
  return /^%PDF-[12]\.\d/.test(String.fromCharCode(...head.subarray(0, 8)));
}
