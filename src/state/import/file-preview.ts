// What files are understood as, before they are imported; and their shapes for the map.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { upload } from "../../client/upload.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { FileMapping, FilePurpose } from "../../domain/file-preview/file-mapping.ts";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import { limits } from "../../domain/limits.ts";
import { plantIdAtom } from "../plant/plant.ts";
import type { BlueprintShapes } from "../settings/blueprint.ts";
import { perPlant } from "../shell/lifetime.ts";
import { flyTo } from "../map/view.ts";

export type PreviewedFile = { readonly file: File; readonly component_type?: ComponentType | null };

export type AskedPreview = {
  readonly purpose: FilePurpose;
  readonly files: readonly PreviewedFile[];
  /** Fields of the form beside the files, such as the customer. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the user said of the properties; null where the server chooses. */
  readonly mapping: FileMapping | null;
  readonly sheet: string | null;
  /** Null for outlines of plants. */
  readonly plant_id: number | null;
};

/** Whether the files are small enough to be shown before they are imported. */
export function isPreviewed(files: readonly PreviewedFile[]): boolean {
  return files.reduce((sum, { file }) => sum + file.size, 0) <= limits.previewedFileBytes;
}

/** The form of a preview or an import. The component type applies to the file after it. */
export function previewForm({ files, fields, mapping, sheet }: AskedPreview): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (mapping !== null) body.append("mapping", JSON.stringify(mapping));
  if (sheet !== null) body.append("sheet", sheet);
  for (const { file, component_type } of files) {
    if (component_type !== undefined) body.append("component_type", component_type ?? "");
    body.append("files", file, file.name);
  }
  return body;
}

/** Sends the files to be read; nothing is stored. Rejects with the refusal. */
export const readPreview = atom(
  null,
  (_get, _set, asked: AskedPreview, signal: AbortSignal): Promise<FilePreview> => {
    const { purpose, plant_id } = asked;
    const params = { id: plant_id };
    return upload(api.filePreview[purpose], { params, body: previewForm(asked), signal });
  },
);

const shapesAtom = perPlant<BlueprintShapes | null>(null);

/** The shapes of the files in the preview, for the map; null without a preview. */
export const previewShapesAtom = atom((get) => get(shapesAtom));

/** Shows the shapes of a preview of the plant on the map; null takes them away. */
export const drawPreview = atom(null, (get, set, preview: FilePreview | null) => {
  if (get(plantIdAtom) === null) return;
  const shapes = preview ? (JSON.parse(preview.shapes) as BlueprintShapes) : null;
  const named = shapes?.features.map((one) => ({ ...one, properties: { name: "" } })) ?? [];
  set(shapesAtom, named.length > 0 ? { type: "FeatureCollection", features: named } : null);
});

/** Moves the map to the shapes of a preview. */
export const showPreviewPlace = atom(null, (_get, set, { bounds }: FilePreview) => {
  if (!bounds) return;
  const [west, south, east, north] = bounds;
  const margin = 4e-4;
  set(flyTo, { bounds: [west - margin, south - margin, east + margin, north + margin] });
});
