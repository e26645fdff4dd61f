// The overlay of the plant on the map, ready to be drawn. Fetched while its layer is shown.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call, callBytes } from "../../client/call.ts";
import type { Corners } from "../../domain/plant/blueprint.ts";
import { plantAtom, plantQueryOf } from "../plant/plant.ts";
import type { BlueprintShapes } from "../settings/blueprint.ts";
import { valueOf } from "../shell/loaded.ts";

export const fileOverlayLayerId = "file_overlay";

type Drawing = { readonly kind: "kml"; readonly shapes: BlueprintShapes };
type Picture = { readonly kind: "tif"; readonly corners: Corners; readonly image: ImageBitmap };
export type DrawnOverlay = (Drawing | Picture) & { readonly file_name: string };

/** Idle for a plant without an overlay. */
export const loadedOverlayAtom = plantQueryOf((id, get) => {
  const file_overlay = valueOf(get(plantAtom))?.file_overlay ?? null;
  if (file_overlay === null) return null;
  return {
    key: ["file-overlay", file_overlay],
    isFixed: true,
    async ask(options): Promise<DrawnOverlay> {
      const params = { id };
      const { kind, file_name, corners } = await call(api.fileOverlay.read, { params }, options);
      const content = await callBytes(api.fileOverlay.content, { params }, options);
      if (kind !== "tif" || corners === null) {
        const shapes = JSON.parse(await content.text()) as BlueprintShapes;
        return { kind: "kml", file_name, shapes };
      }
      return { kind, file_name, corners, image: await createImageBitmap(content) };
    },
  };
});

/** Null until loaded, and for a plant without an overlay. */
export const fileOverlayAtom = atom(
  (get): DrawnOverlay | null => valueOf(get(loadedOverlayAtom)) ?? null,
);
