// 3D models of a plant: photogrammetry as 3D Tiles in a ZIP, or one glTF model as .glb.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { limits } from "../limits.ts";
import { numberLimits } from "../number-limits.ts";
import { lineShape } from "../text.ts";

export const modelKinds = ["tileset", "glb"] as const;
export type ModelKind = (typeof modelKinds)[number];

const degrees = (from: number, to: number) => z.number().min(from).max(to);
const metres = z.number().min(-10_000).max(10_000);

/** Where a model stands that was placed by hand. */
export const placementShape = z.object({
  lon: degrees(-180, 180),
  lat: degrees(-85, 85),
  /** Clockwise from north: the direction of the model's y axis (of glTF: the one away from the viewer). */
  heading_deg: degrees(-360, 360),
  /** Metres per unit of the model. */
  scale: z.number().min(0.0001).max(100_000),
});
/** The numbers that each of its fields can have. */
export const placementLimits = {
  lon: numberLimits(placementShape.shape.lon),
  lat: numberLimits(placementShape.shape.lat),
  heading_deg: numberLimits(placementShape.shape.heading_deg),
  scale: numberLimits(placementShape.shape.scale),
  height_m: numberLimits(metres),
};
export type Placement = z.infer<typeof placementShape>;

/** Where a model says that it lies: the middle of what it covers and its lowest point. */
export const ownPlaceShape = z.object({
  lon: z.number(),
  lat: z.number(),
  /** Metres above the ellipsoid (WGS 84). */
  lowest_m: z.number(),
});
export type OwnPlace = z.infer<typeof ownPlaceShape>;

export const modelNameShape = lineShape.min(1).max(120);

export const plantModelShape = z.object({
  id: z.number().int(),
  plant_id: z.number().int(),
  name: z.string(),
  kind: z.enum(modelKinds),
  file_name: z.string(),
  bytes: z.number().int(),
  /** Path of the tileset in its ZIP; empty for a .glb. */
  root: z.string(),
  /** Of 3D Tiles or glTF. */
  version: z.string(),
  tile_count: z.number().int(),
  /** Null for a model with coordinates of its own. */
  own_place: ownPlaceShape.nullable(),
  /** Null while the model lies at its own place. */
  placement: placementShape.nullable(),
  /** Metres by which the model is raised; of a model that was placed by hand, its zero above the ground. */
  height_m: z.number(),
  created_at: z.string(),
  user_name: z.string(),
});
export type PlantModel = z.infer<typeof plantModelShape>;

/** What may be changed of a model. */
export const modelChangeShape = z.object({
  name: modelNameShape.optional(),
  placement: placementShape.nullable().optional(),
  height_m: metres.optional(),
});
export type ModelChange = z.infer<typeof modelChangeShape>;

const endings: Readonly<Record<ModelKind, string>> = { tileset: ".zip", glb: ".glb" };
export const modelEndings: readonly string[] = Object.values(endings);

/** The kind that the ending of a file name says; null for any other ending. */
export function modelKindOf(name: string): ModelKind | null {
  return modelKinds.find((kind) => name.toLowerCase().endsWith(endings[kind])) ?? null;
}

/** Largest file in bytes. */
export const modelBytes: Readonly<Record<ModelKind, number>> = {
  tileset: limits.modelZipBytes,
  glb: limits.modelGlbBytes,
};

export const modelTooLarge = (kind: ModelKind): Refusal => ({
  reason: "model_too_large",
  values: { most: modelBytes[kind] / 1024 ** 2 },
});

/** Why a file of this name and size cannot be a model, or null. */
export function modelFileRefusal(file: {
  readonly name: string;
  readonly bytes?: number;
}): Refusal | null {
  const kind = modelKindOf(file.name);
  if (!kind) return { reason: "model_ending" };
  if (file.bytes === 0) return { reason: "file_empty" };
  return (file.bytes ?? 0) > modelBytes[kind] ? modelTooLarge(kind) : null;
}

/** Why a plant with `count` models can have no more, or null. */
export function modelCountRefusal({ count }: { readonly count: number }): Refusal | null {
  const most = limits.modelsPerPlant;
  return count >= most ? { reason: "too_many_models", values: { most } } : null;
}

/** Why a model cannot get this placement, or null: one without a place of its own keeps one by hand. */
export function placementRefusal(
  model: Pick<PlantModel, "own_place">,
  { placement }: ModelChange,
): Refusal | null {
  return placement === null && model.own_place === null ? { reason: "model_needs_place" } : null;
}
