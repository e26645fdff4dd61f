// The overlay of a plant, for all who see the plant.
import { fileOverlayApi } from "../../../api/plant/file-overlay.ts";
import { canOverlay } from "../../../domain/plant/file-overlay.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { Database } from "../../context.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { drawnContent } from "../../upload/blueprint-content.ts";
import { readBlueprint, type BlueprintRow } from "../../store/plant/blueprint.ts";

export const fileOverlayHandlers: Handlers<typeof fileOverlayApi> = {
  async read({ db }, { plant }) {
    const { id, kind, file_name, corners } = await overlayOf(db, plant);
    return { id, kind, file_name, corners };
  },

  content: async ({ db, files }, { plant }) => drawnContent(files, await overlayOf(db, plant)),
};

/** @throws RESOURCE_NOT_FOUND for a plant without one */
async function overlayOf(db: Database, plant: Pick<Plant, "file_overlay">): Promise<BlueprintRow> {
  const { file_overlay } = plant;
  const row = file_overlay === null ? null : await readBlueprint(db, file_overlay);
  return requireFound(row && canOverlay(row.kind) ? row : null);
}
